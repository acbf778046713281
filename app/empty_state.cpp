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

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent),
      m_icon(new IconLabel(isGpuHere() ? QStringLiteral("open") : QStringLiteral("no-gpu"), Token::Text2, 48)),
      m_headline(new StyledLabel(TextRole::Title)), m_sentence(new StyledLabel(TextRole::Base, Token::Text2)),
      m_measure(new QPushButton(tr("Measure roofs (15 s)"))), m_open(new QPushButton(tr("Open report…"))),
      m_sample(new QPushButton(tr("Open sample"))), m_counters(new QPushButton(tr("How to allow counters")))
{
    m_icon->setAlignment(Qt::AlignCenter);
    m_icon->setVisible(!m_icon->pixmap().isNull());
    m_headline->setText(isGpuHere() ? tr("Open an Nsight Compute report.")
                                    : tr("No NVIDIA GPU here, and none is needed."));
    m_sentence->setText(tr("Open a report from another machine, or drop it here."));
    for (auto* text : {m_headline, m_sentence}) {
        text->setAlignment(Qt::AlignCenter);
        text->setWordWrap(true);
    }
    m_open->setDefault(true);
    m_measure->hide();
    m_counters->hide();
    connect(m_measure, &QPushButton::clicked, this, &EmptyState::measureWanted);
    connect(m_open, &QPushButton::clicked, this, &EmptyState::openWanted);
    connect(m_sample, &QPushButton::clicked, this, &EmptyState::sampleWanted);
    connect(m_counters, &QPushButton::clicked, this, &EmptyState::countersWanted);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    for (auto* button : {m_measure, m_open, m_sample, m_counters}) buttons->addWidget(button);
    buttons->addStretch();

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch();
    layout->addWidget(m_icon);
    layout->addSpacing(16);
    layout->addWidget(m_headline);
    layout->addWidget(m_sentence);
    layout->addSpacing(16);
    layout->addLayout(buttons);
    layout->addStretch();
}

void EmptyState::showGpus(const ProbedGpus& gpus)
{
    if (!gpus.devices.empty()) return showGpu(gpus.devices.front());
    if (!isGpuHere()) return; // as it is: what is missing is no problem
    m_headline->setText(tr("The GPU of this machine can't be measured: %1.").arg(gpus.problem));
    m_sentence->setText(tr("Reports can be opened, also those of other machines."));
}

/// At most three buttons: the sample gives way to what counters need.
void EmptyState::showGpu(const core::Device& device)
{
    const bool refused = !device.counters_allowed.value_or(true);
    m_icon->hide();
    m_headline->setText(gpuText(device));
    auto sentence = refused
                        ? tr("Roofs and times can be measured; hardware counters are refused (administrators only).")
                        : tr("Measure its roofs, or open a report: drop it here.");
    if (const auto caution = gpuCaution(device); !caution.isEmpty()) sentence += u'\n' + caution;
    m_sentence->setText(sentence);
    m_measure->show();
    m_measure->setDefault(true);
    m_sample->setVisible(!refused);
    m_counters->setVisible(refused);
}

} // namespace app
