// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/empty_state.h"

#include "app/icon_label.h"
#include "app/text_style.h"

#include <QDir>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace app {

namespace {

/// The driver lists its GPUs there.
bool isGpuHere()
{
    return !QDir(QStringLiteral("/proc/driver/nvidia/gpus")).isEmpty();
}

} // namespace

EmptyState::EmptyState(QWidget* parent) : QWidget(parent)
{
    auto* icon = new IconLabel(isGpuHere() ? QStringLiteral("open") : QStringLiteral("no-gpu"), Token::Text2, 48);
    icon->setAlignment(Qt::AlignCenter);
    icon->setVisible(!icon->pixmap().isNull());
    auto* headline = new StyledLabel(TextRole::Title);
    headline->setText(isGpuHere() ? tr("Open an Nsight Compute report.")
                                  : tr("No NVIDIA GPU here, and none is needed."));
    auto* sentence = new StyledLabel(TextRole::Base, Token::Text2);
    sentence->setText(tr("Open a report from another machine, or drop it here."));
    for (auto* text : {headline, sentence}) text->setAlignment(Qt::AlignCenter);

    auto* open = new QPushButton(tr("Open report…"));
    open->setDefault(true);
    auto* sample = new QPushButton(tr("Open sample"));
    connect(open, &QPushButton::clicked, this, &EmptyState::openWanted);
    connect(sample, &QPushButton::clicked, this, &EmptyState::sampleWanted);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch();

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch();
    layout->addWidget(icon);
    layout->addSpacing(16);
    layout->addWidget(headline);
    layout->addWidget(sentence);
    layout->addSpacing(16);
    layout->addLayout(buttons);
    layout->addStretch();
}

} // namespace app
