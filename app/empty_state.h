// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before anything is open: what GPU is here, one sentence and the ways to begin.
#pragma once

#include "app/gpu_probe.h"

#include <QWidget>

class QPushButton;

namespace app {

class IconLabel;
class StyledLabel;

class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);

    void showGpus(const ProbedGpus& gpus);

signals:
    void openWanted();
    void sampleWanted();
    void measureWanted();
    void countersWanted();

private:
    void showGpu(const core::Device& device);

    IconLabel* m_icon;
    StyledLabel* m_headline;
    StyledLabel* m_sentence;
    QPushButton* m_measure;
    QPushButton* m_open;
    QPushButton* m_sample;
    QPushButton* m_counters;
};

} // namespace app
