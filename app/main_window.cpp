// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/chart_link.h"
#include "app/chart_pages.h"
#include "app/cover_slider.h"
#include "app/empty_state.h"
#include "app/entry_commands.h"
#include "app/experiments/experiment_list.h"
#include "app/experiments/experiments_page.h"
#include "app/filter_field.h"
#include "app/format.h"
#include "app/icon.h"
#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/launch_counts.h"
#include "app/library/library_rows.h"
#include "app/log_dock.h"
#include "app/measure_commands.h"
#include "app/roof_list.h"
#include "app/roofline_view.h"
#include "app/roofs_only.h"
#include "app/status_line.h"
#include "app/text_style.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace app {
namespace {

/// Below this width the inspector is a tab beside the table, so that the chart keeps its own.
constexpr int widthForThreePanes = 1180;

QToolButton* menuButton(QMenu* menu)
{
    auto* button = new QToolButton;
    button->setText(menu->title().remove(u'&'));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

MainWindow::MainWindow()
    : m_filter(m_model), m_banners(new BannerArea), m_files(m_model, *m_banners), m_menus(makeViewMenus(this)),
      m_recent(new QMenu(tr("Open &recent"), this)), m_field(new FilterField),
      m_table(new KernelTable(m_model, m_filter)), m_chart(new RooflineView),
      m_link(new ChartLink(*m_chart, m_model, m_filter, m_table->view(), m_menus, this)), m_inspector(new Inspector),
      m_entering(new EntryCommands(m_model, *m_table, *m_inspector, this)),
      m_measure(new MeasureCommands(m_files, *m_banners, this)), m_roofs(new RoofList(Subject::Roofs)),
      m_run(new RoofList(Subject::Kernels)), m_experimentList(new ExperimentList), m_experiments(new ExperimentsPage),
      m_centre(new QStackedWidget), m_status(new StatusLine), m_log(new LogDock), m_pages(new QStackedWidget),
      m_panes(new QSplitter), m_left(new QTabWidget)
{
    setWindowTitle(tr("Ridgepoint"));
    setMinimumSize(1024, 640);
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu); // the tool bar can't be taken away
    makeMenuBar();
    // Tab goes in the order in which these are made, and round: the panes last, as what they make anew comes last.
    setStatusBar(m_status);
    addDockWidget(Qt::BottomDockWidgetArea, m_log);
    makeToolBar();
    makePanes();
    makeConnections();
    restoreState();
    sessionsChanged();
    m_field->show(); // else its tool bar does so too late: what is hidden doesn't get the window's first focus
    m_field->setFocus();
}

void MainWindow::makePanes()
{
    m_left->setDocumentMode(true);
    m_left->setTabBarAutoHide(true);
    m_left->setFocusProxy(nullptr); // else Tab stops before it while its bar is hidden (Qt 6.4)
    m_left->setFocusPolicy(Qt::NoFocus);
    m_left->addTab(m_table, tr("Kernels"));
    m_left->addTab(m_roofs, tr("Roofs"));
    m_left->addTab(m_experimentList, tr("Experiments"));
    m_left->addTab(m_run, tr("Run"));
    m_roofs->setObjectName(QStringLiteral("roofs"));
    m_run->setObjectName(QStringLiteral("run"));
    m_left->setMinimumWidth(scaledByFont(240));
    m_inspector->setMinimumWidth(scaledByFont(300));
    m_panes->setHandleWidth(6);
    m_panes->setChildrenCollapsible(false);
    m_chart->setMinimumWidth(420);
    m_panes->addWidget(m_left);
    auto* pages = new ChartPages(*m_chart);
    m_centre->addWidget(pages);
    m_centre->addWidget(m_experiments);
    m_panes->addWidget(m_centre);
    connect(m_left, &QTabWidget::currentChanged, this, &MainWindow::showCentre);
    connect(m_experimentList, &ExperimentList::chosenChanged, this, &MainWindow::showChosenExperiment);
    connect(m_experiments, &ExperimentsPage::measureWanted, this, &MainWindow::measureExperiments);
    connect(m_link, &ChartLink::pagesChanged, pages, &ChartPages::showPages);
    connect(pages, &ChartPages::axisChosen, m_link, &ChartLink::setAxis);
    m_panes->addWidget(m_inspector);

    auto* empty = new EmptyState;
    connect(empty, &EmptyState::openWanted, this, &MainWindow::openFiles);
    connect(empty, &EmptyState::sampleWanted, this, &MainWindow::openSample);
    connect(empty, &EmptyState::measureWanted, this, &MainWindow::measureQuick);
    connect(empty, &EmptyState::countersWanted, this, &MainWindow::showCounters);
    connect(&m_measure->gpus(), &GpuProbe::finished, empty, &EmptyState::showGpus);
    m_pages->addWidget(empty);
    m_pages->addWidget(m_panes);

    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_banners);
    layout->addWidget(m_pages, 1);
    setCentralWidget(content);
}

