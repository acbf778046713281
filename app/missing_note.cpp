// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/missing_note.h"

#include "app/format.h"
#include "app/text_style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace app {

MissingNote::MissingNote(const Missing& missing, QWidget* parent) : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    auto* text = new StyledLabel(TextRole::Base, Token::Text2);
    text->setText(QString(enDash) + u' ' + missing.text);
    text->setWordWrap(true);
    layout->addWidget(text);
    if (!missing.command.isEmpty()) layout->addWidget(new CommandLine(missing.command));
}

CommandLine::CommandLine(const QString& command, QWidget* parent) : QWidget(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    auto* text = new StyledLabel(TextRole::Mono, Token::Text2);
    text->setText(command);
    text->setWordWrap(true);
    layout->addWidget(text, 1);
    auto* copy = new QToolButton;
    copy->setText(tr("Copy"));
    copy->setToolTip(tr("Copy the command"));
    copy->setAccessibleName(tr("Copy the command %1").arg(command));
    connect(copy, &QToolButton::clicked, this, [command] { QGuiApplication::clipboard()->setText(command); });
    layout->addWidget(copy, 0, Qt::AlignTop);
}

} // namespace app
