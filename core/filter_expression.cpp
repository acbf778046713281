// SPDX-License-Identifier: Apache-2.0
#include "core/filter_expression.h"

#include "core/edit_distance.h"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/split.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core {
namespace {

/// A token and where it stands; quotes and slashes are still there.
struct Token {
    std::string_view text;
    std::size_t position = 0;
};

struct OperatorName {
    std::string_view text;
    Comparison comparison;
};
/// Longest first: ">=" must not be read as ">".
constexpr OperatorName operators[] = {
    {">=", Comparison::GreaterEqual}, {"<=", Comparison::LessEqual}, {">", Comparison::Greater},
    {"<", Comparison::Less},          {":", Comparison::Equal},      {"=", Comparison::Equal},
};

struct UnitFactor {
    FieldUnit unit;
    std::string_view suffix;
    double factor;
};
constexpr UnitFactor unitFactors[] = {
    {FieldUnit::Seconds, "s", 1},       {FieldUnit::Seconds, "ms", 1e-3},
    {FieldUnit::Seconds, "us", 1e-6},   {FieldUnit::Seconds, "µs", 1e-6},
    {FieldUnit::Seconds, "ns", 1e-9},   {FieldUnit::Ratio, "%", 0.01},
    {FieldUnit::Ratio, "", 0.01}, // the table shows per cent, so a bare number is one
    {FieldUnit::Bytes, "", 1},          {FieldUnit::Bytes, "B", 1},
    {FieldUnit::Bytes, "kB", 1e3},      {FieldUnit::Bytes, "KB", 1e3},
    {FieldUnit::Bytes, "MB", 1e6},      {FieldUnit::Bytes, "GB", 1e9},
    {FieldUnit::Bytes, "TB", 1e12},     {FieldUnit::Bytes, "KiB", 1024},
    {FieldUnit::Bytes, "MiB", 1048576}, {FieldUnit::Bytes, "GiB", 1073741824.0},
    {FieldUnit::None, "", 1},           {FieldUnit::None, "k", 1e3},
    {FieldUnit::None, "M", 1e6},        {FieldUnit::None, "G", 1e9},
    {FieldUnit::None, "T", 1e12},       {FieldUnit::None, "P", 1e15},
};

constexpr std::string_view unitHints[] = {"", ": write a unit, as in 100us or 2ms", ": write per cent, as in 50%",
                                          ": write bytes, as in 64KiB or 1.5MB"};

/// Where the token that begins at `begin` ends: a quote or a regular expression may hold spaces.
std::size_t endOfToken(std::string_view text, std::size_t begin)
{
    std::size_t start = begin < text.size() && text[begin] == '-' ? begin + 1 : begin;
    if (start < text.size() && text[start] == '/') {
        const auto close = text.find('/', start + 1);
        return close == std::string_view::npos ? text.size() : close + 1;
    }
    bool quoted = false;
    for (std::size_t at = start; at < text.size(); ++at) {
        if (text[at] == '"') quoted = !quoted;
        if (text[at] == ' ' && !quoted) return at;
    }
    return text.size();
}

std::vector<Token> tokens(std::string_view text)
{
    std::vector<Token> found;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        const auto end = endOfToken(text, at);
        found.push_back({text.substr(at, end - at), at});
        at = end;
    }
    return found;
}

std::string unquoted(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, '"');
    return plain;
}

/// Parts between '|' outside quotes.
std::vector<std::string_view> alternatives(std::string_view text)
{
    std::vector<std::string_view> parts;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '"') quoted = !quoted;
        if (at < text.size() && (text[at] != '|' || quoted)) continue;
        if (at > begin) parts.push_back(text.substr(begin, at - begin));
        begin = at + 1;
    }
    return parts;
}

