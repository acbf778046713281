// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: roofs in use, progress of reading with cancel, and counts that add up to all launches.
#pragma once

#include <QElapsedTimer>
#include <QStatusBar>

class QProgressBar;
class QToolButton;

namespace app {

class StyledLabel;

class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setRoofs(const QString& text);
    void setCounts(const QString& text);
    /// Shown only when reading takes longer than 300 ms.
    void showProgress(const QString& path, double ratio);
    void endProgress();

signals:
    void cancelWanted();

private:
    StyledLabel* m_roofs;
    StyledLabel* m_counts;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QElapsedTimer m_since;
};

} // namespace app
