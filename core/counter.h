// SPDX-License-Identifier: Apache-2.0
// Counters as reports hold them: an interned name and a value of 8 bytes, 16 bytes together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A string kept once for the whole process; equal texts have equal ids. Safe from any thread.
/// A report of 50,000 launches x 300 counters would need 2.4 GB with a string a counter.
class Name {
public:
    Name() = default;
    explicit Name(std::string_view text);

    [[nodiscard]] std::string_view text() const; ///< valid until the process ends
    [[nodiscard]] std::uint32_t id() const { return m_id; }

    friend auto operator<=>(Name, Name) = default;

private:
    std::uint32_t m_id = 0; ///< 0 is the empty text
};

/// A counter's value as its source wrote it: nothing is converted, so that it comes back bit for bit.
class CounterValue {
public:
    enum class Kind : std::uint32_t { Missing, Real, Whole, Text };

    CounterValue() = default;
    CounterValue(double value);        // NOLINT(google-explicit-constructor): a counter is its value
    CounterValue(std::uint64_t value); // NOLINT(google-explicit-constructor)
    CounterValue(Name text);           // NOLINT(google-explicit-constructor)

    [[nodiscard]] Kind kind() const { return m_kind; }
    /// The value as a number; none for text, for a missing value, and for NaN or infinity (a failed collection).
    [[nodiscard]] std::optional<double> number() const;
    [[nodiscard]] std::optional<std::uint64_t> whole() const; ///< exact; only of Kind::Whole
    [[nodiscard]] std::optional<double> real() const;         ///< as written, NaN included; only of Kind::Real
    [[nodiscard]] std::optional<std::string_view> text() const;

    friend bool operator==(const CounterValue&, const CounterValue&) = default; ///< bitwise: NaN equals the same NaN

private:
    friend struct Counter;
    std::uint64_t m_bits = 0;
    Kind m_kind = Kind::Missing;
};

/// One element of an instanced counter: a SASS address, a launch index or an opcode's name, and its value.
struct Instance {
    CounterValue correlation;
    CounterValue value;

    friend bool operator==(const Instance&, const Instance&) = default;
};

/// One counter of one kernel.
struct Counter {
    Counter(Name name, CounterValue value) : m_bits(value.m_bits), m_name(name), m_kind(value.m_kind) {}

    [[nodiscard]] Name name() const { return m_name; }
    [[nodiscard]] CounterValue value() const;

    friend bool operator==(const Counter&, const Counter&) = default;

private:
    std::uint64_t m_bits;
    Name m_name;
    CounterValue::Kind m_kind;
};
static_assert(sizeof(Counter) == 16);

/// The counters of one kernel, sorted by name id for lookup. A name that comes twice keeps its first value
/// (NVIDIA's own reader does the same: PM-sampling reports hold gpu__time_duration.sum twice).
class CounterSet {
public:
    void reserve(std::size_t counters) { m_counters.reserve(counters); }
    void add(Name name, CounterValue value);
    void addInstances(Name name, std::vector<Instance> instances);
    /// To be called once after the last `add`: sorts, drops later duplicates, frees what was reserved too much.
    void finish();

    [[nodiscard]] const Counter* find(Name name) const;
    [[nodiscard]] std::optional<double> number(Name name) const; ///< only what isQuantity; else as if absent
    /// A number of things: whole and not negative, whether its source wrote it as a whole number or (reports before
    /// 2024) as a real.
    [[nodiscard]] std::optional<std::uint64_t> count(Name name) const;
    [[nodiscard]] std::optional<std::string_view> text(Name name) const;
    [[nodiscard]] std::span<const Instance> instances(Name name) const; ///< empty when it has none
    [[nodiscard]] std::span<const Counter> all() const { return m_counters; }
    [[nodiscard]] bool empty() const { return m_counters.empty() && m_instanced.empty(); }

    struct Instanced {
        Name name;
        std::vector<Instance> instances;
        friend bool operator==(const Instanced&, const Instanced&) = default;
    };
    [[nodiscard]] std::span<const Instanced> allInstanced() const { return m_instanced; }

    friend bool operator==(const CounterSet&, const CounterSet&) = default;

private:
    std::vector<Counter> m_counters;
    std::vector<Instanced> m_instanced;
};

} // namespace core
