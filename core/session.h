// SPDX-License-Identifier: Apache-2.0
// Everything known from one source: devices, ceilings and kernels. Derived values are never stored here.
#pragma once

#include "core/ceiling.h"
#include "core/device.h"
#include "core/experiment.h"
#include "core/family.h"
#include "core/figure.h"
#include "core/kernel_measurement.h"

#include <boost/describe/class.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Where measurements come from. Host names, users, addresses and command lines are left behind on purpose.
struct Source {
    std::string file; ///< file name without its folder
    std::string tool; ///< "Nsight Compute", "Ridgepoint"
    std::string tool_version;
    std::optional<std::string> replay_mode;   ///< "kernel", "application", "range", ...
    std::optional<std::string> clock_control; ///< "base", "none", ...
    std::optional<std::string> cache_control; ///< "all", "none"; only an ncu command line tells it
    std::optional<std::string> driver;
    std::optional<std::string> date; ///< ISO 8601

    friend bool operator==(const Source&, const Source&) = default;
};
BOOST_DESCRIBE_STRUCT(Source, (), (file, tool, tool_version, replay_mode, clock_control, cache_control, driver, date))

/// Gives all counters of a kernel, read when they are asked for: a report holds gigabytes, a table needs megabytes.
class CounterReader {
public:
    virtual ~CounterReader() = default;
    /// Every counter of the kernel with this index. Throws Error if the file is gone or was replaced.
    [[nodiscard]] virtual CounterSet read(std::uint64_t kernelIndex) const = 0;
};

struct Session {
    std::vector<Source> sources;
    std::vector<Device> devices;
    std::vector<Ceiling> ceilings;
    std::vector<Figure> figures;
    std::vector<Curve> curves;
    std::vector<Experiment> experiments; ///< what some of the curves are lines of
    std::vector<Family> families;        ///< of the kernels that are Ridgepoint's own
    std::vector<KernelMeasurement> kernels;
    std::vector<std::string> notes; ///< what was lost or skipped while reading, as sentences for the user
    std::shared_ptr<const CounterReader> counter_reader; ///< none: the kernels hold all that is known

    /// The device that a kernel or ceiling names; nullptr if the session doesn't describe it.
    [[nodiscard]] const Device* device(const std::string& id) const;
    /// Whether the SM clock was held at base during a launch: what is known of the launch itself goes before what the
    /// whole run was asked for.
    [[nodiscard]] std::optional<bool> clocksLocked(const KernelMeasurement& kernel) const;
    /// All counters of a kernel, read from its file if need be. Throws Error as CounterReader::read.
    [[nodiscard]] CounterSet allCounters(const KernelMeasurement& kernel) const;
};

} // namespace core