void MainWindow::makeToolBar()
{
    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open = bar->addAction(tr("Open"), this, &MainWindow::openFiles);
    m_measureRoofs = bar->addAction(tr("Measure roofs"), this, &MainWindow::measureQuick);
    colourIcons();
    m_open->setToolTip(tr("Open a report or a session"));
    m_beginMeasuring << m_measureRoofs;
    m_measureRoofs->setToolTip(tr("Measure the roofs of this machine's GPU, in about 15 s"));
    bar->addSeparator();
    QAction* first = bar->addWidget(menuButton(m_menus.levels));
    for (QMenu* menu : {m_menus.pipes, m_menus.roofs, m_menus.points}) bar->addWidget(menuButton(menu));
    bar->insertWidget(first, m_field); // added last: from the filter Tab leads to the panes, not to the menus
}

/// Icons are drawn in the colour of the text beside them, which changes with the theme.
void MainWindow::colourIcons()
{
    const auto colour = palette().color(QPalette::ButtonText);
    m_open->setIcon(icon(QStringLiteral("open"), colour));
    m_measureRoofs->setIcon(icon(QStringLiteral("measure"), colour));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_measureRoofs) colourIcons();
}

void MainWindow::makeMenuBar()
{
    QMenu* menu = nullptr;
    QString title;
    for (const auto& command : commands()) {
        if (tr(command.menu) != title) menu = menuBar()->addMenu(title = tr(command.menu));
        if (*command.text == '\0') {
            menu->addSeparator();
        } else if (command.submenu) {
            menu->addMenu((this->*command.submenu)());
        } else {
            auto* action = menu->addAction(tr(command.text), this, command.run);
            QList<QKeySequence> keys;
            for (const auto& key : QString::fromLatin1(command.shortcuts).split(u' ', Qt::SkipEmptyParts))
                keys << QKeySequence(key);
            action->setShortcuts(keys);
            if (command.run == &MainWindow::stopMeasuring) m_stopMeasuring = action;
            if (beginsMeasuring(command.run)) m_beginMeasuring << action;
        }
    }
    connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
}

void MainWindow::makeConnections()
{
    connect(&m_files, &SessionFiles::changed, this, &MainWindow::sessionsChanged);
    connect(&m_files, &SessionFiles::drawAnywayWanted, m_link, &ChartLink::drawMeaningless);
    connect(&m_files, &SessionFiles::roofsFromFileWanted, this, &MainWindow::openRoofs);
    connect(&m_files, &SessionFiles::computedRoofsWanted, this,
            [this] { m_menus.roofs->setChosen({QStringLiteral("computed")}); });
    connect(&m_files, &SessionFiles::opened, this, &MainWindow::rememberFile);
    connect(&m_files, &SessionFiles::reported, m_log, &LogDock::append);
    m_status->follow(m_files);
    connect(m_field, &FilterField::filterChanged, this, &MainWindow::applyFilter);
    connect(m_status, &StatusLine::pageWanted, m_link, &ChartLink::setAxis);
    connect(m_link, &ChartLink::shown, this, &MainWindow::showCounts);
    connect(m_table, &KernelTable::isolateWanted, m_chart, &RooflineView::toggleIsolation);
    connect(m_chart, &RooflineView::contextMenuWanted, this,
            [this](int row, const QPoint& at) { m_table->showMenuOf(m_link->index(row), at); });
    connect(m_table, &KernelTable::columnsFitted, this, &MainWindow::fitPanes);
    connect(m_panes, &QSplitter::splitterMoved, this, [this] { m_panesChosen = true; });
    connect(m_table, &KernelTable::filterWanted, m_field, &FilterField::append);
    connect(m_inspector, &Inspector::rowChosen, this, &MainWindow::chooseRow);
    connect(m_inspector, &Inspector::launchChosen, this, &MainWindow::chooseLaunch);
    connect(m_table->view().selectionModel(), &QItemSelectionModel::selectionChanged, &m_selectionDelay,
            qOverload<>(&QTimer::start));
    connect(m_table->view().selectionModel(), &QItemSelectionModel::currentChanged, &m_selectionDelay,
            qOverload<>(&QTimer::start));
    makeViewConnections();
    makeMeasureConnections();
}

