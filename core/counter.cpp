// SPDX-License-Identifier: Apache-2.0
#include "core/counter.h"

#include "core/plausible.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace core {
namespace {

/// Append-only table of texts; a deque, so that the views handed out stay valid while it grows.
class NameTable {
public:
    std::uint32_t idOf(std::string_view text)
    {
        {
            const std::shared_lock lock(m_mutex);
            if (const auto found = m_ids.find(text); found != m_ids.end()) return found->second;
        }
        const std::unique_lock lock(m_mutex);
        if (const auto found = m_ids.find(text); found != m_ids.end()) return found->second;
        const auto id = static_cast<std::uint32_t>(m_texts.size());
        m_ids.emplace(m_texts.emplace_back(text), id);
        return id;
    }

    std::string_view textOf(std::uint32_t id) const
    {
        const std::shared_lock lock(m_mutex);
        return m_texts[id];
    }

private:
    mutable std::shared_mutex m_mutex;
    std::deque<std::string> m_texts{std::string()};
    std::unordered_map<std::string_view, std::uint32_t> m_ids{{std::string_view(), 0}};
};

NameTable& table()
{
    static NameTable names;
    return names;
}

/// The name to sort and search by. Lambdas: a pointer to a member isn't inlined and takes twice as long.
constexpr auto nameOfCounter = [](const Counter& counter) { return counter.name(); };
constexpr auto nameOfInstanced = [](const CounterSet::Instanced& instanced) { return instanced.name; };

/// Sorts by name. The counters of a launch often come sorted already, which is cheap to see.
template <typename Element, typename NameOf> void keepFirstOfEachName(std::vector<Element>& elements, NameOf nameOf)
{
    if (!std::ranges::is_sorted(elements, {}, nameOf)) std::ranges::stable_sort(elements, {}, nameOf);
    const auto sameName = [nameOf](const Element& a, const Element& b) { return nameOf(a) == nameOf(b); };
    // Not ranges::unique: clang 14, which builds the fuzz targets, fails on its subrange.
    elements.erase(std::unique(elements.begin(), elements.end(), sameName), elements.end());
    elements.shrink_to_fit();
}

} // namespace

Name::Name(std::string_view text) : m_id(table().idOf(text)) {}

std::string_view Name::text() const
{
    return table().textOf(m_id);
}

CounterValue::CounterValue(double value) : m_bits(std::bit_cast<std::uint64_t>(value)), m_kind(Kind::Real) {}
CounterValue::CounterValue(std::uint64_t value) : m_bits(value), m_kind(Kind::Whole) {}

CounterValue::CounterValue(Name text) : m_kind(Kind::Text)
{
    m_bits = text.id();
}

std::optional<double> CounterValue::number() const
{
    if (m_kind == Kind::Whole) return static_cast<double>(m_bits);
    const auto value = real();
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::uint64_t> CounterValue::whole() const
{
    return m_kind == Kind::Whole ? std::optional(m_bits) : std::nullopt;
}

std::optional<double> CounterValue::real() const
{
    return m_kind == Kind::Real ? std::optional(std::bit_cast<double>(m_bits)) : std::nullopt;
}

std::optional<std::string_view> CounterValue::text() const
{
    if (m_kind != Kind::Text) return std::nullopt;
    return table().textOf(static_cast<std::uint32_t>(m_bits));
}

CounterValue Counter::value() const
{
    CounterValue value;
    value.m_bits = m_bits;
    value.m_kind = m_kind;
    return value;
}

void CounterSet::add(Name name, CounterValue value)
{
    m_counters.emplace_back(name, value);
}

void CounterSet::addInstances(Name name, std::vector<Instance> instances)
{
    m_instanced.push_back({name, std::move(instances)});
}

void CounterSet::finish()
{
    keepFirstOfEachName(m_counters, nameOfCounter);
    keepFirstOfEachName(m_instanced, nameOfInstanced);
}

const Counter* CounterSet::find(Name name) const
{
    const auto found = std::ranges::lower_bound(m_counters, name, {}, nameOfCounter);
    return found != m_counters.end() && found->name() == name ? &*found : nullptr;
}

std::optional<double> CounterSet::number(Name name) const
{
    const auto* counter = find(name);
    const auto value = counter ? counter->value().number() : std::nullopt;
    return value && isQuantity(*value) ? std::optional(*value + 0.0) : std::nullopt; // + 0.0: no negative zero
}

std::optional<std::uint64_t> CounterSet::count(Name name) const
{
    const auto* counter = find(name);
    if (!counter) return {};
    if (const auto whole = counter->value().whole()) return whole;
    const auto real = counter->value().real();
    constexpr double end = 0x1p64;
    const bool isCount = real && *real >= 0 && *real < end && *real == std::floor(*real);
    return isCount ? std::optional(static_cast<std::uint64_t>(*real)) : std::nullopt;
}

std::optional<std::string_view> CounterSet::text(Name name) const
{
    const auto* counter = find(name);
    return counter ? counter->value().text() : std::nullopt;
}

std::span<const Instance> CounterSet::instances(Name name) const
{
    const auto found = std::ranges::lower_bound(m_instanced, name, {}, nameOfInstanced);
    if (found == m_instanced.end() || found->name != name) return {};
    return found->instances;
}

} // namespace core
