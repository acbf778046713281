// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render_command.h"

#include "app/default_pipes.h"
#include "app/experiments/experiment_scene.h"
#include "app/render_request.h"
#include "app/save_file.h"
#include "app/standard_output.h"
#include "core/error.h"
#include "core/import/importer.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QLoggingCategory>

#include <algorithm>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>

namespace app {
namespace {

/// Places of the rows that hold the wanted launches. Throws core::Error for a launch that isn't there.
std::vector<int> rowsOf(const RenderRequest& request, const ChartData& data)
{
    std::vector<int> rows;
    for (const std::uint32_t launch : request.selected) {
        const auto row = std::ranges::find_if(data.rows, [&](const KernelRow& candidate) {
            return std::ranges::find(candidate.launches, launch) != candidate.launches.end();
        });
        if (row == data.rows.end())
            throw core::Error(request.file,
                              "has no launch " + std::to_string(launch) + ", or the filter leaves it out");
        rows.push_back(static_cast<int>(row - data.rows.begin()));
    }
    return rows;
}

/// The page asked for; else OP/s where the launches to select are on it alone. Throws core::Error where no kernel is on
/// OP/s; a GPU without kernels has roofs on both.
Axis axisOf(const RenderRequest& request, const std::vector<core::KernelAnalysis>& analyses)
{
    const auto isOnOp = [](const core::KernelAnalysis& analysis) { return !isElsewhere(analysis, Axis::Op); };
    if (request.axis == Axis::Op && !analyses.empty() && std::ranges::none_of(analyses, isOnOp))
        throw core::Error(request.file, "has no kernel with integer operations; leave out --axis op");
    const auto isInteger = [&](std::uint32_t launch) {
        return launch < analyses.size() && isElsewhere(analyses[launch], Axis::Flop);
    };
    const bool selected = !request.selected.empty() && std::ranges::all_of(request.selected, isInteger);
    return request.axis.value_or(selected ? Axis::Op : Axis::Flop);
}

/// Throws core::Error where no kernel is of the family whose ladder is wanted.
void requireLadder(const RenderRequest& request, const core::Session& session)
{
    if (!request.options.ladder) return;
    std::set<std::string> families;
    for (const auto& kernel : session.kernels)
        if (kernel.library) families.insert(kernel.library->family);
    if (families.contains(*request.options.ladder)) return;
    std::string known;
    for (const auto& family : families) known += (known.empty() ? "; there are " : ", ") + family;
    throw core::Error(request.file, "has no kernels of the family '" + *request.options.ladder + "'" + known);
}

/// What to draw. The roofs are those of the device that the first selected launch ran on.
ChartQuery queryFor(const RenderRequest& request, const OpenSession& open)
{
    const core::Session& session = *open.session;
    ChartQuery query = request.query;
    query.axis = axisOf(request, open.analyses);
    if (!request.selected.empty() && request.selected.front() < session.kernels.size())
        query.device = session.kernels[request.selected.front()].device_id;
    return query;
}

/// What a reader of the picture would ask: why there is no point, why there is no roof.
void explain(const ChartData& data, const OpenSession& session)
{
    for (const QString& text : {data.empty_reason, noRoofsText(session), noRoofsOfOriginText(session)})
        if (!text.isEmpty()) std::cerr << text.toStdString() << '\n';
}

/// The plot of an experiment. Throws core::Error for one that the session doesn't hold.
void renderExperiment(const RenderRequest& request, const core::Session& session)
{
    const auto file = QFileInfo(QString::fromStdString(request.file)).fileName();
    const auto all = shownExperiments(session, request.hide_files ? QString() : file);
    // Of one that was measured several times or on several GPUs, the last.
    const auto found = std::ranges::find(all.rbegin(), all.rend(), request.experiment,
                                         [](const ShownExperiment& shown) { return shown.about.name; });
    if (found == all.rend())
        throw core::Error(request.file, all.empty() ? "holds no experiments"
                                                    : "holds no experiment '" + request.experiment + "'; there are " +
                                                          experimentNames(session));
    exportChart(experimentPicture(*found, request.style.size, request.style.theme), request.output, request.format);
    if (const auto reason = whyNoCurve(*found); !reason.isEmpty()) std::cerr << reason.toStdString() << '\n';
}

void render(const RenderRequest& request)
{
    const auto refusal =
        saveRefusal(request.output, {QString::fromStdString(request.file), QString::fromStdString(request.roofs_from)});
    if (!refusal.isEmpty()) throw core::Error(refusal.toStdString());
    const auto read = std::make_shared<const core::Session>(core::importFile(request.file));
    requireLadder(request, *read);
    if (!request.experiment.empty()) return renderExperiment(request, *read);
    const auto others = request.roofs_from.empty() ? RoofsByModel() : roofsFrom(request.roofs_from, *read);
    const auto session = analysed(read, QString::fromStdString(request.file), request.query.roofs, others);
    ChartData data = chartData(session, queryFor(request, session));
    if (request.hide_files) data = withoutFileNames(std::move(data));
    ChartOptions options = request.options;
    options.selected = rowsOf(request, data);
    if (data.launches == 0 && options.extra_pipes.empty()) options.extra_pipes = defaultPipes(data.roofs.ceilings);
    options.binding_level_only |= data.rows.size() > manyKernels && !request.all_levels;
    exportChart(chartPicture(data, options, request.style), request.output, request.format);
    explain(data, session);
}

int usage(const std::string& problem)
{
    std::cerr << "ridgepoint render: " << problem << "; try `ridgepoint render --help`\n";
    return 2;
}

} // namespace

int renderCommand(int argc, char** argv)
{
    try {
        const auto request = parseRenderRequest(argc, argv);
        if (!request) {
            std::ostringstream text;
            text << renderOptions();
            return printText(text.str());
        }
        qputenv("QT_QPA_PLATFORM", "offscreen"); // nothing is shown: no display is needed, nor asked for
        // A session without XDG_RUNTIME_DIR is no news for a picture.
        QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
        int qtArguments = 1;
        const QGuiApplication application(qtArguments, argv);
        render(*request);
        return 0;
    } catch (const boost::program_options::error& error) {
        return usage(error.what());
    } catch (const UsageError& error) {
        return usage(error.problem);
    } catch (const core::Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

} // namespace app