void MainWindow::makeMeasureConnections()
{
    auto& measuring = m_measure->measuring();
    connect(&measuring, &Measuring::sessionBegan, this, &MainWindow::showMeasured);
    connect(&measuring, &Measuring::progressed, this, &MainWindow::showRoofs);
    connect(&measuring, &Measuring::kept, this, &MainWindow::addRecent);
    const auto allow = [this, &measuring] {
        m_stopMeasuring->setEnabled(measuring.isRunning());
        for (auto* action : m_beginMeasuring) action->setEnabled(!measuring.isRunning());
    };
    allow();
    connect(&measuring, &Measuring::started, this, allow);
    connect(&measuring, &Measuring::ended, this, allow);
    connect(&measuring, &Measuring::ended, this, &MainWindow::leaveMeasured);
    connect(&m_measure->gpus(), &GpuProbe::finished, this, [this](const ProbedGpus& gpus) {
        m_measureRoofs->setToolTip(gpus.devices.empty() ? tr("There is no GPU to measure: %1").arg(gpus.problem)
                                                        : tr("Measure the roofs of this machine's GPU, in about 15 s"));
    });
    connect(&measuring, &Measuring::reported, m_log, &LogDock::append);
    connect(&measuring, &Measuring::logWanted, this, &MainWindow::showLog);
    connect(m_link, &ChartLink::shown, this, &MainWindow::showRoofs);
}

void MainWindow::makeViewConnections()
{
    m_selectionDelay.setSingleShot(true);
    m_selectionDelay.setInterval(0);
    connect(&m_selectionDelay, &QTimer::timeout, this, &MainWindow::showSelection);
    connect(m_menus.cover, &CoverSlider::coverChanged, &m_filter, &KernelFilter::setCover);
    connect(m_table, &KernelTable::coverLifted, this, [this] { m_menus.cover->setCover(1); });
    connect(m_table, &KernelTable::countersWanted, m_inspector, &Inspector::focusCounterSearch);
    new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F10), this, this, &MainWindow::openContextMenu);
    new QShortcut(QKeySequence(u'/'), m_chart, this, &MainWindow::findKernels, Qt::WidgetShortcut);
    connect(m_menus.grouping, &ChoiceMenu::choiceChanged, this,
            [this] { m_model.setGrouping(chosenGrouping(*m_menus.grouping)); });
    connect(m_menus.names, &ChoiceMenu::choiceChanged, this,
            [this] { m_model.setNameStyle(chosenNames(*m_menus.names)); });
    connect(m_menus.roofs_from, &QAction::triggered, this, &MainWindow::openRoofs);
    connect(m_menus.roofs, &ChoiceMenu::choiceChanged, this, [this] { m_files.setRoofs(chosenRoofs(*m_menus.roofs)); });
}

void MainWindow::sessionsChanged()
{
    const auto sessions = m_model.sessions();
    m_pages->setCurrentIndex(sessions.empty() ? 0 : 1);
    setWindowTitle(sessions.empty() ? tr("Ridgepoint") : tr("%1 – Ridgepoint").arg(sessions.back().fileName()));
    constexpr int manyNames = 40;
    if (sessions.size() > std::exchange(m_sessionCount, sessions.size())) {
        m_menus.cover->suggest(m_model.rowCount() > manyNames ? 0.95 : 1);
        // What came brings its list to the front.
        const auto& last = *sessions.back().session;
        const bool hasExperimentsAlone = last.ceilings.empty() && !last.experiments.empty();
        const auto front = std::initializer_list<QWidget*>{m_roofs, m_experimentList};
        m_left->setCurrentWidget(last.kernels.empty() ? front.begin()[hasExperimentsAlone ? 1 : 0] : m_table);
    }
    showExperiments();
    showSelection();
}

