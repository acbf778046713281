// SPDX-License-Identifier: GPL-3.0-or-later
// The roofs of the GPU that the chart shows, or the items of a run, as a table: rate or time, share of theory,
// spread, clock, origin; and how the chosen one was measured.
#pragma once

#include "app/measure_subject.h"
#include "app/roof_rows.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <vector>

class QTreeView;

namespace app {

class StyledLabel;

class RoofModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Rate, Theory, Spread, Clock, Origin, ColumnCount };

    explicit RoofModel(Subject subject) : m_subject(subject) {}

    [[nodiscard]] Subject subject() const { return m_subject; }
    void setSubject(Subject subject);

    void setRows(std::vector<RoofRow> rows); ///< keeps the selection where there are as many rows as before
    [[nodiscard]] const RoofRow& row(int place) const { return m_rows[static_cast<std::size_t>(place)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const RoofRow& row, int column) const;

    Subject m_subject;
    std::vector<RoofRow> m_rows;
};

class RoofList : public QWidget {
    Q_OBJECT

public:
    explicit RoofList(Subject subject, QWidget* parent = nullptr);

    void setSubject(Subject subject) { m_model.setSubject(subject); }
    void setRows(std::vector<RoofRow> rows); ///< while measuring, the row under way is kept in sight
    [[nodiscard]] int fittingWidth() const;  ///< so that all columns are in sight
    [[nodiscard]] QTreeView& view() const { return *m_view; }
    [[nodiscard]] QString selectedText() const; ///< the chosen rows, tab-separated, with their units

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int contentsWidth(int column) const;
    [[nodiscard]] int readableName() const;
    [[nodiscard]] int widthOfOthers() const;
    void fitColumns();
    void showDetails();

    RoofModel m_model;
    QTreeView* m_view;
    StyledLabel* m_details;
};

} // namespace app
