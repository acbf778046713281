// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/warnings_panel.h"

#include "app/above_roof_text.h"
#include "app/format.h"
#include "app/missing_data.h"
#include "app/resource_name.h"
#include "core/caution.h"

namespace app {
namespace {

QString pointWarning(const core::RooflinePoint& point)
{
    if (!point.above_roof_reason || !point.attainable_flop_per_s) return {};
    return WarningsPanel::tr("▲ %1: %2 of its roof; %3.")
        .arg(levelName(point.level), percent(point.flop_per_s / *point.attainable_flop_per_s),
             aboveRoofText(*point.above_roof_reason));
}

} // namespace

void WarningsPanel::fill(const KernelRow& row)
{
    const auto& analysis = row.analysis;
    if (!row.isGroup())
        for (const auto caution : core::cautions(*row.session, row.kernel(), analysis))
            addText(tr(core::cautionText(caution).data()), TextRole::Base, Token::Ink);
    for (const auto& point : analysis.points) addText(pointWarning(point), TextRole::Base, Token::Ink);
    if (const auto& bound = analysis.fp16_upper_bound)
        addText(tr("At most %1 FP16 operations, probably conversions: the kernel stands in the strip.")
                    .arg(si(bound->amount, QStringLiteral("FLOP"))),
                TextRole::Base, Token::Ink);
    for (const auto level : analysis.zero_byte_levels)
        addText(tr("No %1 traffic (0 bytes counted). Not an error: everything came from nearer levels.")
                    .arg(levelName(level)),
                TextRole::Base, Token::Ink);
    for (const auto& absence : analysis.absent) {
        if (absence.reason == core::AbsenceReason::NotCollected) continue; // the verdict names those
        const auto resource = absentResource(absence.what);
        const auto name = resource.isEmpty() ? QString::fromStdString(absence.what) : resource;
        addText(name + QStringLiteral(": ") + reasonText(absence.reason), TextRole::Base, Token::Ink);
    }
}

} // namespace app
