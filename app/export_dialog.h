// SPDX-License-Identifier: GPL-3.0-or-later
// File > Export picture: size, theme and format with a live preview, and the command that draws the same picture.
#pragma once

#include "app/experiments/shown_experiment.h"
#include "app/image_export.h"
#include "app/privacy.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace app {

/// What is on the screen when the dialog opens.
struct ExportSubject {
    ChartData data;
    ChartOptions options;
    std::optional<Frame> zoom;
    QSize screen_size;
    QString report;              ///< path, for the command; empty if it has none
    QStringList open_files = {}; ///< paths that no picture replaces
    core::RoofChoice roofs = core::RoofChoice::BestKnown;
    Privacy privacy = Privacy::ShowFiles;           ///< what the dialog starts with
    std::optional<ShownExperiment> experiment = {}; ///< drawn in place of the chart
};

class ExportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExportDialog(ExportSubject subject, QWidget* parent = nullptr);

    /// As the fields say.
    [[nodiscard]] Picture picture() const;
    /// `ridgepoint render …` for the same picture.
    [[nodiscard]] QString command() const;
    /// In which ways the command's picture differs; empty if it is the same.
    [[nodiscard]] QString commandLimits() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeFields();
    void updatePreview();
    void save();
    void copyPicture();
    void copyCommand();
    [[nodiscard]] PictureStyle style() const;
    [[nodiscard]] ImageFormat format() const;

    ExportSubject m_subject;
    QComboBox* m_size;
    QComboBox* m_theme;
    QComboBox* m_format;
    QCheckBox* m_letters;
    QCheckBox* m_verdict;
    QCheckBox* m_keep_text;
    QCheckBox* m_hide_files;
    QLabel* m_preview;
    QLineEdit* m_command;
    QLabel* m_limits;
};

} // namespace app
