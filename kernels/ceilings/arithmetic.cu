// SPDX-License-Identifier: Apache-2.0
// Vector pipes from registers: FP64, FP32, FP16x2, BF16x2 and INT32 multiply-add, logic, special function; and with
// FP32 the issue slots, since one FFMA fills one.
//
// Each chain is x = a*x + b with a just under -1 in size: it swings around b/2, settles so slowly that operands change
// in nearly every bit as real data do, and its end can be computed on the host, to the last bit. Two operands that stay
// are all that the register banks bear: with four, FP32 falls from 98 to 88 % of theory (measured on an H200).
#include "kernels/harness/benchmark.h"
#include "kernels/harness/clocks.cuh"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/random_data.h"
#include "kernels/harness/verified.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>
#include <memory>

namespace {

using namespace harness;

constexpr unsigned threads = 1024; ///< one block an SM: all of it begins and ends with the clock that is read
constexpr unsigned chains = 8;     ///< of one thread; with 8 warps a scheduler more than enough to hide the latency
constexpr unsigned unroll = 16;    ///< steps of each chain in an iteration: 256 instructions against 3 of the loop

/// Constants of a step, the same for all chains.
template <typename Number> struct Constants {
    Number a;
    Number b;
};

// A step is two instructions of the pipe. On the device as written here, on the host to the same bit.

// a*x + b, rounded once; the host's halves are exact in double before they are rounded.
template <typename Float> __host__ __device__ Float multiplyAdd(Float a, Float x, Float b)
{
    return fma(a, x, b);
}
template <typename Pair, typename Round>
__host__ __device__ Pair multiplyAddPair(Pair a, Pair x, Pair b, [[maybe_unused]] Round round)
{
#ifdef __CUDA_ARCH__
    if constexpr (__CUDA_ARCH__ >= 800 || std::is_same_v<Pair, __half2>) return __hfma2(a, x, b);
    return x; // BF16 begins with CC 8.0; the benchmark is skipped before it
#else
    const auto one = [&](auto p, auto q, auto r) {
        return round(double{static_cast<float>(p)} * double{static_cast<float>(q)} + double{static_cast<float>(r)});
    };
    return {one(a.x, x.x, b.x), one(a.y, x.y, b.y)};
#endif
}
__host__ __device__ inline __half2 multiplyAdd(__half2 a, __half2 x, __half2 b)
{
    return multiplyAddPair(a, x, b, [](double exact) { return __double2half(exact); });
}
__host__ __device__ inline __nv_bfloat162 multiplyAdd(__nv_bfloat162 a, __nv_bfloat162 x, __nv_bfloat162 b)
{
    return multiplyAddPair(a, x, b, [](double exact) { return __double2bfloat16(exact); });
}

/// lanes: numbers in one register.
template <typename Float, unsigned lanes> struct FusedMultiplyAdd {
    using Number = Float;
    static constexpr double operations = 2 * lanes; ///< of one instruction and thread
    static __host__ __device__ void step(Number& x, const Constants<Number>& k)
    {
        x = multiplyAdd(k.a, x, k.b);
        x = multiplyAdd(k.a, x, k.b);
    }
};
template <typename Float> struct Scalar : FusedMultiplyAdd<Float, 1> {
    static Float number(double value) { return static_cast<Float>(value); }
    static Constants<Float> constants() { return {std::nextafter(number(-1), number(0)), number(0.4)}; }
};
struct Fp64 : Scalar<double> {
    static constexpr const char* instruction = "DFMA";
};
struct Fp32 : Scalar<float> {
    static constexpr const char* instruction = "FFMA";
};
/// Issue slots: counts warp instructions.
struct Issue : Fp32 {
    static constexpr double operations = 1.0 / 32;
};
// Half of the instructions on pairs go to the FMA pipe, half to the tensor pipe (HFMA2.MMA): only both together reach
// 512 FLOP a clock and SM. The compiler alternates them by itself.
struct Fp16 : FusedMultiplyAdd<__half2, 2> {
    static constexpr const char* instruction = "HFMA2 and HFMA2.MMA";
    static Number number(double value) { return {__double2half(value), __double2half(value)}; }
    static Constants<Number> constants() { return {number(-1 + 0x1p-11), number(0.4)}; }
};
struct Bf16 : FusedMultiplyAdd<__nv_bfloat162, 2> {
    static constexpr const char* instruction = "HFMA2.BF16 and HFMA2.MMA.BF16";
    static Number number(double value) { return {__double2bfloat16(value), __double2bfloat16(value)}; }
    static Constants<Number> constants() { return {number(-1 + 0x1p-8), number(0.4)}; }
};

struct Whole {
    using Number = std::uint32_t;
    static Number number(double value) { return static_cast<std::uint32_t>((value + 1) * 2e9); }
    /// An odd factor: no bit is lost.
    static Constants<Number> constants() { return {0x9E3779B1u, 0x85EBCA6Bu}; }
};

/// Two operations, as a fused multiply-add counts.
struct MultiplyAdd : Whole {
    static constexpr double operations = 2;
    static constexpr const char* instruction = "IMAD";
    static __host__ __device__ void step(Number& x, const Constants<Number>& k)
    {
        x = k.a * x + k.b;
        x = k.a * x + k.b;
    }
};

struct Logic : Whole {
    static constexpr double operations = 1;
    static constexpr const char* instruction = "LOP3";
    static __host__ __device__ void step(Number& x, const Constants<Number>& k)
    {
#ifdef __CUDA_ARCH__ // one LOP3 each: any function of three words; the compiler would regroup the expressions
        asm volatile("lop3.b32 %0, %0, %1, %2, 0x78;" : "+r"(x) : "r"(k.a), "r"(k.b));
        asm volatile("lop3.b32 %0, %0, %1, %2, 0x1E;" : "+r"(x) : "r"(k.a), "r"(k.b));
#else
        x = x ^ (k.a & k.b);
        x = x ^ (k.a | k.b);
#endif
    }
};

struct SpecialFunction {
    using Number = float;
    static constexpr double operations = 1;
    static constexpr const char* instruction = "MUFU.EX2";
    static Number number(double value) { return static_cast<float>(value); }
    static Constants<Number> constants() { return {}; }
    static __host__ __device__ void step(Number& x, const Constants<Number>&) { x = exp2OfMinus(exp2OfMinus(x)); }
    static __host__ __device__ float exp2OfMinus(float x)
    {
#ifdef __CUDA_ARCH__
        float result;
        asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(-x));
        return result;
#else
        return std::exp2(-x);
#endif
    }
};

