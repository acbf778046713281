// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/above_roof.h"

#include "app/resource_name.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {
namespace {

struct ReasonText {
    core::AboveRoofReason reason;
    const char* text;
};

constexpr ReasonText reasonTexts[] = {
    {core::AboveRoofReason::ClockUnreliable,
     QT_TRANSLATE_NOOP("app::aboveRoof", "the launch is too short for its clock to be reliable")},
    {core::AboveRoofReason::OtherAccessMix,
     QT_TRANSLATE_NOOP("app::aboveRoof", "the roof was measured with another mix of reads and writes")},
    {core::AboveRoofReason::MeasuredRoofLow, QT_TRANSLATE_NOOP("app::aboveRoof", "the measured roof is too low")},
    {core::AboveRoofReason::PassesDisagree,
     QT_TRANSLATE_NOOP("app::aboveRoof", "bytes, operations and time come from passes that disagree")},
    {core::AboveRoofReason::ReplayMeaningless,
     QT_TRANSLATE_NOOP("app::aboveRoof", "throughput means nothing in this replay mode")},
};

} // namespace

QString aboveRoofText(core::AboveRoofReason reason)
{
    const auto found = std::ranges::find(reasonTexts, reason, &ReasonText::reason);
    return found == std::end(reasonTexts) ? QString() : QCoreApplication::translate("app::aboveRoof", found->text);
}

std::optional<core::AboveRoofReason> aboveRoofReason(const KernelRow& row, const core::Resource& resource)
{
    if (row.analysis.clock_unreliable) return core::AboveRoofReason::ClockUnreliable;
    const auto level = levelOf(resource);
    for (const auto& point : row.analysis.points)
        if (point.above_roof_reason && (!level || point.level == level)) return point.above_roof_reason;
    return std::nullopt;
}

} // namespace app
