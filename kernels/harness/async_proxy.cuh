// SPDX-License-Identifier: Apache-2.0
// Shared memory that threads write and the units behind the async proxy read: tensor instructions of CC 9.0 and 10.
#pragma once

namespace harness {

/// All threads call it between the two.
inline __device__ void publishShared()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    __syncthreads();
}

} // namespace harness
