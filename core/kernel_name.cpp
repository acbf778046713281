// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_name.h"

namespace core {
std::string shortName(const KernelMeasurement& kernel, std::string_view)
{
    return kernel.function;
}
std::vector<std::string> shortNames(const Session& session)
{
    std::vector<std::string> names;
    for (const auto& kernel : session.kernels) names.push_back(shortName(kernel));
    return names;
}
} // namespace core
