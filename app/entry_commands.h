// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that ask the user something about the current kernel: its name, its bytes and FLOP by the maths.
#pragma once

#include "app/kernel_entries.h"

namespace app {

class Inspector;
class KernelTable;

class EntryCommands : public QObject {
    Q_OBJECT

public:
    /// Serves the table's menu and the inspector's button as well. window: parent of the dialogs.
    EntryCommands(SessionModel& model, const KernelTable& table, const Inspector& inspector, QWidget* window);

    [[nodiscard]] KernelEntries& entries() { return m_entries; }
    void nameKernel();
    void enterWork();
    void undo() { m_entries.undoStack().undo(); }
    void redo() { m_entries.undoStack().redo(); }

private:
    /// A row that stays valid while a dialog is open.
    struct HeldRow {
        KernelRow row;
        std::shared_ptr<const core::Session> session;
    };
    [[nodiscard]] std::optional<HeldRow> currentRow() const;

    SessionModel& m_model;
    const KernelTable& m_table;
    QWidget* m_window;
    KernelEntries m_entries;
};

} // namespace app