void MainWindow::applyFilter(const QString& text)
{
    m_filter.setFilter(text);
    const auto& problems = m_filter.filter().problems;
    m_field->setProblems(problems);
    if (problems.empty())
        m_banners->remove(QStringLiteral("filter"));
    else
        m_banners->showBanner(
            {QStringLiteral("filter"), BannerKind::Warning, QString::fromStdString(problems.front().message)});
}

/// Drawn, in the strip and so on add up to the launches that the filter leaves.
void MainWindow::showCounts()
{
    const int all = m_model.launchCount();
    m_field->setCount(m_filter.launchCount(), all);
    m_status->setRoofs(m_chart->data().title);
    if (all == 0)
        return m_status->setCounts(holdNoKernels(m_model.sessions()) ? roofsText(m_model.sessions()) : QString(), {});
    m_status->setCounts(tr("%1, %2").arg(launchesText(all), duration(m_model.totalTime())),
                        launchCounts(m_chart->data(), m_chart->chartScene().counts));
}

void MainWindow::showExperiments()
{
    const auto sessions = m_model.sessions();
    m_experimentList->setExperiments(shownExperiments(sessions));
}

void MainWindow::showChosenExperiment()
{
    const auto* chosen = m_experimentList->chosen();
    if (chosen)
        m_experiments->showExperiment(*chosen);
    else
        m_experiments->showNone();
}

/// A plot takes the chart's place, and that of the inspector, which tells of kernels.
void MainWindow::showCentre()
{
    const bool isPlot = m_left->currentWidget() == m_experimentList;
    const bool wasPlot = m_centre->currentWidget() == m_experiments;
    if (isPlot == wasPlot) return;
    m_centre->setCurrentIndex(isPlot ? 1 : 0);
    if (m_left->indexOf(m_inspector) < 0) {
        if (isPlot) m_inspectorWanted = !m_inspector->isHidden();
        m_inspector->setVisible(!isPlot && m_inspectorWanted);
    }
    fitPanes();
}

/// Of kernels or experiments, as long as their session is open.
void MainWindow::showRun()
{
    const auto& measuring = m_measure->measuring();
    const auto sessions = m_model.sessions();
    const bool isOpen = measuring.run().subject() != Subject::Roofs &&
                        std::ranges::find(sessions, measuring.path(), &OpenSession::path) != sessions.end();
    m_left->setTabVisible(m_left->indexOf(m_run), isOpen);
    if (!isOpen) return;
    m_run->setSubject(measuring.run().subject());
    m_run->setRows(measuring.run().rows());
    fitPanes();
}

/// Those of the device in the chart: of a measured session all that it holds, else what kernels are judged by.
void MainWindow::showRoofs()
{
    showRun();
    const auto& measuring = m_measure->measuring();
    const auto sessions = m_model.sessions();
    const auto& chart = m_chart->data();
    if (sessions.empty()) return m_roofs->setRows({});
    const auto number = static_cast<std::size_t>(chart.device.session_number);
    if (number >= sessions.size()) return; // one was closed: the chart follows, and then this
    const auto& open = sessions[number];
    if (open.path == measuring.path() && measuring.run().subject() == Subject::Roofs)
        return m_roofs->setRows(measuring.run().rows());
    if (!open.session->ceilings.empty()) {
        m_roofs->setRows(roofRows(*open.session));
        return fitPanes();
    }
    std::vector<RoofRow> rows;
    const auto* device = open.session->device(chart.device.id);
    for (const auto& ceiling : chart.roofs.ceilings) rows.push_back(rowOf(ceiling, device));
    m_roofs->setRows(std::move(rows));
}

/// A session that is being measured: its GPU's roofs and its list come to the front.
void MainWindow::showMeasured(const QString& path)
{
    const auto sessions = m_model.sessions();
    const auto found = std::ranges::find(sessions, path, &OpenSession::path);
    showRun();
    QWidget* const fronts[] = {m_roofs, m_run, m_experimentList};
    m_left->setCurrentWidget(fronts[static_cast<std::size_t>(m_measure->measuring().run().subject())]);
    m_link->showDevice({static_cast<int>(found - sessions.begin()), found->session->devices.front().id});
}

