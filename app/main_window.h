// SPDX-License-Identifier: GPL-3.0-or-later
// The window: three panes side by side, and the commands of its menus.
#pragma once

#include "app/kernel_filter.h"
#include "app/session_files.h"
#include "app/session_model.h"
#include "app/settings_dialog.h"
#include "app/view_menus.h"

#include <QMainWindow>
#include <QTimer>

#include <span>

class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace app {

enum class Sample;

class ChartLink;
class EntryCommands;
class ExperimentList;
class ExperimentsPage;
class FilterField;
class Inspector;
class KernelTable;
class LogDock;
class MeasureCommands;
class RoofList;
class RooflineView;
class StatusLine;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow();

    void open(const QStringList& paths) { m_files.open(paths); }
    void probeGpus(); ///< asks which GPUs are here, and shows it where nothing is open

    /// One entry of the menu bar.
    struct Command {
        const char* menu;          ///< source strings for translation
        const char* text;          ///< empty: a separator
        const char* shortcuts;     ///< separated by spaces; the first is shown
        void (MainWindow::*run)(); ///< nullptr for submenus
        QMenu* (MainWindow::*submenu)() const;
    };

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static std::span<const Command> commands(); ///< main_window_commands.cpp
    static bool beginsMeasuring(void (MainWindow::*run)());
    void makeMenuBar();
    void makeToolBar();
    void colourIcons();
    void makePanes();
    void makeConnections();
    void makeViewConnections();
    void makeMeasureConnections();
    void restoreState(); ///< this and the next few: main_window_state.cpp
    void apply(const Settings& settings);
    bool mayClose(int number);
    bool saveSession(int number);
    bool saveSessionAs(int number);
    static QString lastFolder(); ///< of the file opened last
    void forgetRecent();
    void placeInspector();
    void fitPanes();

    void sessionsChanged();
    void showSelection();
    void rememberFile(const QString& path);
    static void addRecent(const QString& path);
    void fillRecent();
    void applyFilter(const QString& text);
    void showCounts();
    void showRoofs();
    void showRun();
    void showExperiments();
    void showChosenExperiment();
    void showCentre();
    void showMeasured(const QString& path);
    void leaveMeasured();
    void showLog();
    bool mayStopMeasuring();
    void chooseRow(int place);
    void chooseLaunch(int sessionNumber, std::uint32_t launch);
    void choose(const QModelIndex& row);
    [[nodiscard]] int currentSession() const;

    // Commands.
    void openFiles();
    void openSample();
    void openMeasuredSample();
    void openBundled(Sample sample);
    void openRoofs();
    void save();
    void saveAs();
    void reload() { m_files.reload(); }
    void exportData();
    void exportReport();
    void print();
    void closeSession();
    void quit();
    void undo();
    void redo();
    void nameKernel();
    void enterWork();
    void copy();
    void copyShortNames();
    void copyDemangledNames();
    void copyMangledNames();
    void findKernels();
    void openContextMenu();
    void findCounter();
    void selectAll();
    void clearSelection();
    void showSettings();
    void frame();
    void zoomIn();
    void zoomOut();
    void isolate();
    void exportPicture();
    [[nodiscard]] bool showsExperiment() const; ///< in the chart's place, for pictures
    [[nodiscard]] ChartData dataToShow() const;
    void copyPicture();
    void toggleKernels();
    void toggleInspector();
    void toggleLog();
    void toggleFullScreen();
    void measureQuick();
    void measureThorough();
    void measureOnly();
    void measureLibrary();
    void measureExperiments();
    void stopMeasuring();
    void showCounters();
    void showRooflineHelp();
    void showKeys();
    void showNumbers();
    void showAbout();

    [[nodiscard]] QMenu* levelsMenu() const { return m_menus.levels; }
    [[nodiscard]] QMenu* pipesMenu() const { return m_menus.pipes; }
    [[nodiscard]] QMenu* roofsMenu() const { return m_menus.roofs; }
    [[nodiscard]] QMenu* pointsMenu() const { return m_menus.points; }
    [[nodiscard]] QMenu* groupingMenu() const { return m_menus.grouping; }
    [[nodiscard]] QMenu* namesMenu() const { return m_menus.names; }
    [[nodiscard]] QMenu* ladderMenu() const { return m_menus.ladder; }
    [[nodiscard]] QMenu* recentMenu() const { return m_recent; }
    [[nodiscard]] QMenu* copyMenu() const;
    [[nodiscard]] QMenu* measuredDevicesMenu() const;

    SessionModel m_model;
    KernelFilter m_filter;
    BannerArea* m_banners;
    SessionFiles m_files;
    ViewMenus m_menus;
    QMenu* m_recent;
    QAction* m_open = nullptr;
    QAction* m_measureRoofs = nullptr;
    QAction* m_stopMeasuring = nullptr; ///< while nothing is measured it can't be chosen
    QList<QAction*> m_beginMeasuring;   ///< while something is, they can't be
    FilterField* m_field;
    KernelTable* m_table;
    RooflineView* m_chart;
    ChartLink* m_link;
    Inspector* m_inspector;
    EntryCommands* m_entering;
    MeasureCommands* m_measure;
    RoofList* m_roofs;
    RoofList* m_run; ///< items of a run of kernels or experiments
    ExperimentList* m_experimentList;
    ExperimentsPage* m_experiments;
    QStackedWidget* m_centre; ///< chart, or plot of an experiment
    StatusLine* m_status;
    LogDock* m_log;
    Settings m_settings;
    QStackedWidget* m_pages;
    QSplitter* m_panes;
    QTabWidget* m_left;
    std::size_t m_sessionCount = 0;
    bool m_inspectorWanted = true; ///< beside the chart
    bool m_panesChosen = false;    ///< by the user, now or in an earlier run
    QTimer m_selectionDelay;       ///< several changes of one gesture become one
};

} // namespace app
