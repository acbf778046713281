// SPDX-License-Identifier: Apache-2.0
// What our own capture asks the hardware to count: what the metric tables read, in as few passes as a chip allows.
#pragma once

#include <boost/describe/enum.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class CounterLevel {
    Base, ///< time, bytes of every level, FLOP by class, occupancy: 2 passes on CC 9.0 and 10.x, 3 to 5 on others
    Full, ///< and tensor operations of all types, stall reasons, wavefronts, bytes of TMA: 15 passes on CC 9.0
};
BOOST_DESCRIBE_ENUM(CounterLevel, Base, Full)

/// A counter, and why some chips don't have it (empty: all of CC 7.5 to 12.1 do).
struct OwnCounter {
    std::string_view name; ///< with its rollup
    CounterLevel level = CounterLevel::Base;
    std::string_view absent_because = {};
};

/// All but those of the tensor pipe, whose names differ from chip to chip.
std::span<const OwnCounter> ownCounters();

/// Names to ask a chip for, up to this level. chipCounters: all that it has, without rollups. tensorInputs: types whose
/// dense operations the base level counts too, as kernels that are known to have some need ("bf16"): 3 passes on
/// CC 9.0.
std::vector<std::string> ownCounterNames(CounterLevel level, std::span<const std::string> chipCounters,
                                         std::span<const std::string> tensorInputs = {});

} // namespace core
