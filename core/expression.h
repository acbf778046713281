// SPDX-License-Identifier: Apache-2.0
// Arithmetic over counters, written as text in the metric tables and shown to the user as it stands there.
#pragma once

#include "core/device.h"
#include "core/kernel_measurement.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A value and the expression it came from, with `count(..)` replaced by the form that was there.
struct Evaluated {
    double value = 0;
    std::string from;
};

/// Grammar: numbers, counter names, + - * / and parentheses, `sms` (SM count), `duration` (seconds), and
///   count(NAME)   exact count of a counter: NAME.sum, else from its rates (per cycle x cycles, per second x time)
///   opcode(NAME)  thread instructions of an opcode by the instanced opcode table, 0 if it isn't there;
///                 opcode(HADD2.F32) only those with that modifier
class Expression {
public:
    /// Throws Error for text outside the grammar: the tables are checked when the program starts.
    explicit Expression(std::string_view text);

    /// None when a counter is missing, wasn't collected for this kind of result, or isn't finite.
    [[nodiscard]] std::optional<Evaluated> evaluate(const KernelMeasurement& kernel, const Device* device) const;
    /// Whether one of its counters or opcodes is there, but isn't a quantity: the collection failed.
    [[nodiscard]] bool failed(const KernelMeasurement& kernel) const;
    /// Whether one of its counters is a false zero of a graph result.
    [[nodiscard]] bool falseZero(const KernelMeasurement& kernel) const;
    /// As it was written.
    [[nodiscard]] const std::string& text() const { return m_text; }
    /// Names of all counters it may read.
    [[nodiscard]] const std::vector<Name>& counters() const { return m_counters; }

private:
    friend class ExpressionParser;

    enum class Op { Number, Counter, Count, Opcode, SmCount, Duration, Add, Subtract, Multiply, Divide };
    struct Node {
        Op op = Op::Number;
        double number = 0;
        std::string text; ///< as written; of count and opcode, the argument
        Name counter = {};
        std::vector<Expression> forms = {}; ///< of count, in order of preference
    };
    static std::optional<double> leaf(const Node& node, const KernelMeasurement& kernel, const Device* device);

    std::vector<Node> m_nodes; ///< in reverse Polish order
    std::vector<Name> m_counters;
    std::string m_text;
};

/// The value of a counter that was really collected: none for the false zeros of graph results, NaN and infinity.
std::optional<double> collected(const KernelMeasurement& kernel, Name counter);

/// Name of the instanced opcode table, with all modifiers.
Name opcodeTable();
/// Whether the table has rows: only then does an opcode's absence mean zero.
bool hasOpcodes(const KernelMeasurement& kernel);
/// Thread instructions of an opcode ("HADD2") or of an opcode with a modifier ("HADD2.F32"), 0 where the table lacks
/// it; none without the table, or where a row of the opcode isn't a quantity.
std::optional<double> opcodeCount(const KernelMeasurement& kernel, std::string_view opcode);

} // namespace core
