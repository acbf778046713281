// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_link.h"

#include "app/chart_data.h"
#include "app/default_pipes.h"
#include "app/roofline_view.h"
#include "app/roofs_only.h"

#include <QItemSelectionModel>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace app {
namespace {

using Flag = QItemSelectionModel::SelectionFlag;

void startSoon(QTimer& timer)
{
    timer.setSingleShot(true);
    timer.setInterval(0);
}

/// Of sessions with kernels, those decide; roofs alone bring all that they are for.
bool hasIntegers(std::span<const OpenSession> sessions)
{
    const auto isOfIntegers = [](const core::Ceiling& roof) { return counts(Axis::Op, roof.resource); };
    if (holdNoKernels(sessions))
        return std::ranges::any_of(sessions, [&](const OpenSession& open) {
            return std::ranges::any_of(open.session->ceilings, isOfIntegers);
        });
    const auto isInteger = [](const core::KernelAnalysis& analysis) { return analysis.integer_pipe.has_value(); };
    return std::ranges::any_of(sessions,
                               [&](const OpenSession& open) { return std::ranges::any_of(open.analyses, isInteger); });
}

} // namespace

ChartLink::ChartLink(RooflineView& view, const SessionModel& model, const KernelFilter& filter, QTreeView& table,
                     const ViewMenus& menus, QObject* parent)
    : QObject(parent), m_view(view), m_model(model), m_filter(filter), m_table(table),
      m_selection(*table.selectionModel()), m_menus(menus)
{
    startSoon(m_rowsDelay);
    startSoon(m_selectionDelay);
    connect(&m_rowsDelay, &QTimer::timeout, this, &ChartLink::showRows);
    connect(&m_selectionDelay, &QTimer::timeout, this, &ChartLink::followSelection);
    connect(&filter, &KernelFilter::filtered, &m_rowsDelay, qOverload<>(&QTimer::start));
    connect(&model, &SessionModel::roofsReplaced, &m_rowsDelay, qOverload<>(&QTimer::start));
    connect(&table, &QTreeView::expanded, &m_rowsDelay, qOverload<>(&QTimer::start));
    connect(&table, &QTreeView::collapsed, &m_rowsDelay, qOverload<>(&QTimer::start));
    connect(&m_selection, &QItemSelectionModel::selectionChanged, &m_selectionDelay, qOverload<>(&QTimer::start));
    connect(&m_selection, &QItemSelectionModel::currentChanged, &m_selectionDelay, qOverload<>(&QTimer::start));
    connect(&view, &RooflineView::rowClicked, this, &ChartLink::choose);
    connect(&view, &RooflineView::rowsPicked, this, &ChartLink::add);
    connect(&view, &RooflineView::cleared, &m_selection, &QItemSelectionModel::clear);
    connect(&view, &RooflineView::levelsChanged, this, &ChartLink::takeLevels);
    connect(menus.levels, &ChoiceMenu::choiceChanged, this, &ChartLink::giveLevels);
    connect(menus.letters, &QAction::toggled, &view,
            [this](bool on) { m_view.setLetters(on ? PointLetters::Shown : PointLetters::Hidden); });
    connect(menus.points, &ChoiceMenu::choiceChanged, &view,
            [this] { m_view.setPointSize(chosenPointSize(*m_menus.points)); });
    connect(menus.devices, &ChoiceMenu::choiceChanged, this, &ChartLink::showRows);
    connect(menus.name_largest, &QAction::toggled, &view,
            [this](bool on) { m_view.setNamesOfLargest(on ? LargestNames::Shown : LargestNames::Hidden); });
    connect(menus.pipes, &ChoiceMenu::choiceChanged, &view, [this] { givePipes(); });
    connect(menus.ladder, &ChoiceMenu::choiceChanged, &view,
            [this] { m_view.setLadder(chosenLadder(*m_menus.ladder)); });
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
    const bool anyFlop =
        holdNoKernels(m_model.sessions()) || std::ranges::any_of(m_model.sessions(), [&](const OpenSession& open) {
            return std::ranges::any_of(open.analyses, isOnFlop);
        });
    return m_hasIntegers ? m_axis.value_or(anyFlop ? Axis::Flop : Axis::Op) : Axis::Flop;
}

/// Headings of one name are bubbles, and where they are unfolded their launches are dots; under other headings the
/// launches alone are shown.
void ChartLink::takeRows(ChartData& data)
{
    m_places.clear();
    const bool byName = m_model.grouping() == Grouping::Name;
    const auto take = [&](const QModelIndex& index, RowFold fold) {
        data.rows.push_back(onAxis(m_filter.row(index), data.axis));
        data.rows.back().fold = fold;
        m_places.emplace_back(index);
    };
    for (int top = 0; top < m_filter.rowCount(); ++top) {
        const auto heading = m_filter.index(top, 0);
        const int launches = m_filter.rowCount(heading);
        const bool unfolded = launches > 0 && m_table.isExpanded(heading);
        if (byName || launches == 0) take(heading, byName && unfolded ? RowFold::Unfolded : RowFold::Alone);
        if (byName && !unfolded) continue;
        for (int launch = 0; launch < launches; ++launch)
            take(m_filter.index(launch, 0, heading), byName ? RowFold::Inside : RowFold::Alone);
    }
}

