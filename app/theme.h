// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of our own drawing, light and dark, as one table. Hue is used for memory levels only.
#pragma once

#include "core/resource.h"

#include <QColor>

class QPalette;

namespace app {

enum class ThemeKind { Light, Dark };

/// What a colour is used for; each has one value in each theme.
enum class Token {
    Window, ///< behind panels
    Panel,  ///< plot and tables
    SelectedRow,
    Ink,      ///< text, roofs of pipes, selection, arrows
    Text2,    ///< captions, units
    Text3,    ///< the least; nothing is fainter
    Neutral,  ///< bars of occupancy, stalls, waves
    BarTrack, ///< behind bars
    Border,
    Axis, ///< axis line and ticks
    Grid, ///< decades
    FineGrid,
    WarningText,
    WarningFill,
    ErrorText,
    ErrorFill,
    Dram,
    L2,
    L1,
    Shared,
};

/// One of the two palettes.
class Theme {
public:
    Theme() = default;
    explicit Theme(ThemeKind kind) : m_kind(kind) {}
    /// The theme that fits a platform palette: dark when its window is darker than its text.
    static Theme of(const QPalette& palette);

    [[nodiscard]] ThemeKind kind() const { return m_kind; }
    [[nodiscard]] QColor color(Token token) const;
    [[nodiscard]] QColor color(core::Level level) const;

    friend bool operator==(const Theme&, const Theme&) = default;

private:
    ThemeKind m_kind = ThemeKind::Light;
};

/// The application's colours for a table: its highlight at 16 % over the panel, so that text and chips stay as readable
/// as elsewhere.
QPalette tablePalette();

/// The token of a level's colour.
Token tokenOf(core::Level level);

/// WCAG 2.1 contrast ratio of two opaque colours, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

} // namespace app
