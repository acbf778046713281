// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_column.h"

#include "app/format.h"
#include "app/resource_name.h"
#include "app/verdict.h"

#include <QCoreApplication>
#include <QTextLayout>

namespace app {
namespace {

constexpr double inset = 12;
constexpr double room = verdictColumnWidth - 2 * inset;
constexpr double paragraphGap = 8;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::verdictColumn", text);
}

/// The text in lines of at most `room`; words that are longer are broken.
QStringList wrapped(const QString& text, const QFont& font)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(room);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

/// Writes from above to below.
class Column {
public:
    Column(ChartScene& scene, double left) : m_scene(scene), m_left(left) {}

    void add(const QString& text, FontRole role, Token token)
    {
        if (text.isEmpty()) return;
        for (const auto& line : wrapped(text, m_scene.fonts.font(role))) {
            place(line, role, token, m_left + inset);
            m_top += m_scene.fonts.height(role);
        }
        m_top += paragraphGap;
    }

    /// A name at the left, its figure at the right.
    void addFigure(const QString& name, const QString& figure)
    {
        place(name, FontRole::Base, Token::Ink, m_left + inset);
        place(figure, FontRole::Base, Token::Ink, m_left + inset + room - m_scene.fonts.width(FontRole::Base, figure));
        m_top += m_scene.fonts.height(FontRole::Base);
    }

    [[nodiscard]] double top() const { return m_top; }

private:
    void place(const QString& text, FontRole role, Token token, double left)
    {
        const auto& fonts = m_scene.fonts;
        if (m_top + fonts.height(role) > m_scene.footer_top) return;
        const QRectF box(left, m_top, fonts.width(role, text), fonts.height(role));
        m_scene.texts.push_back({text, role, m_scene.theme.color(token), OrientedBox::of(box)});
    }

    ChartScene& m_scene;
    double m_left;
    double m_top = inset;
};

} // namespace

void addVerdictColumn(ChartScene& scene, const KernelRow& row)
{
    const double left = scene.size.width();
    scene.size.rwidth() += verdictColumnWidth;
    Column column(scene, left);
    column.add(row.short_name, FontRole::Title, Token::Ink);
    column.add(tr("%1, %2 of the session").arg(duration(row.time_s), percent(row.share_ratio)), FontRole::Base,
               Token::Text2);
    const double begin = column.top();
    const auto verdict = verdictOf(row);
    column.add(verdict.sentence, FontRole::Strong, Token::Ink);
    column.add(verdict.evidence, FontRole::Base, Token::Ink);
    column.add(verdict.quality, FontRole::Small, Token::Text2);
    column.add(verdict.unseen, FontRole::Small, Token::Text2);
    const double bar = left + 3;
    scene.strokes.push_back(
        {QPolygonF({{bar, begin}, {bar, column.top() - paragraphGap}}), scene.theme.color(Token::Ink), 3});
    constexpr double leastShare = 0.01;
    for (const auto& time : row.analysis.times)
        if (time.share_ratio >= leastShare) column.addFigure(resourceName(time.resource), percent(time.share_ratio));
}

} // namespace app