/// Of many kernels one point each is enough, until the user wants more; of fewer all levels again.
void ChartLink::suggestBindingLevel()
{
    const int kernels = m_model.grouping() == Grouping::Name ? m_model.rowCount() : m_model.launchCount();
    const bool many = kernels > static_cast<int>(manyKernels);
    if (many == m_isMany) return;
    m_isMany = many;
    const bool isOn = chosenPointLevels(*m_menus.levels) == PointLevels::Binding;
    if (many ? isOn : !m_bindingSuggested) return;
    m_bindingSuggested = many;
    setPointLevels(*m_menus.levels, many ? PointLevels::Binding : PointLevels::All);
}

void ChartLink::showRows()
{
    suggestBindingLevel();
    m_hasIntegers = hasIntegers(m_model.sessions());
    ChartData data;
    data.axis = pageToShow();
    data.launches = m_model.launchCount();
    takeRows(data);
    data.filter = m_filter.filterText();
    if (m_meaningless == Meaningless::Withheld) withholdMeaningless(data.rows);
    const auto devices = openDevices(m_model.sessions());
    if (m_asked && std::ranges::find(devices, *m_asked, &OpenDevice::device) == devices.end()) m_asked.reset();
    fillDevices(*m_menus.devices, devices);
    fillLadders(*m_menus.ladder, m_model.sessions());
    m_view.setLadder(chosenLadder(*m_menus.ladder)); // its family may be gone
    addMachine(data, m_model.sessions(), wantedDevice(devices));
    if (!devices.empty()) {
        PipeEntries entries{.roofs = data.roofs.ceilings, .used = usedPipes(), .axis = data.axis};
        if (data.launches == 0) entries.shown = defaultPipes(data.roofs.ceilings);
        fillPipes(*m_menus.pipes, entries);
    }
    m_view.setData(std::move(data));
    givePipes();
    m_shown.clear();
    for (const auto& open : m_model.sessions()) m_shown.push_back(open.session);
    showSelection();
    emit shown();
}

void ChartLink::showDevice(const DeviceOfSession& device)
{
    m_asked = device;
    showRows();
}

std::optional<ChartLink::KernelPlace> ChartLink::selectedKernel() const
{
    const auto current = m_selection.currentIndex();
    if (!current.isValid() || !m_selection.isSelected(current)) return std::nullopt;
    const auto& row = m_filter.row(current);
    return KernelPlace{row.session_number, row.kernel().index};
}

/// The one chosen in the menu or asked for, else that of the selected kernel, else the one shown before.
DeviceOfSession ChartLink::wantedDevice(const std::vector<OpenDevice>& devices) const
{
    if (const auto place = chosenDevice(*m_menus.devices); place && *place < devices.size())
        return devices[*place].device;
    if (m_asked) return *m_asked;
    const auto current = m_selection.currentIndex();
    if (!current.isValid() || !m_selection.isSelected(current)) return m_view.data().device;
    const auto& row = m_filter.row(current);
    return {row.session_number, row.kernel().device_id};
}

void ChartLink::drawMeaningless()
{
    m_meaningless = Meaningless::Drawn;
    showRows();
}

void ChartLink::givePipes()
{
    auto choice = chosenPipes(*m_menus.pipes, usedPipes());
    m_view.setPipes(std::move(choice.extra), std::move(choice.hidden),
                    choice.selected_only ? PipeRoofs::OfSelected : PipeRoofs::All);
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
    // When the rows are built anew the selection goes and comes back: the same kernel is no choice of the user.
    if (const auto kernel = selectedKernel(); kernel && kernel != std::exchange(m_lastSelected, kernel))
        m_asked.reset();
    const bool leaves = !rows.empty() && elsewhere(rows) == static_cast<int>(rows.size());
    if (leaves) return setAxis(m_view.data().axis == Axis::Flop ? Axis::Op : Axis::Flop);
    showSelection();
}

/// Another device's kernel brings that device's roofs.
void ChartLink::showSelection()
{
    const auto devices = openDevices(m_model.sessions());
    const auto wanted = wantedDevice(devices);
    const bool isOpen = std::ranges::find(devices, wanted, &OpenDevice::device) != devices.end();
    if (isOpen && wanted != m_view.data().device) return showRows();
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
    m_view.setPointLevels(chosenPointLevels(*m_menus.levels));
}

} // namespace app
