// SPDX-License-Identifier: Apache-2.0
// The GPU that tests run on.
#pragma once

#include "core/error.h"
#include "kernels/capture/device_query.h"

#include <memory>
#include <string>

/// The first GPU, asked once; nullptr, with the reason, where there is none.
inline const capture::QueriedGpu* firstGpu(std::string& reason)
{
    static std::string whyNot;
    static const auto gpu = []() -> std::unique_ptr<capture::QueriedGpu> {
        try {
            return std::make_unique<capture::QueriedGpu>(capture::queryDevice(""));
        } catch (const core::Error& error) {
            whyNot = error.what();
            return nullptr;
        }
    }();
    reason = whyNot;
    return gpu.get();
}
