// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them: the only place with SI prefixes, per cent and units.
#pragma once

#include "core/resource.h"

#include <QString>

#include <optional>

namespace app {

/// U+202F: between a number and its unit, and between groups of three digits.
inline constexpr QChar narrowSpace{0x202F};
/// U+2013, in place of every absent value.
inline constexpr QChar enDash{0x2013};

/// Digits that carry meaning: three in table, chart and cards, four in the inspector.
enum class Precision { Short = 3, Full = 4 };

/// A number and its unit apart: columns align the unit on its own.
struct ValueAndUnit {
    QString value;
    QString unit;
};

/// SI prefix and significant digits: 4.59e12, "B/s" gives {"4.59", "TB/s"}. The decimal mark is "." in every locale.
ValueAndUnit siParts(double value, const QString& unit, Precision precision = Precision::Short);
/// "4.59 TB/s"; an en dash for an absent value.
QString si(std::optional<double> value, const QString& unit, Precision precision = Precision::Short);

QString duration(std::optional<double> seconds, Precision precision = Precision::Short);      ///< "167 µs"
QString bytes(std::optional<double> amount, Precision precision = Precision::Short);          ///< "268 MB", decimal
QString capacity(std::optional<double> amount);                                               ///< "64 KiB", binary
QString bandwidth(std::optional<double> bytesPerS, Precision precision = Precision::Short);   ///< "4.59 TB/s"
QString flopRate(std::optional<double> flopPerS, Precision precision = Precision::Short);     ///< "963 TFLOP/s"
QString frequency(std::optional<double> hertz, Precision precision = Precision::Short);       ///< "1.70 GHz"
QString intensity(std::optional<double> flopPerByte, Precision precision = Precision::Short); ///< "24.9 FLOP/byte"
/// "3.98–4.59 TB/s": two rates with one unit; one rate when both are equal.
QString bandwidthRange(double lowestPerS, double highestPerS);
/// "0.975–1.98 GHz": likewise, of clocks.
QString frequencyRange(double lowest_hz, double highest_hz);
/// "963 T": a rate whose unit the axis or context names.
QString shortRate(double perSecond);
/// A whole decade of an axis: "0.01", "1 000", "100 G".
QString decade(double value);

/// Whole per cent of a ratio: "36 %", "<1 %", "0 %" only for an exact zero, "106 %" never clipped.
QString percent(std::optional<double> ratio);
/// "31–44 %"; one value where both round to the same.
QString percentRange(double lowest_ratio, double highest_ratio);
/// As percent, with one decimal under 10 %, for the inspector.
QString finePercent(std::optional<double> ratio);
/// "1.41×", rounded down: a gain is never promised too high.
QString gain(std::optional<double> factor);
/// "×4.4": room up to a roof, two significant digits.
QString headroom(double factor);
/// "62.1", "0.970", "<0.001": a number without a unit, for which an SI prefix would be read as one.
QString plain(std::optional<double> number, Precision precision = Precision::Short);
/// "12 345": a count with grouped digits.
QString count(std::optional<double> amount);
/// "1 roof", "39 roofs": `one` for one thing, else `many` with the number for its %1.
QString counted(double number, const QString& one, const QString& many);

} // namespace app
