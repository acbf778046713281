// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roofs_only.h"

#include "app/format.h"
#include "app/shown_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::roofsOnly", text);
}

/// The name of the only GPU, else how many there are.
QString gpuName(std::span<const OpenSession> sessions)
{
    std::set<std::string> gpus; // one GPU may be in several sessions
    QString name;
    for (const OpenSession& open : sessions) {
        for (const core::Device& device : open.session->devices) {
            gpus.insert(device.id);
            name = shownText(device.name);
        }
    }
    return gpus.size() == 1 ? name : tr("%1 GPUs").arg(gpus.size());
}

} // namespace

bool holdNoKernels(std::span<const OpenSession> sessions)
{
    return !sessions.empty() &&
           std::ranges::all_of(sessions, [](const OpenSession& open) { return open.session->kernels.empty(); });
}

QString roofsText(std::span<const OpenSession> sessions)
{
    std::size_t roofs = 0;
    std::size_t measured = 0;
    for (const OpenSession& open : sessions) {
        const auto& ceilings = open.session->ceilings;
        roofs += ceilings.size();
        measured +=
            static_cast<std::size_t>(std::ranges::count(ceilings, core::Origin::Measured, &core::Ceiling::origin));
    }
    std::size_t experiments = 0;
    for (const OpenSession& open : sessions) experiments += open.session->experiments.size();
    if (roofs == 0 && experiments > 0)
        return tr("%1 on %2")
            .arg(counted(static_cast<double>(experiments), tr("1 experiment"), tr("%1 experiments")),
                 gpuName(sessions));
    if (roofs == 0) return tr("nothing measured yet on %1").arg(gpuName(sessions));
    //: "39 roofs", and the GPU
    const QString text = measured == roofs ? tr("%1 measured on %2") : tr("%1 of %2");
    return text.arg(counted(static_cast<double>(roofs), tr("1 roof"), tr("%1 roofs")), gpuName(sessions));
}

QString noKernelsText(std::span<const OpenSession> sessions)
{
    if (!holdNoKernels(sessions)) return {};
    const bool anyRoof =
        std::ranges::any_of(sessions, [](const auto& open) { return !open.session->ceilings.empty(); });
    const bool anyExperiment =
        std::ranges::any_of(sessions, [](const auto& open) { return !open.session->experiments.empty(); });
    if (!anyRoof && anyExperiment)
        return tr("No kernels: this session holds experiments. They are in the tab Experiments.");
    if (!anyRoof) return tr("No kernels: this session holds none, and no roofs.");
    return tr("No kernels: this session holds %1. They are in the chart and in the tab Roofs. Open a report of the "
              "same GPU, and its kernels are judged by them.")
        .arg(roofsText(sessions));
}

QString noKernelsListedText(const OpenSession& open)
{
    if (open.session->ceilings.empty()) return tr("%1 holds no kernels, and no roofs.").arg(open.fileName());
    return tr("%1 holds no kernels, but %2: --format json gives them.")
        .arg(open.fileName(), roofsText(std::span(&open, 1)));
}

} // namespace app
