// SPDX-License-Identifier: GPL-3.0-or-later
// RooflineView: what the keyboard does. Nothing is reachable by mouse only.
#include "app/hover_card.h"
#include "app/library/ladder.h"
#include "app/roofline_view.h"

#include <QKeyEvent>
#include <QToolButton>

#include <algorithm>

namespace app {
namespace {

constexpr int pageRows = 10;
constexpr double panPixels = 48;

struct RowKey {
    int key;
    int steps; ///< in the table's order
};
constexpr int toTheEnd = 1'000'000'000;
constexpr RowKey rowKeys[] = {
    {Qt::Key_Up, -1},          {Qt::Key_Down, 1},       {Qt::Key_PageUp, -pageRows}, {Qt::Key_PageDown, pageRows},
    {Qt::Key_Home, -toTheEnd}, {Qt::Key_End, toTheEnd},
};

/// Along a ladder.
constexpr RowKey stepKeys[] = {{Qt::Key_Comma, -1}, {Qt::Key_Period, 1}};

struct ArrowKey {
    int key;
    Direction direction;
    QPointF pan; ///< of the plot's content
};
constexpr ArrowKey arrowKeys[] = {
    {Qt::Key_Left, Direction::Left, {panPixels, 0}},
    {Qt::Key_Right, Direction::Right, {-panPixels, 0}},
    {Qt::Key_Up, Direction::Up, {0, panPixels}},
    {Qt::Key_Down, Direction::Down, {0, -panPixels}},
};

/// The row of the next step of a row's ladder, or the one before, references at the end; none beyond its ends.
std::optional<int> nextStep(std::span<const KernelRow> rows, int row, int steps)
{
    if (!stepOf(rows[static_cast<std::size_t>(row)])) return std::nullopt;
    auto ladder = ladderOf(rows, row);
    ladder.rungs.insert(ladder.rungs.end(), ladder.references.begin(), ladder.references.end());
    const auto at = std::ranges::find(ladder.rungs, row) - ladder.rungs.begin() + steps;
    const bool isOnIt = at >= 0 && at < static_cast<std::ptrdiff_t>(ladder.rungs.size());
    return isOnIt ? std::optional(ladder.rungs[static_cast<std::size_t>(at)]) : std::nullopt;
}

} // namespace

void RooflineView::keyPressEvent(QKeyEvent* event)
{
    if (walkKey(event) || zoomKey(event) || levelKey(event)) {
        event->accept();
        return;
    }
    event->ignore(); // shortcuts of the window
}

bool RooflineView::walkKey(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const auto arrow = std::ranges::find(arrowKeys, event->key(), &ArrowKey::key);
    if (arrow != std::end(arrowKeys)) {
        if (modifiers & Qt::ControlModifier) return walkTowards(arrow->direction), true;
        if (modifiers & Qt::ShiftModifier && m_options.selected.empty())
            return setZoom(panned(chartScene().mapping, arrow->pan)), true;
        if (arrow->direction == Direction::Left || arrow->direction == Direction::Right)
            return walkLevels(arrow->direction == Direction::Left ? -1 : 1), true;
    }
    const auto row = std::ranges::find(rowKeys, event->key(), &RowKey::key);
    if (row != std::end(rowKeys)) return walkRows(row->steps, modifiers), true;
    const auto step = std::ranges::find(stepKeys, event->key(), &RowKey::key);
    if (step != std::end(stepKeys) && modifiers == Qt::NoModifier && m_options.current) {
        const auto to = nextStep(m_data.rows, *m_options.current, step->steps);
        m_walking = to.has_value();
        if (to) emit rowClicked(*to, Qt::NoModifier);
        return true;
    }
    switch (event->key()) {
    case Qt::Key_Space:
        if (m_options.current) emit rowClicked(*m_options.current, Qt::ControlModifier);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: return m_show->isVisible() ? showOffered() : toggleIsolation(), true;
    case Qt::Key_Escape: return escape(), true;
    default: return false;
    }
}

bool RooflineView::zoomKey(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomIn(), true;
    case Qt::Key_Minus: return zoomOut(), true;
    case Qt::Key_0: return resetZoom(), true;
    default: return false;
    }
}

bool RooflineView::levelKey(QKeyEvent* event)
{
    const int index = event->key() - Qt::Key_1;
    if (event->modifiers() != Qt::NoModifier || index < 0 || index > 4) return false;
    if (index < 4) return toggleLevel(core::allLevels[index]), true;
    setPointLevels(m_options.binding_level_only ? PointLevels::All : PointLevels::Binding);
    emit levelsChanged();
    return true;
}

void RooflineView::walkRows(int steps, Qt::KeyboardModifiers modifiers)
{
    const int rows = static_cast<int>(m_data.rows.size());
    if (rows == 0) return;
    const int from = m_options.current.value_or(steps > 0 ? -1 : rows);
    const int to = std::clamp(from + std::clamp(steps, -rows, rows), 0, rows - 1);
    m_walking = true;
    emit rowClicked(to, modifiers & Qt::ShiftModifier);
}

std::optional<Hit> RooflineView::currentHit() const
{
    if (!m_options.current) return std::nullopt;
    const std::vector<Hit> hits = m_hits.ofRow(*m_options.current);
    const auto found = std::ranges::find_if(hits, [&](const Hit& hit) { return hit.level == m_options.current_level; });
    if (found != hits.end()) return *found;
    return hits.empty() ? std::nullopt : std::optional(hits.front());
}

/// The current kernel's badge offers what a click on it would.
void RooflineView::walkToBadge()
{
    const auto& badges = chartScene().badges;
    const auto own = std::ranges::find_if(badges, [&](const SceneBadge& badge) {
        return badge.kind != SceneBadge::Kind::NoTraffic && std::ranges::count(badge.rows, *m_options.current) > 0;
    });
    if (own != badges.end()) offerShow(*own);
}

void RooflineView::walkLevels(int steps)
{
    if (!m_options.current) return;
    withdrawOffer();
    const std::vector<Hit> hits = m_hits.ofRow(*m_options.current);
    if (hits.empty()) return walkToBadge();
    const auto at = std::ranges::find_if(hits, [&](const Hit& hit) { return hit.level == m_options.current_level; });
    const int last = static_cast<int>(hits.size()) - 1;
    const int from = at == hits.end() ? (steps > 0 ? -1 : last + 1) : static_cast<int>(at - hits.begin());
    if (from + steps < 0 || from + steps > last) walkToBadge();
    m_options.current_level = hits[static_cast<std::size_t>(std::clamp(from + steps, 0, last))].level;
    rebuild();
    showCurrentCard();
}

void RooflineView::walkTowards(Direction direction)
{
    const auto from = currentHit();
    if (!from) return;
    const auto to = m_hits.towards(*from, direction);
    if (!to) return;
    m_walking = true;
    m_walk_level = to->level;
    emit rowClicked(to->row, Qt::NoModifier);
}

/// The keyboard's point gets the card that the pointer would get.
void RooflineView::showCurrentCard()
{
    if (const auto hit = currentHit(); hit && hasFocus()) showCard(hit->centre, {*hit});
}

/// Undoes one thing: card, isolation, multi-selection, selection; never the zoom.
void RooflineView::escape()
{
    if (m_show->isVisible())
        withdrawOffer();
    else if (m_card->isVisible())
        hideCard();
    else if (m_options.isolated)
        toggleIsolation();
    else if (m_options.selected.size() > 1 && m_options.current)
        emit rowClicked(*m_options.current, Qt::NoModifier);
    else
        emit cleared();
}

} // namespace app
