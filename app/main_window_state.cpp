// SPDX-License-Identifier: GPL-3.0-or-later
// What the window keeps between two starts: its shape, view choices, settings, recent files. Nothing else reads
// settings.
#include "app/entry_commands.h"
#include "app/experiments/experiments_page.h"
#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/log_dock.h"
#include "app/main_window.h"
#include "app/measure_commands.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>

namespace app {
namespace {

constexpr int recentFiles = 10;

/// Choices that are kept between starts: setting and menu.
struct SavedChoice {
    const char* setting;
    ChoiceMenu* ViewMenus::*menu;
};
constexpr SavedChoice savedChoices[] = {
    {"view/levels", &ViewMenus::levels},
    {"view/points", &ViewMenus::points},
    {"view/grouping", &ViewMenus::grouping},
    {"view/names", &ViewMenus::names},
};

/// Names of the settings, by what they hold.
constexpr QLatin1String appearanceKey("settings/appearance");
constexpr QLatin1String roofsKey("settings/roofs");
constexpr QLatin1String hideFilesKey("settings/hide_files");
constexpr QLatin1String measuredFolderKey("settings/measured_folder");
constexpr QLatin1String captureProgramKey("settings/capture_program");
constexpr QLatin1String kernelsKey("library/kernels"); ///< not there: all of them
constexpr QLatin1String kernelSizeKey("library/size");
constexpr QLatin1String kernelCountersKey("library/counters");

Settings storedSettings()
{
    const QSettings stored;
    Settings settings;
    const auto appearance = stored.value(appearanceKey).toString();
    if (appearance == QStringLiteral("light")) settings.appearance = Appearance::Light;
    if (appearance == QStringLiteral("dark")) settings.appearance = Appearance::Dark;
    if (stored.value(roofsKey).toString() == QStringLiteral("computed")) settings.roofs = core::RoofChoice::Computed;
    if (stored.value(hideFilesKey).toBool()) settings.privacy = Privacy::HideFiles;
    settings.measured_folder = stored.value(measuredFolderKey).toString();
    settings.capture_program = stored.value(captureProgramKey).toString();
    return settings;
}

void store(const Settings& settings)
{
    constexpr const char* appearances[] = {"system", "light", "dark"}; // by Appearance
    QSettings stored;
    stored.setValue(appearanceKey, QLatin1String(appearances[static_cast<int>(settings.appearance)]));
    stored.setValue(roofsKey,
                    settings.roofs == core::RoofChoice::Computed ? QStringLiteral("computed") : QStringLiteral("best"));
    stored.setValue(hideFilesKey, settings.privacy == Privacy::HideFiles);
    stored.setValue(measuredFolderKey, settings.measured_folder);
    stored.setValue(captureProgramKey, settings.capture_program);
}

KernelChoice storedKernelChoice()
{
    const QSettings stored;
    KernelChoice choice;
    if (stored.contains(kernelsKey)) choice.variants = stored.value(kernelsKey).toStringList();
    choice.size = stored.value(kernelSizeKey, choice.size).toString();
    choice.counters = stored.value(kernelCountersKey, choice.counters).toString();
    return choice;
}

void store(const KernelChoice& choice)
{
    QSettings stored;
    if (choice.variants)
        stored.setValue(kernelsKey, *choice.variants);
    else
        stored.remove(kernelsKey);
    stored.setValue(kernelSizeKey, choice.size);
    stored.setValue(kernelCountersKey, choice.counters);
}

} // namespace

void MainWindow::restoreState()
{
    const QSettings settings;
    resize(1440, 900);
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    placeInspector();
    m_panes->setStretchFactor(1, 1); // the chart takes what is left
    m_panesChosen = m_panes->restoreState(settings.value(QStringLiteral("window/panes")).toByteArray());
    m_table->setColumnState(settings.value(QStringLiteral("window/columns")).toByteArray());
    const QStringList folded{QStringLiteral("counters"), QStringLiteral("provenance")};
    m_inspector->setFoldedPanels(settings.value(QStringLiteral("window/folded"), folded).toStringList());
    for (const auto& [setting, menu] : savedChoices)
        if (settings.contains(QLatin1String(setting)))
            (m_menus.*menu)->setChosen(settings.value(QLatin1String(setting)).toStringList());
    m_measure->setKernelChoice(storedKernelChoice());
    auto known = storedSettings();
    known.names = chosenNames(*m_menus.names);
    apply(known);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayStopMeasuring()) return event->ignore();
    for (int number = 0; number < static_cast<int>(m_model.sessions().size()); ++number)
        if (!mayClose(number)) return event->ignore();
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    if (m_panesChosen) settings.setValue(QStringLiteral("window/panes"), m_panes->saveState());
    settings.setValue(QStringLiteral("window/columns"), m_table->columnState());
    settings.setValue(QStringLiteral("window/folded"), m_inspector->foldedPanels());
    for (const auto& [setting, menu] : savedChoices)
        settings.setValue(QLatin1String(setting), (m_menus.*menu)->chosen());
    store(m_measure->kernelChoice());
    QMainWindow::closeEvent(event);
}

