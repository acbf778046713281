// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/amounts.h"

namespace app {
namespace {

QString unitOf(const core::Resource& resource)
{
    if (core::isFloatingPoint(resource)) return QStringLiteral("FLOP");
    return resource.kind == core::ResourceKind::Issue ? QStringLiteral("inst") : QStringLiteral("OP");
}

} // namespace

QString amountText(const core::Resource& resource, std::optional<double> amount, Precision precision)
{
    return core::isMemory(resource) ? bytes(amount, precision) : si(amount, unitOf(resource), precision);
}

QString rateText(const core::Resource& resource, std::optional<double> perSecond, Precision precision)
{
    if (core::isMemory(resource)) return bandwidth(perSecond, precision);
    return si(perSecond, unitOf(resource) + QStringLiteral("/s"), precision);
}

} // namespace app
