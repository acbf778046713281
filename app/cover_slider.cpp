// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cover_slider.h"

#include "app/format.h"
#include "app/text_style.h"

#include <QSlider>
#include <QVBoxLayout>

namespace app {

CoverSlider::CoverSlider(QWidget* parent)
    : QWidget(parent), m_label(new StyledLabel(TextRole::Base)), m_slider(new QSlider(Qt::Horizontal))
{
    m_slider->setRange(50, 100);
    m_slider->setPageStep(5);
    m_slider->setAccessibleName(tr("Share of the time that is shown"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 8);
    layout->setSpacing(4);
    layout->addWidget(m_label);
    layout->addWidget(m_slider);
    connect(m_slider, &QSlider::valueChanged, this, &CoverSlider::take);
    connect(m_slider, &QSlider::actionTriggered, this, [this] { m_chosen = true; });
    m_slider->setValue(100);
    take(100);
}

void CoverSlider::suggest(double ratio)
{
    if (!m_chosen) setCover(ratio);
}

void CoverSlider::setCover(double ratio)
{
    m_slider->setValue(static_cast<int>(ratio * 100 + 0.5));
}

void CoverSlider::take(int percentage)
{
    m_label->setText(tr("Cover %1 of the time").arg(percent(percentage / 100.0)));
    emit coverChanged(percentage / 100.0);
}

} // namespace app