/// Asks before a measurement is given up; what it has brought is kept.
bool MainWindow::mayStopMeasuring()
{
    if (!m_measure->measuring().isRunning()) return true;
    const auto& subject = rowOf(m_measure->measuring().run().subject());
    QMessageBox question(QMessageBox::Question, tr("Ridgepoint"), words(subject.question), QMessageBox::NoButton, this);
    auto* button = question.addButton(tr("&Stop and close"), QMessageBox::AcceptRole);
    const QAbstractButton* stop = button;
    question.setDefaultButton(button);
    question.addButton(tr("&Go on measuring"), QMessageBox::RejectRole);
    question.exec();
    if (question.clickedButton() != stop) return false;
    m_measure->measuring().stopAndWait();
    return true;
}

/// Asks what to do with names and figures that were entered since a session was saved; true when none are lost unasked.
bool MainWindow::mayClose(int number)
{
    const auto& open = m_model.sessions()[static_cast<std::size_t>(number)];
    if (!m_entering->entries().isUnsaved(open.path)) return true;
    const auto answer =
        QMessageBox::question(this, tr("Ridgepoint"), tr("What you entered in %1 isn't saved.").arg(open.fileName()),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && saveSession(number));
}

void MainWindow::apply(const Settings& settings)
{
    if (settings.appearance != m_settings.appearance) setAppearance(settings.appearance);
    if (settings.names != chosenNames(*m_menus.names))
        m_menus.names->setChosen(
            {settings.names == NameStyle::Short ? QStringLiteral("short") : QStringLiteral("demangled")});
    if (settings.roofs != m_settings.roofs)
        m_menus.roofs->setChosen(
            {settings.roofs == core::RoofChoice::Computed ? QStringLiteral("computed") : QStringLiteral("best")});
    m_measure->setProgram(settings.capture_program);
    m_measure->measuring().setFolder(settings.measured_folder);
    m_experiments->setHideFiles(settings.privacy == Privacy::HideFiles);
    m_settings = settings;
}

void MainWindow::showSettings()
{
    auto before = m_settings;
    before.names = chosenNames(*m_menus.names);
    SettingsDialog dialog(before, this);
    connect(&dialog, &SettingsDialog::recentFilesForgotten, this, &MainWindow::forgetRecent);
    if (dialog.exec() != QDialog::Accepted) return;
    apply(dialog.settings());
    store(dialog.settings());
}

void MainWindow::addRecent(const QString& path)
{
    QSettings settings;
    auto paths = settings.value(QStringLiteral("files/recent")).toStringList();
    paths.removeAll(path);
    paths.prepend(path);
    settings.setValue(QStringLiteral("files/recent"), paths.mid(0, recentFiles));
}

void MainWindow::rememberFile(const QString& path)
{
    addRecent(path);
    QSettings().setValue(QStringLiteral("files/folder"), QFileInfo(path).absolutePath());
}

QString MainWindow::lastFolder()
{
    return QSettings().value(QStringLiteral("files/folder")).toString();
}

void MainWindow::forgetRecent()
{
    QSettings().remove(QStringLiteral("files/recent"));
}

void MainWindow::fillRecent()
{
    m_recent->clear();
    const auto paths = QSettings().value(QStringLiteral("files/recent")).toStringList();
    for (const auto& path : paths) {
        auto* action = m_recent->addAction(QFileInfo(path).fileName(), this, [this, path] { open({path}); });
        action->setToolTip(path);
    }
    m_recent->addSeparator();
    m_recent->addAction(tr("Clear"), this, &MainWindow::forgetRecent)->setEnabled(!paths.isEmpty());
}

} // namespace app
