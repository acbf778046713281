// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict.h"

#include "app/amounts.h"
#include "app/format.h"
#include "app/missing_data.h"
#include "app/resource_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace app {
namespace {

constexpr double limited = 0.8;
constexpr double close = 0.6;
constexpr double near = 0.1;       ///< the runner-up is named when it is this near
constexpr double tolerance = 1.03; ///< against measured roofs, 100 to 103 % means reached

QString tr(const char* text)
{
    return QCoreApplication::translate("app::verdict", text);
}

bool isLevel(const core::ResourceTime& time)
{
    return core::isMemory(time.resource);
}

QString nameOf(const core::ResourceTime& time)
{
    const auto name = resourceName(time.resource);
    if (time.resource.kind == core::ResourceKind::Issue) return tr("issue slots");
    return !isLevel(time) ? tr("the %1 pipe").arg(name) : name;
}

/// "9.30 of 9.90 TB/s, 94 % of its roof", or the share alone where no rate is known.
QString share(const core::ResourceTime& time, double duration_s)
{
    const auto part = percent(time.share_ratio);
    if (!time.rate_per_s || !time.work) return tr("%1 of the roof").arg(part);
    return tr("%1 of %2, %3 of its roof")
        .arg(rateText(time.resource, *time.work / duration_s, Precision::Short),
             rateText(time.resource, time.rate_per_s, Precision::Short), part);
}

/// The runner-up that isn't the same resource in another direction.
const core::ResourceTime* nextTime(const std::vector<core::ResourceTime>& times)
{
    const auto level = levelOf(times.front().resource);
    const auto found = std::ranges::find_if(times.begin() + 1, times.end(), [&](const core::ResourceTime& time) {
        return !level || levelOf(time.resource) != level;
    });
    return found == times.end() ? nullptr : &*found;
}

bool areBothNear(const core::ResourceTime& first, const core::ResourceTime* next)
{
    return next && next->share_ratio >= limited && first.share_ratio - next->share_ratio <= near;
}

QString capitalised(QString text)
{
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

QString sentence(const KernelRow& row, const core::ResourceTime& first, const core::ResourceTime* next)
{
    const double ratio = first.share_ratio;
    const auto facts = share(first, row.time_s);
    if (ratio > tolerance)
        return tr("%1 of the %2 roof: the roof is too low for this mix, or the clock differed.")
            .arg(percent(ratio), resourceName(first.resource));
    if (areBothNear(first, next))
        return capitalised(tr("%1 (%2) and %3 (%4) are both near their roofs.")
                               .arg(nameOf(first), percent(ratio), nameOf(*next), percent(next->share_ratio)));
    if (ratio >= limited) return tr("Limited by %1: %2.").arg(nameOf(first), facts);
    if (ratio >= close) return tr("Close to the roof of %1: %2.").arg(nameOf(first), facts);
    const auto nearest = first.resource.kind == core::ResourceKind::Issue ? tr("No roof is near: %1 are closest at %2.")
                                                                          : tr("No roof is near: %1 is closest at %2.");
    return nearest.arg(nameOf(first), percent(ratio));
}

QString evidence(const core::ResourceTime& first, const core::ResourceTime* next)
{
    QStringList parts;
    const bool isNear = next && first.share_ratio - next->share_ratio <= near;
    if (next && !areBothNear(first, next) && (isNear || (isLevel(first) && first.share_ratio >= close)))
        parts << tr("Next is %1 at %2.").arg(nameOf(*next), percent(next->share_ratio));
    if (first.share_ratio < close) {
        if (first.share_ratio > 0)
            parts << tr("Reaching its roof could gain at most %1.").arg(gain(1 / first.share_ratio));
    } else if (!isLevel(first)) {
        parts
            << tr("Only fewer or cheaper operations help; at most %1.").arg(gain(std::max(1.0, 1 / first.share_ratio)));
    } else if (next && next->share_ratio > 0) {
        parts << tr("Moving fewer bytes can gain at most %1.").arg(gain(std::max(1.0, 1 / next->share_ratio)));
    }
    return parts.join(u' ');
}

QString quality(const KernelRow& row, const core::ResourceTime& first)
{
    auto text = tr("Roof: %1").arg(originName(first.origin));
    if (row.analysis.sm_clock_hz) text += tr(", SM at %1").arg(frequency(row.analysis.sm_clock_hz));
    if (row.analysis.sm_clock_capped) text += tr(" (capped at the device's maximum)");
    if (row.analysis.clock_unreliable) text += tr("; the launch is under 20 µs, its clock isn't reliable");
    if (first.basis != core::Basis::Measured) text += tr("; the amount is an estimate or a bound");
    return text + u'.';
}

QStringList unseenResources(const KernelRow& row)
{
    QStringList names;
    for (const auto& absence : row.analysis.absent) {
        const auto resource = core::parseResource(absence.what);
        if (!resource) continue;
        const auto name = resourceName(*resource);
        if (!names.contains(name)) names << name;
    }
    return names;
}

} // namespace

Verdict verdictOf(const KernelRow& row)
{
    Verdict verdict;
    const auto unseen = unseenResources(row);
    verdict.collect = collectCommand(row.analysis.absent);
    if (!row.analysis.binding || row.analysis.times.empty()) {
        verdict.sentence = tr("Can't tell: no resource of this kernel has both a count and a roof.");
        verdict.evidence = tr("Only the time is known.");
        if (row.time_s <= 0) verdict.evidence = tr("Not even the time was collected.");
        if (verdict.collect.isEmpty()) verdict.collect = missing("flop").command;
        return verdict;
    }
    const auto& first = row.analysis.times.front();
    const auto* next = nextTime(row.analysis.times);
    verdict.sentence = sentence(row, first, next);
    verdict.evidence = evidence(first, next);
    verdict.quality = quality(row, first);
    if (!unseen.isEmpty()) verdict.unseen = tr("Not seen: %1.").arg(unseen.join(QStringLiteral(", ")));
    return verdict;
}

} // namespace app