std::optional<double> parseNumber(std::string_view text, FieldUnit unit)
{
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
    const std::string_view suffix(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    const auto row = std::ranges::find_if(
        unitFactors, [&](const UnitFactor& factor) { return factor.unit == unit && factor.suffix == suffix; });
    if (row == std::end(unitFactors)) return std::nullopt;
    return value * row->factor;
}

/// "9..12" or "128".
std::optional<FilterValue> parseInterval(std::string_view text, FieldUnit unit)
{
    const auto dots = text.find("..");
    const auto first = parseNumber(text.substr(0, dots), unit);
    const auto last = dots == std::string_view::npos ? first : parseNumber(text.substr(dots + 2), unit);
    if (!first || !last) return std::nullopt;
    return FilterValue{.text = std::string(text), .first = *first, .last = *last};
}

std::string unknownField(std::string_view name, std::span<const FilterField> fields)
{
    const auto nearest =
        std::ranges::min_element(fields, {}, [&](const FilterField& field) { return editDistance(name, field.id); });
    std::string message = "unknown field '" + std::string(name) + "'";
    if (nearest != fields.end() && editDistance(name, nearest->id) <= 2)
        message += ": did you mean " + std::string(nearest->id) + "?";
    return message;
}

struct Condition {
    std::string_view name;
    Comparison comparison = Comparison::Equal;
    std::string_view value;
};

/// `name op value`; none for plain words, C++ names with "::" among them.
std::optional<Condition> splitCondition(std::string_view text)
{
    const auto isNameLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, isNameLetter) - text.begin());
    if (end == 0 || end == text.size()) return std::nullopt;
    const auto rest = text.substr(end);
    if (rest.starts_with("::")) return std::nullopt;
    for (const auto& [name, comparison] : operators)
        if (rest.starts_with(name)) return Condition{text.substr(0, end), comparison, rest.substr(name.size())};
    return std::nullopt;
}

class Parser {
public:
    explicit Parser(std::span<const FilterField> fields) { m_filter.fields.assign(fields.begin(), fields.end()); }

    FilterExpression parse(std::string_view text)
    {
        for (const auto& token : tokens(text)) parseToken(token);
        return std::move(m_filter);
    }

private:
    void parseToken(const Token& token)
    {
        FilterTerm term;
        auto text = token.text;
        if (text.starts_with('-') && text.size() > 1) {
            term.negated = true;
            text.remove_prefix(1);
        }
        if (text.starts_with('/')) return parseRegex(token, text, std::move(term));
        const auto condition = text.starts_with('"') ? std::nullopt : splitCondition(text);
        if (condition) return parseCondition(token, *condition, std::move(term));
        parseWords(token, text, std::move(term));
    }

    void parseRegex(const Token& token, std::string_view text, FilterTerm term)
    {
        text.remove_prefix(1);
        if (text.ends_with('/')) text.remove_suffix(1);
        if (text.empty()) return addUnfinished(token);
        try {
            term.regex = boost::regex(std::string(text), boost::regex::perl | boost::regex::icase);
        } catch (const boost::regex_error&) {
            return addProblem(token, "not a regular expression: /" + std::string(text) + "/");
        }
        m_filter.terms.push_back(std::move(term));
    }

    void parseWords(const Token& token, std::string_view text, FilterTerm term)
    {
        for (const auto part : alternatives(text))
            if (auto word = unquoted(part); !word.empty()) term.values.push_back({.text = std::move(word)});
        addOrMiss(token, std::move(term));
    }

    void parseCondition(const Token& token, Condition condition, FilterTerm term)
    {
        const auto& fields = m_filter.fields;
        const auto field = std::ranges::find_if(
            fields, [&](const FilterField& known) { return boost::algorithm::iequals(known.id, condition.name); });
        if (field == fields.end()) return parseUnknown(token, condition, std::move(term));
        term.field = static_cast<std::size_t>(field - fields.begin());
        term.comparison = condition.comparison;
        if (field->kind == FieldKind::Keyed && !takeKey(term, condition)) return addUnfinished(token);
        for (const auto part : alternatives(condition.value)) {
            auto value = parseValue(*field, part);
            if (!value) return addProblem(token, valueProblem(*field, part));
            term.values.push_back(std::move(*value));
        }
        addOrMiss(token, std::move(term));
    }

    /// Without a value the term is still being typed.
    void addOrMiss(const Token& token, FilterTerm term)
    {
        if (term.values.empty()) return addUnfinished(token);
        m_filter.terms.push_back(std::move(term));
    }

    /// "Kernel2<cutlass" is part of a C++ name; "tme>100us" and "tme:x" are mistakes.
    void parseUnknown(const Token& token, const Condition& condition, FilterTerm term)
    {
        const bool startsLikeNumber =
            !condition.value.empty() && condition.value[0] >= '0' && condition.value[0] <= '9';
        if (condition.comparison != Comparison::Equal && !startsLikeNumber)
            return parseWords(token, token.text.substr(term.negated ? 1 : 0), std::move(term));
        addProblem(token, unknownField(condition.name, m_filter.fields));
    }

