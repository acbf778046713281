// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/entry_commands.h"

#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/work_dialog.h"

#include <QInputDialog>

namespace app {

EntryCommands::EntryCommands(SessionModel& model, const KernelTable& table, const Inspector& inspector, QWidget* window)
    : QObject(window), m_model(model), m_table(table), m_window(window), m_entries(model)
{
    connect(&table, &KernelTable::nameWanted, this, &EntryCommands::nameKernel);
    connect(&table, &KernelTable::workEntryWanted, this, &EntryCommands::enterWork);
    connect(&inspector, &Inspector::workEntryWanted, this, &EntryCommands::enterWork);
}

std::optional<EntryCommands::HeldRow> EntryCommands::currentRow() const
{
    const auto* row = m_table.currentRow();
    if (!row) return std::nullopt;
    return HeldRow{*row, m_model.sessions()[static_cast<std::size_t>(row->session_number)].session};
}

void EntryCommands::nameKernel()
{
    const auto held = currentRow();
    if (!held || !hasOneName(held->row)) return;
    const auto& kernel = held->row.kernel();
    const auto before = kernel.alias ? QString::fromStdString(*kernel.alias) : held->row.short_name;
    bool accepted = false;
    const auto name = QInputDialog::getText(m_window, tr("Name this kernel"), tr("Name (empty: the one it came with)"),
                                            QLineEdit::Normal, before, &accepted)
                          .trimmed();
    if (accepted && name != before) m_entries.rename(held->row, name);
}

void EntryCommands::enterWork()
{
    const auto held = currentRow();
    if (!held || !hasOneName(held->row)) return; // one kernel's figures would be given to others
    WorkDialog dialog(held->row, m_window);
    if (dialog.exec() == QDialog::Accepted) m_entries.setAlgorithmicWork(held->row, dialog.work());
}

} // namespace app
