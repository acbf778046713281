// SPDX-License-Identifier: GPL-3.0-or-later
// The window's commands: the table of the menu bar, and what each of them does.
#include "app/columns.h"
#include "app/export_dialog.h"
#include "app/filter_field.h"
#include "app/help_texts.h"
#include "app/html_report.h"
#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/log_dock.h"
#include "app/main_window.h"
#include "app/print_chart.h"
#include "app/roofline_view.h"
#include "app/row_copy.h"
#include "app/sample.h"
#include "app/save_file.h"
#include "app/work_dialog.h"
#include "core/error.h"
#include "core/import/importer.h"
#include "core/listing.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPrintDialog>
#include <QPrinter>
#include <QTreeView>

#include <algorithm>
#include <sstream>

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

QString namesOf(const std::vector<const KernelRow*>& rows, NameStyle style)
{
    QStringList names;
    for (const auto* row : rows) names << displayName(*row, style);
    return names.join(u'\n');
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

        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Levels"), "", nullptr, &M::levelsMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Pipes"), "", nullptr, &M::pipesMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Roofs"), "", nullptr, &M::roofsMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("P&oints"), "", nullptr, &M::pointsMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Group by"), "", nullptr, &M::groupingMenu},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Names"), "", nullptr, &M::namesMenu},
        {QT_TR_NOOP("&View"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Frame"), "Ctrl+0", &M::frame, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Zoom in"), "Ctrl++ Ctrl+=", &M::zoomIn, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("Zoom o&ut"), "Ctrl+-", &M::zoomOut, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("Isola&te"), "", &M::isolate, nullptr},
        {QT_TR_NOOP("&View"), "", "", nullptr, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Kernels"), "F9", &M::toggleKernels, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("&Inspector"), "Ctrl+F9", &M::toggleInspector, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("Log"), "F12", &M::toggleLog, nullptr},
        {QT_TR_NOOP("&View"), QT_TR_NOOP("Full s&creen"), "F11", &M::toggleFullScreen, nullptr},

        {QT_TR_NOOP("&Help"), QT_TR_NOOP("Reading a &roofline"), "F1", &M::showRooflineHelp, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("&Keys"), "Ctrl+F1", &M::showKeys, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("Open &sample"), "", &M::openSample, nullptr},
        {QT_TR_NOOP("&Help"), QT_TR_NOOP("&About"), "", &M::showAbout, nullptr},
    };
    return table;
}
// clang-format on

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
    if (const auto path = samplePath(); !path.isEmpty())
        open({path});
    else
        m_banners->showBanner({QStringLiteral("sample"), BannerKind::Error, tr("The sample wasn't installed.")});
}

/// The session of the current row; without one the first, which is the only one most of the time.
int MainWindow::currentSession() const
{
    const auto current = m_table->view().currentIndex();
    return current.isValid() ? m_filter.row(current).session_number : 0;
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
    if (saved) m_entries.setSaved(m_model.sessions()[static_cast<std::size_t>(number)].path);
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
    m_entries.setSaved(report.filePath());
    return true;
}

/// The format follows from the extension: .csv, or JSON.
void MainWindow::exportData()
{
    if (m_model.sessions().empty()) return;
    const auto& open = m_model.sessions()[static_cast<std::size_t>(currentSession())];
    const auto path = QFileDialog::getSaveFileName(this, tr("Export data of %1").arg(open.fileName()), QString(),
                                                   tr("CSV (*.csv);;JSON (*.json)"));
    if (path.isEmpty()) return;
    std::ostringstream text;
    path.endsWith(QStringLiteral(".json")) ? core::listJson(text, *open.session) : core::listCsv(text, *open.session);
    const auto problem = saveFile(path, text.str());
    if (!problem.isEmpty()) m_banners->showBanner({path, BannerKind::Error, problem});
}

/// That of the selected kernel; without one the session opened last, which the window's title names.
void MainWindow::closeSession()
{
    const int last = static_cast<int>(m_model.sessions().size()) - 1;
    if (last < 0) return;
    const int number = m_table->selectedRows().empty() ? last : currentSession();
    if (!mayClose(number)) return;
    m_entries.forget();
    m_files.close(number);
}

void MainWindow::quit()
{
    close();
}

void MainWindow::undo()
{
    m_entries.undoStack().undo();
}

void MainWindow::redo()
{
    m_entries.undoStack().redo();
}

std::optional<MainWindow::HeldRow> MainWindow::currentRow() const
{
    const auto rows = m_table->selectedRows();
    if (rows.empty()) return std::nullopt;
    const auto current = m_table->view().currentIndex();
    const auto* row = current.isValid() ? &m_filter.row(current) : rows.front();
    if (std::ranges::find(rows, row) == rows.end()) row = rows.front();
    return HeldRow{*row, m_model.sessions()[static_cast<std::size_t>(row->session_number)].session};
}

