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

bool hasIntegers(std::span<const OpenSession> sessions)
{
    const auto isInteger = [](const core::KernelAnalysis& analysis) { return analysis.integer_pipe.has_value(); };
    return std::ranges::any_of(sessions,
                               [&](const OpenSession& open) { return std::ranges::any_of(open.analyses, isInteger); });
}

} // namespace

ChartLink::ChartLink(RooflineView& view, const SessionModel& model, const KernelFilter& filter,
                     QItemSelectionModel& selection, const ViewMenus& menus, QObject* parent)
    : QObject(parent), m_view(view), m_model(model), m_filter(filter), m_selection(selection), m_menus(menus)
{
    startSoon(m_rowsDelay);
    startSoon(m_selectionDelay);
    connect(&m_rowsDelay, &QTimer::timeout, this, &ChartLink::showRows);
    connect(&m_selectionDelay, &QTimer::timeout, this, &ChartLink::followSelection);
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

void ChartLink::setAxis(Axis axis)
{
    m_axis = axis;
    showRows();
}

/// FLOP/s, unless another was chosen or integer kernels are all there is to draw.
Axis ChartLink::pageToShow() const
{
    const auto isOnFlop = [](const core::KernelAnalysis& analysis) {
        return !isElsewhere(analysis, Axis::Flop) && (analysis.charted_pipe || !analysis.strip.empty());
    };
    const bool anyFlop = std::ranges::any_of(
        m_model.sessions(), [&](const OpenSession& open) { return std::ranges::any_of(open.analyses, isOnFlop); });
    return m_hasIntegers ? m_axis.value_or(anyFlop ? Axis::Flop : Axis::Op) : Axis::Flop;
}

/// Headings of one name are bubbles; under other headings the launches are shown.
void ChartLink::showRows()
{
    m_hasIntegers = hasIntegers(m_model.sessions());
    ChartData data;
    data.axis = pageToShow();
    m_places.clear();
    const bool byName = m_model.grouping() == Grouping::Name;
    const auto take = [&](const QModelIndex& index) {
        data.rows.push_back(onAxis(m_filter.row(index), data.axis));
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
    data.launches = m_model.launchCount();
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
        fillPipes(*m_menus.pipes, data.roofs.ceilings, usedPipes(), data.axis);
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
        for (const auto pipe : {&core::KernelAnalysis::charted_pipe, &core::KernelAnalysis::integer_pipe})
            if (const auto& found = m_model.row(m_model.index(top, 0)).analysis.*pipe) used.insert(*found);
    return used;
}

std::vector<int> ChartLink::selectedRows() const
{
    std::vector<int> rows;
    for (int row = 0; row < static_cast<int>(m_places.size()); ++row)
        if (m_selection.isSelected(m_places[static_cast<std::size_t>(row)])) rows.push_back(row);
    return rows;
}

/// How many of these rows of the chart are drawn on the other page alone.
int ChartLink::elsewhere(const std::vector<int>& rows) const
{
    const ChartData& data = m_view.data();
    return static_cast<int>(std::ranges::count_if(
        rows, [&](int row) { return isElsewhere(data.rows[static_cast<std::size_t>(row)].analysis, data.axis); }));
}

/// Kernels that are on the other page alone bring that page; with some on this one, its tab counts the others.
void ChartLink::followSelection()
{
    const auto rows = selectedRows();
    const bool leaves = !rows.empty() && elsewhere(rows) == static_cast<int>(rows.size());
    if (leaves) return setAxis(m_view.data().axis == Axis::Flop ? Axis::Op : Axis::Flop);
    showSelection();
}

void ChartLink::showSelection()
{
    auto rows = selectedRows();
    std::optional<int> current;
    const QPersistentModelIndex here(m_selection.currentIndex().siblingAtColumn(0));
    const auto place = std::ranges::find(m_places, here);
    if (!rows.empty() && place != m_places.end()) current = static_cast<int>(place - m_places.begin());
    emit pagesChanged({m_hasIntegers, m_view.data().axis, elsewhere(rows)});
    m_view.setSelection(std::move(rows), current);
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
