// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiments/experiments_page.h"

#include "app/text_style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace app {

ExperimentsPage::ExperimentsPage(QWidget* parent)
    : QWidget(parent), m_pages(new QStackedWidget), m_view(new ExperimentView)
{
    m_pages->addWidget(makeEmpty());
    m_pages->addWidget(makePlot());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pages);
}

QWidget* ExperimentsPage::makePlot()
{
    auto* picture = new QPushButton(tr("Copy picture"));
    auto* numbers = new QPushButton(tr("Copy numbers (CSV)"));
    connect(picture, &QPushButton::clicked, this, &ExperimentsPage::copyPicture);
    connect(numbers, &QPushButton::clicked, this, &ExperimentsPage::copyNumbers);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(12, 4, 12, 8);
    buttons->setSpacing(8);
    for (auto* button : {picture, numbers}) buttons->addWidget(button);
    buttons->addStretch();
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addLayout(buttons);
    return page;
}

QWidget* ExperimentsPage::makeEmpty()
{
    auto* headline = new StyledLabel(TextRole::Title);
    headline->setText(tr("No experiments are open."));
    auto* sentence = new StyledLabel(TextRole::Base, Token::Text2);
    sentence->setText(
        tr("An experiment changes one thing, step by step, and shows what becomes of bandwidth, FLOP/s or "
           "time beside what a model says: stride, divergence, bank conflicts, waves, occupancy, caches."));
    for (auto* label : {headline, sentence}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    sentence->setMaximumWidth(scaledByFont(520));
    auto* measure = new QPushButton(tr("Measure experiments (12 s)"));
    connect(measure, &QPushButton::clicked, this, &ExperimentsPage::measureWanted);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setSpacing(8);
    layout->addStretch();
    layout->addWidget(headline);
    layout->addWidget(sentence, 0, Qt::AlignHCenter);
    layout->addSpacing(16);
    layout->addWidget(measure, 0, Qt::AlignHCenter);
    layout->addStretch();
    return page;
}

void ExperimentsPage::showExperiment(const ShownExperiment& experiment)
{
    m_view->setExperiment(experiment);
    m_pages->setCurrentIndex(1);
}

void ExperimentsPage::showNone()
{
    m_pages->setCurrentIndex(0);
}

bool ExperimentsPage::isEmpty() const
{
    return m_pages->currentIndex() == 0;
}

Picture ExperimentsPage::picture(QSizeF size, const Theme& theme) const
{
    const auto& experiment = m_view->experiment();
    return experimentPicture(m_hideFiles ? withoutFileName(experiment) : experiment, size, theme);
}

void ExperimentsPage::copyPicture() const
{
    copyToClipboard(picture(QSizeF(m_view->size()), Theme::of(palette())));
}

void ExperimentsPage::copyNumbers() const
{
    QGuiApplication::clipboard()->setText(toCsv(m_view->experiment()));
}

} // namespace app
