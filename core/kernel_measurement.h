// SPDX-License-Identifier: Apache-2.0
// What was seen of one kernel launch, range or graph: its time, its shape and its counters.
#pragma once

#include "core/ceiling.h"
#include "core/counter.h"
#include "core/resource.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

enum class ResultKind { Kernel, Range, Graph, CommandList };
BOOST_DESCRIBE_ENUM(ResultKind, Kernel, Range, Graph, CommandList)

using Dim3 = std::array<std::uint64_t, 3>;

/// Shape of a launch; only of kernels.
struct Launch {
    Dim3 grid{};  ///< blocks per axis
    Dim3 block{}; ///< threads per axis
    std::optional<Dim3> cluster;
    std::optional<std::uint32_t> registers_per_thread;
    std::optional<std::uint64_t> static_shared_bytes;
    std::optional<std::uint64_t> dynamic_shared_bytes;

    friend bool operator==(const Launch&, const Launch&) = default;
};
BOOST_DESCRIBE_STRUCT(Launch, (),
                      (grid, block, cluster, registers_per_thread, static_shared_bytes, dynamic_shared_bytes))

/// How an amount of work is known. All but Measured are drawn hollow.
enum class Basis { Measured, Algorithmic, LowerBound, UpperBound, Estimate };
BOOST_DESCRIBE_ENUM(Basis, Measured, Algorithmic, LowerBound, UpperBound, Estimate)

/// What a kernel asks of one resource: bytes of a memory level, operations of a pipe, warp instructions of issue.
struct Work {
    Resource resource;
    double amount = 0; ///< >= 0; a known zero is kept, unknown work has no row
    Basis basis = Basis::Measured;
    std::string from; ///< the expression that won

    friend bool operator==(const Work&, const Work&) = default;
};
BOOST_DESCRIBE_STRUCT(Work, (), (resource, amount, basis, from))

/// Which rung of a family's ladder was run: of Ridgepoint's own kernels.
struct LibraryStep {
    std::string family;
    std::string variant;
    std::string size;          ///< "small", "medium", "large", "awkward"
    std::uint32_t place = 0;   ///< in the ladder, 0 first
    bool is_reference = false; ///< a library's kernel, which stands beside the ladder

    friend bool operator==(const LibraryStep&, const LibraryStep&) = default;
};
BOOST_DESCRIBE_STRUCT(LibraryStep, (), (family, variant, size, place, is_reference))

struct KernelMeasurement {
    std::uint64_t index = 0; ///< its place in the source, 0 first
    ResultKind kind = ResultKind::Kernel;
    std::string name;     ///< demangled, as the source spells it; falls back to function, then mangled
    std::string function; ///< base name
    std::string mangled;
    std::optional<std::string> alias; ///< what the user calls it
    std::string device_id;
    std::optional<Launch> launch;
    std::optional<double> duration_s;
    std::optional<Spread> duration_samples; ///< repeats without a profiler, in seconds; their median is duration_s
    std::optional<double> sm_clock_hz;      ///< while it was timed; else the counters tell it
    std::vector<Work> declared_work;        ///< algorithmic or entered; measured work is derived from the counters
    CounterSet counters;                    ///< those that the metric tables read; all of them: Session::allCounters
    std::uint32_t source = 0;               ///< index into Session::sources
    std::optional<bool> clocks_locked;      ///< whether the profiler held the SM clock at base
    std::optional<std::uint64_t> process_id;
    std::optional<std::uint64_t> context;
    std::optional<std::uint64_t> stream;
    std::vector<std::string> ranges;    ///< NVTX, outermost first
    std::optional<LibraryStep> library; ///< of Ridgepoint's own kernels

    friend bool operator==(const KernelMeasurement&, const KernelMeasurement&) = default;
};
BOOST_DESCRIBE_STRUCT(KernelMeasurement, (),
                      (index, kind, name, function, mangled, alias, device_id, launch, duration_s, duration_samples,
                       sm_clock_hz, declared_work, counters, source, clocks_locked, process_id, context, stream, ranges,
                       library))

} // namespace core
