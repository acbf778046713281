// SPDX-License-Identifier: Apache-2.0
// The filter field's language: words and conditions such as `softmax time>100us by:dram|l2 -"exact phrase" /regex/`.
#pragma once

#include <boost/regex.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class FieldKind {
    Number, ///< `regs>=128`, `launch:9..12`
    Text,   ///< `by:dram`: contained, whatever the case
    Word,   ///< `is:hollow`: one of the field's words
    Keyed,  ///< `stall:long_scoreboard>30%`: a number for each key
};

/// What a number without a unit means, and which units are understood.
enum class FieldUnit { None, Seconds, Ratio, Bytes };

/// One thing that can be asked of a row. The caller's table of fields decides what the language can say.
struct FilterField {
    std::string_view id; ///< as typed, "time"
    FieldKind kind = FieldKind::Number;
    FieldUnit unit = FieldUnit::None;
    std::span<const std::string_view> words = {}; ///< of FieldKind::Word
};

/// What a filter is applied to: answers about one row. Fields are places in the caller's table.
class FilterSubject {
public:
    virtual ~FilterSubject() = default;
    /// Texts that plain words, phrases and regular expressions are looked for in: every form of the name, ranges.
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    [[nodiscard]] virtual std::optional<double> number(std::size_t field, std::string_view key) const = 0;
    [[nodiscard]] virtual std::vector<std::string> texts(std::size_t field) const = 0;
};

enum class Comparison { Equal, Less, LessEqual, Greater, GreaterEqual };

/// One alternative of a term: `a` and `b` of `by:a|b`. For numbers, a closed interval where `last` differs.
struct FilterValue {
    std::string text;
    double first = 0;
    double last = 0;
};

struct FilterTerm {
    bool negated = false;
    std::optional<std::size_t> field; ///< none: a word, a phrase or a regular expression
    std::string key;                  ///< of FieldKind::Keyed
    Comparison comparison = Comparison::Equal;
    std::vector<FilterValue> values; ///< any of them
    std::optional<boost::regex> regex;
};

/// A term that says nothing sensible: the others still apply.
struct FilterProblem {
    std::size_t position = 0; ///< in bytes of the text
    std::size_t length = 0;
    std::string message; ///< "unknown field 'tme': did you mean time?"
};

/// All terms must hold for a row to stay.
struct FilterExpression {
    std::vector<FilterField> fields; ///< those it was parsed with
    std::vector<FilterTerm> terms;
    std::vector<FilterProblem> problems;
    std::vector<FilterProblem> unfinished; ///< terms that say nothing yet, `time>`: fine only while one is typing
};

/// Never fails: what can't be understood becomes a problem and is left out.
FilterExpression parseFilter(std::string_view text, std::span<const FilterField> fields);

/// Whether every term holds. A number that is unknown satisfies no condition, and its negation does hold.
bool matches(const FilterExpression& filter, const FilterSubject& subject);

} // namespace core
