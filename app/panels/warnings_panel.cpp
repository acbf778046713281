// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/warnings_panel.h"

#include "app/above_roof_text.h"
#include "app/caution_text.h"
#include "app/chart_axis.h"
#include "app/format.h"
#include "app/missing_data.h"
#include "app/resource_name.h"
#include "app/shown_text.h"
#include "core/above_roof.h"

namespace app {
namespace {

QString aboveRoofWarning(const core::AboveRoof& above)
{
    QStringList names;
    if (above.level) names << levelName(*above.level);
    if (above.pipe) names << resourceName(*above.pipe);
    const auto name = names.join(QStringLiteral(", "));
    return WarningsPanel::tr("▲ %1: %2 of its roof; %3.")
        .arg(name, percent(above.share_ratio), aboveRoofText(above.reason));
}

QString conversionsWarning(const core::KernelAnalysis& analysis)
{
    const auto amount = si(analysis.fp16_upper_bound->amount, QStringLiteral("FLOP"));
    const auto text =
        isInStrip(analysis)
            ? WarningsPanel::tr("At most %1 of FP16, probably conversions: the kernel stands in the strip.")
            : WarningsPanel::tr("At most %1 of FP16, probably conversions: not counted in the point.");
    return text.arg(amount);
}

} // namespace

void WarningsPanel::fill(const KernelRow& row)
{
    const auto& analysis = row.analysis;
    for (const auto& text : cautionTexts(row)) addText(text, TextRole::Base, Token::Ink);
    for (const auto& above : core::aboveRoofs(analysis)) addText(aboveRoofWarning(above), TextRole::Base, Token::Ink);
    if (analysis.fp16_upper_bound) addText(conversionsWarning(analysis), TextRole::Base, Token::Ink);
    for (const auto level : analysis.zero_byte_levels)
        addText(tr("No %1 traffic (0 bytes counted). Not an error: everything came from nearer levels.")
                    .arg(levelName(level)),
                TextRole::Base, Token::Ink);
    for (const auto& absence : analysis.absent) {
        if (absence.reason == core::AbsenceReason::NotCollected) continue; // the verdict names those
        const auto resource = absentResource(absence.what);
        const auto name = resource.isEmpty() ? shownText(absence.what) : resource;
        addText(name + QStringLiteral(": ") + reasonText(absence.reason), TextRole::Base, Token::Ink);
    }
}

} // namespace app