/// Kernels are in the table now, what failed in the list. Roofs serve the kernels of their model, whose chart comes
/// back; another GPU's stay in sight.
void MainWindow::leaveMeasured()
{
    if (m_measure->measuring().run().subject() == Subject::Experiments) return; // their plots stay
    if (m_measure->measuring().run().subject() == Subject::Kernels) {
        const bool anyFailed =
            std::ranges::count(m_measure->measuring().run().rows(), RoofRow::State::Failed, &RoofRow::state) > 0;
        if (!anyFailed) m_left->setCurrentWidget(m_table);
        return;
    }
    const auto& measured = m_measure->measuring().run().session();
    if (m_model.rowCount() == 0 || measured.devices.empty()) return;
    const auto& row = m_model.row(m_model.index(0, 0));
    const auto* device = row.session->device(row.kernel().device_id);
    const bool isOfModel = device && core::modelOf(device->name) == core::modelOf(measured.devices.front().name);
    if (isOfModel || measured.ceilings.empty()) m_link->showDevice({row.session_number, row.kernel().device_id});
}

void MainWindow::showSelection()
{
    const auto rows = m_table->selectedRows();
    if (rows.empty()) {
        std::vector<KernelRow> all;
        for (int row = 0; row < m_model.rowCount(); ++row) all.push_back(m_model.row(m_model.index(row, 0)));
        return m_inspector->showSessions(m_model.sessions(), all);
    }
    const auto& current = *m_table->currentRow();
    const auto* step = stepOf(current);
    m_inspector->showRows(rows, current, step ? libraryRows(m_model, step->family) : std::vector<KernelRow>());
}

/// place: a top row of the model, as given to the inspector.
void MainWindow::chooseRow(int place)
{
    choose(m_model.index(place, 0));
}

void MainWindow::chooseLaunch(int sessionNumber, std::uint32_t launch)
{
    if (const auto row = indexOfStep(m_model, sessionNumber, launch); row.isValid()) choose(row);
}

/// row: of the model.
void MainWindow::choose(const QModelIndex& row)
{
    auto index = m_filter.mapFromSource(row);
    if (!index.isValid()) { // a filter or the time cover hides it
        m_field->clear();
        applyFilter({});
        m_menus.cover->setCover(1);
        index = m_filter.mapFromSource(row);
    }
    m_table->view().setCurrentIndex(index);
}

void MainWindow::placeInspector()
{
    const bool narrow = width() < scaledByFont(widthForThreePanes);
    const bool isTab = m_left->indexOf(m_inspector) >= 0;
    if (narrow == isTab) return;
    if (narrow) m_left->addTab(m_inspector, tr("Inspector"));
    if (narrow) return;
    m_panes->addWidget(m_inspector);
    m_inspector->setVisible(m_centre->currentWidget() != m_experiments);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    placeInspector();
    if (m_panes->isVisible()) fitPanes();
}

/// The table takes what its columns need and leaves the chart its width, until the user moves a handle.
void MainWindow::fitPanes()
{
    if (m_panesChosen) return;
    const bool isTab = m_left->indexOf(m_inspector) >= 0;
    const int inspector = isTab || m_inspector->isHidden() ? 0 : scaledByFont(344);
    const int chart = scaledByFont(isTab ? 560 : 616);
    const int left = m_panes->width() - inspector - chart - 2 * m_panes->handleWidth();
    const int narrowest = std::clamp(left, m_left->minimumWidth(), scaledByFont(320));
    const int widest = std::clamp(left, narrowest, scaledByFont(500));
    const bool isPlot = m_centre->currentWidget() == m_experiments;
    const bool areRoofs = holdNoKernels(m_model.sessions());
    const int wanted = isPlot                             ? m_left->minimumWidth()
                       : m_left->currentWidget() == m_run ? m_run->fittingWidth()
                       : areRoofs                         ? m_roofs->fittingWidth()
                                                          : m_table->fittingWidth();
    const int table = std::clamp(wanted, narrowest, widest);
    m_panes->setSizes({table, m_panes->width() - table - inspector, inspector});
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const auto& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    open(paths);
}

} // namespace app
