// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the menu Measure: which roofs or kernels, on which GPU, and what counters need.
#pragma once

#include "app/choice_menu.h"
#include "app/gpu_probe.h"
#include "app/library/kernel_choice.h"
#include "app/measure_dialogs.h"
#include "app/measuring.h"

namespace app {

class MeasureCommands : public QObject {
    Q_OBJECT

public:
    /// window: parent of the dialogs and of the menu.
    MeasureCommands(SessionFiles& files, BannerArea& banners, QWidget* window);

    void setProgram(const QString& path); ///< empty: searched for
    void probe();                         ///< asks which GPUs are here
    [[nodiscard]] const GpuProbe& gpus() const { return m_probe; }
    [[nodiscard]] Measuring& measuring() { return m_measuring; }
    [[nodiscard]] QMenu* devices() const { return m_devices; }

    void quick() { measure(RoofRequest{}); }
    void thorough() { measure(RoofRequest{.thorough = true}); }
    void only();        ///< asks which
    void library();     ///< asks which kernels
    void experiments(); ///< asks which
    /// What was chosen of the library the last time, to be asked for with.
    void setKernelChoice(const KernelChoice& choice) { m_kernelChoice = choice; }
    [[nodiscard]] const KernelChoice& kernelChoice() const { return m_kernelChoice; }
    void stop() { m_measuring.stop(); }
    void showCounters();

private:
    void measure(const RoofRequest& request);
    void start(Subject subject, const QStringList& arguments);
    [[nodiscard]] const core::Device* device() const; ///< the chosen one; nullptr if none is known
    void fillDevices(const ProbedGpus& gpus);

    QWidget* m_window;
    ChoiceMenu* m_devices;
    Measuring m_measuring;
    GpuProbe m_probe;
    QString m_program;
    KernelChoice m_kernelChoice;
};

} // namespace app
