// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a session that is being measured: it has each event as soon as that came, whatever ends the window.
#pragma once

#include "core/event.h"

#include <QByteArray>
#include <QFile>
#include <QString>

namespace app {

class SessionRecord {
public:
    /// Makes a file that wasn't there, `name`.ridgepoint.jsonl in the folder or with a number behind the name, and
    /// writes what came until now. Its path, also where it can't be made.
    QString begin(const QString& folder, const QString& name);
    /// Before `begin` it is held back. After a failed write nothing more is tried: the file ends as if cut short.
    void add(const core::Event& event);
    void end();    ///< the file stays
    void remove(); ///< the file, too: nothing came that is worth one
    void goOn();   ///< after `end`, in the same file, if it is still there

private:
    void write(const QByteArray& lines);

    QFile m_file;
    QByteArray m_early;
    bool m_hasBegun = false;
};

} // namespace app
