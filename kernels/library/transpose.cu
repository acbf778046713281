// SPDX-License-Identifier: Apache-2.0
// Transpose of a matrix of floats: the same bytes as a copy, in an order that one of its two sides doesn't like.
#include "kernels/harness/random_data.h"
#include "kernels/library/mapping.h"

namespace {

using namespace library;

constexpr unsigned side = 32; ///< of a tile
constexpr unsigned rows = 8;  ///< of a block of 32 x 8 threads
constexpr unsigned passes = side / rows;

struct Matrix {
    unsigned height;
    unsigned width;
};

/// Rows are read along, columns are written down: each store of a warp goes to 32 lines.
__global__ void __launch_bounds__(side* rows) naive(const float* in, float* out, Matrix m)
{
    const unsigned x = blockIdx.x * side + threadIdx.x;
    for (unsigned y = blockIdx.y * side + threadIdx.y; y < min((blockIdx.y + 1) * side, m.height); y += rows)
        if (x < m.width) out[std::size_t{x} * m.height + y] = in[std::size_t{y} * m.width + x];
}

/// Where element (row, column) of a tile lies in shared memory.
struct Plain { ///< a column is one bank: 32 wavefronts to read it
    static constexpr unsigned size = side * side;
    static __device__ unsigned at(unsigned row, unsigned column) { return row * side + column; }
};
struct Padded { ///< one float more a row: a column is 32 banks
    static constexpr unsigned size = side * (side + 1);
    static __device__ unsigned at(unsigned row, unsigned column) { return row * (side + 1) + column; }
};
struct Swizzled { ///< likewise, and no float is wasted
    static constexpr unsigned size = side * side;
    static __device__ unsigned at(unsigned row, unsigned column) { return row * side + (column ^ row); }
};

/// Both sides move whole lines; the turn is made in shared memory.
template <typename Layout> __global__ void __launch_bounds__(side* rows) tiled(const float* in, float* out, Matrix m)
{
    __shared__ float tile[Layout::size];
    const unsigned x = blockIdx.x * side + threadIdx.x;
    const unsigned y = blockIdx.y * side + threadIdx.y;
#pragma unroll
    for (unsigned pass = 0; pass < passes; ++pass)
        if (x < m.width && y + pass * rows < m.height)
            tile[Layout::at(threadIdx.y + pass * rows, threadIdx.x)] = in[std::size_t{y + pass * rows} * m.width + x];
    __syncthreads();
    const unsigned outX = blockIdx.y * side + threadIdx.x;
    const unsigned outY = blockIdx.x * side + threadIdx.y;
#pragma unroll
    for (unsigned pass = 0; pass < passes; ++pass)
        if (outX < m.height && outY + pass * rows < m.width)
            out[std::size_t{outY + pass * rows} * m.height + outX] =
                tile[Layout::at(threadIdx.x, threadIdx.y + pass * rows)];
}

constexpr unsigned wideSide = 64;
constexpr unsigned wideThreads = 256;
constexpr unsigned wideLoads = wideSide * wideSide / 4 / wideThreads; ///< of 16 bytes, a thread

/// Where element (column, row) lies: groups of four rows stay together, so that they leave as 16 bytes.
__device__ unsigned wideAt(unsigned column, unsigned row)
{
    return column * wideSide + ((row / 4 ^ column / 4 % 8) * 4 | row % 4);
}

/// One tile of 64 x 64. Whole: all of it lies in the matrix, and its rows and columns begin at multiples of 16 bytes.
template <bool whole>
__device__ void transposeWide(const float* in, float* out, Matrix m, unsigned firstX, unsigned firstY, float* tile)
{
    const unsigned across = threadIdx.x % 16 * 4;
    float v[wideLoads][4] = {}; // all on their way at once
#pragma unroll
    for (unsigned i = 0; i < wideLoads; ++i) {
        const unsigned down = threadIdx.x / 16 + i * (wideSide / wideLoads);
        const float* from = in + std::size_t{firstY + down} * m.width + firstX + across;
        if (whole) {
            *reinterpret_cast<float4*>(v[i]) = __ldcs(reinterpret_cast<const float4*>(from));
        } else {
            for (unsigned k = 0; k < 4; ++k)
                if (firstY + down < m.height && firstX + across + k < m.width) v[i][k] = from[k];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < wideLoads; ++i)
#pragma unroll
        for (unsigned k = 0; k < 4; ++k)
            tile[wideAt(across + k, threadIdx.x / 16 + i * (wideSide / wideLoads))] = v[i][k];
    __syncthreads();
#pragma unroll
    for (unsigned down = threadIdx.x / 16; down < wideSide; down += wideThreads / 16) {
        const float4 v = *reinterpret_cast<const float4*>(tile + wideAt(down, across));
        float* to = out + std::size_t{firstX + down} * m.height + firstY + across;
        if (whole) {
            __stcs(reinterpret_cast<float4*>(to), v);
        } else {
            const float parts[4] = {v.x, v.y, v.z, v.w};
            for (unsigned i = 0; i < 4; ++i)
                if (firstX + down < m.width && firstY + across + i < m.height) to[i] = parts[i];
        }
    }
}

/// Which tiles blocks take that follow each other: of a row of what is read, or of what is written.
enum class Order { Read, Written };

template <Order order> __global__ void __launch_bounds__(wideThreads) wide(const float* in, float* out, Matrix m)
{
    __shared__ __align__(16) float tile[wideSide * wideSide];
    const unsigned x = (order == Order::Read ? blockIdx.x : blockIdx.y) * wideSide;
    const unsigned y = (order == Order::Read ? blockIdx.y : blockIdx.x) * wideSide;
    if (x + wideSide <= m.width && y + wideSide <= m.height && m.width % 4 == 0 && m.height % 4 == 0)
        transposeWide<true>(in, out, m, x, y, tile);
    else
        transposeWide<false>(in, out, m, x, y, tile);
}

using Kernel = void (*)(const float*, float*, Matrix);

template <Kernel kernel, unsigned tileSide, Order order = Order::Read>
PreparedVariant prepare(const Gpu&, const Size& size)
{
    const Matrix m{static_cast<unsigned>(size.dimensions[0]), static_cast<unsigned>(size.dimensions[1])};
    const std::size_t count = size.dimensions[0] * size.dimensions[1];
    const auto in = shared(harness::randomFloats(count, 1));
    const unsigned across = divideUp(m.width, tileSide);
    const unsigned down = divideUp(m.height, tileSide);
    const dim3 grid = order == Order::Read ? dim3(across, down) : dim3(down, across);
    const dim3 block = tileSide == side ? dim3(side, rows) : dim3(wideThreads);
    return prepareMapping<float>(
        {.out_count = count,
         .launch = [=](float* out, cudaStream_t stream) { kernel<<<grid, block, 0, stream>>>(in->data(), out, m); },
         .reference = [=]() -> Reference {
             return [host = in->toHost(), m](std::size_t i) {
                 return Expected{host[i % m.height * m.width + i / m.height], 0}; // nothing is computed
             };
         }});
}

Size square(const char* name, std::size_t n)
{
    return {name, {n, n}, std::to_string(n) + " x " + std::to_string(n)};
}

const harness::LibraryRegistration registration({{
    .name = "transpose",
    .title = "Transpose",
    .formula = "y[j][i] = x[i][j]; 0 FLOP, 8 bytes an element (float)",
    .file = "transpose.cu",
    .sizes = {square("small", 1024),
              square("medium", 4096),
              square("large", 16384),
              {"awkward", {4099, 3001}, "4099 x 3001 (primes)"}},
    .work =
        [](const Size& size) {
            const double bytes = 4.0 * static_cast<double>(size.dimensions[0] * size.dimensions[1]);
            return std::vector{harness::algorithmic(core::ResourceKind::DramRead, bytes),
                               harness::algorithmic(core::ResourceKind::DramWrite, bytes)};
        },
    .same_result = true,
    .variants = {{"naive", "Reads along rows and writes down columns: a sector for each float that is written.",
                  prepare<naive, side>},
                 {"shared",
                  "Turns tiles of 32 x 32 in shared memory: whole lines on both sides, 32-way bank conflicts.",
                  prepare<tiled<Plain>, side>},
                 {"padded", "A row of the tile has 33 floats: its columns are in different banks.",
                  prepare<tiled<Padded>, side>},
                 {"swizzled", "The column is XORed with the row: no conflicts, and no padding either.",
                  prepare<tiled<Swizzled>, side>},
                 {"vectorised", "Tiles of 64 x 64, 16 bytes a load and a store, evict-first.",
                  prepare<wide<Order::Read>, wideSide>},
                 {"write_order", "Blocks that follow each other write along a row; to read along one matters less.",
                  prepare<wide<Order::Written>, wideSide, Order::Written>}},
}});

} // namespace
