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

/// Shows the command and hides it.
QToolButton* unfoldButton(QWidget& command)
{
    auto* button = new QToolButton;
    button->setCheckable(true);
    button->setArrowType(Qt::RightArrow);
    button->setAutoRaise(true);
    button->setToolTip(CommandLine::tr("Show the command"));
    button->setAccessibleName(button->toolTip());
    QObject::connect(button, &QToolButton::toggled, &command, [button, &command](bool open) {
        command.setVisible(open);
        button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });
    return button;
}

} // namespace

MissingNote::MissingNote(const Missing& missing, QWidget* parent) : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    const auto words = QString(enDash) + u' ' + missing.text;
    if (!missing.command.isEmpty()) {
        layout->addWidget(new CommandLine(words, missing.command, CommandShown::Unfolded));
        return;
    }
    auto* text = new StyledLabel(TextRole::Base, Token::Text2);
    text->setText(words);
    text->setWordWrap(true);
    layout->addWidget(text);
}

CommandLine::CommandLine(const QString& caption, const QString& command, CommandShown shown, QWidget* parent)
    : QWidget(parent)
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
    layout->addWidget(copy, 0, 2, Qt::AlignTop);
    layout->addWidget(text, 1, 0, 1, 3);
    if (shown == CommandShown::Always) return;
    text->hide();
    layout->addWidget(unfoldButton(*text), 0, 1, Qt::AlignTop);
}

} // namespace app
