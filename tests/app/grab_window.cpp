// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the window into a picture, for people to look at: grab_window FILE OUT.png [key=value...]
// Keys: width, height, theme (light, dark), select (top rows of the table), points (font size), filter, tab (1: the
// inspector's), expand (a top row), roofs (an id of the Roofs menu), scroll (pixels down the inspector, all panels
// open).
#include "app/appearance.h"
#include "app/choice_menu.h"
#include "app/filter_field.h"
#include "app/inspector.h"
#include "app/kernel_table.h"
#include "app/main_window.h"
#include "app/roofline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPalette>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

#include <iostream>

namespace {

QString value(const QStringList& arguments, const QString& key, const QString& otherwise)
{
    for (const auto& argument : arguments)
        if (argument.startsWith(key + u'=')) return argument.mid(key.size() + 1);
    return otherwise;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    const auto arguments = QApplication::arguments();
    if (arguments.size() < 3) return 2;
    QApplication::setStyle(QStringLiteral("Fusion"));
    auto font = QApplication::font();
    font.setPointSizeF(value(arguments, "points", "9").toDouble());
    QApplication::setFont(font);
    if (value(arguments, "theme", "light") == "dark") app::setAppearance(app::Appearance::Dark);

    app::MainWindow window;
    window.resize(value(arguments, "width", "1440").toInt(), value(arguments, "height", "900").toInt());
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) return 1;
    auto* table = window.findChild<app::KernelTable*>();
    if (arguments[1] != "-") {
        QElapsedTimer timer;
        timer.start();
        window.open({arguments[1]});
        const auto* chart = window.findChild<app::RooflineView*>();
        const auto isOpen = [&] { return table->view().model()->rowCount() > 0 || !chart->data().title.isEmpty(); };
        if (!QTest::qWaitFor(isOpen, 20000)) std::cerr << "nothing was opened\n";
        window.grab();
        std::cout << "first picture after " << timer.elapsed() << " ms\n";
    }
    if (const auto filter = value(arguments, "filter", {}); !filter.isEmpty()) {
        window.findChild<app::FilterField*>()->setText(filter);
        QTest::qWait(200);
    }
    if (const auto row = value(arguments, "expand", {}); !row.isEmpty())
        table->view().expand(table->view().model()->index(row.toInt(), 0));
    if (const auto roofs = value(arguments, "roofs", {}); !roofs.isEmpty())
        for (auto* menu : window.findChildren<app::ChoiceMenu*>())
            if (menu->title() == QStringLiteral("&Roofs")) menu->setChosen({roofs});
    for (const auto& row : value(arguments, "select", {}).split(u',', Qt::SkipEmptyParts))
        table->view().selectionModel()->setCurrentIndex(table->view().model()->index(row.toInt(), 0),
                                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTest::qWait(300);
    if (const int down = value(arguments, "scroll", "0").toInt(); down > 0) {
        window.findChild<app::Inspector*>()->setFoldedPanels({});
        QTest::qWait(50);
        for (auto* area : window.findChild<app::Inspector*>()->findChildren<QScrollArea*>())
            area->verticalScrollBar()->setValue(down);
    }
    if (value(arguments, "tab", "0") == "1") window.findChild<QTabWidget*>()->setCurrentIndex(1);
    QTest::qWait(100);
    return window.grab().save(arguments[2]) ? 0 : 1;
}
