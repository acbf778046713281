// SPDX-License-Identifier: GPL-3.0-or-later
// What GPUs this machine has, asked of ridgepoint-capture: a driver that hangs or crashes takes only the child along.
#pragma once

#include "app/capture_process.h"
#include "core/device.h"

#include <vector>

namespace app {

struct ProbedGpus {
    std::vector<core::Device> devices;
    QString problem; ///< why there are none, a sentence without its full stop
};

class GpuProbe : public QObject {
    Q_OBJECT

public:
    explicit GpuProbe(QObject* parent = nullptr);

    void start(const QString& program); ///< asks again; does nothing while it is asking
    [[nodiscard]] const ProbedGpus& result() const { return m_result; }

signals:
    void finished(const app::ProbedGpus& result);

private:
    CaptureProcess m_process;
    ProbedGpus m_result;
};

/// "NVIDIA H200 · driver 580.159.04 · counters allowed": what is said of a GPU before anything is measured. "counters:
/// unknown" where neither driver nor system tell.
QString gpuText(const core::Device& device);
/// What would spoil a measurement: other work on the GPU, or a slice of it; empty if nothing is known to.
QString gpuCaution(const core::Device& device);

} // namespace app
