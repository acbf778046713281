// SPDX-License-Identifier: GPL-3.0-or-later
// What the user adds to kernels: a name of their own, bytes and operations by the maths. Each change can be undone.
#pragma once

#include "app/session_model.h"

#include <QObject>
#include <QUndoStack>

#include <set>

namespace app {

/// The session with other entries at some places of its kernels; what follows from them is worked out anew.
OpenSession withEntries(const OpenSession& open, const Entries& entries);

struct ReadAgain {
    OpenSession open;
    std::vector<std::string> lost; ///< names of the kernels for which something was entered and that aren't there now
};
/// A file that was read again, with what the user entered before. What the file has is its own where nothing was.
ReadAgain withEntriesOf(const OpenSession& before, OpenSession again);

/// Whether all launches of a row have one name, so that it can be changed.
bool hasOneName(const KernelRow& row);

class KernelEntries : public QObject {
    Q_OBJECT

public:
    explicit KernelEntries(SessionModel& model, QObject* parent = nullptr);

    /// Names all launches of the session whose full name is that of the row; an empty alias gives the name back.
    void rename(const KernelRow& row, const QString& alias);
    /// Gives each launch of the row this algorithmic work, in place of what it had; other declared work stays.
    void setAlgorithmicWork(const KernelRow& row, const std::vector<core::Work>& work);

    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    void forget(); ///< what could be undone, when a session is closed
    [[nodiscard]] bool isUnsaved(const QString& path) const { return m_unsaved.contains(path); }
    void setSaved(const QString& path) { m_unsaved.erase(path); }

private:
    class Change;
    void push(const QString& text, const KernelRow& row, const Entries& entries);

    SessionModel& m_model;
    QUndoStack m_undo;
    std::set<QString> m_unsaved; ///< sessions that were changed since they were saved, by path
};

} // namespace app
