// SPDX-License-Identifier: GPL-3.0-or-later
// Between chart and table: the chart shows the table's rows, both share one selection.
#pragma once

#include "app/chart_data.h"
#include "app/chart_pages.h"
#include "app/kernel_filter.h"
#include "app/view_menus.h"

#include <QObject>
#include <QPersistentModelIndex>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <vector>

class QItemSelectionModel;
class QTreeView;

namespace app {

class RooflineView;

class ChartLink : public QObject {
    Q_OBJECT

public:
    /// table: shows the filter's rows; which headings it has unfolded, and its selection, are the chart's, too.
    ChartLink(RooflineView& view, const SessionModel& model, const KernelFilter& filter, QTreeView& table,
              const ViewMenus& menus, QObject* parent = nullptr);

    /// Where a row of the chart stands in the table.
    [[nodiscard]] QModelIndex index(int row) const;

    /// From now on reports whose throughput means nothing have their points, too.
    void drawMeaningless();

    /// Draws the roofs of this device until another kernel is selected.
    void showDevice(const DeviceOfSession& device);

public slots:
    void setAxis(Axis axis); ///< shows that page

signals:
    void shown(); ///< the chart has the rows of the table
    void pagesChanged(const PageState& state);

private:
    /// A launch among the open sessions, whatever is rebuilt around it.
    struct KernelPlace {
        int session_number = 0;
        std::uint64_t index = 0; ///< of the launch, in its session
        friend bool operator==(const KernelPlace&, const KernelPlace&) = default;
    };
    [[nodiscard]] std::optional<KernelPlace> selectedKernel() const;

    void showRows();
    [[nodiscard]] Axis pageToShow() const;
    [[nodiscard]] std::vector<int> selectedRows() const;
    [[nodiscard]] int elsewhere(const std::vector<int>& rows) const;
    void followSelection();
    void takeRows(ChartData& data);
    void suggestBindingLevel();
    void showSelection();
    [[nodiscard]] DeviceOfSession wantedDevice(const std::vector<OpenDevice>& devices) const;
    [[nodiscard]] std::set<core::Resource> usedPipes() const;
    void givePipes();
    void choose(int row, Qt::KeyboardModifiers modifiers);
    void add(const QList<int>& rows);
    void extendTo(int row);
    void takeLevels();
    void giveLevels();

    RooflineView& m_view;
    const SessionModel& m_model;
    const KernelFilter& m_filter;
    QTreeView& m_table;
    QItemSelectionModel& m_selection;
    ViewMenus m_menus;
    std::optional<DeviceOfSession> m_asked; ///< whose roofs showDevice was told to draw
    std::optional<KernelPlace> m_lastSelected;
    std::optional<Axis> m_axis; ///< the page that was chosen, by its tab or by a selection
    bool m_hasIntegers = false;
    Meaningless m_meaningless = Meaningless::Withheld;
    bool m_isMany = false;                                     ///< kernels, whatever the filter
    bool m_bindingSuggested = false;                           ///< "binding level only" was switched on by us
    std::vector<QPersistentModelIndex> m_places;               ///< of the chart's rows
    std::vector<std::shared_ptr<const core::Session>> m_shown; ///< of the chart's rows: alive until it has others
    QTimer m_rowsDelay;                                        ///< filter, order and sessions often change together
    QTimer m_selectionDelay;
};

} // namespace app
