// SPDX-License-Identifier: Apache-2.0
// Streams: one result an element, each input read once. Copy, scale, vector add, triad and saxpy, each by the same five
// ways to move its bytes.
#include "kernels/harness/async_proxy.cuh"
#include "kernels/harness/close.h"
#include "kernels/harness/library_kernel.h"
#include "kernels/harness/random_data.h"
#include "kernels/library/bulk_copy.cuh"

#include <memory>

namespace {

using namespace harness;

constexpr unsigned threads = 256;
constexpr float factor = 1.61803f;

// What is computed of an element x of the first input and y of the second. `value` is the same in double precision.

struct Copy {
    static constexpr unsigned inputs = 1;
    static constexpr double flop = 0;
    static constexpr bool in_place = false;
    __device__ float operator()(float x, float) const { return x; }
    static Expected expected(double x, double) { return {x, 0}; } // nothing is rounded
};
struct Scale {
    static constexpr unsigned inputs = 1;
    static constexpr double flop = 1;
    static constexpr bool in_place = false;
    __device__ float operator()(float x, float) const { return factor * x; }
    static Expected expected(double x, double) { return roundedOnce(factor * x); }
};
struct Add {
    static constexpr unsigned inputs = 2;
    static constexpr double flop = 1;
    static constexpr bool in_place = false;
    __device__ float operator()(float x, float y) const { return x + y; }
    static Expected expected(double x, double y) { return roundedOnce(x + y); }
};
struct Triad {
    static constexpr unsigned inputs = 2;
    static constexpr double flop = 2;
    static constexpr bool in_place = false;
    __device__ float operator()(float x, float y) const { return fmaf(factor, y, x); }
    static Expected expected(double x, double y) { return roundedOnce(x + factor * y); } // an FMA rounds once
};
struct Saxpy {
    static constexpr unsigned inputs = 2;
    static constexpr double flop = 2;
    static constexpr bool in_place = true; ///< y is the output
    __device__ float operator()(float x, float y) const { return fmaf(factor, x, y); }
    static Expected expected(double x, double y) { return roundedOnce(factor * x + y); }
};

struct Arrays {
    const float* x;
    const float* y; ///< nullptr with one input
    float* out;
    std::size_t count;
};

template <typename Op> __device__ float4 onFour(Op op, float4 x, float4 y)
{
    return make_float4(op(x.x, y.x), op(x.y, y.y), op(x.z, y.z), op(x.w, y.w));
}

template <typename Op> __device__ void onElement(Op op, const Arrays& a, std::size_t i)
{
    a.out[i] = op(a.x[i], Op::inputs > 1 ? a.y[i] : 0.0f);
}

/// What is left behind the last whole vector (or tile) of `whole` elements, by one block.
template <typename Op> __device__ void onRest(Op op, const Arrays& a, std::size_t whole)
{
    for (std::size_t i = whole + threadIdx.x; i < a.count; i += threads) onElement(op, a, i);
}

template <typename Op> __device__ void onVector(Op op, const Arrays& a, std::size_t v)
{
    const float4 x = reinterpret_cast<const float4*>(a.x)[v];
    const float4 y = Op::inputs > 1 ? reinterpret_cast<const float4*>(a.y)[v] : float4{};
    reinterpret_cast<float4*>(a.out)[v] = onFour(op, x, y);
}

template <typename Op> __global__ void __launch_bounds__(threads) scalar(Op op, Arrays a)
{
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < a.count) onElement(op, a, i);
}

template <typename Op> __global__ void __launch_bounds__(threads) vectorised(Op op, Arrays a)
{
    const std::size_t v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v < a.count / 4) onVector(op, a, v);
    if (blockIdx.x == 0) onRest(op, a, a.count / 4 * 4);
}

