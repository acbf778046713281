// SPDX-License-Identifier: GPL-3.0-or-later
// The chart's text roles, from the system's font in the window and from a bundled one in pictures.
#pragma once

#include <QFont>

namespace app {

enum class FontRole { Base, Strong, Small, SmallStrong, Title };

/// Four sizes and two weights, relative to one base font; sizes in whole pixels, so that every device agrees.
class ChartFonts {
public:
    ChartFonts() = default;
    explicit ChartFonts(const QFont& base);
    /// Of the bundled font: pictures of two machines are identical. Needs a QGuiApplication.
    static ChartFonts bundled(int basePixels = 13);

    [[nodiscard]] const QFont& font(FontRole role) const { return m_fonts[static_cast<int>(role)]; }
    [[nodiscard]] double width(FontRole role, const QString& text) const; ///< pixels
    [[nodiscard]] double height(FontRole role) const;                     ///< pixels, of a line

private:
    QFont m_fonts[5];
};

} // namespace app
