// SPDX-License-Identifier: GPL-3.0-or-later
// What to run of the kernel library: which variants, at which size, and which counters are read.
#pragma once

#include "core/family.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>

namespace app {

struct KernelChoice {
    std::optional<QStringList> variants = {};  ///< "transpose.padded"; none: all of them
    QString size = QStringLiteral("large");    ///< or "all"
    QString counters = QStringLiteral("base"); ///< "none", "base", "full"

    friend bool operator==(const KernelChoice&, const KernelChoice&) = default;
};

/// Of `ridgepoint-capture kernels`.
QStringList argumentsOf(const KernelChoice& choice);

/// "transpose.padded".
QString variantId(const core::Family& family, const core::FamilyStep& step);

/// Whether a GPU runs it; device: none is known to be too old.
bool isFor(const core::FamilyStep& step, const core::Device* device);

/// What a choice comes to.
struct KernelCount {
    int kernels = 0; ///< a variant at a size each
    int families = 0;
};
KernelCount countOf(const KernelChoice& choice, std::span<const core::Family> families, const core::Device* device);

} // namespace app
