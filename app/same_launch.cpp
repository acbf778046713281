// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/same_launch.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace app {
namespace {

using Kind = LaunchIdentity::Kind;

Kind kindOf(const core::KernelMeasurement& kernel)
{
    const auto shape = kernel.launch.value_or(core::Launch());
    return {kernel.name, shape.grid, shape.block};
}

std::map<Kind, std::vector<std::uint32_t>> placesByKind(const core::Session& session)
{
    std::map<Kind, std::vector<std::uint32_t>> places;
    for (std::uint32_t place = 0; place < session.kernels.size(); ++place)
        places[kindOf(session.kernels[place])].push_back(place);
    return places;
}

/// For each key the value that all who were added with it agree on.
template <typename Key, typename Value> class Common {
public:
    void add(const Key& key, const Value& value)
    {
        auto& common = m_values.try_emplace(key, std::in_place, value).first->second;
        if (common && !(*common == value)) common.reset(); // values may be optionals themselves
    }
    [[nodiscard]] bool has(const Key& key) const { return of(key).has_value(); }
    [[nodiscard]] std::optional<Value> of(const Key& key) const
    {
        const auto found = m_values.find(key);
        return found == m_values.end() ? std::nullopt : found->second;
    }

private:
    std::map<Key, std::optional<Value>> m_values;
};

/// What all launches of a name, or of a kind, have.
struct CommonEntries {
    Common<std::string, std::optional<std::string>> aliases;
    Common<Kind, std::vector<core::Work>> work;
};

/// Finds launches by their identity.
class Finder {
public:
    explicit Finder(const core::Session& session) : m_byKind(placesByKind(session))
    {
        for (const auto& [kind, places] : m_byKind)
            for (const auto place : places)
                m_byTime[{kind, session.kernels[place].process_id, session.kernels[place].duration_s}].push_back(place);
    }

    [[nodiscard]] std::optional<std::uint32_t> placeOf(const LaunchIdentity& launch) const
    {
        const auto sameKind = m_byKind.find(launch.kind);
        if (sameKind == m_byKind.end()) return std::nullopt;
        if (sameKind->second.size() == launch.count) return sameKind->second[launch.place];
        const auto sameTime = m_byTime.find({launch.kind, launch.process_id, launch.duration_s});
        if (sameTime == m_byTime.end() || sameTime->second.size() != 1) return std::nullopt;
        return sameTime->second.front();
    }

private:
    std::map<Kind, std::vector<std::uint32_t>> m_byKind;
    std::map<std::tuple<Kind, std::optional<std::uint64_t>, std::optional<double>>, std::vector<std::uint32_t>>
        m_byTime;
};

KernelEntry entryAt(const core::Session& session, const Entries& entries, std::uint32_t place)
{
    const auto found = entries.find(place);
    return found == entries.end() ? entryOf(session.kernels[place]) : found->second;
}

CommonEntries commonOf(const core::Session& session, const Entries& entries)
{
    CommonEntries common;
    for (std::uint32_t place = 0; place < session.kernels.size(); ++place) {
        const auto& kernel = session.kernels[place];
        const auto entry = entryAt(session, entries, place);
        common.aliases.add(kernel.name, entry.alias);
        common.work.add(kindOf(kernel), entry.declared_work);
    }
    return common;
}

/// Entries of a session as changes turn up, and which names and kinds these reached as a whole.
class Reached {
public:
    explicit Reached(const core::Session& session) : m_session(session) {}

    /// What all launches of a name, or of a kind, are given.
    void give(const std::vector<EntryChange>& changes)
    {
        std::map<std::string, std::optional<std::string>> aliases;
        std::map<Kind, std::vector<core::Work>> work;
        for (const auto& change : changes) {
            if (change.alias_is_of_name) aliases[change.launch.kind.name] = *change.alias;
            if (change.work_is_of_kind) work[change.launch.kind] = *change.declared_work;
        }
        for (std::uint32_t place = 0; place < m_session.kernels.size(); ++place) {
            const auto kind = kindOf(m_session.kernels[place]);
            if (const auto alias = aliases.find(kind.name); alias != aliases.end()) {
                at(place).alias = alias->second;
                m_names.insert(kind.name);
            }
            if (const auto common = work.find(kind); common != work.end()) {
                at(place).declared_work = common->second;
                m_kinds.insert(kind);
            }
        }
    }
    /// What one launch is given; whether something of it has no place in the session.
    bool give(const EntryChange& change, std::optional<std::uint32_t> place)
    {
        if (place && change.alias) at(*place).alias = *change.alias;
        if (place && change.declared_work) at(*place).declared_work = *change.declared_work;
        const auto& kind = change.launch.kind;
        return !place &&
               ((change.alias && !m_names.contains(kind.name)) || (change.declared_work && !m_kinds.contains(kind)));
    }
    [[nodiscard]] Entries take() { return std::move(m_entries); }

private:
    KernelEntry& at(std::uint32_t place)
    {
        return m_entries.try_emplace(place, entryOf(m_session.kernels[place])).first->second;
    }

    const core::Session& m_session;
    Entries m_entries;
    std::set<std::string> m_names;
    std::set<Kind> m_kinds;
};

} // namespace

std::vector<EntryChange> changesOf(const core::Session& session, const Entries& from, const Entries& to)
{
    const auto common = commonOf(session, to);
    std::vector<EntryChange> changes;
    for (const auto& [kind, places] : placesByKind(session)) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto& kernel = session.kernels[places[i]];
            const auto before = entryAt(session, from, places[i]);
            const auto after = entryAt(session, to, places[i]);
            if (before == after) continue;
            EntryChange change{.launch = {kind, i, places.size(), kernel.process_id, kernel.duration_s},
                               .shown_name = after.alias.value_or(kernel.name)};
            if (before.alias != after.alias) change.alias = after.alias;
            if (before.declared_work != after.declared_work) change.declared_work = after.declared_work;
            change.alias_is_of_name = change.alias && common.aliases.has(kernel.name);
            change.work_is_of_kind = change.declared_work && common.work.has(kind);
            changes.push_back(std::move(change));
        }
    }
    return changes;
}

ChangedEntries changed(const core::Session& session, const std::vector<EntryChange>& changes)
{
    Reached reached(session);
    reached.give(changes);
    const Finder finder(session);
    std::set<std::string> nobody;
    for (const auto& change : changes)
        if (reached.give(change, finder.placeOf(change.launch))) nobody.insert(change.shown_name);
    return {reached.take(), {nobody.begin(), nobody.end()}};
}

} // namespace app
