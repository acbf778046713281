// SPDX-License-Identifier: GPL-3.0-or-later
// The left pane: a header that adds up, the tree of rows, and what the time cover leaves out.
#pragma once

#include "app/kernel_filter.h"

#include <QModelIndexList>
#include <QWidget>

#include <set>

class QPushButton;
class QTreeView;

namespace app {

class StyledLabel;

class KernelTable : public QWidget {
    Q_OBJECT

public:
    explicit KernelTable(SessionModel& model, KernelFilter& filter, QWidget* parent = nullptr);

    [[nodiscard]] QTreeView& view() const { return *m_view; }
    [[nodiscard]] std::vector<const KernelRow*> selectedRows() const; ///< in the table's order
    /// The current row if it is selected, else the first that is; nullptr where none is.
    [[nodiscard]] const KernelRow* currentRow() const;
    /// The menu of a row, at a place on the screen.
    void showMenuOf(const QModelIndex& index, const QPoint& globalPosition);
    void copySelected() const; ///< TSV and HTML

    /// What the columns take when most names fit.
    [[nodiscard]] int fittingWidth() const;
    [[nodiscard]] QByteArray columnState() const;
    void setColumnState(const QByteArray& state);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    void filterWanted(const QString& addition); ///< to be added to the filter
    void isolateWanted();
    void coverLifted();
    void countersWanted();
    void nameWanted();      ///< of the current row's kernel
    void workEntryWanted(); ///< likewise: algorithmic bytes and FLOP
    void columnsFitted();   ///< to rows that came or changed

private:
    void chooseColumns(const QPoint& position);
    void showMenu(const QPoint& position);
    void summarise();
    void fitColumns();
    void fitName();
    [[nodiscard]] int widthOfOthers() const; ///< of all columns but the name
    void keepFold(const QModelIndex& heading);
    void restoreFolds();
    void keepSelection();
    void restoreSelection();
    void addNameCopies(QMenu& menu, const KernelRow& row) const;

    SessionModel& m_model;
    KernelFilter& m_filter;
    StyledLabel* m_figures;
    StyledLabel* m_nothing; ///< in place of the rows where no session has kernels
    QTreeView* m_view;
    QPushButton* m_footer;
    int m_bindingWidth = 0; ///< that the column "Limited by" has where there is room

    struct Kept {
        int session_number;
        std::uint32_t launch;
    };
    std::vector<Kept> m_kept;   ///< selected launches, while the model is rebuilt
    std::set<QString> m_opened; ///< names of groups that were opened
};

} // namespace app
