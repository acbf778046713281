// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_entries.h"

#include "core/kernel_name.h"

#include <QUndoCommand>

#include <algorithm>

namespace app {
namespace {

using Entries = std::map<std::uint32_t, KernelEntry>;

KernelEntry entryOf(const core::KernelMeasurement& kernel)
{
    return {kernel.alias, kernel.declared_work};
}

bool isAlgorithmic(const core::Work& work)
{
    return work.basis == core::Basis::Algorithmic;
}

} // namespace

OpenSession withEntries(const OpenSession& open, const Entries& entries)
{
    auto changed = open;
    auto session = std::make_shared<core::Session>(*open.session);
    for (const auto& [place, entry] : entries) {
        auto& kernel = session->kernels[place];
        kernel.alias = entry.alias;
        kernel.declared_work = entry.declared_work;
        changed.analyses[place] =
            core::analyse(*session, kernel, open.roof_choice, roofsFor(*session, kernel.device_id, open.other_roofs));
    }
    changed.short_names.clear();
    for (const auto& name : core::shortNames(*session)) changed.short_names.push_back(QString::fromStdString(name));
    changed.session = std::move(session);
    return changed;
}

OpenSession withEntriesOf(const OpenSession& before, OpenSession again)
{
    Entries entries;
    const auto& old = before.session->kernels;
    const auto& fresh = again.session->kernels;
    for (std::uint32_t place = 0; place < std::min(old.size(), fresh.size()); ++place)
        if (old[place].name == fresh[place].name && entryOf(fresh[place]) == KernelEntry() &&
            entryOf(old[place]) != KernelEntry())
            entries[place] = entryOf(old[place]);
    return entries.empty() ? again : withEntries(again, entries);
}

bool hasOneName(const KernelRow& row)
{
    return std::ranges::all_of(
        row.launches, [&](std::uint32_t place) { return row.session->kernels[place].name == row.kernel().name; });
}

/// Entries of one session before and after. The session is found by its path: it may have been read again.
class KernelEntries::Change : public QUndoCommand {
public:
    Change(KernelEntries& entries, QString path, Entries before, Entries after)
        : m_entries(entries), m_path(std::move(path)), m_before(std::move(before)), m_after(std::move(after)),
          m_names(namesAt(m_after, sessionOf(m_path)))
    {}
    void undo() override { apply(m_before); }
    void redo() override { apply(m_after); }

private:
    /// The file may have been read again: an entry of another kernel at the same place would be wrong there.
    void apply(const Entries& entries)
    {
        const auto sessions = m_entries.m_model.sessions();
        const auto open = std::ranges::find(sessions, m_path, &OpenSession::path);
        if (open == sessions.end() || namesAt(m_after, *open) != m_names) return setObsolete(true);
        m_entries.m_model.replace(static_cast<int>(open - sessions.begin()), withEntries(*open, entries));
        m_entries.m_unsaved.insert(m_path);
    }

    [[nodiscard]] OpenSession sessionOf(const QString& path) const
    {
        const auto sessions = m_entries.m_model.sessions();
        const auto open = std::ranges::find(sessions, path, &OpenSession::path);
        return open == sessions.end() ? OpenSession() : *open;
    }
    /// Names of the kernels at these places; empty where one of the places isn't there.
    static std::vector<std::string> namesAt(const Entries& entries, const OpenSession& open)
    {
        std::vector<std::string> names;
        for (const auto& [place, entry] : entries) {
            if (!open.session || place >= open.session->kernels.size()) return {};
            names.push_back(open.session->kernels[place].name);
        }
        return names;
    }

    KernelEntries& m_entries;
    QString m_path;
    Entries m_before;
    Entries m_after;
    std::vector<std::string> m_names;
};

KernelEntries::KernelEntries(SessionModel& model, QObject* parent) : QObject(parent), m_model(model) {}

void KernelEntries::push(const QString& text, const KernelRow& row, Entries entries)
{
    Entries before;
    for (const auto& [place, entry] : entries) before[place] = entryOf(row.session->kernels[place]);
    if (entries.empty() || before == entries) return;
    const auto& path = m_model.sessions()[static_cast<std::size_t>(row.session_number)].path;
    auto* change = new Change(*this, path, std::move(before), std::move(entries));
    change->setText(text);
    m_undo.push(change);
}

void KernelEntries::rename(const KernelRow& row, const QString& alias)
{
    Entries entries;
    const auto& kernels = row.session->kernels;
    for (std::uint32_t place = 0; place < kernels.size(); ++place) {
        if (kernels[place].name != row.kernel().name) continue;
        entries[place] = entryOf(kernels[place]);
        entries[place].alias = alias.isEmpty() ? std::nullopt : std::optional(alias.toStdString());
    }
    push(tr("name of a kernel"), row, std::move(entries));
}

void KernelEntries::setAlgorithmicWork(const KernelRow& row, const std::vector<core::Work>& work)
{
    Entries entries;
    for (const auto place : row.launches) {
        auto& entry = entries[place] = entryOf(row.session->kernels[place]);
        std::erase_if(entry.declared_work, isAlgorithmic);
        entry.declared_work.insert(entry.declared_work.end(), work.begin(), work.end());
    }
    push(tr("algorithmic bytes and FLOP"), row, std::move(entries));
}

void KernelEntries::forget()
{
    m_undo.clear();
}

} // namespace app
