// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiments/experiment_list.h"

#include "app/format.h"
#include "app/shown_text.h"
#include "app/theme.h"

#include <QEvent>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace app {
namespace {

/// Names it among all that are open.
QString keyOf(const ShownExperiment& experiment)
{
    return experiment.file + u'\n' + QString::fromStdString(experiment.about.device_id) + u'\n' +
           QString::fromStdString(experiment.about.name);
}

} // namespace

ExperimentList::ExperimentList(QWidget* parent) : QWidget(parent), m_view(new QListWidget)
{
    m_view->setAccessibleName(tr("Experiments"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformItemSizes(true);
    m_view->setTextElideMode(Qt::ElideRight);
    m_view->setPalette(tablePalette());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_view);
    connect(m_view, &QListWidget::currentRowChanged, this, &ExperimentList::chosenChanged);
}

const ShownExperiment* ExperimentList::chosen() const
{
    const auto row = static_cast<std::size_t>(m_view->currentRow());
    return row < m_experiments.size() ? &m_experiments[row] : nullptr;
}

void ExperimentList::setExperiments(const std::vector<ShownExperiment>& experiments)
{
    if (experiments == m_experiments && chosen()) return;
    const QString before = chosen() ? keyOf(*chosen()) : QString();
    m_experiments = experiments;
    std::set<QString> files;
    for (const auto& experiment : experiments) files.insert(experiment.file);
    {
        const QSignalBlocker silent(m_view);
        while (m_view->count() > static_cast<int>(experiments.size())) delete m_view->takeItem(m_view->count() - 1);
        for (std::size_t place = 0; place < experiments.size(); ++place) {
            const auto& experiment = experiments[place];
            const auto row = static_cast<int>(place);
            if (row == m_view->count()) m_view->addItem(new QListWidgetItem);
            auto* item = m_view->item(row);
            item->setSizeHint({0, std::max(24, m_view->fontMetrics().height() + 8)}); // as high as other lists' rows
            const QString title = shownText(experiment.about.title);
            item->setText(files.size() < 2 ? title : title + QStringLiteral(" · ") + experiment.file);
            item->setToolTip(shownText(experiment.about.lesson) + u'\n' +
                             counted(static_cast<double>(pointCount(experiment)), tr("1 point"), tr("%1 points")));
        }
        const auto same = std::ranges::find(experiments, before, keyOf);
        const auto row = same == experiments.end() ? 0 : static_cast<int>(same - experiments.begin());
        m_view->setCurrentRow(experiments.empty() ? -1 : row);
    }
    emit chosenChanged();
}

void ExperimentList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) m_view->setPalette(tablePalette());
}

} // namespace app
