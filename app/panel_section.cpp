// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panel_section.h"

#include "app/fold_heading.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

namespace app {

PanelSection::PanelSection(const PanelType& type, QWidget* parent)
    : QWidget(parent), m_type(type),
      m_heading(new FoldHeading(QCoreApplication::translate("app::panels", type.title), this)),
      m_figure(new StyledLabel(TextRole::Small, Token::Text2)), m_panel(type.make(this))
{
    m_heading->setVisible(*type.title != '\0');
    m_panel->setAccessibleName(m_heading->text());

    auto* heading = new QHBoxLayout;
    heading->setContentsMargins({});
    heading->addWidget(m_heading);
    heading->addStretch();
    heading->addWidget(m_figure);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addLayout(heading);
    layout->addWidget(m_panel);
    connect(m_heading, &QAbstractButton::toggled, this, &PanelSection::setOpen);
}

void PanelSection::showRow(const KernelRow& row)
{
    m_panel->showRow(row);
    m_figure->setText(m_panel->keyFigure());
    m_figure->setVisible(!m_panel->keyFigure().isEmpty());
    setVisible(!m_panel->isEmpty());
}

void PanelSection::setOpen(bool open)
{
    m_heading->setChecked(open);
    m_panel->setVisible(open);
}

bool PanelSection::isOpen() const
{
    return m_heading->isChecked();
}

void PanelSection::addCopies(QMenu& menu, const QPoint& at)
{
    m_panel->addCopies(menu, m_panel->mapFrom(this, at));
    menu.addAction(tr("Copy &panel"), this, [this] { QGuiApplication::clipboard()->setText(m_panel->copyText()); });
    menu.addAction(tr("Copy panel as &Markdown"), this, &PanelSection::copyAsMarkdown);
}

/// Lines with tabs become rows of a table, the first of them its head.
void PanelSection::copyAsMarkdown() const
{
    QStringList lines{QStringLiteral("**%1** %2").arg(m_heading->text(), m_panel->keyFigure()).trimmed(), QString()};
    bool inTable = false;
    for (const auto& line : m_panel->text().split(u'\n')) {
        const auto cells = line.split(u'\t');
        if (cells.size() < 2) {
            lines << line;
            inTable = false;
            continue;
        }
        lines << QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |");
        if (!inTable) lines << QStringLiteral("|") + QStringLiteral(" --- |").repeated(cells.size());
        inTable = true;
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace app
