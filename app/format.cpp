// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/format.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace app {
namespace {

struct Prefix {
    double factor;
    QChar symbol; ///< null for none
};

constexpr Prefix prefixes[] = {
    {1e-12, u'p'}, {1e-9, u'n'}, {1e-6, QChar(0x00B5)}, {1e-3, u'm'}, {1e0, QChar()}, {1e3, u'k'},
    {1e6, u'M'},   {1e9, u'G'},  {1e12, u'T'},          {1e15, u'P'}, {1e18, u'E'},
};

/// Groups of three in the whole part: "12345.6" becomes "12 345.6".
QString grouped(QString digits)
{
    const qsizetype point = digits.indexOf(u'.');
    const qsizetype first = digits.startsWith(u'-') ? 1 : 0;
    for (qsizetype at = (point < 0 ? digits.size() : point) - 3; at > first; at -= 3) digits.insert(at, narrowSpace);
    return digits;
}

/// `digits` significant digits without an exponent: 4.594 -> "4.59", 167.4 -> "167".
QString significant(double value, int digits)
{
    const int before = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    QString text = QString::number(value, 'f', std::max(0, digits - before));
    // 9.996 rounds to "10.00": one digit too many.
    const double rounded = text.toDouble();
    if (rounded != 0 && static_cast<int>(std::floor(std::log10(std::abs(rounded)))) + 1 > before)
        text = QString::number(rounded, 'f', std::max(0, digits - before - 1));
    return grouped(text);
}

/// The prefix that leaves one to three digits before the point.
const Prefix& prefixOf(double value, Precision precision)
{
    const double magnitude = std::abs(value);
    std::size_t at = 0;
    while (at + 1 < std::size(prefixes) && magnitude >= prefixes[at + 1].factor) ++at;
    // 999.6 k is written 1.00 M.
    const double steps = std::pow(10, 3 - static_cast<int>(precision));
    if (at + 1 < std::size(prefixes) && std::round(magnitude / prefixes[at].factor / steps) * steps >= 1000) ++at;
    return prefixes[at];
}

QString prefixed(const Prefix& prefix, const QString& unit)
{
    return prefix.symbol.isNull() ? unit : prefix.symbol + unit;
}

QString joined(const ValueAndUnit& parts)
{
    return parts.unit.isEmpty() ? parts.value : parts.value + narrowSpace + parts.unit;
}

/// Both in the unit of the higher one: "0.975–1.98 GHz".
QString range(double lowest, double highest, const QString& unit)
{
    const Prefix& prefix = prefixOf(highest, Precision::Short);
    const int digits = static_cast<int>(Precision::Short);
    const ValueAndUnit high = siParts(highest, unit);
    const QString low = significant(lowest / prefix.factor, digits);
    return low == high.value ? joined(high) : low + enDash + joined(high);
}

} // namespace

ValueAndUnit siParts(double value, const QString& unit, Precision precision)
{
    if (value == 0) return {QStringLiteral("0"), unit};
    const Prefix& prefix = prefixOf(value, precision);
    return {significant(value / prefix.factor, static_cast<int>(precision)), prefixed(prefix, unit)};
}

QString si(std::optional<double> value, const QString& unit, Precision precision)
{
    return value ? joined(siParts(*value, unit, precision)) : QString(enDash);
}

QString duration(std::optional<double> seconds, Precision precision)
{
    return si(seconds, QStringLiteral("s"), precision);
}

QString bytes(std::optional<double> amount, Precision precision)
{
    if (amount && std::abs(*amount) < 1000) return grouped(QString::number(*amount, 'f', 0)) + narrowSpace + u'B';
    return si(amount, QStringLiteral("B"), precision);
}

QString capacity(std::optional<double> amount)
{
    static const QStringList units = {QStringLiteral("B"), QStringLiteral("KiB"), QStringLiteral("MiB"),
                                      QStringLiteral("GiB"), QStringLiteral("TiB")};
    if (!amount) return enDash;
    double value = *amount;
    qsizetype at = 0;
    for (; std::abs(value) >= 1024 && at + 1 < units.size(); ++at) value /= 1024;
    const bool whole = value == std::floor(value);
    return (whole ? grouped(QString::number(value, 'f', 0)) : significant(value, 3)) + narrowSpace + units[at];
}

QString bandwidth(std::optional<double> bytesPerS, Precision precision)
{
    return si(bytesPerS, QStringLiteral("B/s"), precision);
}

QString flopRate(std::optional<double> flopPerS, Precision precision)
{
    return si(flopPerS, QStringLiteral("FLOP/s"), precision);
}

QString frequency(std::optional<double> hertz, Precision precision)
{
    return si(hertz, QStringLiteral("Hz"), precision);
}

QString intensity(std::optional<double> flopPerByte, Precision precision)
{
    if (!flopPerByte) return enDash;
    return significant(*flopPerByte, static_cast<int>(precision)) + narrowSpace + QStringLiteral("FLOP/byte");
}

QString bandwidthRange(double lowestPerS, double highestPerS)
{
    return range(lowestPerS, highestPerS, QStringLiteral("B/s"));
}

QString frequencyRange(double lowest_hz, double highest_hz)
{
    return range(lowest_hz, highest_hz, QStringLiteral("Hz"));
}

QString shortRate(double perSecond)
{
    return joined(siParts(perSecond, QString()));
}

QString decade(double value)
{
    if (value < 1) return QString::number(value, 'g', 3);
    if (value < 1e5) return grouped(QString::number(value, 'f', 0));
    const ValueAndUnit parts = siParts(value, QString());
    return QString::number(parts.value.toDouble(), 'g', 3) + narrowSpace + parts.unit;
}

QString percent(std::optional<double> ratio)
{
    if (!ratio) return enDash;
    if (*ratio > 0 && *ratio < 0.01) return QStringLiteral("<1") + narrowSpace + u'%';
    return grouped(QString::number(*ratio * 100, 'f', 0)) + narrowSpace + u'%';
}

QString percentRange(double lowest_ratio, double highest_ratio)
{
    const auto low = percent(lowest_ratio);
    const auto high = percent(highest_ratio);
    return low == high ? low : low.section(narrowSpace, 0, 0) + enDash + high;
}

QString finePercent(std::optional<double> ratio)
{
    if (!ratio || *ratio >= 0.0995 || *ratio == 0) return percent(ratio);
    if (*ratio > 0 && *ratio < 0.0005) return QStringLiteral("<0.1") + narrowSpace + u'%';
    return QString::number(*ratio * 100, 'f', 1) + narrowSpace + u'%';
}

QString gain(std::optional<double> factor)
{
    if (!factor) return enDash;
    // The epsilon keeps 1.41, stored as 1.4099999, from becoming 1.40.
    return QString::number(std::floor(*factor * 100 + 1e-9) / 100, 'f', 2) + QChar(0x00D7);
}

QString headroom(double factor)
{
    return QChar(0x00D7) + significant(factor, factor < 10 ? 2 : (factor < 100 ? 2 : 3));
}

QString plain(std::optional<double> number, Precision precision)
{
    constexpr double least = 0.001;
    if (!number) return enDash;
    if (*number == 0) return QStringLiteral("0");
    if (std::abs(*number) < least) return *number > 0 ? QStringLiteral("<0.001") : QStringLiteral(">-0.001");
    return significant(*number, static_cast<int>(precision));
}

QString count(std::optional<double> amount)
{
    return amount ? grouped(QString::number(*amount, 'f', 0)) : QString(enDash);
}

QString counted(double number, const QString& one, const QString& many)
{
    return number == 1 ? one : many.arg(count(number));
}

} // namespace app
