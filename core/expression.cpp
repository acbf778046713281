// SPDX-License-Identifier: Apache-2.0
#include "core/expression.h"

#include "core/error.h"
#include "core/plausible.h"

#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace core {
namespace {

/// The forms that give the exact count of a counter X, in order of preference. Reports of the full and roofline sets
/// have rates only; rate times its own pass's cycles gives the count back bit for bit, older reports lack .avg.
constexpr std::array countForms = {
    "X.sum",
    "X.sum.per_cycle_elapsed * smsp__cycles_elapsed.avg",
    "X.sum.per_cycle_elapsed * smsp__cycles_elapsed.sum / (4 * sms)",
    "X.sum.per_cycle_elapsed * smsp__cycles_elapsed.avg.per_second * duration",
    "X.sum.per_second * duration",
};

/// Counters that graph results write as 0 though they were never collected.
bool isFalseZeroInGraphs(std::string_view name)
{
    return name.starts_with("smsp__sass_") || name.starts_with("sm__sass_") || name.starts_with("sass__") ||
           name.starts_with("memory_l1_");
}

std::string_view baseOpcode(std::string_view opcode)
{
    opcode = opcode.substr(0, opcode.find('.'));
    for (const std::string_view immediate : {"_32I", "32I"}) // the same operation with an immediate operand
        if (opcode.ends_with(immediate)) opcode.remove_suffix(immediate.size());
    return opcode;
}

bool hasModifier(std::string_view opcode, std::string_view modifier)
{
    for (auto dot = opcode.find('.'); dot != std::string_view::npos; dot = opcode.find('.', dot + 1)) {
        const auto end = opcode.find('.', dot + 1);
        if (opcode.substr(dot + 1, end == std::string_view::npos ? end : end - dot - 1) == modifier) return true;
    }
    return false;
}

} // namespace

std::optional<double> collected(const KernelMeasurement& kernel, Name counter)
{
    if (kernel.kind == ResultKind::Graph && isFalseZeroInGraphs(counter.text())) return std::nullopt;
    return kernel.counters.number(counter);
}

Name opcodeTable()
{
    static const Name table("sass__thread_inst_executed_true_per_opcode_with_modifier_all");
    return table;
}

bool hasOpcodes(const KernelMeasurement& kernel)
{
    return !kernel.counters.instances(opcodeTable()).empty();
}

std::optional<double> opcodeCount(const KernelMeasurement& kernel, std::string_view opcode)
{
    if (!hasOpcodes(kernel)) return std::nullopt;
    const auto dot = opcode.find('.');
    const auto base = opcode.substr(0, dot);
    double count = 0;
    for (const auto& row : kernel.counters.instances(opcodeTable())) {
        const auto name = row.correlation.text().value_or("");
        if (baseOpcode(name) != base) continue;
        if (dot != std::string_view::npos && !hasModifier(name, opcode.substr(dot + 1))) continue;
        const auto instructions = row.value.number();
        if (!instructions || !isQuantity(*instructions)) return std::nullopt;
        count += *instructions;
    }
    return count;
}

namespace {

template <typename Op> double arithmetic(Op op, double left, double right)
{
    switch (op) {
    case Op::Add: return left + right;
    case Op::Subtract: return left - right;
    case Op::Multiply: return left * right;
    default: return left / right;
    }
}

} // namespace

/// Recursive descent over the grammar of expression.h, emitting reverse Polish order.
class ExpressionParser {
public:
    ExpressionParser(Expression& target, std::string_view text) : m_target(target), m_text(text) {}

    void parse()
    {
        sum();
        if (peek() != '\0') fail();
    }

private:
    using Op = Expression::Op;

    void sum()
    {
        product();
        while (peek() == '+' || peek() == '-') {
            const auto op = take() == '+' ? Op::Add : Op::Subtract;
            product();
            emit({.op = op, .text = {}});
        }
    }

    void product()
    {
        factor();
        while (peek() == '*' || peek() == '/') {
            const auto op = take() == '*' ? Op::Multiply : Op::Divide;
            factor();
            emit({.op = op, .text = {}});
        }
    }

    void factor()
    {
        if (peek() == '(') {
            take();
            sum();
            if (take() != ')') fail();
        } else if (std::isdigit(static_cast<unsigned char>(peek())) != 0) {
            number();
        } else {
            word();
        }
    }

