// SPDX-License-Identifier: Apache-2.0
// A roof: the rate of one resource, and where the figure comes from.
#pragma once

#include "core/resource.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// How a ceiling is known; each has its own line style in the chart.
enum class Origin {
    Datasheet, ///< from resources/, with its source
    Computed,  ///< a counter's peak_sustained, from a report or from CUPTI, times that unit's clock
    Measured,  ///< by our microbenchmarks
    Entered,   ///< by the user
};
BOOST_DESCRIBE_ENUM(Origin, Datasheet, Computed, Measured, Entered)

/// Repeats of one measurement, in the ceiling's unit.
struct Spread {
    double median = 0;
    double p10 = 0;
    double p90 = 0;
    std::uint64_t n = 0;

    friend bool operator==(const Spread&, const Spread&) = default;
};
BOOST_DESCRIBE_STRUCT(Spread, (), (median, p10, p90, n))

struct Ceiling {
    Resource resource;
    double rate_per_s = 0; ///< bytes/s, FLOP/s, operations/s or (issue) warp instructions/s; > 0
    Origin origin = Origin::Computed;
    std::string access_mix; ///< of a memory or link, as measured: "read", "write", "triad", "ldmatrix", "to_host"
    std::optional<Spread> samples;
    std::optional<double> sm_clock_hz;     ///< the clock that the rate holds for
    std::optional<double> l2_clock_hz;     ///< likewise, for L2
    std::optional<double> memory_clock_hz; ///< likewise, for DRAM
    std::optional<double> power_w;
    std::optional<double> temperature_c;
    std::vector<std::string> throttle_reasons;
    std::optional<double> throttled_ratio; ///< share of the looks taken meanwhile that saw one of the reasons
    std::string method;                    ///< kernel and instruction, or the counters whose product this is
    std::string date;                      ///< ISO 8601, empty if unknown
    std::string device_id;

    friend bool operator==(const Ceiling&, const Ceiling&) = default;
};
BOOST_DESCRIBE_STRUCT(Ceiling, (),
                      (resource, rate_per_s, origin, access_mix, samples, sm_clock_hz, l2_clock_hz, memory_clock_hz,
                       power_w, temperature_c, throttle_reasons, throttled_ratio, method, date, device_id))

} // namespace core
