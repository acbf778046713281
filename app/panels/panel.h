// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the inspector: it shows one row of the table and knows nothing of the other panels.
#pragma once

#include "app/kernel_row.h"
#include "app/missing_data.h"
#include "app/text_style.h"

#include <QStringList>
#include <QWidget>

class QMenu;
class QVBoxLayout;

namespace app {

/// The launch whose own figures stand for a row: the longest.
const core::KernelMeasurement& longestLaunch(const KernelRow& row);

/// A cell of a panel's table.
struct Cell {
    QString text;
    TextRole role = TextRole::Base;
    Token token = Token::Ink;
    Qt::Alignment alignment = Qt::AlignRight;
};

/// Fills itself anew for each row; empty panels are left out by the inspector.
class Panel : public QWidget {
    Q_OBJECT

public:
    explicit Panel(QWidget* parent = nullptr);

    void showRow(const KernelRow& row);
    [[nodiscard]] QString keyFigure() const { return m_keyFigure; } ///< beside the heading
    [[nodiscard]] virtual bool isEmpty() const { return m_text.isEmpty(); }
    [[nodiscard]] QString text() const { return m_text.join(u'\n'); } ///< the whole panel
    [[nodiscard]] virtual QString copyText() const { return text(); } ///< what Copy takes while it has the focus
    /// Entries for copying what is at a place of the panel, where it is more than a value.
    virtual void addCopies(QMenu& /*menu*/, const QPoint& /*at*/) {}

protected:
    virtual void fill(const KernelRow& row) = 0;

    void setKeyFigure(const QString& text) { m_keyFigure = text; }
    void add(QWidget* widget, const QString& copyText);
    void addText(const QString& text, TextRole role = TextRole::Base, Token token = Token::Text2);
    void addMissing(const Missing& words);
    void addMissing(std::string_view what, core::AbsenceReason reason = core::AbsenceReason::NotCollected);
    /// The reason that core gives for `what`: of the row, or of the launch whose figures stand for it.
    void addMissing(std::string_view what, const KernelRow& row);
    void addTable(const std::vector<std::vector<Cell>>& rows, int stretchColumn = 0);

private:
    QVBoxLayout* m_content;
    QString m_keyFigure;
    QStringList m_text;
};

} // namespace app
