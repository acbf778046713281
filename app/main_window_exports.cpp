// SPDX-License-Identifier: GPL-3.0-or-later
// The commands by which something leaves the window: pictures, data, reports, paper, the clipboard.
#include "app/chart_data.h"
#include "app/experiments/experiment_list.h"
#include "app/experiments/experiments_page.h"
#include "app/export_dialog.h"
#include "app/html_report.h"
#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/main_window.h"
#include "app/print_chart.h"
#include "app/roof_list.h"
#include "app/roofline_view.h"
#include "app/save_dialog.h"
#include "app/save_file.h"
#include "core/error.h"
#include "core/listing.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPrintDialog>
#include <QPrinter>

#include <algorithm>
#include <sstream>

namespace app {
namespace {

QString namesOf(const std::vector<const KernelRow*>& rows, NameStyle style)
{
    QStringList names;
    for (const auto* row : rows) names << displayName(*row, style);
    return names.join(u'\n');
}

} // namespace

/// Of the session of the current row, under the roofs that the window shows it under.
void MainWindow::exportData()
{
    if (m_model.sessions().empty()) return;
    const auto& open = m_model.sessions()[static_cast<std::size_t>(currentSession())];
    const auto csv = QStringLiteral("csv");
    const auto [path, suffix] =
        chooseFile(this, tr("Export data of %1").arg(open.fileName()), QString(),
                   {{QStringLiteral("CSV"), csv}, {QStringLiteral("JSON"), QStringLiteral("json")}});
    if (path.isEmpty()) return;
    std::ostringstream text;
    const auto list = suffix == csv ? core::listCsv : core::listJson;
    list(text, *open.session, listedRoofs(open));
    const auto problem = saveFile(path, text.str(), m_files.paths());
    if (!problem.isEmpty()) m_banners->showBanner({path, BannerKind::Error, problem});
}

/// What has the focus: marked text, the chart's picture, a panel of the inspector, else the table's rows.
void MainWindow::copy()
{
    const auto* focus = focusWidget();
    const auto* label = qobject_cast<const QLabel*>(focus);
    if (label && label->hasSelectedText()) return QApplication::clipboard()->setText(label->selectedText());
    if (focus && (focus == m_chart || m_chart->isAncestorOf(focus))) return copyPicture();
    if (focus && m_experiments->isAncestorOf(focus)) return m_experiments->copyPicture();
    if (focus && m_experimentList->isAncestorOf(focus)) return m_experiments->copyNumbers();
    if (focus && m_inspector->isAncestorOf(focus))
        return QApplication::clipboard()->setText(m_inspector->copyText(*focus));
    if (focus && m_roofs->isAncestorOf(focus)) return QApplication::clipboard()->setText(m_roofs->selectedText());
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

bool MainWindow::showsExperiment() const
{
    return m_centre->currentWidget() == m_experiments && !m_experiments->isEmpty();
}

void MainWindow::exportPicture()
{
    if (m_model.sessions().empty()) return;
    ExportSubject subject = {.data = m_chart->data(),
                             .options = m_chart->options(),
                             .zoom = m_chart->zoom(),
                             .screen_size = m_chart->size(),
                             .report = m_model.sessions().front().path,
                             .open_files = m_files.paths(),
                             .roofs = chosenRoofs(*m_menus.roofs),
                             .privacy = m_settings.privacy};
    if (showsExperiment()) {
        subject.experiment = m_experiments->view().experiment();
        subject.screen_size = m_experiments->view().size();
        const auto& sessions = m_model.sessions();
        const auto own = std::ranges::find(sessions, subject.experiment->file, &OpenSession::fileName);
        if (own != sessions.end()) subject.report = own->path;
    }
    ExportDialog(std::move(subject), this).exec();
}

void MainWindow::exportReport()
{
    if (m_model.sessions().empty()) return;
    const auto path =
        chooseFile(this, tr("Report"), QStringLiteral("roofline.html"), {{tr("Web page"), QStringLiteral("html")}})
            .path;
    if (path.isEmpty()) return;
    const auto report = htmlReport({m_chart->data(), m_chart->options(), m_settings.privacy});
    const auto problem = saveFile(path, report.toStdString(), m_files.paths());
    if (!problem.isEmpty()) m_banners->showBanner({path, BannerKind::Error, problem});
}

/// What is drawn, as others may see it.
ChartData MainWindow::dataToShow() const
{
    return m_settings.privacy == Privacy::HideFiles ? withoutFileNames(m_chart->data()) : m_chart->data();
}

/// Always on white, whatever the window's theme.
void MainWindow::print()
{
    if (m_model.sessions().empty()) return;
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setDocName(showsExperiment() ? tr("Experiment") : tr("Roofline"));
    if (QPrintDialog(&printer, this).exec() != QDialog::Accepted) return;
    const auto page = printer.pageLayout().paintRect(QPageLayout::Inch).size();
    try {
        const auto size = pictureSizeOn(page);
        printChart(printer, showsExperiment() ? m_experiments->picture(size, {})
                                              : chartPicture(dataToShow(), m_chart->options(),
                                                             {.size = size, .zoom = m_chart->zoom()}));
    } catch (const core::Error& error) {
        m_banners->showBanner({QStringLiteral("print"), BannerKind::Error, QString::fromUtf8(error.what())});
    }
}

void MainWindow::copyPicture()
{
    if (m_model.sessions().empty()) return;
    if (showsExperiment()) return m_experiments->copyPicture();
    const PictureStyle style = {.size = m_chart->size(), .theme = m_chart->chartScene().theme, .zoom = m_chart->zoom()};
    copyToClipboard(chartPicture(dataToShow(), m_chart->options(), style));
}

} // namespace app
