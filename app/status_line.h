// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: roofs in use, progress of reading with cancel, and counts that add up to all launches.
#pragma once

#include "app/launch_counts.h"

#include <QElapsedTimer>
#include <QStatusBar>

class QProgressBar;
class QToolButton;

namespace app {

class SessionFiles;
class StyledLabel;

class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setRoofs(const QString& text);
    /// What all launches are, then where: a part of the other page is a link to it.
    void setCounts(const QString& all, std::vector<LaunchCount> parts);
    void follow(SessionFiles& files); ///< shows how far reading is, and can cancel it

signals:
    void pageWanted(Axis axis);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Only when reading takes longer than 300 ms.
    void showProgress(const QString& path, double ratio);
    void endProgress();
    void writeCounts();
    void writeRoofs();

    QString m_roofsText;
    QString m_all;
    std::vector<LaunchCount> m_parts;
    StyledLabel* m_roofs;
    StyledLabel* m_counts;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QElapsedTimer m_since;
};

} // namespace app