/// Evict-first loads and stores: a line that nobody reads again needn't push others out of L2.
template <typename Op> __global__ void __launch_bounds__(threads) streaming(Op op, Arrays a)
{
    const std::size_t v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v < a.count / 4) {
        const float4 x = __ldcs(reinterpret_cast<const float4*>(a.x) + v);
        const float4 y = Op::inputs > 1 ? __ldcs(reinterpret_cast<const float4*>(a.y) + v) : float4{};
        __stcs(reinterpret_cast<float4*>(a.out) + v, onFour(op, x, y));
    }
    if (blockIdx.x == 0) onRest(op, a, a.count / 4 * 4);
}

template <typename Op> __global__ void __launch_bounds__(threads) gridStride(Op op, Arrays a)
{
    const std::size_t stride = std::size_t{gridDim.x} * threads;
    for (std::size_t v = std::size_t{blockIdx.x} * threads + threadIdx.x; v < a.count / 4; v += stride)
        onVector(op, a, v);
    if (blockIdx.x == 0) onRest(op, a, a.count / 4 * 4);
}

constexpr unsigned tile = 1024; ///< floats of one bulk copy: 4 KiB

/// A tile comes into shared memory and leaves it by bulk copies, and the block ends; threads touch it there alone, and
/// only where there is something to compute. Blocks that stay and keep a ring of tiles on their way lose 8 % (copy)
/// and 4 % (triad) of bandwidth, whatever their tiles and stages (H200).
template <typename Op> __global__ void __launch_bounds__(threads) bulk(Op op, Arrays a)
{
#if __CUDA_ARCH__ >= 900
    using namespace library;
    __shared__ __align__(128) float4 x[tile / 4];
    __shared__ __align__(128) float4 y[Op::inputs > 1 ? tile / 4 : 1];
    __shared__ std::uint64_t arrived;
    const std::size_t first = std::size_t{blockIdx.x} * tile;
    if (first + tile > a.count) return onRest(op, a, first); // the last block
    if (threadIdx.x == 0) {
        initBarrier(&arrived);
        expectBytes(&arrived, Op::inputs * tile * sizeof(float));
        loadBulk(x, a.x + first, tile * sizeof(float), &arrived);
        if (Op::inputs > 1) loadBulk(y, a.y + first, tile * sizeof(float), &arrived);
    }
    __syncthreads(); // the barrier is there
    awaitPhase(&arrived, 0);
    if (Op::flop > 0) {
        for (unsigned v = threadIdx.x; v < tile / 4; v += threads)
            x[v] = onFour(op, x[v], Op::inputs > 1 ? y[v] : float4{});
        publishShared();
    }
    if (threadIdx.x > 0) return;
    storeBulk(a.out + first, x, tile * sizeof(float));
    awaitStoresRead<0>(); // shared memory goes with the block
#endif
}

unsigned blocksFor(std::size_t pieces)
{
    return static_cast<unsigned>((pieces + threads - 1) / threads);
}

enum class Way { Scalar, Vectorised, Streaming, GridStride, Bulk };

template <typename Op, Way way> void launch(const Gpu& gpu, const Arrays& arrays, cudaStream_t stream)
{
    /// An SM holds 8 at once: these would keep step with each other and lose 4 % (copy: 8 %) more than 16 times as
    /// many.
    constexpr unsigned strideBlocks = 128; ///< an SM
    const unsigned vectorBlocks = std::max(1u, blocksFor(arrays.count / 4));
    if constexpr (way == Way::Scalar) scalar<<<blocksFor(arrays.count), threads, 0, stream>>>(Op{}, arrays);
    if constexpr (way == Way::Vectorised) vectorised<<<vectorBlocks, threads, 0, stream>>>(Op{}, arrays);
    if constexpr (way == Way::Streaming) streaming<<<vectorBlocks, threads, 0, stream>>>(Op{}, arrays);
    if constexpr (way == Way::GridStride) {
        const unsigned blocks = std::min(vectorBlocks, gpu.smCount() * strideBlocks);
        gridStride<<<blocks, threads, 0, stream>>>(Op{}, arrays);
    }
    if constexpr (way == Way::Bulk)
        bulk<<<static_cast<unsigned>((arrays.count + tile - 1) / tile), threads, 0, stream>>>(Op{}, arrays);
    checkLaunch();
}

