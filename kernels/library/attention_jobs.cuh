// SPDX-License-Identifier: Apache-2.0
// Blocks of queries as jobs that blocks of threads fetch when they are free: with a causal mask some are much longer
// than others.
#pragma once

#include "kernels/library/attention.h"

namespace library {

/// A few heads at a time: their keys and values stay in L2. Those that see most come first, so that the last ones are
/// short.
struct Schedule {
    unsigned* next; ///< of the jobs; wraps around when each block of threads has been told that nothing is left
    unsigned sequence;
    unsigned heads;
    unsigned heads_at_once;
    unsigned blocks; ///< of queries, in a head

    [[nodiscard]] __host__ __device__ unsigned jobs() const { return heads * blocks; }

    /// jobs() or more: nothing is left. By one thread of each block, until it is told so.
    __device__ unsigned fetch() const { return atomicInc(next, jobs() + gridDim.x - 1); }
};

struct Job {
    unsigned head;
    unsigned row;   ///< the first
    unsigned tiles; ///< of keys that are seen
};

/// rows: of a block of queries.
template <Mask mask, unsigned rows, unsigned tileKeys> __device__ Job jobOf(unsigned number, const Schedule& s)
{
    const unsigned first = number / (s.heads_at_once * s.blocks) * s.heads_at_once;
    const unsigned heads = min(s.heads_at_once, s.heads - first);
    const unsigned place = number - first * s.blocks;
    const unsigned row = (s.blocks - 1 - place / heads) * rows;
    const unsigned seen = mask == Mask::Causal ? min(s.sequence, row + rows) : s.sequence;
    return {first + place % heads, row, (seen + tileKeys - 1) / tileKeys};
}

/// next: a counter that is 0.
inline Schedule scheduleOf(const AttentionShape& shape, unsigned rows, unsigned* next)
{
    constexpr std::size_t keptInL2 = 32u << 20; // of the 60 MB of an H200
    const auto headBytes = 2 * std::size_t{shape.sequence} * shape.width * sizeof(Bf16);
    return {.next = next,
            .sequence = shape.sequence,
            .heads = shape.heads,
            .heads_at_once = static_cast<unsigned>(std::max<std::size_t>(1, keptInL2 / headBytes)),
            .blocks = divideUp(shape.sequence, rows)};
}

} // namespace library
