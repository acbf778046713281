// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_link.h"

#include "app/chart_title.h"
#include "app/roofline_view.h"

#include <algorithm>

namespace app {
namespace {

using Flag = QItemSelectionModel::SelectionFlag;

void startSoon(QTimer& timer)
{
    timer.setSingleShot(true);
    timer.setInterval(0);
}

/// Whether other sessions' roofs are among those drawn: the choice may leave them out.
bool showsAny(const core::MachineRoofs& roofs, std::span<const core::Ceiling> others)
{
    return std::ranges::any_of(others, [&](const core::Ceiling& other) {
        return std::ranges::any_of(roofs.ceilings, [&](const core::Ceiling& roof) {
            return roof.resource == other.resource && roof.origin == other.origin && roof.method == other.method;
        });
    });
}

} // namespace

ChartLink::ChartLink(RooflineView& view, const SessionModel& model, const KernelFilter& filter,
                     QItemSelectionModel& selection, const ViewMenus& menus, QObject* parent)
    : QObject(parent), m_view(view), m_model(model), m_filter(filter), m_selection(selection), m_menus(menus)
{
    startSoon(m_rowsDelay);
    startSoon(m_selectionDelay);
    connect(&m_rowsDelay, &QTimer::timeout, this, &ChartLink::showRows);
    connect(&m_selectionDelay, &QTimer::timeout, this, &ChartLink::showSelection);
    connect(&filter, &KernelFilter::filtered, &m_rowsDelay, qOverload<>(&QTimer::start));
    connect(&selection, &QItemSelectionModel::selectionChanged, &m_selectionDelay, qOverload<>(&QTimer::start));
    connect(&selection, &QItemSelectionModel::currentChanged, &m_selectionDelay, qOverload<>(&QTimer::start));
    connect(&view, &RooflineView::rowClicked, this, &ChartLink::choose);
    connect(&view, &RooflineView::rowsPicked, this, &ChartLink::add);
    connect(&view, &RooflineView::cleared, &selection, &QItemSelectionModel::clear);
    connect(&view, &RooflineView::levelsChanged, this, &ChartLink::takeLevels);
    connect(menus.levels, &ChoiceMenu::choiceChanged, this, &ChartLink::giveLevels);
    connect(menus.letters, &QAction::toggled, &view, &RooflineView::setLetters);
    connect(menus.points, &ChoiceMenu::choiceChanged, &view,
            [this] { m_view.setPointSize(chosenPointSize(*m_menus.points)); });
    connect(menus.pipes, &ChoiceMenu::choiceChanged, &view, [this] { givePipes(); });
}

QModelIndex ChartLink::index(int row) const
{
    return m_places[static_cast<std::size_t>(row)];
}

/// Headings of one name are bubbles; under other headings the launches are shown.
void ChartLink::showRows()
{
    ChartData data;
    m_places.clear();
    const bool byName = m_model.grouping() == Grouping::Name;
    const auto take = [&](const QModelIndex& index) {
        data.rows.push_back(m_filter.row(index));
        m_places.emplace_back(index);
    };
    for (int top = 0; top < m_filter.rowCount(); ++top) {
        const auto heading = m_filter.index(top, 0);
        if (byName || !m_filter.hasChildren(heading)) {
            take(heading);
            continue;
        }
        for (int launch = 0; launch < m_filter.rowCount(heading); ++launch) take(m_filter.index(launch, 0, heading));
    }
    for (const auto& open : m_model.sessions())
        data.devices.insert(data.devices.end(), open.session->devices.begin(), open.session->devices.end());
    if (const auto sessions = m_model.sessions(); !sessions.empty() && !sessions.front().session->devices.empty()) {
        const auto& session = *sessions.front().session;
        const auto& device = session.devices.front().id;
        const auto others = roofsFor(session, device, sessions.front().other_roofs);
        data.roofs = core::machineRoofs(session, device, sessions.front().roof_choice, others);
        data.title = machineTitle(session, data.roofs);
        data.source = sourceTitle(session, data.roofs);
        if (showsAny(data.roofs, others)) data.source += tr(" · measured roofs of another session");
        data.machine = provenance(session, data.roofs);
        data.filter = m_filter.filterText();
        fillPipes(*m_menus.pipes, data.roofs.ceilings, usedPipes());
    }
    m_view.setData(std::move(data));
    m_shown.clear();
    for (const auto& open : m_model.sessions()) m_shown.push_back(open.session);
    showSelection();
    emit shown();
}

void ChartLink::givePipes()
{
    auto choice = chosenPipes(*m_menus.pipes, usedPipes());
    m_view.setPipes(std::move(choice.extra), std::move(choice.hidden), choice.selected_only);
}

/// Of all rows, whatever the filter.
std::set<core::Resource> ChartLink::usedPipes() const
{
    std::set<core::Resource> used;
    for (int top = 0; top < m_model.rowCount(); ++top)
        if (const auto& pipe = m_model.row(m_model.index(top, 0)).analysis.charted_pipe) used.insert(*pipe);
    return used;
}

void ChartLink::showSelection()
{
    std::vector<int> rows;
    std::optional<int> current;
    for (int row = 0; row < static_cast<int>(m_places.size()); ++row) {
        const auto& place = m_places[static_cast<std::size_t>(row)];
        if (m_selection.isSelected(place)) rows.push_back(row);
        if (m_selection.currentIndex().siblingAtColumn(0) == place) current = row;
    }
    m_view.setSelection(rows, rows.empty() ? std::nullopt : current);
}

void ChartLink::choose(int row, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier)) return extendTo(row);
    const auto how = modifiers.testFlag(Qt::ControlModifier) ? Flag::Toggle : Flag::ClearAndSelect;
    m_selection.setCurrentIndex(index(row), how | Flag::Rows);
}

void ChartLink::extendTo(int row)
{
    const auto current = m_selection.currentIndex().siblingAtColumn(0);
    const auto from = std::find(m_places.begin(), m_places.end(), current);
    const int start = from == m_places.end() ? row : static_cast<int>(from - m_places.begin());
    for (int each = std::min(start, row); each <= std::max(start, row); ++each)
        m_selection.select(index(each), Flag::Select | Flag::Rows);
    m_selection.setCurrentIndex(index(row), Flag::Select | Flag::Rows);
}

void ChartLink::add(const QList<int>& rows)
{
    for (const int row : rows) m_selection.select(index(row), Flag::Select | Flag::Rows);
    if (!rows.isEmpty()) m_selection.setCurrentIndex(index(rows.front()), Flag::Select | Flag::Rows);
}

/// The chart's own keys switch levels, too.
void ChartLink::takeLevels()
{
    setLevels(*m_menus.levels, m_view.options());
}

void ChartLink::giveLevels()
{
    m_view.setLevels(chosenLevels(*m_menus.levels));
    m_view.setBindingLevelOnly(isBindingLevelOnly(*m_menus.levels));
}

} // namespace app
