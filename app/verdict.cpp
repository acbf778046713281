// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict.h"

#include "app/above_roof_text.h"
#include "app/amounts.h"
#include "app/format.h"
#include "app/missing_data.h"
#include "app/resource_name.h"
#include "core/above_roof.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

// All in per cent as shown, so that words and figures agree.
constexpr int limited = 80;
constexpr int close = 60;    ///< below it no roof is near
constexpr int near = 10;     ///< the runner-up is named when it is this near
constexpr int reached = 103; ///< against measured roofs, 100 to 103 % means reached
constexpr int tooLow = 5;    ///< nothing is learnt from a gain that large

/// The percentage that percent() shows.
int shown(double ratio)
{
    return static_cast<int>(std::lround(ratio * 100));
}

QString tr(const char* text)
{
    return QCoreApplication::translate("app::verdict", text);
}

bool isLevel(const core::ResourceTime& time)
{
    return core::isMemory(time.resource);
}

bool isIssue(const core::ResourceTime& time)
{
    return time.resource.kind == core::ResourceKind::Issue;
}

QString nameOf(const core::ResourceTime& time)
{
    const auto name = resourceName(time.resource);
    if (isIssue(time)) return tr("issue slots");
    return !isLevel(time) ? tr("the %1 pipe").arg(name) : name;
}

/// Instructions that an SM can issue a clock: the roof, taken apart again. None where SMs or clock aren't known.
std::optional<double> slotsPerSm(const KernelRow& row, const core::ResourceTime& time)
{
    const auto* device = row.session ? row.session->device(row.kernel().device_id) : nullptr;
    const auto& clock_hz = row.analysis.sm_clock_hz;
    if (!time.rate_per_s || !clock_hz || !device || !device->sm_count) return std::nullopt;
    return *time.rate_per_s / (*clock_hz * *device->sm_count);
}

