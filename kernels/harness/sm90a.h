// SPDX-License-Identifier: Apache-2.0
// Whether this compilation is for the one target that has wgmma and setmaxnreg.
#pragma once

// PTX ISA, "wgmma.mma_async" and "setmaxnreg": target architecture sm_90a.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define RIDGEPOINT_HAS_WGMMA 1
#else
#define RIDGEPOINT_HAS_WGMMA 0
#endif
