// SPDX-License-Identifier: GPL-3.0-or-later
// The window's commands: the table of the menu bar, and what each of them does.
#include "app/entry_commands.h"
#include "app/filter_field.h"
#include "app/help_texts.h"
#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/log_dock.h"
#include "app/main_window.h"
#include "app/measure_commands.h"
#include "app/roofline_view.h"
#include "app/sample.h"
#include "app/text_style.h"
#include "core/import/importer.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QTreeView>

#include <algorithm>

namespace app {
namespace {

QString fileFilters()
{
    QStringList all;
    QStringList each;
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    for (const auto& importer : core::importers()) {
        all << text(importer.patterns);
        each << QStringLiteral("%1 (%2)").arg(text(importer.name), text(importer.patterns));
    }
    each.prepend(MainWindow::tr("Reports and sessions (%1)").arg(all.join(u' ')));
    return (each << MainWindow::tr("All files (*)")).join(QStringLiteral(";;"));
}

} // namespace

// clang-format off
std::span<const MainWindow::Command> MainWindow::commands()
{
    using M = MainWindow;
    static constexpr Command table[] = {
        {QT_TR_NOOP("&File"), QT_TR_NOOP("&Open…"), "Ctrl+O", &M::openFiles, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("Open sa&mple"), "", &M::openSample, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("Open &recent"), "", nullptr, &M::recentMenu},
        {QT_TR_NOOP("&File"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("&Save session"), "Ctrl+S", &M::save, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("Save session &as…"), "Ctrl+Shift+S", &M::saveAs, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("Re&load"), "F5", &M::reload, nullptr},
        {QT_TR_NOOP("&File"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("&Export picture…"), "Ctrl+E", &M::exportPicture, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("Export &data…"), "Ctrl+Shift+E", &M::exportData, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("Report (&HTML)…"), "", &M::exportReport, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("&Print…"), "Ctrl+P", &M::print, nullptr},
        {QT_TR_NOOP("&File"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("&Close session"), "Ctrl+W", &M::closeSession, nullptr},
        {QT_TR_NOOP("&File"), QT_TR_NOOP("&Quit"), "Ctrl+Q", &M::quit, nullptr},

        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("&Undo"), "Ctrl+Z", &M::undo, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("&Redo"), "Ctrl+Shift+Z Ctrl+Y", &M::redo, nullptr},
        {QT_TR_NOOP("&Edit"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("&Copy"), "Ctrl+C", &M::copy, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("Copy &picture"), "Ctrl+Shift+C", &M::copyPicture, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("Copy &as"), "", nullptr, &M::copyMenu},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("&Find kernels"), "Ctrl+F", &M::findKernels, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("Find coun&ter"), "Ctrl+Shift+F", &M::findCounter, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("&Select all"), "Ctrl+A", &M::selectAll, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("Clear se&lection"), "Ctrl+Shift+A", &M::clearSelection, nullptr},
        {QT_TR_NOOP("&Edit"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("&Name this kernel…"), "F2", &M::nameKernel, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("Enter algorithmic &bytes and FLOP…"), "", &M::enterWork, nullptr},
        {QT_TR_NOOP("&Edit"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&Edit"), QT_TR_NOOP("S&ettings…"), "Ctrl+,", &M::showSettings, nullptr},

        {QT_TR_NOOP("&View"), QT_TR_NOOP("Le&vels"), "", nullptr, &M::levelsMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Pipes"), "", nullptr, &M::pipesMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Roofs"), "", nullptr, &M::roofsMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("P&oints"), "", nullptr, &M::pointsMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Group by"), "", nullptr, &M::groupingMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Names"), "", nullptr, &M::namesMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("La&dder"), "", nullptr, &M::ladderMenu},
        {QT_TR_NOOP("&View"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Frame"), "Ctrl+0", &M::frame, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Zoom in"), "Ctrl++ Ctrl+=", &M::zoomIn, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("Zoom o&ut"), "Ctrl+-", &M::zoomOut, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("Isola&te"), "", &M::isolate, nullptr},
        {QT_TR_NOOP("&View"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Kernels"), "F9", &M::toggleKernels, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Inspector"), "Ctrl+F9", &M::toggleInspector, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Log"), "F12", &M::toggleLog, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("Full s&creen"), "F11", &M::toggleFullScreen, nullptr},

        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("Roofs, &quick"), "F7", &M::measureQuick, nullptr},
        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("Roofs, &thorough"), "", &M::measureThorough, nullptr},
        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("&Only…"), "", &M::measureOnly, nullptr},
        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("&Kernel library…"), "F8", &M::measureLibrary, nullptr},
        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("E&xperiments…"), "", &M::measureExperiments, nullptr},
        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("&Device"), "", nullptr, &M::measuredDevicesMenu},
        {QT_TR_NOOP("&Measure"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("&Stop"), "Ctrl+.", &M::stopMeasuring, nullptr},
        {QT_TR_NOOP("&Measure"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&Measure"), QT_TR_NOOP("&How to allow counters…"), "", &M::showCounters, nullptr},

        {QT_TR_NOOP("&Help"), QT_TR_NOOP("Reading a &roofline"), "F1", &M::showRooflineHelp, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("&Keys"), "Ctrl+F1", &M::showKeys, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("How every &number is made"), "", &M::showNumbers, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("Open &sample"), "", &M::openSample, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("Open &measured H200"), "", &M::openMeasuredSample, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("&About"), "", &M::showAbout, nullptr},
    };
    return table;
}
// clang-format on

bool MainWindow::beginsMeasuring(void (MainWindow::*run)())
{
    using M = MainWindow;
    const auto all = {&M::measureQuick, &M::measureThorough, &M::measureOnly, &M::measureLibrary,
                      &M::measureExperiments};
    return std::ranges::find(all, run) != all.end();
}

void MainWindow::openFiles()
{
    open(QFileDialog::getOpenFileNames(this, tr("Open"), lastFolder(), fileFilters()));
}

void MainWindow::openRoofs()
{
    const auto& measured = m_settings.measured_folder;
    const auto folder = measured.isEmpty() ? lastFolder() : measured;
    const auto path = QFileDialog::getOpenFileName(this, tr("Roofs from"), folder, fileFilters());
    if (!path.isEmpty()) m_files.openRoofs(path);
}

void MainWindow::openSample()
{
    openBundled(Sample::Report);
}

void MainWindow::openMeasuredSample()
{
    openBundled(Sample::MeasuredRoofs);
}

void MainWindow::openBundled(Sample sample)
{
    if (const auto path = samplePath(sample); !path.isEmpty())
        open({path});
    else
        m_banners->showBanner({QStringLiteral("sample"), BannerKind::Error, tr("The sample wasn't installed.")});
}

/// The session of the current row; without one the first, which is the only one most of the time.
int MainWindow::currentSession() const
{
    const auto* row = m_table->currentRow();
    return row ? row->session_number : 0;
}

void MainWindow::save()
{
    if (!m_model.sessions().empty()) saveSession(currentSession());
}

void MainWindow::saveAs()
{
    if (!m_model.sessions().empty()) saveSessionAs(currentSession());
}

/// Where it was saved before; else asks. Whether it was saved.
bool MainWindow::saveSession(int number)
{
    const auto path = m_files.savePath(number);
    if (path.isEmpty()) return saveSessionAs(number);
    const bool saved = m_files.save(number, path);
    if (saved) m_entering->entries().setSaved(m_model.sessions()[static_cast<std::size_t>(number)].path);
    return saved;
}

bool MainWindow::saveSessionAs(int number)
{
    const QFileInfo report(m_model.sessions()[static_cast<std::size_t>(number)].path);
    const auto name = report.completeBaseName() + QStringLiteral(".ridgepoint.jsonl");
    const auto& folder = m_settings.measured_folder;
    const auto path = QFileDialog::getSaveFileName(this, tr("Save session %1").arg(report.fileName()),
                                                   folder.isEmpty() ? name : folder + u'/' + name,
                                                   tr("Ridgepoint session (*.ridgepoint.jsonl)"));
    if (path.isEmpty() || !m_files.save(number, path)) return false;
    m_entering->entries().setSaved(report.filePath());
    return true;
}

/// That of the selected kernel; without one the session opened last, which the window's title names.
void MainWindow::closeSession()
{
    const int last = static_cast<int>(m_model.sessions().size()) - 1;
    if (last < 0) return;
    const int number = m_table->currentRow() ? currentSession() : last;
    auto& measuring = m_measure->measuring();
    const bool isMeasured = m_model.sessions()[static_cast<std::size_t>(number)].path == measuring.path();
    if (isMeasured && (!mayStopMeasuring() || measuring.isRunning())) return;
    if (!mayClose(number)) return;
    m_entering->entries().forget();
    m_files.close(number);
}

void MainWindow::quit()
{
    close();
}

void MainWindow::undo()
{
    m_entering->undo();
}

void MainWindow::redo()
{
    m_entering->redo();
}

void MainWindow::nameKernel()
{
    m_entering->nameKernel();
}

void MainWindow::enterWork()
{
    m_entering->enterWork();
}

void MainWindow::findKernels()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

/// What the Menu key does; Shift+F10 is as usual, but Qt 6.4 leaves it to programs on X11.
void MainWindow::openContextMenu()
{
    auto* focus = focusWidget();
    if (!focus) return;
    const auto at = focus->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, at, focus->mapToGlobal(at));
    QApplication::sendEvent(focus, &event);
}

void MainWindow::findCounter()
{
    m_inspector->focusCounterSearch();
}

void MainWindow::selectAll()
{
    m_table->view().selectAll();
}

void MainWindow::clearSelection()
{
    m_table->view().clearSelection();
}

void MainWindow::frame()
{
    m_chart->resetZoom();
}

void MainWindow::zoomIn()
{
    m_chart->zoomIn();
}

void MainWindow::zoomOut()
{
    m_chart->zoomOut();
}

void MainWindow::isolate()
{
    m_chart->toggleIsolation();
}

void MainWindow::toggleKernels()
{
    m_left->setVisible(m_left->isHidden());
}

void MainWindow::toggleInspector()
{
    m_inspector->setVisible(m_inspector->isHidden());
}

void MainWindow::toggleLog()
{
    if (m_log->isHidden()) return showLog();
    m_log->hide();
}

void MainWindow::showLog()
{
    constexpr int height = 160;
    m_log->show();
    resizeDocks({m_log}, {scaledByFont(height)}, Qt::Vertical);
}

void MainWindow::toggleFullScreen()
{
    setWindowState(windowState() ^ Qt::WindowFullScreen);
}

void MainWindow::measureQuick()
{
    m_measure->quick();
}

void MainWindow::measureThorough()
{
    m_measure->thorough();
}

void MainWindow::measureOnly()
{
    m_measure->only();
}

void MainWindow::measureLibrary()
{
    m_measure->library();
}

void MainWindow::measureExperiments()
{
    m_measure->experiments();
}

void MainWindow::stopMeasuring()
{
    m_measure->stop();
}

void MainWindow::showCounters()
{
    m_measure->showCounters();
}

void MainWindow::probeGpus()
{
    m_measure->probe();
}

QMenu* MainWindow::measuredDevicesMenu() const
{
    return m_measure->devices();
}

void MainWindow::showRooflineHelp()
{
    showHelp(this, HelpPage::Roofline);
}

void MainWindow::showKeys()
{
    showHelp(this, HelpPage::Keys);
}

void MainWindow::showNumbers()
{
    showHelp(this, HelpPage::Numbers);
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Ridgepoint"), aboutText());
}

} // namespace app
