// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/value_area.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace app {
namespace {

/// What has the focus, as the chart shows it; over everything, and no obstacle for the pointer.
class Frame : public QWidget {
public:
    explicit Frame(QWidget* parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

constexpr int farAway = 1'000'000;

} // namespace

ValueArea::ValueArea(QWidget* content, QWidget* parent)
    : QScrollArea(parent), m_areaFrame(new Frame(this)), m_valueFrame(new Frame(content))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setBackgroundRole(QPalette::Base); // a panel, not the window behind it
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    content->setMinimumWidth(0); // what doesn't fit is elided or wrapped, never pushed out of sight
    content->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setWidget(content);
}

/// The place may be of a content that has fewer values now.
std::optional<ShownValue> ValueArea::current() const
{
    if (!m_place) return std::nullopt;
    const auto lines = shownValues(*widget());
    if (m_place->line >= static_cast<int>(lines.size())) return std::nullopt;
    const auto& line = lines[static_cast<std::size_t>(m_place->line)];
    return line[std::min(static_cast<std::size_t>(m_place->column), line.size() - 1)];
}

QString ValueArea::currentValue() const
{
    const auto value = current();
    return value ? value->text : QString();
}

void ValueArea::forgetValue()
{
    m_place.reset();
    showFrames();
}

QVariant ValueArea::inputMethodQuery(Qt::InputMethodQuery query) const
{
    if (query != Qt::ImCursorRectangle) return QScrollArea::inputMethodQuery(query);
    const auto* at = m_valueFrame->isVisible() ? m_valueFrame : m_areaFrame;
    return QRect(at->mapTo(this, QPoint()), at->size());
}

void ValueArea::keyPressEvent(QKeyEvent* event)
{
    struct Key {
        int key;
        int lines;
        int columns;
    };
    static constexpr Key keys[] = {
        {Qt::Key_Up, -1, 0},   {Qt::Key_Down, 1, 0},        {Qt::Key_Left, 0, -1},
        {Qt::Key_Right, 0, 1}, {Qt::Key_Home, -farAway, 0}, {Qt::Key_End, farAway, 0},
    };
    if (event->key() == Qt::Key_Escape && m_place) return forgetValue();
    const auto found = std::ranges::find(keys, event->key(), &Key::key);
    if (found == std::end(keys)) return QScrollArea::keyPressEvent(event);
    walk(found->lines, found->columns);
}

/// The first key leads to the first value; at the ends it stays.
void ValueArea::walk(int lines, int columns)
{
    const auto values = shownValues(*widget());
    if (values.empty()) return;
    const auto from = m_place.value_or(Place{lines > 0 ? -lines : 0, columns > 0 ? -columns : 0});
    const int line = std::clamp(from.line + lines, 0, static_cast<int>(values.size()) - 1);
    const int last = static_cast<int>(values[static_cast<std::size_t>(line)].size()) - 1;
    m_place = {line, std::clamp(from.column + columns, 0, last)};
    showFrames();
    ensureWidgetVisible(m_valueFrame, 0, 24);
    setAccessibleDescription(currentValue());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void ValueArea::showFrames()
{
    m_areaFrame->setGeometry(viewport()->geometry());
    m_areaFrame->setVisible(hasFocus());
    m_areaFrame->raise();
    const auto value = current();
    if (value) m_valueFrame->setGeometry(value->box.adjusted(-4, -2, 4, 2));
    m_valueFrame->setVisible(value && hasFocus());
    m_valueFrame->raise();
}

void ValueArea::focusInEvent(QFocusEvent* event)
{
    QScrollArea::focusInEvent(event);
    showFrames();
}

void ValueArea::focusOutEvent(QFocusEvent* event)
{
    QScrollArea::focusOutEvent(event);
    showFrames();
}

void ValueArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    showFrames();
}

} // namespace app
