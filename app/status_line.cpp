// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/status_line.h"

#include "app/session_files.h"
#include "app/text_style.h"

#include <QApplication>
#include <QEvent>
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
    m_roofs->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the chart's title says it, too
    m_roofs->installEventFilter(this);
    addWidget(m_roofs, 1);
    addWidget(m_progress);
    addWidget(m_cancel);
    addPermanentWidget(m_counts);
    endProgress();
    m_counts->setTextFormat(Qt::RichText);
    m_counts->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_counts, &QLabel::linkActivated, this,
            [this](const QString& page) { emit pageWanted(static_cast<Axis>(page.toInt())); });
}

void StatusLine::follow(SessionFiles& files)
{
    connect(&files.loader(), &FileLoader::progressed, this, &StatusLine::showProgress);
    connect(&files.loader(), &FileLoader::finished, this, &StatusLine::endProgress);
    connect(m_cancel, &QToolButton::clicked, &files, &SessionFiles::cancel);
}

void StatusLine::setRoofs(const QString& text)
{
    m_roofsText = text;
    m_roofs->setToolTip(text);
    writeRoofs();
}

/// The counts go first: what is left of the bar may be too narrow for the roofs.
void StatusLine::writeRoofs()
{
    m_roofs->setText(m_roofs->fontMetrics().elidedText(m_roofsText, Qt::ElideRight, m_roofs->contentsRect().width()));
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_roofs && event->type() == QEvent::Resize) writeRoofs();
    return QStatusBar::eventFilter(watched, event);
}

void StatusLine::setCounts(const QString& all, std::vector<LaunchCount> parts)
{
    m_all = all;
    m_parts = std::move(parts);
    writeCounts();
}

/// A link's colour would be the platform's, a hue that means DRAM: it is written with the text's own.
void StatusLine::writeCounts()
{
    const QString ink = Theme::of(QApplication::palette()).color(Token::Text2).name();
    QStringList texts{m_all};
    for (const auto& [launches, text, page] : m_parts)
        texts << (page ? QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
                             .arg(QString::number(static_cast<int>(*page)), ink, text)
                       : text);
    m_counts->setText(texts.join(QStringLiteral(" · ")));
}

void StatusLine::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) writeCounts();
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