/// "9.30 of 9.90 TB/s, 94 % of its roof", "98 % of 4 instructions a clock and SM", or the share alone where no rate is
/// known.
QString share(const KernelRow& row, const core::ResourceTime& time)
{
    const auto part = percent(time.share_ratio);
    if (isIssue(time)) {
        const auto perSm = slotsPerSm(row, time);
        return perSm ? tr("%1 of %2 instructions a clock and SM").arg(part).arg(*perSm, 0, 'g', 3)
                     : tr("%1 of the roof").arg(part);
    }
    if (!time.rate_per_s || !time.work) return tr("%1 of the roof").arg(part);
    return tr("%1 of %2, %3 of its roof")
        .arg(rateText(time.resource, *time.work / row.time_s, Precision::Short),
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

bool isNear(const core::ResourceTime& first, const core::ResourceTime& next)
{
    return shown(first.share_ratio) - shown(next.share_ratio) <= near;
}

bool areBothNear(const core::ResourceTime& first, const core::ResourceTime* next)
{
    return next && shown(next->share_ratio) >= limited && isNear(first, *next);
}

QString capitalised(QString text)
{
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

/// What core says of the resource's own time, or of the point at its level.
std::optional<core::AboveRoofReason> reasonAbove(const KernelRow& row, const core::Resource& resource)
{
    if (row.analysis.clock_unreliable) return core::AboveRoofReason::ClockUnreliable;
    const auto time = std::ranges::find(row.analysis.times, resource, &core::ResourceTime::resource);
    if (time != row.analysis.times.end() && time->above_roof_reason) return time->above_roof_reason;
    const auto level = levelOf(resource);
    for (const auto& above : core::aboveRoofs(row.analysis))
        if (!level || above.level == level) return above.reason;
    return std::nullopt;
}

QString aboveRoof(const KernelRow& row, const core::ResourceTime& first)
{
    const auto reason = reasonAbove(row, first.resource);
    return tr("%1 of the %2 roof: %3.")
        .arg(percent(first.share_ratio), resourceName(first.resource),
             reason ? aboveRoofText(*reason)
                    : tr("its amount, its roof or the clock is off, the report doesn't tell which"));
}

QString sentence(const KernelRow& row, const core::ResourceTime& first, const core::ResourceTime* next)
{
    const double ratio = first.share_ratio;
    const auto facts = share(row, first);
    const int percentage = shown(ratio);
    if (percentage > reached) return aboveRoof(row, first);
    if (areBothNear(first, next))
        return capitalised(tr("%1 (%2) and %3 (%4) are both near their roofs.")
                               .arg(nameOf(first), percent(ratio), nameOf(*next), percent(next->share_ratio)));
    if (percentage >= limited) return tr("Limited by %1: %2.").arg(nameOf(first), facts);
    if (percentage >= close) return tr("Close to the roof of %1: %2.").arg(nameOf(first), facts);
    const auto nearest =
        isIssue(first) ? tr("No roof is near: %1 are closest at %2.") : tr("No roof is near: %1 is closest at %2.");
    return nearest.arg(nameOf(first), percent(ratio));
}

/// What a kernel gains whose time shrinks to this share.
QString atMost(double share)
{
    return gain(std::max(1.0, 1 / share));
}

/// What less work for the resource could gain: the time that the next one needs is left.
QString lessWorkText(const core::ResourceTime& first, const core::ResourceTime* next)
{
    const bool isPipe = !isIssue(first) && !isLevel(first);
    if (!next || shown(next->share_ratio) < tooLow)
        return isPipe ? tr("Only fewer or cheaper operations help.") : QString();
    const auto text = isPipe           ? tr("Only fewer or cheaper operations help; at most %1.")
                      : isIssue(first) ? tr("Fewer instructions per result can gain at most %1.")
                                       : tr("Moving fewer bytes can gain at most %1.");
    return text.arg(atMost(next->share_ratio));
}

/// What less work, or reaching the roof, could gain; nothing where the figure would be chance.
QString gainText(const KernelRow& row, const core::ResourceTime& first, const core::ResourceTime* next)
{
    const int percentage = shown(first.share_ratio);
    if (row.analysis.clock_unreliable || percentage < tooLow || percentage > reached) return {};
    if (percentage >= close) return lessWorkText(first, next);
    return tr("Reaching the roof of %1 could gain at most %2.").arg(nameOf(first), atMost(first.share_ratio));
}

QString evidence(const KernelRow& row, const core::ResourceTime& first, const core::ResourceTime* next)
{
    QStringList parts;
    const bool isNextTold = next && (isNear(first, *next) || shown(first.share_ratio) >= close);
    if (isNextTold && !areBothNear(first, next))
        parts << tr("Next is %1 at %2.").arg(nameOf(*next), percent(next->share_ratio));
    if (const auto text = gainText(row, first, next); !text.isEmpty()) parts << text;
    return parts.join(u' ');
}

/// Pipes, L1 and shared memory do; L2, DRAM and the links have clocks of their own.
bool followsSmClock(const core::Resource& resource)
{
    using enum core::ResourceKind;
    return !core::isMemory(resource) || resource.kind == L1 || resource.kind == Shared || resource.kind == L1Shared;
}

QString quality(const KernelRow& row, const core::ResourceTime& first)
{
    auto text = tr("Roof: %1").arg(originName(first.origin));
    if (followsSmClock(first.resource) && row.analysis.sm_clock_hz) {
        text += tr(", SM at %1").arg(frequency(row.analysis.sm_clock_hz));
        if (row.analysis.sm_clock_capped) text += tr(" (capped at the device's maximum)");
    }
    if (row.analysis.clock_unreliable) text += tr("; the launch is under 20 µs, its clock isn't reliable");
    if (first.basis != core::Basis::Measured) text += tr("; the amount is an estimate or a bound");
    return text + u'.';
}

bool timeOn(const KernelRow& row, const core::Resource& resource)
{
    return std::ranges::find(row.analysis.times, resource, &core::ResourceTime::resource) != row.analysis.times.end();
}

QStringList unseenResources(const KernelRow& row)
{
    QStringList names;
    for (const auto& absence : row.analysis.absent) {
        const auto resource = core::parseResource(absence.what);
        if (resource && timeOn(row, *resource)) continue; // its bytes are unknown, its share of the time isn't
        const auto name = absentResource(absence.what);
        if (!name.isEmpty() && !names.contains(name)) names << name;
    }
    return names;
}

QString unseenText(const KernelRow& row)
{
    QStringList parts;
    if (const auto names = unseenResources(row); !names.isEmpty())
        parts << tr("Not counted: %1.").arg(names.join(QStringLiteral(", ")));
    if (const auto names = roofless(row); !names.isEmpty())
        parts << tr("No roof known: %1.").arg(names.join(QStringLiteral(", ")));
    return parts.join(u' ');
}

} // namespace

bool noRoofIsNear(const core::KernelAnalysis& analysis)
{
    return analysis.efficiency_ratio && shown(*analysis.efficiency_ratio) < close;
}

Verdict verdictOf(const KernelRow& row)
{
    Verdict verdict;
    verdict.unseen = unseenText(row);
    verdict.collect = collectCommand(row.analysis.absent);
    if (row.analysis.throughput_meaningless) {
        verdict.sentence = tr("Can't tell: counters and time are of different runs.");
        verdict.evidence = tr("Profile one process, or with --replay-mode kernel.");
        return verdict;
    }
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
    verdict.evidence = evidence(row, first, next);
    verdict.quality = quality(row, first);
    return verdict;
}

} // namespace app
