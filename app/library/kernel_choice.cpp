// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/library/kernel_choice.h"

#include <algorithm>

namespace app {

QStringList argumentsOf(const KernelChoice& choice)
{
    QStringList arguments{QStringLiteral("--size"), choice.size};
    if (choice.counters == QStringLiteral("none"))
        arguments << QStringLiteral("--no-counters");
    else
        arguments << QStringLiteral("--counters") << choice.counters;
    if (choice.variants) arguments << QStringLiteral("--variant") << *choice.variants;
    return arguments;
}

QString variantId(const core::Family& family, const core::FamilyStep& step)
{
    return QString::fromStdString(family.name + '.' + step.variant);
}

bool isFor(const core::FamilyStep& step, const core::Device* device)
{
    if (!device || !device->compute_capability) return true;
    const auto& here = *device->compute_capability;
    return (!step.needs || here >= *step.needs) && (!step.until || here <= *step.until);
}

KernelCount countOf(const KernelChoice& choice, std::span<const core::Family> families, const core::Device* device)
{
    KernelCount count;
    for (const auto& family : families) {
        const auto sizes = std::ranges::count_if(family.sizes, [&](const core::FamilySize& size) {
            return choice.size == QStringLiteral("all") || choice.size == QString::fromStdString(size.name);
        });
        const auto variants = std::ranges::count_if(family.steps, [&](const core::FamilyStep& step) {
            return isFor(step, device) && (!choice.variants || choice.variants->contains(variantId(family, step)));
        });
        count.kernels += static_cast<int>(sizes * variants);
        if (sizes * variants > 0) ++count.families;
    }
    return count;
}

} // namespace app