template <typename Pipe>
__global__ void __launch_bounds__(threads, 1)
    run(const typename Pipe::Number* seeds, Constants<typename Pipe::Number> constants, std::uint32_t iterations,
        typename Pipe::Number* results, ClockReading* clocks)
{
    typename Pipe::Number x[chains];
    for (unsigned c = 0; c < chains; ++c) x[c] = seeds[threadIdx.x + c];
    {
        const ClockScope scope(clocks);
        for (std::uint32_t i = 0; i < iterations; ++i) {
#pragma unroll
            for (unsigned u = 0; u < unroll; ++u) {
#pragma unroll
                for (unsigned c = 0; c < chains; ++c) Pipe::step(x[c], constants);
            }
        }
    }
    auto* mine = results + (std::size_t{blockIdx.x} * threads + threadIdx.x) * chains;
    for (unsigned c = 0; c < chains; ++c) mine[c] = x[c]; // consumes every chain
}

/// The special function unit is good to 2 ulp (CUDA C++ Programming Guide, intrinsics), and the iteration damps errors.
template <typename Pipe> bool isRight(const typename Pipe::Number& got, const typename Pipe::Number& expected)
{
    if constexpr (std::is_same_v<Pipe, SpecialFunction>) return std::abs(got - expected) < 1e-5f;
    return std::memcmp(&got, &expected, sizeof(got)) == 0;
}

template <typename Pipe>
void requireRight(const std::vector<typename Pipe::Number>& seeds, const std::vector<typename Pipe::Number>& results,
                  std::uint32_t iterations)
{
    const auto constants = Pipe::constants();
    std::vector<typename Pipe::Number> ends;
    for (auto x : seeds) {
        for (unsigned step = 0; step < iterations * unroll; ++step) Pipe::step(x, constants);
        ends.push_back(x);
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto thread = i / chains % threads;
        if (!isRight<Pipe>(results[i], ends[thread + i % chains]))
            throw core::Error(std::string(Pipe::instruction) + ": chain " + std::to_string(i % chains) + " of thread " +
                              std::to_string(thread) + " is not where the arithmetic leads");
    }
}

template <typename Pipe> Prepared prepare(const Gpu& gpu)
{
    using Number = typename Pipe::Number;
    const unsigned blocks = gpu.smCount();
    const auto host = std::make_shared<std::vector<Number>>();
    for (const auto value : randomNumbers(threads + chains - 1, 7)) host->push_back(Pipe::number(value));
    const auto seeds = std::make_shared<DeviceBuffer<Number>>(host->size());
    seeds->fromHost(*host);
    const auto launch = [=](const Launch& l, Number* results) {
        run<Pipe><<<blocks, threads, 0, l.stream>>>(seeds->data(), Pipe::constants(), l.iterations, results, l.clocks);
    };
    constexpr std::uint32_t verified = 2;
    const double instructions = 2.0 * chains * unroll * blocks * threads;
    return prepareVerified<Number>(
        Pipe::operations * instructions,
        std::string(Pipe::instruction) + " from registers, " + std::to_string(chains) +
            " chains a thread, 1024 threads an SM",
        {.result_count = std::size_t{blocks} * threads * chains,
         .launch = launch,
         .require = [host](const auto& results) { requireRight<Pipe>(*host, results, verified); },
         .verified_iterations = verified});
}

core::Resource resource(core::ResourceKind kind)
{
    return {.kind = kind};
}

using core::ResourceKind;
const Registration registration({
    {.name = "fp64", .resource = resource(ResourceKind::Fp64), .prepare = prepare<Fp64>},
    {.name = "fp32", .resource = resource(ResourceKind::Fp32), .prepare = prepare<Fp32>},
    {.name = "fp16", .resource = resource(ResourceKind::Fp16), .prepare = prepare<Fp16>},
    {.name = "bf16x2", .unit = "FLOP/s", .from = {8, 0}, .prepare = prepare<Bf16>},
    {.name = "int_mad", .resource = resource(ResourceKind::IntMad), .prepare = prepare<MultiplyAdd>},
    {.name = "alu", .resource = resource(ResourceKind::Alu), .prepare = prepare<Logic>},
    {.name = "xu", .resource = resource(ResourceKind::Xu), .prepare = prepare<SpecialFunction>},
    {.name = "issue", .resource = resource(ResourceKind::Issue), .prepare = prepare<Issue>},
});

} // namespace
