// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of the menu Measure: which roofs to measure, and how hardware counters are allowed.
#pragma once

#include "app/capture_process.h"
#include "app/gpu_probe.h"
#include "app/measure_subject.h"

#include <QDialog>

#include <chrono>

class QCheckBox;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace app {

class StyledLabel;

/// Which roofs or experiments to measure.
struct RoofRequest {
    bool thorough = false;
    QStringList only = {}; ///< by name; empty: all
};
QStringList argumentsOf(const RoofRequest& request); ///< of `ridgepoint-capture ceilings` or `experiments`

class RoofChooser : public QDialog {
    Q_OBJECT

public:
    /// subject: roofs, of which none is chosen to begin with, or experiments, all.
    explicit RoofChooser(Subject subject = Subject::Roofs, QWidget* parent = nullptr);
    /// Asks the program which there are: another version may have others. silence: after which it is given up.
    void read(const QString& program, std::chrono::milliseconds silence = std::chrono::seconds(15));
    void setBenchmarks(const QStringList& benchmarks);
    void addExperiment(const core::Event& event); ///< of the program's list
    [[nodiscard]] RoofRequest request() const;

private:
    QLayout* makeChoices();
    void setAll(Qt::CheckState state);
    void allowMeasuring(); ///< once anything is chosen
    void showEnd(const CaptureEnd& end);

    QListWidgetItem* add(const QString& name, const QString& text);
    void showList();

    Subject m_subject;
    CaptureProcess m_program;
    QStringList m_printed; ///< by the program
    StyledLabel* m_state;  ///< while there is no list: why
    QWidget* m_choices;
    QListWidget* m_list;
    QCheckBox* m_thorough;
    QPushButton* m_measure;
};

class CountersDialog : public QDialog {
    Q_OBJECT

public:
    /// probe: what is known of the GPUs here; outlives the dialog. program: path of ridgepoint-capture, if known.
    CountersDialog(const GpuProbe& probe, const QString& program, QWidget* parent = nullptr);

signals:
    void checkWanted();

private:
    void showState(const ProbedGpus& gpus);

    StyledLabel* m_state;
};

} // namespace app
