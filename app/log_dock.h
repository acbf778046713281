// SPDX-License-Identifier: GPL-3.0-or-later
// What was read, when, and what was lost on the way: a dock at the bottom, hidden until it is asked for.
#pragma once

#include "app/open_session.h"

#include <QDockWidget>
#include <QStringList>

class QPlainTextEdit;

namespace app {

/// What there is to say of a file that was read: how much, the session's notes, cautions and how many launches have
/// them.
QStringList logOf(const OpenSession& open);

class LogDock : public QDockWidget {
    Q_OBJECT

public:
    explicit LogDock(QWidget* parent = nullptr);

    /// Adds lines about a file, the first of them with the time.
    void append(const QString& path, const QStringList& lines);
    [[nodiscard]] QString text() const;

private:
    QPlainTextEdit* m_text;
};

} // namespace app
