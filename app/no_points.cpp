// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/no_points.h"

#include "app/launch_counts.h"
#include "app/missing_data.h"
#include "app/resource_name.h"
#include "app/shown_text.h"
#include "core/caution.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::noPoints", text);
}

bool hasPoints(const core::KernelAnalysis& analysis)
{
    return !analysis.points.empty() || !analysis.integer_points.empty() || !analysis.strip.empty();
}

/// The source whose throughput means nothing; nullptr if there is none.
const core::Source* meaninglessSource(const core::Session& session)
{
    const auto meaningless = core::meaninglessSources(session);
    const auto first = std::ranges::find(meaningless, true);
    return first == meaningless.end() ? nullptr
                                      : &session.sources[static_cast<std::size_t>(first - meaningless.begin())];
}

bool hasRoofs(const OpenSession& open, const core::SessionIndex& index, const core::Device& device,
              core::RoofChoice choice)
{
    const auto others = roofsFor(index, device.id, open.other_roofs);
    return !core::machineRoofs(index, device.id, choice, others).ceilings.empty();
}

/// The origin that a choice leaves; none where it takes several.
std::optional<core::Origin> onlyOrigin(core::RoofChoice choice)
{
    switch (choice) {
    case core::RoofChoice::Measured: return core::Origin::Measured;
    case core::RoofChoice::Computed: return core::Origin::Computed;
    case core::RoofChoice::Datasheet: return core::Origin::Datasheet;
    case core::RoofChoice::BestKnown:
    case core::RoofChoice::All: break;
    }
    return std::nullopt;
}

bool isEmpty(const KernelRow& row)
{
    const core::KernelAnalysis& analysis = row.analysis;
    return analysis.points.empty() && analysis.strip.empty() && analysis.zero_byte_levels.empty();
}

} // namespace

void withholdMeaningless(std::vector<KernelRow>& rows)
{
    for (KernelRow& row : rows) {
        if (!row.analysis.throughput_meaningless) continue;
        row.analysis.points.clear();
        row.analysis.strip.clear();
        row.analysis.zero_byte_levels.clear();
    }
}

bool drawsMeaningless(std::span<const KernelRow> rows)
{
    return std::ranges::any_of(
        rows, [](const KernelRow& row) { return !isEmpty(row) && row.analysis.throughput_meaningless; });
}

QString meaninglessText(const core::Session& session)
{
    const core::Source* source = meaninglessSource(session);
    if (!source) return {};
    const bool isRange = source->replay_mode->ends_with("range");
    //: the kind of replay first
    return tr("%1 of several processes: throughput in this report means nothing. Times are kept, points aren't drawn.")
        .arg(isRange ? tr("Range replay") : tr("Application replay"));
}

QString nothingToDrawText(const OpenSession& open)
{
    if (open.analyses.empty() || std::ranges::any_of(open.analyses, hasPoints)) return {};
    return tr("%1 of %2, no counters that make a point. They are in the table. To draw them: %3")
        .arg(launchesText(static_cast<double>(open.analyses.size())), open.fileName(), missing("flop").command);
}

QString noRoofsText(const OpenSession& open)
{
    const core::Session& session = *open.session;
    const core::SessionIndex index(session);
    const auto hasAny = [&](const core::Device& device) {
        return hasRoofs(open, index, device, core::RoofChoice::BestKnown);
    };
    if (session.kernels.empty() || std::ranges::any_of(session.devices, hasAny)) return {};
    return tr("No roofs: %1 holds none, and too little of its GPU to compute them. The chart spans 1 GFLOP/s to "
              "10 PFLOP/s. To get roofs: %2, or a session with measured ones by Roofs > Roofs from…")
        .arg(open.fileName(), missing("roof").command);
}

QString noRoofsOfOriginText(const OpenSession& open)
{
    const auto origin = onlyOrigin(open.roof_choice);
    if (!origin) return {};
    const core::SessionIndex index(*open.session);
    QStringList gpus;
    for (const auto& device : open.session->devices)
        if (!hasRoofs(open, index, device, open.roof_choice)) gpus << shownText(device.name);
    gpus.removeDuplicates();
    if (gpus.isEmpty()) return {};
    //: the origin, and the GPUs
    return tr("No %1 roofs of %2 are known: its kernels aren't judged. --roofs best judges by the best that are known.")
        .arg(originName(*origin), gpus.join(QStringLiteral(", ")));
}

QString emptyReason(const ChartData& data, std::span<const OpenSession> sessions)
{
    if (!std::ranges::all_of(data.rows, isEmpty)) return {};
    if (data.rows.empty())
        return data.filter.isEmpty() ? QString() : tr("No kernel fits the filter “%1”.").arg(data.filter);
    if (std::ranges::all_of(data.rows, [&](const KernelRow& row) { return isElsewhere(row.analysis, data.axis); }))
        return data.axis == Axis::Flop ? tr("These kernels do integer operations alone: they are on the page OP/s.")
                                       : tr("These kernels do no integer operations: they are on the page FLOP/s.");
    for (const OpenSession& open : sessions)
        if (const QString text = meaninglessText(*open.session); !text.isEmpty()) return text;
    for (const OpenSession& open : sessions)
        if (const QString text = nothingToDrawText(open); !text.isEmpty()) return text;
    return tr("None of these kernels has counters that make a point. To draw them: %1").arg(missing("flop").command);
}

} // namespace app
