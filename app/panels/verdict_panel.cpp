// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/verdict_panel.h"

#include "app/missing_note.h"
#include "app/verdict.h"

#include <QLayout>
#include <QPainter>

namespace app {

VerdictPanel::VerdictPanel(QWidget* parent) : Panel(parent)
{
    layout()->setContentsMargins(12, 8, 8, 8);
}

/// A neutral ground with a bar of ink: a verdict is not a traffic light.
void VerdictPanel::paintEvent(QPaintEvent* /*event*/)
{
    const auto theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Window));
    painter.fillRect(QRect(0, 0, 3, height()), theme.color(Token::Ink));
}

void VerdictPanel::fill(const KernelRow& row)
{
    const auto verdict = verdictOf(row);
    addText(verdict.sentence, TextRole::Strong, Token::Ink);
    addText(verdict.evidence, TextRole::Base, Token::Ink);
    addText(verdict.quality, TextRole::Small);
    addText(verdict.unseen, TextRole::Small);
    if (verdict.collect.isEmpty()) return;
    const auto caption = tr("Collect what is missing:");
    add(new CommandLine(caption, verdict.collect, CommandShown::Unfolded), caption + u' ' + verdict.collect);
}

} // namespace app
