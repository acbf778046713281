// SPDX-License-Identifier: Apache-2.0
#include "core/expression.h"

#include "core/error.h"

#include <gtest/gtest.h>

#include <limits>

using namespace core;

namespace {

KernelMeasurement kernelWith(std::initializer_list<std::pair<const char*, double>> counters)
{
    KernelMeasurement kernel;
    kernel.duration_s = 2e-3;
    for (const auto& [name, value] : counters) kernel.counters.add(Name(name), value);
    kernel.counters.finish();
    return kernel;
}

std::optional<double> valueOf(const char* text, const KernelMeasurement& kernel, const Device* device = nullptr)
{
    const auto result = Expression(text).evaluate(kernel, device);
    return result ? std::optional(result->value) : std::nullopt;
}

} // namespace

TEST(Expression, ProductsBindTighterThanSums)
{
    const auto kernel = kernelWith({{"a.sum", 3}, {"b.sum", 4}});
    EXPECT_EQ(valueOf("a.sum + 2 * b.sum", kernel), 11);
    EXPECT_EQ(valueOf("(a.sum + 2) * b.sum - 1", kernel), 19);
    EXPECT_EQ(valueOf("a.sum / 2 / 3", kernel), 0.5);
}

TEST(Expression, MissingOrFailedCountersGiveNoValue)
{
    const auto kernel = kernelWith({{"a", 1}, {"nan", std::numeric_limits<double>::quiet_NaN()}, {"zero", 0}});
    EXPECT_EQ(valueOf("a + b", kernel), std::nullopt);
    EXPECT_EQ(valueOf("a + nan", kernel), std::nullopt);
    EXPECT_EQ(valueOf("a / zero", kernel), std::nullopt);
    EXPECT_TRUE(Expression("a + nan").failed(kernel));
    EXPECT_FALSE(Expression("a + b").failed(kernel));
}

TEST(Expression, CountComesBackExactlyFromARateAndItsOwnCycles)
{
    // Counters of a matrix product on an H200: 8,858,370,048 FFMA.
    const auto kernel =
        kernelWith({{"x.sum.per_cycle_elapsed", 15095.191568663653}, {"smsp__cycles_elapsed.avg", 586833.8939393939}});
    const auto count = Expression("2 * count(x)").evaluate(kernel, nullptr);
    ASSERT_TRUE(count);
    EXPECT_EQ(count->value, 2 * 8858370048.0);
    EXPECT_EQ(count->from, "2 * x.sum.per_cycle_elapsed * smsp__cycles_elapsed.avg");
}

TEST(Expression, CountPrefersTheSum)
{
    const auto kernel = kernelWith({{"x.sum", 7}, {"x.sum.per_second", 1e9}});
    EXPECT_EQ(valueOf("count(x)", kernel), 7);
    EXPECT_EQ(valueOf("count(x)", kernelWith({{"x.sum.per_second", 1e9}})), 2e6); // 1e9 a second for 2 ms
}

TEST(Expression, GraphResultsHaveFalseZeros)
{
    auto kernel = kernelWith({{"smsp__sass_x.sum", 0}});
    EXPECT_EQ(valueOf("smsp__sass_x.sum", kernel), 0);
    kernel.kind = ResultKind::Graph;
    EXPECT_EQ(valueOf("smsp__sass_x.sum", kernel), std::nullopt);
    EXPECT_TRUE(Expression("smsp__sass_x.sum").falseZero(kernel));
}

TEST(Expression, OpcodesAreCountedByBaseNameAndModifier)
{
    KernelMeasurement kernel;
    EXPECT_EQ(valueOf("opcode(HADD2)", kernel), std::nullopt); // no table: unknown, not zero
    kernel.counters.addInstances(
        opcodeTable(),
        {{Name("HADD2.F32"), 5.0}, {Name("HADD2.BF16_V2"), 3.0}, {Name("HADD2_32I"), 2.0}, {Name("HFMA2.MMA"), 9.0}});
    kernel.counters.finish();
    EXPECT_EQ(valueOf("opcode(HADD2)", kernel), 10);
    EXPECT_EQ(valueOf("opcode(HADD2.F32)", kernel), 5);
    EXPECT_EQ(valueOf("opcode(DFMA)", kernel), 0);
}

TEST(Expression, AnOpcodeWithoutANumberIsUnknownNotZero)
{
    KernelMeasurement kernel;
    kernel.counters.addInstances(opcodeTable(), {{Name("FFMA"), std::numeric_limits<double>::quiet_NaN()},
                                                 {Name("FADD"), 5.0},
                                                 {Name("DADD"), -3.0},
                                                 {Name("HMUL2"), Name("text")}});
    kernel.counters.finish();
    for (const auto* failed : {"opcode(FFMA)", "opcode(DADD)", "opcode(HMUL2)"}) {
        EXPECT_EQ(valueOf(failed, kernel), std::nullopt) << failed;
        EXPECT_TRUE(Expression(failed).failed(kernel)) << failed;
    }
    EXPECT_EQ(valueOf("opcode(FADD)", kernel), 5);
    EXPECT_FALSE(Expression("opcode(FADD)").failed(kernel));
}

TEST(Expression, TextOutsideTheGrammarIsRefused)
{
    for (const auto* text : {"", "a +", "(a", "a b", "f(x)", "1..2x", "+ a"})
        EXPECT_THROW(Expression{text}, Error) << text;
}
