// SPDX-License-Identifier: GPL-3.0-or-later
// Measure > Kernel library…: the families and their variants, to tick; at which size, with which counters.
#pragma once

#include "app/capture_process.h"
#include "app/library/kernel_choice.h"

#include <QDialog>

#include <chrono>
#include <map>
#include <vector>

class QComboBox;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace app {

class StyledLabel;

class KernelChooser : public QDialog {
    Q_OBJECT

public:
    /// device: the GPU that is to run them; nullptr if it isn't known. choice: that of the last time.
    KernelChooser(const core::Device* device, const KernelChoice& choice, QWidget* parent = nullptr);

    /// Asks the program what there is: another version may have more. silence: after which it is given up.
    void read(const QString& program, std::chrono::milliseconds silence = std::chrono::seconds(15));
    [[nodiscard]] KernelChoice choice() const;

signals:
    void countersWanted(); ///< how they are allowed

private:
    QWidget* makeChoices();
    QLayout* makeFilterRow();
    QLayout* makeOptions();
    QWidget* makeObstacle();
    void take(const core::Event& event);
    void showEnd(const CaptureEnd& end);
    void fill();
    void fillSizes();
    void fillCounters();
    void addFamily(const core::Family& family);
    void spread(QTreeWidgetItem* changed);
    void setAll(Qt::CheckState state);
    void filter(const QString& text);
    void showCount();

    std::optional<core::Device> m_device;
    KernelChoice m_before;
    CaptureProcess m_program;
    std::vector<core::Family> m_families;
    std::map<QString, int> m_passes; ///< by the counters' level, on this GPU
    StyledLabel* m_state;            ///< while there is no list: why
    QLineEdit* m_filter;
    QTreeWidget* m_tree;
    QComboBox* m_size;
    QComboBox* m_counters;
    StyledLabel* m_count;
    QWidget* m_obstacle; ///< what stands in the way of counters
    QWidget* m_choices;  ///< all of those
    QPushButton* m_measure;
};

} // namespace app
