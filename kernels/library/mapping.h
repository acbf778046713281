// SPDX-License-Identifier: Apache-2.0
// The usual shape of a variant: arrays in, one array out, each element of it checked.
#pragma once

#include "kernels/harness/close.h"
#include "kernels/harness/device_buffer.h"
#include "kernels/harness/library_kernel.h"

#include <functional>
#include <memory>
#include <vector>

namespace library {

using harness::check;
using harness::checkLaunch;
using harness::DeviceBuffer;
using harness::Expected;
using harness::Gpu;
using harness::PreparedVariant;
using harness::Size;
using harness::Variant;

/// What each element of the output must be, computed from the inputs on the host.
using Reference = std::function<Expected(std::size_t)>;

template <typename Out> struct Mapping {
    std::size_t out_count = 0;
    std::function<void(Out* out, cudaStream_t)> launch;         ///< holds its inputs
    std::function<Reference()> reference;                       ///< reads the inputs back once
    std::function<void(Out* out)> prepare = {};                 ///< once, before the first launch
    std::function<void(Out* out, cudaStream_t)> ungraphed = {}; ///< where `launch` launches a graph: its kernels
};

template <typename Out> PreparedVariant prepareMapping(Mapping<Out> mapping)
{
    const auto out = std::make_shared<DeviceBuffer<Out>>(mapping.out_count);
    if (mapping.prepare) mapping.prepare(out->data());
    std::function<void(cudaStream_t)> launches;
    if (mapping.ungraphed)
        launches = [out, ungraphed = mapping.ungraphed](cudaStream_t stream) { ungraphed(out->data(), stream); };
    return {.run =
                [out, launch = std::move(mapping.launch)](cudaStream_t stream) {
                    launch(out->data(), stream);
                    checkLaunch();
                },
            .reset = [out] { out->poison(); },
            .verify = [out, reference = std::move(
                                mapping.reference)] { harness::requireClose("result", out->toHost(), reference()); },
            .launches = std::move(launches),
            .fingerprint = [out] { return harness::fingerprintOf(*out); }};
}

/// A buffer that closures share.
template <typename T> std::shared_ptr<DeviceBuffer<T>> shared(DeviceBuffer<T> buffer)
{
    return std::make_shared<DeviceBuffer<T>>(std::move(buffer));
}

constexpr unsigned divideUp(std::size_t count, std::size_t by)
{
    return static_cast<unsigned>((count + by - 1) / by);
}

} // namespace library
