// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gpu_probe.h"

#include "app/format.h"
#include "app/shown_text.h"

#include <QStringList>

namespace app {

GpuProbe::GpuProbe(QObject* parent) : QObject(parent)
{
    connect(&m_process, &CaptureProcess::received, this, [this](const core::Event& event) {
        if (const auto* device = std::get_if<core::Device>(&event)) m_result.devices.push_back(*device);
    });
    connect(&m_process, &CaptureProcess::fellSilent, &m_process, &CaptureProcess::stop); // a driver that hangs
    connect(&m_process, &CaptureProcess::ended, this, [this](const CaptureEnd& end) {
        const bool isSilent = end.kind == CaptureEnd::Kind::Stopped || end.kind == CaptureEnd::Kind::Hung;
        if (m_result.devices.empty()) m_result.problem = isSilent ? tr("the driver doesn't answer") : end.reason;
        emit finished(m_result);
    });
}

void GpuProbe::start(const QString& program)
{
    if (m_process.isRunning()) return;
    m_result = {};
    m_process.start(program, {QStringLiteral("device")});
}

namespace {

QString countersText(const core::Device& device)
{
    if (!device.counters_allowed) return GpuProbe::tr("counters: unknown");
    return *device.counters_allowed ? GpuProbe::tr("counters allowed") : GpuProbe::tr("counters refused");
}

} // namespace

QString gpuText(const core::Device& device)
{
    QStringList parts{shownText(device.name)};
    if (device.driver) parts << GpuProbe::tr("driver %1").arg(shownText(*device.driver));
    parts << countersText(device);
    return parts.join(QStringLiteral(" · "));
}

QString gpuCaution(const core::Device& device)
{
    QStringList cautions;
    if (device.busy_ratio.value_or(0) > core::busyWithOtherWorkRatio)
        cautions << GpuProbe::tr("The GPU is %1 busy with other work: roofs would be too low.")
                        .arg(percent(device.busy_ratio));
    if (device.mig.value_or(false)) cautions << GpuProbe::tr("A MIG slice: roofs are those of the slice.");
    return cautions.join(u' ');
}

} // namespace app
