// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/library_kernel.h"

#include <algorithm>
#include <iterator>

namespace harness {
namespace {

/// Lives inside a function: other files' globals register before this file's would be built.
std::vector<KernelFamily>& registered()
{
    static std::vector<KernelFamily> families;
    return families;
}

} // namespace

LibraryRegistration::LibraryRegistration(std::vector<KernelFamily> families)
{
    std::ranges::move(families, std::back_inserter(registered()));
}

std::vector<KernelFamily> kernelLibrary()
{
    auto families = registered();
    std::ranges::sort(families, {}, &KernelFamily::name);
    return families;
}

core::Work algorithmic(core::ResourceKind resource, double amount)
{
    return {.resource = {.kind = resource}, .amount = amount, .basis = core::Basis::Algorithmic, .from = "algorithm"};
}

std::string librarySource(const KernelFamily& family)
{
    auto text = librarySource(family.file);
    for (const auto& file : family.more_files) text += "\n// --- " + file + "\n" + librarySource(file);
    return text;
}

} // namespace harness