void MainWindow::nameKernel()
{
    const auto held = currentRow();
    if (!held || !hasOneName(held->row)) return;
    const auto& kernel = held->row.kernel();
    const auto before = kernel.alias ? QString::fromStdString(*kernel.alias) : held->row.short_name;
    bool accepted = false;
    const auto name = QInputDialog::getText(this, tr("Name this kernel"), tr("Name (empty: the one it came with)"),
                                            QLineEdit::Normal, before, &accepted)
                          .trimmed();
    if (accepted && name != before) m_entries.rename(held->row, name);
}

void MainWindow::enterWork()
{
    const auto held = currentRow();
    if (!held) return;
    WorkDialog dialog(held->row, this);
    if (dialog.exec() == QDialog::Accepted) m_entries.setAlgorithmicWork(held->row, dialog.work());
}

/// What has the focus: marked text, the chart's picture, a panel of the inspector, else the table's rows.
void MainWindow::copy()
{
    const auto* focus = focusWidget();
    const auto* label = qobject_cast<const QLabel*>(focus);
    if (label && label->hasSelectedText()) return QApplication::clipboard()->setText(label->selectedText());
    if (focus && (focus == m_chart || m_chart->isAncestorOf(focus))) return copyPicture();
    if (focus && m_inspector->isAncestorOf(focus))
        return QApplication::clipboard()->setText(m_inspector->copyText(*focus));
    m_table->copySelected();
}

void MainWindow::copyShortNames()
{
    QApplication::clipboard()->setText(namesOf(m_table->selectedRows(), NameStyle::Short));
}

void MainWindow::copyDemangledNames()
{
    QApplication::clipboard()->setText(namesOf(m_table->selectedRows(), NameStyle::Demangled));
}

void MainWindow::copyMangledNames()
{
    QApplication::clipboard()->setText(namesOf(m_table->selectedRows(), NameStyle::Mangled));
}

QMenu* MainWindow::copyMenu() const
{
    auto* menu = new QMenu(tr("Copy &as"), menuBar());
    menu->addAction(tr("&Table"), m_table, &KernelTable::copySelected);
    menu->addAction(tr("&Short names"), this, &MainWindow::copyShortNames);
    menu->addAction(tr("&Demangled names"), this, &MainWindow::copyDemangledNames);
    menu->addAction(tr("&Mangled names"), this, &MainWindow::copyMangledNames);
    return menu;
}

void MainWindow::findKernels()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
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

void MainWindow::exportPicture()
{
    if (m_model.sessions().empty()) return;
    ExportSubject subject = {.data = m_chart->data(),
                             .options = m_chart->options(),
                             .zoom = m_chart->zoom(),
                             .screen_size = m_chart->size(),
                             .report = m_model.sessions().front().path,
                             .roofs = chosenRoofs(*m_menus.roofs),
                             .privacy = m_settings.privacy};
    ExportDialog(std::move(subject), this).exec();
}

void MainWindow::exportReport()
{
    if (m_model.sessions().empty()) return;
    const auto path =
        QFileDialog::getSaveFileName(this, tr("Report"), QStringLiteral("roofline.html"), tr("Web page (*.html)"));
    if (path.isEmpty()) return;
    const auto report = htmlReport({m_chart->data(), m_chart->options(), m_settings.privacy});
    const auto problem = saveFile(path, report.toStdString());
    if (!problem.isEmpty()) m_banners->showBanner({path, BannerKind::Error, problem});
}

/// Always on white, whatever the window's theme.
void MainWindow::print()
{
    if (m_model.sessions().empty()) return;
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setDocName(tr("Roofline"));
    if (QPrintDialog(&printer, this).exec() != QDialog::Accepted) return;
    const auto page = printer.pageLayout().paintRect(QPageLayout::Inch).size();
    try {
        printChart(printer, chartPicture(m_chart->data(), m_chart->options(),
                                         {.size = pictureSizeOn(page), .zoom = m_chart->zoom()}));
    } catch (const core::Error& error) {
        m_banners->showBanner({QStringLiteral("print"), BannerKind::Error, QString::fromUtf8(error.what())});
    }
}

void MainWindow::copyPicture()
{
    if (m_model.sessions().empty()) return;
    const PictureStyle style = {.size = m_chart->size(), .theme = m_chart->chartScene().theme, .zoom = m_chart->zoom()};
    copyToClipboard(chartPicture(m_chart->data(), m_chart->options(), style));
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
    m_log->setVisible(m_log->isHidden());
}

void MainWindow::toggleFullScreen()
{
    setWindowState(windowState() ^ Qt::WindowFullScreen);
}

void MainWindow::showRooflineHelp()
{
    showHelp(this, HelpPage::Roofline);
}

void MainWindow::showKeys()
{
    showHelp(this, HelpPage::Keys);
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Ridgepoint"), aboutText());
}

} // namespace app
