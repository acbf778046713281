// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/missing_note.h"

#include "app/format.h"
#include "app/text_style.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QToolButton>
#include <QVBoxLayout>

namespace app {

namespace {

/// A line for each option: a wrapped line would be broken inside "--section".
QString onLines(QString command)
{
    return command.replace(QStringLiteral(" -"), QStringLiteral("\n    -"));
}

} // namespace

MissingNote::MissingNote(const Missing& missing, QWidget* parent) : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    const auto words = QString(enDash) + u' ' + missing.text;
    if (!missing.command.isEmpty()) {
        layout->addWidget(new CommandLine(words, missing.command));
        return;
    }
    auto* text = new StyledLabel(TextRole::Base, Token::Text2);
    text->setText(words);
    text->setWordWrap(true);
    layout->addWidget(text);
}

CommandLine::CommandLine(const QString& caption, const QString& command, QWidget* parent) : QWidget(parent)
{
    auto* words = new StyledLabel(TextRole::Base, Token::Text2);
    words->setText(caption);
    words->setWordWrap(true);
    auto* text = new StyledLabel(TextRole::Mono, Token::Text2);
    text->setText(onLines(command));
    text->setWordWrap(true);
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* copy = new QToolButton;
    copy->setText(tr("Copy"));
    copy->setToolTip(tr("Copy the command"));
    copy->setAccessibleName(tr("Copy the command %1").arg(command));
    connect(copy, &QToolButton::clicked, this, [command] { QGuiApplication::clipboard()->setText(command); });

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins({});
    layout->setHorizontalSpacing(8);
    layout->setVerticalSpacing(4);
    layout->setColumnStretch(0, 1);
    layout->addWidget(words, 0, 0);
    layout->addWidget(copy, 0, 1, Qt::AlignTop);
    layout->addWidget(text, 1, 0, 1, 2);
}

} // namespace app