/// Buffers of one problem. In place, y is filled anew from `y` before each check.
struct Buffers {
    DeviceBuffer<float> x;
    DeviceBuffer<float> y;
    DeviceBuffer<float> out;
};

template <typename Op> std::vector<core::Work> workOf(const Size& size)
{
    const auto n = static_cast<double>(size.dimensions[0]);
    using Kind = core::ResourceKind;
    return {algorithmic(Kind::DramRead, sizeof(float) * Op::inputs * n),
            algorithmic(Kind::DramWrite, sizeof(float) * n), algorithmic(Kind::Fp32, Op::flop * n)};
}

template <typename Op, Way way> PreparedVariant prepare(const Gpu& gpu, const Size& size)
{
    const std::size_t count = size.dimensions[0];
    const auto buffers = std::make_shared<Buffers>(
        Buffers{randomFloats(count, 1), randomFloats(Op::inputs > 1 ? count : 1, 2), DeviceBuffer<float>(count)});
    // In place the output is also the second input: a copy of y.
    const Arrays arrays{buffers->x.data(), Op::in_place ? buffers->out.data() : buffers->y.data(), buffers->out.data(),
                        count};
    return {.run = [=, gpu = gpu](cudaStream_t stream) { launch<Op, way>(gpu, arrays, stream); },
            .reset =
                [=] {
                    const auto& b = *buffers;
                    b.out.poison();
                    if (Op::in_place)
                        check(cudaMemcpy(b.out.data(), b.y.data(), b.out.bytes(), cudaMemcpyDeviceToDevice));
                },
            .verify =
                [=] {
                    const auto x = buffers->x.toHost();
                    const auto y = buffers->y.toHost();
                    requireClose("result", buffers->out.toHost(),
                                 [&](std::size_t i) { return Op::expected(x[i], Op::inputs > 1 ? y[i] : 0); });
                },
            .fingerprint = [=] { return fingerprintOf(buffers->out); }};
}

template <typename Op>
KernelFamily family(const std::string& name, const std::string& title, const std::string& formula)
{
    return {.name = name,
            .title = title,
            .formula = formula,
            .file = "streams.cu",
            .sizes = {{"small", {1u << 20}, "1 Mi elements"},
                      {"medium", {1u << 24}, "16 Mi elements"},
                      {"large", {1u << 28}, "256 Mi elements"},
                      {"awkward", {16'777'259}, "16,777,259 elements (a prime)"}},
            .work = workOf<Op>,
            .same_result = true,
            .variants = {
                {"scalar", "One element a thread: 4-byte loads and stores.", prepare<Op, Way::Scalar>},
                {"float4", "Four elements a thread: 16-byte loads and stores, a quarter of the instructions.",
                 prepare<Op, Way::Vectorised>},
                {"streaming", "Evict-first loads and stores: lines that nobody reads again leave L2 first.",
                 prepare<Op, Way::Streaming>},
                {"grid_stride",
                 "Blocks walk over the arrays, many vectors a thread, in place of one block a piece.",
                 prepare<Op, Way::GridStride>},
                {.name = "tma_bulk",
                 .step = "Bulk copies bring a tile of 4 KiB into shared memory and take it out again.",
                 .prepare = prepare<Op, Way::Bulk>,
                 .from = {9, 0}}}};
}

const LibraryRegistration registration({
    family<Copy>("copy", "Copy", "y[i] = x[i]; 0 FLOP, 8 bytes an element (float)"),
    family<Scale>("scale", "Scale", "y[i] = a*x[i]; 1 FLOP, 8 bytes an element (float)"),
    family<Add>("vector_add", "Vector add", "z[i] = x[i] + y[i]; 1 FLOP, 12 bytes an element (float)"),
    family<Triad>("triad", "Triad", "z[i] = x[i] + a*y[i]; 2 FLOP, 12 bytes an element (float)"),
    family<Saxpy>("saxpy", "Saxpy", "y[i] = a*x[i] + y[i]; 2 FLOP, 12 bytes an element (float)"),
});

} // namespace
