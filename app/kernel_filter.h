// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that table, chart and inspector share: filtered, sorted, and cut off where the time is covered.
#pragma once

#include "app/kernel_row.h"
#include "app/session_model.h"
#include "core/filter_expression.h"

#include <QSortFilterProxyModel>

#include <set>

namespace app {

/// What the filter's fields are: all columns, and some that aren't columns.
std::span<const core::FilterField> filterFields();

class KernelFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit KernelFilter(SessionModel& model, QObject* parent = nullptr);

    void setFilter(const QString& text);
    [[nodiscard]] const core::FilterExpression& filter() const { return m_filter; }
    [[nodiscard]] QString filterText() const { return m_text; }

    /// Share of the time that the top rows must cover; the rest is left out while there is no filter. 1: all rows.
    void setCover(double ratio);
    [[nodiscard]] double cover() const { return m_cover; }

    /// What the cover leaves out.
    struct Uncovered {
        int rows = 0;
        double share_ratio = 0;
    };
    [[nodiscard]] Uncovered uncovered() const { return m_uncovered; }

    [[nodiscard]] const KernelRow& row(const QModelIndex& proxyIndex) const;
    /// Launches in the rows that are left, those of headings included.
    [[nodiscard]] int launchCount() const;
    /// Seconds that these take.
    [[nodiscard]] double shownTime() const;

signals:
    void filtered(); ///< filter, cover or order changed

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    void coverAgain();

    SessionModel& m_model;
    QString m_text;
    core::FilterExpression m_filter;
    double m_cover = 1;
    std::set<int> m_outside; ///< top rows of the model that the cover leaves out
    Uncovered m_uncovered;
};

} // namespace app
