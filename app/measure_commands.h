// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the menu Measure: which roofs, on which GPU, and what counters need.
#pragma once

#include "app/choice_menu.h"
#include "app/gpu_probe.h"
#include "app/roof_measuring.h"

namespace app {

class MeasureCommands : public QObject {
    Q_OBJECT

public:
    /// window: parent of the dialogs and of the menu.
    MeasureCommands(SessionFiles& files, BannerArea& banners, QWidget* window);

    void setProgram(const QString& path); ///< empty: searched for
    void probe();                         ///< asks which GPUs are here
    [[nodiscard]] const GpuProbe& gpus() const { return m_probe; }
    [[nodiscard]] RoofMeasuring& measuring() { return m_measuring; }
    [[nodiscard]] QMenu* devices() const { return m_devices; }

    void quick() { measure({}); }
    void thorough() { measure({.thorough = true}); }
    void only(); ///< asks which
    void stop() { m_measuring.stop(); }
    void showCounters();

private:
    void measure(MeasureRequest request);
    void fillDevices(const ProbedGpus& gpus);

    QWidget* m_window;
    ChoiceMenu* m_devices;
    RoofMeasuring m_measuring;
    GpuProbe m_probe;
    QString m_program;
};

} // namespace app
