// SPDX-License-Identifier: Apache-2.0
// The kernel library: families of kernels, each a ladder of variants that compute the same and are checked, counted and
// timed. A .cu file in kernels/library registers its own.
#pragma once

#include "core/kernel_measurement.h"
#include "kernels/harness/benchmark.h"
#include "kernels/harness/fingerprint.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace harness {

/// A problem to solve.
struct Size {
    std::string name;                    ///< "small", "medium", "large", "awkward": nothing divides evenly
    std::vector<std::size_t> dimensions; ///< as the family counts them
    std::string text;                    ///< "4096 x 4096"
};

/// A variant with its buffers filled; they live as long as the functions that hold them.
struct PreparedVariant {
    std::function<void(cudaStream_t)> run; ///< all its launches, on this stream alone; waits for nothing
    std::function<void()> reset;           ///< poisons the outputs and puts back what a run changes
    std::function<void()> verify;          ///< after reset and one run. Throws Error with the worst element
    /// The same launches in a form that can be captured; none: `run` can be. A stream that is captured takes no graph.
    std::function<void(cudaStream_t)> launches = {};
    /// Of the outputs, by which a variant that leaves what another did is verified at once; none: always by verify.
    std::function<Fingerprint()> fingerprint = {};
};

struct Variant {
    std::string name; ///< unique within its family
    std::string step; ///< what it changes over the one before, in a sentence
    std::function<PreparedVariant(const Gpu&, const Size&)> prepare; ///< throws CudaError where memory is short
    core::ComputeCapability from = {7, 5};
    core::ComputeCapability to = {99, 9};
    bool is_reference = false;                                     ///< a library's kernel beside the ladder
    std::function<std::vector<core::Work>(const Size&)> work = {}; ///< where it isn't the family's: on another pipe
    std::vector<std::string> too_slow_for = {};                    ///< sizes on which a launch takes seconds

    [[nodiscard]] bool isFor(const core::ComputeCapability& here) const { return here >= from && here <= to; }
};

struct KernelFamily {
    std::string name; ///< unique: "transpose"
    std::string title;
    std::string formula; ///< with its work: "y[i] = a*x[i] + y[i]; 2 FLOP, 12 bytes an element (float)"
    std::string file;    ///< in kernels/library: "transpose.cu"
    std::vector<std::string> more_files = {}; ///< beside it, of a family that one doesn't hold
    std::vector<Size> sizes;
    std::function<std::vector<core::Work>(const Size&)> work; ///< algorithmic: inputs read once, outputs written once
    /// Whether all variants must leave the same, so that one that leaves the bits of another that was right is right.
    bool same_result = false;
    std::vector<Variant> variants; ///< the ladder, in order
};

/// All that are linked in, by name.
std::vector<KernelFamily> kernelLibrary();

/// A global of this type in a .cu file adds its families.
class LibraryRegistration {
public:
    explicit LibraryRegistration(std::vector<KernelFamily> families);
};

/// An amount that the mathematics needs.
core::Work algorithmic(core::ResourceKind resource, double amount);

/// The text of a file in kernels/library; empty for one that isn't there.
std::string librarySource(const std::string& file);
/// The texts of all files that hold a family's kernels.
std::string librarySource(const KernelFamily& family);

} // namespace harness
