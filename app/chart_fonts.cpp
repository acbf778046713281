// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_fonts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>

#include <algorithm>

// Outside any namespace, as Q_INIT_RESOURCE demands; a static library's resources are not registered by themselves.
static void initFontResources()
{
    Q_INIT_RESOURCE(fonts);
}

namespace app {
namespace {

QFont scaled(const QFont& base, double factor, QFont::Weight weight)
{
    constexpr double leastPixels = 10; // 8 points at 96 dpi are 10.7; whole pixels round down
    QFont font = base;
    font.setPixelSize(static_cast<int>(std::max(leastPixels, QFontInfo(base).pixelSize() * factor + 0.5)));
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // widths scale: the same layout at 1x, 2x and on paper
    return font;
}

} // namespace

ChartFonts::ChartFonts(const QFont& base)
    : m_fonts{scaled(base, 1, QFont::Normal), scaled(base, 1, QFont::DemiBold), scaled(base, 0.88, QFont::Normal),
              scaled(base, 0.88, QFont::DemiBold), scaled(base, 1.15, QFont::DemiBold)}
{}

ChartFonts ChartFonts::bundled(int basePixels)
{
    static const bool loaded = [] {
        initFontResources();
        return QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Inter-Regular.otf")) >= 0 &&
               QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Inter-SemiBold.otf")) >= 0;
    }();
    QFont font = loaded ? QFont(QStringLiteral("Inter")) : QFont();
    font.setPixelSize(basePixels);
    return ChartFonts(font);
}

double ChartFonts::width(FontRole role, const QString& text) const
{
    return QFontMetricsF(font(role)).horizontalAdvance(text);
}

double ChartFonts::height(FontRole role) const
{
    return QFontMetricsF(font(role)).height();
}

} // namespace app
