// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's counters as rows of name, value and unit; those that the metric tables read come first.
#pragma once

#include "core/counter.h"

#include <QAbstractTableModel>

#include <vector>

namespace app {

class CounterModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setCounters(core::CounterSet counters);
    /// Keeps names that contain the text; `*` stands for anything. Case doesn't matter.
    void setSearch(const QString& text);
    [[nodiscard]] int total() const { return static_cast<int>(m_all.size()); }
    [[nodiscard]] QString nameAndValue(int row) const; ///< "name=value", all digits

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void choose();

    core::CounterSet m_counters;
    std::vector<core::Counter> m_all; ///< used ones first, then by name
    std::vector<std::size_t> m_shown; ///< places in m_all
    QString m_search;
};

} // namespace app
