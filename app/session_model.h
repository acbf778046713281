// SPDX-License-Identifier: GPL-3.0-or-later
// All open sessions as one tree of rows: headings at the top, launches inside.
#pragma once

#include "app/kernel_groups.h"
#include "app/open_session.h"

#include <QAbstractItemModel>

#include <span>
#include <vector>

namespace app {

enum class NameStyle { Short, Demangled, Mangled };

/// The name of a row in a style; headings that stand for several names keep their own.
QString displayName(const KernelRow& row, NameStyle style, Grouping grouping = Grouping::Name);

/// Columns are those of columns(). The sessions live as long as they are open here.
class SessionModel : public QAbstractItemModel {
    Q_OBJECT

public:
    explicit SessionModel(QObject* parent = nullptr);

    void add(OpenSession session);
    void replace(int number, OpenSession session); ///< after the file was written again
    void close(int number);
    void setGrouping(Grouping grouping);
    void setNameStyle(NameStyle style);

    [[nodiscard]] std::span<const OpenSession> sessions() const { return m_sessions; }
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    [[nodiscard]] NameStyle nameStyle() const { return m_nameStyle; }
    [[nodiscard]] const KernelRow& row(const QModelIndex& index) const; ///< index must be valid
    [[nodiscard]] int launchCount() const;
    [[nodiscard]] double totalTime() const; ///< seconds, all sessions

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void roofsReplaced(); ///< of a session without launches: the rows are the same

private:
    void rebuild();

    std::vector<OpenSession> m_sessions;
    std::vector<RowGroup> m_groups;
    Grouping m_grouping = Grouping::Name;
    NameStyle m_nameStyle = NameStyle::Short;
};

} // namespace app
