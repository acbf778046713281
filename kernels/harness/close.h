// SPDX-License-Identifier: Apache-2.0
// Results against a reference in double precision, on the CPU.
#pragma once

#include "core/error.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace harness {

/// What an element must be, and how far from it its arithmetic may end.
struct Expected {
    double value = 0;
    double tolerance = 0;
};

/// One rounding of a float: half a unit in the last place.
inline Expected roundedOnce(double value)
{
    constexpr double half_ulp = 0x1p-24;
    constexpr double smallest = 0x1p-149; // below the normal numbers the unit doesn't shrink further
    return {value, 1.001 * half_ulp * std::abs(value) + smallest}; // the reference itself is rounded, too
}

/// Calls work(first, last) for parts of 0..count, on all CPUs.
template <typename Work> void inParallel(std::size_t count, const Work& work)
{
    const std::size_t parts = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (std::size_t part = 0; part < parts; ++part)
        threads.emplace_back(
            [&work, first = count * part / parts, last = count * (part + 1) / parts] { work(first, last); });
}

namespace detail {

/// The element that is furthest from what it must be, in tolerances.
struct Worst {
    std::size_t index = 0;
    double excess = -1;
    double got = 0;
    Expected expected;
};

inline double excessOf(double got, const Expected& expected)
{
    const double error = std::abs(got - expected.value);
    if (error <= expected.tolerance) return 0; // also for a tolerance of 0
    return expected.tolerance > 0 && error == error ? error / expected.tolerance : HUGE_VAL; // NaN is near nothing
}

} // namespace detail

/// Throws Error, with the worst element, unless each is near what expectedAt(i) says.
template <typename T, typename ExpectedAt>
void requireClose(const std::string& what, const std::vector<T>& got, const ExpectedAt& expectedAt)
{
    std::vector<detail::Worst> worsts(1 + std::thread::hardware_concurrency());
    const auto examine = [&](std::size_t part, std::size_t parts) {
        auto& worst = worsts[part];
        for (std::size_t i = got.size() * part / parts; i < got.size() * (part + 1) / parts; ++i) {
            const Expected expected = expectedAt(i);
            const auto value = static_cast<double>(got[i]);
            const double excess = detail::excessOf(value, expected);
            if (excess > worst.excess) worst = {i, excess, value, expected};
        }
    };
    inParallel(worsts.size(), [&](std::size_t first, std::size_t last) {
        for (auto part = first; part < last; ++part) examine(part, worsts.size());
    });
    const auto worst = *std::ranges::max_element(worsts, {}, &detail::Worst::excess);
    if (worst.excess <= 0) return;
    char text[160];
    std::snprintf(text, sizeof text, "element %zu of %zu is %.9g, expected %.9g within %.3g", worst.index, got.size(),
                  worst.got, worst.expected.value, worst.expected.tolerance);
    throw core::Error(what, text);
}

} // namespace harness
