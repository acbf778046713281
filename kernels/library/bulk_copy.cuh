// SPDX-License-Identifier: Apache-2.0
// Bulk copies between global and shared memory by the copy engine of CC 9.0 (cp.async.bulk), and the barrier that tells
// of their arrival. PTX ISA, "Data Movement and Conversion Instructions: Bulk copy"; all addresses and sizes are
// multiples of 16 bytes.
#pragma once

#include "kernels/harness/shared_address.h"

#include <cstdint>

namespace library {

using harness::sharedAddress;

/// By one thread, before a __syncthreads() that shows it to the others. A phase ends after so many arrivals.
__device__ inline void initBarrier(std::uint64_t* barrier, unsigned arrivals = 1)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(arrivals) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Arrives; the phase won't end before so many bytes have come.
__device__ inline void expectBytes(std::uint64_t* barrier, std::uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(bytes)
                 : "memory");
}

/// Until the phase of this parity has ended; a new barrier is in phase 0, and the one before it (1) has ended.
__device__ inline void awaitPhase(std::uint64_t* barrier, std::uint32_t parity)
{
    std::uint32_t done = 0;
    while (!done)
        asm volatile("{\n"
                     ".reg .pred arrived;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 arrived, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, arrived;\n"
                     "}\n"
                     : "=r"(done)
                     : "r"(sharedAddress(barrier)), "r"(parity)
                     : "memory");
}

__device__ inline void loadBulk(void* shared, const void* global, std::uint32_t bytes, std::uint64_t* barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     sharedAddress(shared)),
                 "l"(global), "r"(bytes), "r"(sharedAddress(barrier))
                 : "memory");
}

/// The stores of one thread since its last call are a group.
__device__ inline void storeBulk(void* global, const void* shared, std::uint32_t bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(global),
                 "r"(sharedAddress(shared)), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// Until all but the latest `left` groups of this thread have read their shared memory.
template <int left> __device__ void awaitStoresRead()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(left) : "memory");
}

} // namespace library
