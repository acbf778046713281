// SPDX-License-Identifier: Apache-2.0
// What a GPU was measured at and is no roof: a latency, an overhead, what a library reaches, one rate against another.
#pragma once

#include "core/ceiling.h"

namespace core {

struct Figure {
    std::string name;              ///< "latency_l2", "launch_overhead", "library_matmul_bf16"
    double value = 0;              ///< > 0, in the unit
    std::string unit;              ///< "s", "byte/s", "FLOP/s"
    std::optional<double> clocks;  ///< the same in SM clocks, of latencies
    std::optional<Spread> samples; ///< in the unit
    std::optional<double> sm_clock_hz;
    std::optional<double> memory_clock_hz;
    std::optional<double> power_w;
    std::vector<std::string> throttle_reasons;
    std::string method;
    std::string date; ///< ISO 8601, empty if unknown
    std::string device_id;

    friend bool operator==(const Figure&, const Figure&) = default;
};
BOOST_DESCRIBE_STRUCT(Figure, (),
                      (name, value, unit, clocks, samples, sm_clock_hz, memory_clock_hz, power_w, throttle_reasons,
                       method, date, device_id))

/// Medians of what is measured against what it depends on: bandwidth against warps an SM, against bytes in flight,
/// against the size of the set.
struct Curve {
    std::string name;   ///< "dram_read_by_occupancy"
    std::string x_name; ///< "warps_per_sm", "bytes_in_flight_per_sm", "set_bytes"
    std::string y_unit; ///< "byte/s"
    std::vector<double> x;
    std::vector<double> y;
    std::string method;
    std::string date;
    std::string device_id;
    std::string experiment = {};      ///< that it is a line of; empty: none
    std::string label = {};           ///< of the line among the others: "4 loads in flight a thread"
    Origin origin = Origin::Measured; ///< Computed: what the experiment's model says
    std::vector<double> p10 = {};     ///< of the repeats, one a point; p10, p90 and n are empty where they aren't known
    std::vector<double> p90 = {};
    std::vector<std::uint64_t> n = {};

    friend bool operator==(const Curve&, const Curve&) = default;
};
BOOST_DESCRIBE_STRUCT(Curve, (),
                      (name, x_name, y_unit, x, y, method, date, device_id, experiment, label, origin, p10, p90, n))

/// The rate at x, between neighbours in proportion; none outside what was measured.
std::optional<double> valueAt(const Curve& curve, double x);

/// Whether two are of the same line of an experiment on the same device, by measurement or by model.
bool isSameLine(const Curve& a, const Curve& b);
/// Adds points in the order of x; one that is known is replaced. Date and method are then those of `points`.
void addPoints(Curve& line, const Curve& points);

} // namespace core
