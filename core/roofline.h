// SPDX-License-Identifier: Apache-2.0
// The roofline: attainable performance, time of each resource, the binding one, and a kernel's points.
#pragma once

#include "core/metrics.h"
#include "core/session_index.h"

#include <boost/describe/enum.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// Intensity at which the memory roof meets the pipe's, FLOP per byte.
double ridgePoint(const Ceiling& pipe, const Ceiling& memory);
/// Highest FLOP/s a kernel of this intensity can reach under both roofs. intensity: FLOP per byte, > 0.
double attainable(const Ceiling& pipe, const Ceiling& memory, double intensity);

/// Why a point may lie more than 3 % above its roof; a closed list.
enum class AboveRoofReason {
    ClockUnreliable,
    OtherAccessMix,
    MeasuredRoofLow,
    PassesDisagree,
    ReplayMeaningless,
};
BOOST_DESCRIBE_ENUM(AboveRoofReason, ClockUnreliable, OtherAccessMix, MeasuredRoofLow, PassesDisagree,
                    ReplayMeaningless)

/// A kernel at one memory level. Of an integer pipe the operations are OP, on axes of their own: never FLOP.
struct RooflinePoint {
    Level level = Level::Dram;
    Resource pipe; ///< the charted pipe
    double intensity_flop_per_byte = 0;
    double flop_per_s = 0;
    std::optional<double> attainable_flop_per_s; ///< none without both roofs
    Basis basis = Basis::Measured;               ///< the weaker of FLOP's and bytes'
    bool bytes_are_bound = false;                ///< the bound is of the bytes (tick to the left), else of the FLOP
    std::optional<AboveRoofReason> above_roof_reason;
};

/// Time that one resource needs for the kernel's work at its roof.
struct ResourceTime {
    Resource resource;
    double time_s = 0;
    double share_ratio = 0;           ///< of the duration; over 1 is possible and never clipped
    std::optional<double> work;       ///< absent where only the share was collected
    std::optional<double> rate_per_s; ///< the roof used, at the launch's own clock
    Origin origin = Origin::Computed;
    Basis basis = Basis::Measured;
    std::string from;                                      ///< expression of the work or share
    std::optional<AboveRoofReason> above_roof_reason = {}; ///< over 103 %
};

/// A level of a kernel without FLOP: the share of the level's roof, for the bandwidth strip.
struct BandwidthShare {
    Level level = Level::Dram;
    double share_ratio = 0; ///< of L2 the largest of read, write and fabric, as in `times`
    double bytes_per_s = 0;
    Basis basis = Basis::Measured;
    std::optional<AboveRoofReason> above_roof_reason; ///< over 103 %
};

/// Preference among roofs of one resource, 0 first: entered, measured, computed, datasheet.
int originRank(Origin origin);
/// Whether the origin of one goes before the other's.
bool isBetterKnown(const Ceiling& a, const Ceiling& b);
/// Whether a roof stands for this work: a tensor roof that leaves out the path or accumulate type stands for all.
bool roofMatches(const Resource& roof, const Resource& work);
/// Bytes read over bytes read and written at DRAM; none where the split is unknown.
std::optional<double> dramReadShare(const std::vector<Work>& work);
/// Sorts by share, largest first; within 1 % counted work goes before a share, which comes from cycles of its own.
void sortTimes(std::vector<ResourceTime>& times);

/// Where roofs are taken from. BestKnown: measured, else the report's own, else datasheet. All judges by the best
/// known, too; the chart draws one line an origin.
enum class RoofChoice { BestKnown, Measured, Computed, Datasheet, All };

/// Everything the table, the inspector, the chart and `list` show of one kernel: one function, so that a number has
/// one value wherever it stands.
struct KernelAnalysis {
    std::vector<Work> work;             ///< measured, and declared by a program that counts
    std::vector<Work> algorithmic_work; ///< by the maths: to compare `work` with, never what a kernel is judged by
    std::vector<Absence> absent;
    std::vector<Ceiling> ceilings;      ///< the roofs it was judged by, at its own clocks
    std::vector<ResourceTime> times;    ///< largest share first; in a tie, counted work before a share
    std::vector<Resource> without_roof; ///< it has work on these, and nothing tells their rate: not in `times`
    std::optional<Resource> charted_pipe;
    std::optional<Resource> integer_pipe;      ///< the pipe of its integer operations that needs most time
    std::optional<Work> fp16_upper_bound;      ///< FP16 operations that may be conversions: counted in no point
    std::vector<RooflinePoint> points;         ///< by level; empty for kernels without FLOP
    std::vector<RooflinePoint> integer_points; ///< by level, at OP/byte and OP/s
    std::vector<BandwidthShare> strip;         ///< by level; only for kernels without certain FLOP
    std::vector<Level> zero_byte_levels;       ///< levels with 0 bytes, of a kernel with operations: edge badges
    std::optional<Resource> binding;
    std::optional<double> efficiency_ratio; ///< T_min / duration
    std::optional<double> sm_clock_hz;      ///< of the launch, capped at the device's maximum
    bool sm_clock_capped = false;
    bool clock_unreliable = false; ///< launch under 20 us: cycles and time come from different passes
    /// Counters and time are of different runs (throughputIsMeaningless): no times, no binding, no efficiency.
    bool throughput_meaningless = false;
};

/// Whether it may have FLOP that nobody counted: none are known, and a pipe that does them was not collected.
bool isFlopUnknown(const KernelAnalysis& analysis);

/// The roof of the charted pipe that a kernel was judged by; nullptr without one.
const Ceiling* ownPipeRoof(const KernelAnalysis& analysis);
/// The roof of a memory level that a kernel was judged by; nullptr if it isn't known.
const Ceiling* ownLevelRoof(const KernelAnalysis& analysis, Level level);
/// Of its points the level with the largest share of its own roof: under the pipe's roof all levels have the same
/// room, and the memory closest to its limit is the one to look at. None without points.
std::optional<Level> bindingLevel(const KernelAnalysis& analysis);

/// otherRoofs: ceilings of another session of the same GPU model (measured or datasheet), used as `choice` says.
KernelAnalysis analyse(const SessionIndex& index, const KernelMeasurement& kernel,
                       RoofChoice choice = RoofChoice::BestKnown, std::span<const Ceiling> otherRoofs = {});
/// The same of a lone kernel: the whole session is looked through for it.
KernelAnalysis analyse(const Session& session, const KernelMeasurement& kernel,
                       RoofChoice choice = RoofChoice::BestKnown, std::span<const Ceiling> otherRoofs = {});

/// The machine's roofs as the chart draws them: at one clock, that of `chartClock`.
struct MachineRoofs {
    RoofChoice choice = RoofChoice::BestKnown; ///< what was asked for
    std::vector<Ceiling> ceilings;             ///< one a resource and origin
    std::optional<double> sm_clock_hz;         ///< median of the launches over 50 us, else the device's maximum
    std::optional<double> lowest_sm_clock_hz;  ///< of the launches of 20 us and more
    std::optional<double> highest_sm_clock_hz;
};
MachineRoofs machineRoofs(const SessionIndex& index, const std::string& deviceId,
                          RoofChoice choice = RoofChoice::BestKnown, std::span<const Ceiling> otherRoofs = {});
/// The same of a lone device: the whole session is looked through for it.
MachineRoofs machineRoofs(const Session& session, const std::string& deviceId,
                          RoofChoice choice = RoofChoice::BestKnown, std::span<const Ceiling> otherRoofs = {});

} // namespace core
