// SPDX-License-Identifier: Apache-2.0
// What the kernels of attention for one token share: the cache, and how parts of a sequence become one result.
#pragma once

#include "kernels/library/attention_softmax.cuh"

namespace library {

constexpr unsigned headWidth = 128;
constexpr unsigned sharing = 4; ///< queries that have their keys in common

/// Arrays of [head of keys][query or key][column].
struct Decode {
    unsigned heads; ///< of keys, in all sequences of the batch
    unsigned sequence;
    unsigned parts; ///< of a sequence; each a block's work
    float scale;    ///< of the scores, in powers of two
    const Bf16* q;
    const Bf16* k;
    const Bf16* v;
    Bf16* out;
    float* part_largest; ///< [query][part], in powers of two
    float* part_sum;     ///< of exponentials, as they are with the part's largest score
    float* part_out;     ///< and [column]

    [[nodiscard]] __host__ __device__ unsigned queries() const { return heads * sharing; }
    [[nodiscard]] __device__ unsigned partKeys() const { return (sequence + parts - 1) / parts; }
};

/// What teams of lanes have found of a part, each from keys of its own, for some queries; in shared memory.
template <unsigned queries, unsigned teams> struct Merge {
    float largest[queries][teams]; ///< in powers of two
    float sum[queries][teams];
    float out[queries][teams][headWidth];

    /// By all threads of the block. The result where there is one part, otherwise the part for combine().
    __device__ void store(const Decode& d, unsigned firstQuery, unsigned part) const
    {
        for (unsigned i = threadIdx.x; i < queries * headWidth; i += blockDim.x) {
            const unsigned query = i / headWidth;
            const unsigned column = i % headWidth;
            float most = lowestScore;
            for (const float l : largest[query]) most = fmaxf(most, l);
            float allSum = 0;
            float allOut = 0;
            for (unsigned t = 0; t < teams; ++t) {
                const float weight = exp2Of(largest[query][t] - most);
                allSum = fmaf(weight, sum[query][t], allSum);
                allOut = fmaf(weight, out[query][t][column], allOut);
            }
            const std::size_t to = firstQuery + query;
            if (d.parts == 1) {
                d.out[to * headWidth + column] = __float2bfloat16(allOut / allSum);
                continue;
            }
            const std::size_t place = to * d.parts + part;
            d.part_out[place * headWidth + column] = allOut;
            if (column > 0) continue;
            d.part_largest[place] = most;
            d.part_sum[place] = allSum;
        }
    }
};

void launchDecodeByMma(const Decode& d, cudaStream_t stream);

} // namespace library
