// SPDX-License-Identifier: GPL-3.0-or-later
// The card beside the pointer: what lies here, in at most six lines.
#pragma once

#include "app/chart_hits.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace app {

/// One line of the card.
struct CardLine {
    QString text;
    QString right = {};                    ///< at the right end
    std::optional<core::Level> level = {}; ///< a dot in its colour before the text
    enum class Role { Normal, Title } role = Role::Normal;
};

/// Of a kernel: name, performance and time, its levels, its closest roof. hits: what lies under the pointer.
std::vector<CardLine> kernelCard(const ChartData& data, int row, const std::vector<Hit>& hits);
/// Of a roof: value, origin, clock, method, spread, date.
std::vector<CardLine> roofCard(const RoofHit& roof);
/// Of an edge badge: which kernels it stands for.
std::vector<CardLine> badgeCard(const ChartData& data, const SceneBadge& badge);
/// Of the key line's "…": the entries that found no room.
std::vector<CardLine> keyCard(const ChartScene& scene);
/// The card as one text, for screen readers.
QString plainText(const std::vector<CardLine>& lines);

class HoverCard : public QWidget {
    Q_OBJECT

public:
    explicit HoverCard(QWidget* parent);

    void setTheme(const Theme& theme);
    /// Shows the lines near a point, on the side with fewer of the points to keep clear of.
    void showNear(QPointF point, std::vector<CardLine> lines, const std::vector<Hit>& keepClear);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QSize sizeOfLines() const;

    Theme m_theme;
    std::vector<CardLine> m_lines;
};

} // namespace app
