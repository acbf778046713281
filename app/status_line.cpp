// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/status_line.h"

#include "app/text_style.h"

#include <QFileInfo>
#include <QProgressBar>
#include <QToolButton>

namespace app {

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent), m_roofs(new StyledLabel(TextRole::Small, Token::Text2)),
      m_counts(new StyledLabel(TextRole::Small, Token::Text2)), m_progress(new QProgressBar), m_cancel(new QToolButton)
{
    setSizeGripEnabled(false);
    m_progress->setRange(0, 1000);
    m_progress->setMaximumWidth(200);
    m_progress->setTextVisible(false);
    m_cancel->setText(tr("Cancel"));
    m_roofs->setContentsMargins(8, 0, 8, 0);
    m_counts->setContentsMargins(8, 0, 8, 0);
    addWidget(m_roofs);
    addWidget(m_progress);
    addWidget(m_cancel);
    addPermanentWidget(m_counts);
    endProgress();
    connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelWanted);
}

void StatusLine::setRoofs(const QString& text)
{
    m_roofs->setText(text);
}

void StatusLine::setCounts(const QString& text)
{
    m_counts->setText(text);
}

void StatusLine::showProgress(const QString& path, double ratio)
{
    constexpr qint64 patience_ms = 300;
    if (!m_since.isValid()) m_since.start();
    if (m_since.elapsed() < patience_ms) return;
    m_progress->setValue(static_cast<int>(ratio * m_progress->maximum()));
    m_progress->setAccessibleName(tr("Reading %1").arg(QFileInfo(path).fileName()));
    m_progress->setToolTip(m_progress->accessibleName());
    m_progress->show();
    m_cancel->show();
}

void StatusLine::endProgress()
{
    m_since.invalidate();
    m_progress->hide();
    m_cancel->hide();
}

} // namespace app
