// SPDX-License-Identifier: GPL-3.0-or-later
// The right pane: the session while nothing is selected, else every panel for the current row.
#pragma once

#include "app/panel_section.h"
#include "app/session_summary.h"

#include <QStackedWidget>

#include <span>

namespace app {

class SeveralPanel;
class ValueArea;

class Inspector : public QStackedWidget {
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);

    void showSessions(std::span<const OpenSession> sessions, std::span<const KernelRow> rows);
    /// Several rows get a small table above the panels of the current one, which is one of them. library: among which
    /// are those of its ladder, if it is a kernel of the library.
    void showRows(std::span<const KernelRow* const> rows, const KernelRow& current,
                  std::vector<KernelRow> library = {});

    void focusCounterSearch();
    /// What Copy takes while this widget of the inspector has the focus: the value that the arrow keys
    /// came to, its panel, selected counters, else everything.
    [[nodiscard]] QString copyText(const QWidget& focus) const;
    void addCopies(QMenu& menu, const QPoint& at); ///< entries of the context menu at a place in the inspector
    [[nodiscard]] app::Panel* panel(const QString& id) const; ///< nullptr for an unknown id
    [[nodiscard]] QStringList foldedPanels() const;
    void setFoldedPanels(const QStringList& ids);

signals:
    void rowChosen(int place); ///< a link of the summary: a place in the rows given to showSessions
    void launchChosen(int sessionNumber, std::uint32_t launch); ///< a step of a ladder
    void workEntryWanted();                                     ///< algorithmic bytes and FLOP of the row shown

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] PanelSection* section(const QString& id) const;

    SessionSummary* m_summary;
    ValueArea* m_session; ///< the summary's
    ValueArea* m_kernel;  ///< the panels'
    SeveralPanel* m_several;
    std::vector<PanelSection*> m_sections;
};

} // namespace app
