// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/amounts.h"

#include <QRegularExpression>

#include <cmath>

namespace app {
namespace {

QString unitOf(const core::Resource& resource)
{
    if (core::isFloatingPoint(resource)) return QStringLiteral("FLOP");
    return resource.kind == core::ResourceKind::Issue ? QStringLiteral("inst") : QStringLiteral("OP");
}

/// "G" and "Gi" before a unit; 1 without one.
std::optional<double> prefixFactor(QChar letter, bool isBinary)
{
    if (letter.isNull()) return 1;
    const auto power = QStringLiteral("kMGTP").indexOf(letter == u'K' ? QChar(u'k') : letter);
    if (power < 0) return std::nullopt;
    return std::pow(isBinary ? 1024.0 : 1000.0, static_cast<double>(power + 1));
}

} // namespace

std::optional<double> parseAmount(const QString& text)
{
    static const QRegularExpression form(QStringLiteral(
        R"(^\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*(?:([kKMGTP])(i?))?\s*(?:B|bytes?|FLOPs?|flops?|OPs?)?\s*$)"));
    const auto match = form.match(QString(text).remove(narrowSpace));
    if (!match.hasMatch()) return std::nullopt;
    bool isNumber = false;
    const double number = match.captured(1).toDouble(&isNumber);
    const auto prefix = match.captured(2);
    const auto factor = prefixFactor(prefix.isEmpty() ? QChar() : prefix[0], !match.captured(3).isEmpty());
    if (!isNumber || !factor || !std::isfinite(number * *factor)) return std::nullopt;
    return number * *factor;
}

QString amountText(const core::Resource& resource, std::optional<double> amount, Precision precision)
{
    return core::isMemory(resource) ? bytes(amount, precision) : si(amount, unitOf(resource), precision);
}

QString rateText(const core::Resource& resource, std::optional<double> perSecond, Precision precision)
{
    if (core::isMemory(resource)) return bandwidth(perSecond, precision);
    return si(perSecond, unitOf(resource) + QStringLiteral("/s"), precision);
}

QString intensityText(const core::Resource& pipe, double perByte)
{
    return plain(perByte) + narrowSpace + unitOf(pipe) + QStringLiteral("/byte");
}

} // namespace app
