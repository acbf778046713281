// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/above_roof_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace app {
namespace {

using Reason = core::AboveRoofReason;

struct ReasonRow {
    Reason reason;
    const char* text;
};

constexpr ReasonRow reasons[] = {
    {Reason::ClockUnreliable,
     QT_TRANSLATE_NOOP("app::aboveRoof", "the launch is too short for its clock to be reliable")},
    {Reason::OtherAccessMix,
     QT_TRANSLATE_NOOP("app::aboveRoof", "the roof was measured with another mix of reads and writes")},
    {Reason::MeasuredRoofLow, QT_TRANSLATE_NOOP("app::aboveRoof", "the measured roof is too low")},
    {Reason::PassesDisagree,
     QT_TRANSLATE_NOOP("app::aboveRoof", "bytes, operations and time come from passes that disagree")},
    {Reason::ReplayMeaningless, QT_TRANSLATE_NOOP("app::aboveRoof", "throughput means nothing in this replay mode")},
};

} // namespace

QString aboveRoofText(Reason reason)
{
    const auto row = std::ranges::find(reasons, reason, &ReasonRow::reason);
    return row == std::end(reasons) ? QString() : QCoreApplication::translate("app::aboveRoof", row->text);
}

} // namespace app
