// SPDX-License-Identifier: Apache-2.0
// Passes over a set as the second axis of a grid whose blocks do one piece and end.
#pragma once

#include "kernels/harness/cuda_check.h"

#include <algorithm>
#include <cstdint>

namespace harness {

/// Calls launch(passes) until all iterations are done, as few times as the axis allows (65,535: CUDA C++ Programming
/// Guide, technical specifications), and checks each launch.
template <typename LaunchPasses> void forEachGrid(std::uint32_t iterations, const LaunchPasses& launch)
{
    constexpr std::uint32_t most = 65535;
    for (std::uint32_t done = 0; done < iterations; done += most) {
        launch(std::min(iterations - done, most));
        checkLaunch();
    }
}

} // namespace harness
