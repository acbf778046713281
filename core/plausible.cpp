// SPDX-License-Identifier: Apache-2.0
#include "core/plausible.h"

#include <cstddef>

namespace core {
namespace {

constexpr double largest = 1e24; // a PFLOP/s for 30 years
constexpr double smallest = 1e-24;

constexpr Dim3 mostBlocks = {2'147'483'647, 65'535, 65'535};
constexpr Dim3 mostThreads = {1024, 1024, 64};
constexpr std::uint64_t mostThreadsOfBlock = 1024;
constexpr std::uint64_t mostSharedBytes = std::uint64_t{1} << 32U; // far above any, and far below an overflow

bool within(const Dim3& size, const Dim3& most)
{
    for (std::size_t axis = 0; axis < size.size(); ++axis)
        if (size[axis] == 0 || size[axis] > most[axis]) return false;
    return true;
}

} // namespace

bool isQuantity(double value)
{
    return value == 0 || (value >= smallest && value <= largest);
}

bool isLaunchable(const Launch& launch)
{
    return within(launch.grid, mostBlocks) && within(launch.block, mostThreads) &&
           launch.block[0] * launch.block[1] * launch.block[2] <= mostThreadsOfBlock &&
           (!launch.cluster || within(*launch.cluster, mostBlocks)) &&
           launch.static_shared_bytes.value_or(0) <= mostSharedBytes &&
           launch.dynamic_shared_bytes.value_or(0) <= mostSharedBytes;
}

} // namespace core
