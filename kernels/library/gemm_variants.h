// SPDX-License-Identifier: Apache-2.0
// The ladder of the family `gemm`, in parts.
#pragma once

#include "kernels/harness/library_kernel.h"

#include <vector>

namespace library {

std::vector<harness::Variant> simtSteps();  ///< FP32 arithmetic: from naive to the register tile
std::vector<harness::Variant> mmaSteps();   ///< mma.sync and cp.async
std::vector<harness::Variant> wgmmaSteps(); ///< TMA and wgmma: from one stage to clusters of blocks that stay

} // namespace library