    /// Of `stall:long_scoreboard>30%`: the key into the term, `>` and `30%` into the condition. False: incomplete.
    static bool takeKey(FilterTerm& term, Condition& condition)
    {
        const auto inner = splitCondition(condition.value);
        if (!inner || inner->value.empty()) return false;
        term.key = std::string(inner->name);
        term.comparison = inner->comparison;
        condition.value = inner->value;
        return true;
    }

    static std::optional<FilterValue> parseValue(const FilterField& field, std::string_view text)
    {
        if (field.kind == FieldKind::Text) return FilterValue{.text = unquoted(text)};
        if (field.kind == FieldKind::Word) {
            const bool known = std::ranges::any_of(
                field.words, [&](std::string_view word) { return boost::algorithm::iequals(word, text); });
            return known ? std::optional(FilterValue{.text = std::string(text)}) : std::nullopt;
        }
        return parseInterval(text, field.unit);
    }

    static std::string valueProblem(const FilterField& field, std::string_view text)
    {
        std::string message = "'" + std::string(text) + "' isn't a value of " + std::string(field.id);
        if (field.kind != FieldKind::Word) return message.append(unitHints[static_cast<std::size_t>(field.unit)]);
        for (const auto word : field.words) message.append(word == field.words.front() ? ": " : ", ").append(word);
        return message;
    }

    void addProblem(const Token& token, std::string message)
    {
        m_filter.problems.push_back({token.position, token.text.size(), std::move(message)});
    }

    void addUnfinished(const Token& token)
    {
        m_filter.unfinished.push_back(
            {token.position, token.text.size(), "'" + std::string(token.text) + "' isn't finished: write a value"});
    }

    FilterExpression m_filter;
};

bool holds(Comparison comparison, double number, const FilterValue& value)
{
    switch (comparison) {
    case Comparison::Equal: return number >= value.first && number <= value.last;
    case Comparison::Less: return number < value.first;
    case Comparison::LessEqual: return number <= value.last;
    case Comparison::Greater: return number > value.last;
    case Comparison::GreaterEqual: return number >= value.first;
    }
    return false;
}

/// A pattern that backtracks without end is given up by Boost.Regex: it isn't found in that text.
bool isFound(const boost::regex& pattern, const std::string& text)
{
    try {
        return boost::regex_search(text, pattern);
    } catch (const std::runtime_error&) { // boost::regex_error: complexity exceeded
        return false;
    }
}

bool containsIn(const std::vector<std::string>& texts, const FilterTerm& term)
{
    return std::ranges::any_of(texts, [&](const std::string& text) {
        if (term.regex) return isFound(*term.regex, text);
        return std::ranges::any_of(
            term.values, [&](const FilterValue& value) { return boost::algorithm::icontains(text, value.text); });
    });
}

bool equalsIn(const std::vector<std::string>& texts, const FilterTerm& term)
{
    return std::ranges::any_of(texts, [&](const std::string& text) {
        return std::ranges::any_of(
            term.values, [&](const FilterValue& value) { return boost::algorithm::iequals(text, value.text); });
    });
}

bool holds(const FilterTerm& term, const FilterExpression& filter, const FilterSubject& subject)
{
    if (!term.field) return containsIn(subject.names(), term);
    switch (filter.fields[*term.field].kind) {
    case FieldKind::Text: return containsIn(subject.texts(*term.field), term);
    case FieldKind::Word: return equalsIn(subject.texts(*term.field), term);
    case FieldKind::Number:
    case FieldKind::Keyed: break;
    }
    const auto number = subject.number(*term.field, term.key);
    return number && std::ranges::any_of(
                         term.values, [&](const FilterValue& value) { return holds(term.comparison, *number, value); });
}

} // namespace

FilterExpression parseFilter(std::string_view text, std::span<const FilterField> fields)
{
    return Parser(fields).parse(text);
}

bool matches(const FilterExpression& filter, const FilterSubject& subject)
{
    return std::ranges::all_of(filter.terms,
                               [&](const FilterTerm& term) { return holds(term, filter, subject) != term.negated; });
}

} // namespace core
