// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_command.h"

#include "app/icon.h"
#include "app/main_window.h"
#include "app/standard_output.h"

#include <QApplication>

#include <algorithm>
#include <iostream>
#include <string_view>

namespace app {
namespace {

constexpr std::string_view usage =
    "Usage: ridgepoint [FILE...]\n"
    "       ridgepoint list FILE [--format table|csv|json]\n"
    "       ridgepoint render FILE -o PICTURE\n\n"
    "Opens Nsight Compute reports and Ridgepoint sessions and shows their kernels under their "
    "roofs.\n\n"
    "  --help, -h     show this text; each command has its own\n"
    "  --version      show the version\n";

/// Qt ends the program where it can't reach a display; a sentence is better.
bool hasDisplay(int argc, char** argv)
{
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (qEnvironmentVariableIsSet(variable)) return true;
    return std::any_of(argv, argv + argc, [](std::string_view argument) { return argument.ends_with("-platform"); });
}

} // namespace

int windowCommand(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--help" || argument == "-h") return printText(usage);
        if (argument == "--version") return printText("ridgepoint " RIDGEPOINT_VERSION "\n");
        if (argument == "--") break;
        // Qt's own options, such as -platform and -style, are taken out by QApplication.
        if (argument.starts_with("--")) {
            std::cerr << "ridgepoint: unknown option " << argument << "; try `ridgepoint --help`\n";
            return 2;
        }
    }
    if (!hasDisplay(argc, argv)) {
        std::cerr << "ridgepoint: there is no display; `ridgepoint render FILE -o PICTURE` draws without one\n";
        return 1;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("ridgepoint"));
    QApplication::setApplicationDisplayName(QStringLiteral("Ridgepoint"));
    QApplication::setOrganizationName(QStringLiteral("ridgepoint"));
    QApplication::setApplicationVersion(QStringLiteral(RIDGEPOINT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("ridgepoint"));
    QApplication::setWindowIcon(applicationIcon());
    auto files = QApplication::arguments().mid(1);
    files.removeAll(QStringLiteral("--"));
    MainWindow window;
    window.show();
    window.open(files);
    window.probeGpus();
    return QApplication::exec();
}

} // namespace app
