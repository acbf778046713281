// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_entries.h"

#include "app/shown_text.h"
#include "core/kernel_name.h"

#include <QUndoCommand>

#include <algorithm>

namespace app {
namespace {

bool isAlgorithmic(const core::Work& work)
{
    return work.basis == core::Basis::Algorithmic;
}

} // namespace

OpenSession withEntries(const OpenSession& open, const Entries& entries)
{
    auto changed = open;
    auto session = std::make_shared<core::Session>(*open.session);
    std::vector<std::uint32_t> places;
    for (const auto& [place, entry] : entries) {
        changed.as_read.try_emplace(place, entryOf(session->kernels[place]));
        session->kernels[place].alias = entry.alias;
        session->kernels[place].declared_work = entry.declared_work;
        places.push_back(place);
    }
    auto analyses = analysesOf(*session, places, listedRoofs(*session, open.roof_choice, open.other_roofs));
    for (std::size_t i = 0; i < places.size(); ++i) changed.analyses[places[i]] = std::move(analyses[i]);
    changed.short_names.clear();
    for (const auto& name : core::shortNames(*session)) changed.short_names.push_back(shownText(name));
    changed.session = std::move(session);
    return changed;
}

ReadAgain withEntriesOf(const OpenSession& before, OpenSession again)
{
    const auto kept = changed(*again.session, changesOf(*before.session, before.as_read, {}));
    return {kept.entries.empty() ? std::move(again) : withEntries(again, kept.entries), kept.nobody};
}

bool hasOneName(const KernelRow& row)
{
    return std::ranges::all_of(
        row.launches, [&](std::uint32_t place) { return row.session->kernels[place].name == row.kernel().name; });
}

/// A change of one session's entries, and its reverse. The session is found by its path, its launches by what they are:
/// it may have been read again.
class KernelEntries::Change : public QUndoCommand {
public:
    Change(KernelEntries& entries, const OpenSession& open, const Entries& before, const Entries& after)
        : m_entries(entries), m_path(open.path), m_back(changesOf(*open.session, after, before)),
          m_forth(changesOf(*open.session, before, after))
    {}
    void undo() override { apply(m_back); }
    void redo() override { apply(m_forth); }

private:
    void apply(const std::vector<EntryChange>& changes)
    {
        const auto sessions = m_entries.m_model.sessions();
        const auto open = std::ranges::find(sessions, m_path, &OpenSession::path);
        if (open == sessions.end()) return setObsolete(true);
        const auto entries = changed(*open->session, changes).entries;
        if (entries.empty()) return setObsolete(true); // the file holds other kernels now
        m_entries.m_model.replace(static_cast<int>(open - sessions.begin()), withEntries(*open, entries));
        m_entries.m_unsaved.insert(m_path);
    }

    KernelEntries& m_entries;
    QString m_path;
    std::vector<EntryChange> m_back;
    std::vector<EntryChange> m_forth;
};

KernelEntries::KernelEntries(SessionModel& model, QObject* parent) : QObject(parent), m_model(model) {}

void KernelEntries::push(const QString& text, const KernelRow& row, const Entries& entries)
{
    Entries before;
    for (const auto& [place, entry] : entries) before[place] = entryOf(row.session->kernels[place]);
    if (entries.empty() || before == entries) return;
    const auto& open = m_model.sessions()[static_cast<std::size_t>(row.session_number)];
    auto* change = new Change(*this, open, before, entries);
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
    push(tr("name of a kernel"), row, entries);
}

void KernelEntries::setAlgorithmicWork(const KernelRow& row, const std::vector<core::Work>& work)
{
    Entries entries;
    for (const auto place : row.launches) {
        auto& entry = entries[place] = entryOf(row.session->kernels[place]);
        std::erase_if(entry.declared_work, isAlgorithmic);
        entry.declared_work.insert(entry.declared_work.end(), work.begin(), work.end());
    }
    push(tr("algorithmic bytes and FLOP"), row, entries);
}

void KernelEntries::forget()
{
    m_undo.clear();
}

} // namespace app
