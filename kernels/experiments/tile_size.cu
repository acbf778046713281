// SPDX-License-Identifier: Apache-2.0
// Tiles and intensity: a matrix product whose blocks bring tiles into shared memory; what larger ones reuse is counted.
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/experiment.h"
#include "kernels/harness/mismatches.cuh"
#include "kernels/harness/random_data.h"

#include <cuda_fp16.h>

#include <memory>

namespace {

using namespace harness;

constexpr unsigned size = 6144; ///< of the square matrices: a whole number of each tile, and more than L2 holds
constexpr unsigned side = 16;   ///< of a block's threads
constexpr std::size_t sampled = 1u << 16; ///< elements that are checked
constexpr unsigned depth = 32;            ///< of a tile along K: its rows are 64 bytes

/// C = A * B^T, FP16 in, FP32 out; each thread makes (tile / 16)^2 elements. B is stored by columns, as A by rows.
template <unsigned tile>
__global__ void __launch_bounds__(side* side) multiply(const __half* a, const __half* b, float* c)
{
    constexpr unsigned each = tile / side;
    __shared__ float tileA[tile][depth + 1];
    __shared__ float tileB[tile][depth + 1];
    const unsigned tx = threadIdx.x % side;
    const unsigned ty = threadIdx.x / side;
    float sums[each][each] = {};
    for (unsigned k = 0; k < size; k += depth) {
        for (unsigned i = threadIdx.x; i < tile * depth; i += side * side) {
            const unsigned row = i / depth;
            tileA[row][i % depth] = __half2float(__ldcg(a + (blockIdx.y * tile + row) * size + k + i % depth));
            tileB[row][i % depth] = __half2float(__ldcg(b + (blockIdx.x * tile + row) * size + k + i % depth));
        }
        __syncthreads();
#pragma unroll 4
        for (unsigned d = 0; d < depth; ++d)
#pragma unroll
            for (unsigned i = 0; i < each; ++i)
#pragma unroll
                for (unsigned j = 0; j < each; ++j)
                    sums[i][j] = fmaf(tileA[ty + side * i][d], tileB[tx + side * j][d], sums[i][j]);
        __syncthreads();
    }
    for (unsigned i = 0; i < each; ++i)
        for (unsigned j = 0; j < each; ++j)
            c[(blockIdx.y * tile + ty + side * i) * size + blockIdx.x * tile + tx + side * j] = sums[i][j];
}

__global__ void toHalves(const float* from, __half* to)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = __float2half(from[i]);
}

/// Small whole numbers: their sums are exact in any order.
std::shared_ptr<DeviceBuffer<__half>> wholeHalves(std::uint32_t seed)
{
    const auto floats = randomWholeFloats(std::size_t{size} * size, seed, 8);
    const auto halves = std::make_shared<DeviceBuffer<__half>>(floats.size());
    toHalves<<<size * size / 256, 256>>>(floats.data(), halves->data());
    checkLaunch();
    check(cudaDeviceSynchronize()); // before the floats go
    return halves;
}

template <unsigned tile> Prepared prepare(const Gpu&)
{
    const auto a = wholeHalves(1);
    const auto b = wholeHalves(2);
    const auto c = std::make_shared<DeviceBuffer<float>>(std::size_t{size} * size);
    const auto launch = [=](const Launch& l) {
        for (std::uint32_t i = 0; i < l.iterations; ++i) {
            multiply<tile>
                <<<dim3(size / tile, size / tile), side * side, 0, l.stream>>>(a->data(), b->data(), c->data());
            checkLaunch();
        }
    };
    const auto verify = [=] {
        c->poison();
        launch({.iterations = 1});
        const auto* pa = a->data();
        const auto* pb = b->data();
        const auto* pc = c->data();
        requireNoMismatch("elements of the product", sampled, [=] __device__(std::size_t i) {
            const std::size_t row = i * 7919 % size;
            const std::size_t column = i * 104729 % size;
            float sum = 0;
            for (unsigned k = 0; k < size; ++k)
                sum += __half2float(pa[row * size + k]) * __half2float(pb[column * size + k]);
            return pc[row * size + column] == sum;
        });
    };
    return {2.0 * size * size * size, launch, verify, "FP16 in, FP32 FMA, 6144 x 6144 x 6144, 256 threads a block"};
}

SweptLine line(const std::string& name, const std::string& label, std::vector<std::string> counters, double bytes)
{
    return {.name = name,
            .label = label,
            .sweep = {{16, prepare<16>},
                      {32, prepare<32>},
                      {48, prepare<48>},
                      {64, prepare<64>},
                      {96, prepare<96>},
                      {128, prepare<128>}},
            .counters = std::move(counters),
            .bytes_per_count = bytes};
}

std::vector<SweptLine> lines(const Gpu&)
{
    constexpr double sector = 32;
    auto l1 = line("intensity_by_tile_l1", "at L1: what threads ask for", {"l1tex__t_sectors.sum"}, sector);
    l1.model = [](const Known&, double tile) { return std::optional(1 / (2 / tile + 2.0 / size)); };
    return {l1, line("intensity_by_tile_l2", "at L2", {"lts__t_sectors_srcunit_tex.sum"}, sector),
            line("intensity_by_tile_dram", "at DRAM", {"dram__bytes.sum"}, 1)};
}

const ExperimentRegistration registration({
    {.about = {.name = "tile_size",
               .title = "Tile size and intensity",
               .x = {"Side of a tile", "elements", core::Scale::Log},
               .y = {"Arithmetic intensity, counted", "FLOP/byte", core::Scale::Log},
               .model = "2 n^3 FLOP / (4 n^3 / tile bytes of FP16 inputs + 4 n^2 bytes of the FP32 result), n = 6144",
               .lesson = "A tile twice as wide is reused twice as often: half the bytes for the same work. What caches "
                         "reuse besides lifts the lines of L2 and DRAM."},
     .x_name = "tile",
     .lines = lines},
});

} // namespace