    void number()
    {
        double value = 0;
        const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
        if (error != std::errc()) fail();
        emit({.op = Op::Number, .number = value, .text = {}});
        m_at = static_cast<std::size_t>(end - m_text.data());
    }

    void word()
    {
        const auto name = identifier();
        if (name.empty()) fail();
        if (name == "sms") {
            emit({.op = Op::SmCount, .text = {}});
        } else if (name == "duration") {
            emit({.op = Op::Duration, .text = {}});
        } else if (peek() == '(') {
            take();
            call(name, std::string(identifier()));
            if (take() != ')') fail();
        } else {
            emit({.op = Op::Counter, .text = std::string(name), .counter = Name(name)});
            m_target.m_counters.emplace_back(name);
        }
    }

    void call(std::string_view function, const std::string& argument)
    {
        if (function == "opcode") {
            emit({.op = Op::Opcode, .text = argument});
        } else if (function == "count") {
            Expression::Node node{.op = Op::Count, .text = argument};
            for (const auto* form : countForms) {
                const auto& expanded =
                    node.forms.emplace_back(boost::replace_first_copy(std::string(form), "X", argument));
                m_target.m_counters.insert(m_target.m_counters.end(), expanded.m_counters.begin(),
                                           expanded.m_counters.end());
            }
            emit(std::move(node));
        } else {
            fail();
        }
    }

    std::string_view identifier()
    {
        peek();
        const auto begin = m_at;
        while (m_at < m_text.size() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) != 0 ||
                                        m_text[m_at] == '_' || m_text[m_at] == '.'))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    char peek()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    char take()
    {
        const char next = peek();
        ++m_at;
        return next;
    }

    void emit(Expression::Node node) { m_target.m_nodes.push_back(std::move(node)); }

    [[noreturn]] void fail() const
    {
        throw Error("expression '" + std::string(m_text) + "'", "not understood at character " + std::to_string(m_at));
    }

    Expression& m_target;
    std::string_view m_text;
    std::size_t m_at = 0;
};

Expression::Expression(std::string_view text) : m_text(text)
{
    ExpressionParser(*this, m_text).parse();
}

/// The value of a node that isn't arithmetic.
std::optional<double> Expression::leaf(const Node& node, const KernelMeasurement& kernel, const Device* device)
{
    switch (node.op) {
    case Op::Number: return node.number;
    case Op::Counter: return collected(kernel, node.counter);
    case Op::SmCount:
        if (!device || !device->sm_count) return std::nullopt;
        return *device->sm_count;
    case Op::Duration: return kernel.duration_s;
    case Op::Opcode: return opcodeCount(kernel, node.text);
    default: return std::nullopt;
    }
}

std::optional<Evaluated> Expression::evaluate(const KernelMeasurement& kernel, const Device* device) const
{
    std::vector<double> stack;
    Evaluated result{.value = 0, .from = m_text};
    for (const auto& node : m_nodes) {
        if (node.op == Op::Count) {
            std::optional<Evaluated> count;
            for (const auto& form : node.forms)
                if ((count = form.evaluate(kernel, device))) break;
            if (!count) return std::nullopt;
            stack.push_back(count->value);
            boost::replace_all(result.from, "count(" + node.text + ")", count->from);
        } else if (node.op < Op::Add) {
            const auto value = leaf(node, kernel, device);
            if (!value) return std::nullopt;
            stack.push_back(*value);
        } else {
            const double right = stack.back();
            stack.pop_back();
            stack.back() = arithmetic(node.op, stack.back(), right);
        }
    }
    result.value = stack.back();
    return isQuantity(result.value) ? std::optional(result) : std::nullopt;
}

bool Expression::failed(const KernelMeasurement& kernel) const
{
    const auto failedOpcode = [&](const Node& node) {
        return node.op == Op::Opcode && hasOpcodes(kernel) && !opcodeCount(kernel, node.text);
    };
    if (std::ranges::any_of(m_nodes, failedOpcode)) return true;
    return std::ranges::any_of(m_counters, [&](Name name) {
        const auto* counter = kernel.counters.find(name);
        if (!counter || kernel.counters.number(name)) return false;
        return counter->value().real() || counter->value().whole();
    });
}

bool Expression::falseZero(const KernelMeasurement& kernel) const
{
    return std::ranges::any_of(m_counters, [&](Name name) {
        return kernel.counters.find(name) && kernel.counters.number(name) && !collected(kernel, name);
    });
}

} // namespace core
