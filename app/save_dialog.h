// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where to write, and as what: the type chosen in the dialog counts where the name doesn't say another.
#pragma once

#include <QString>

#include <vector>

class QWidget;

namespace app {

struct FileType {
    QString name;   ///< "CSV"
    QString suffix; ///< "csv"
};

struct ChosenFile {
    QString path;   ///< a name typed without a suffix has got that of the type; empty: the user cancelled
    QString suffix; ///< of one of the types
};

/// proposal: a file name to begin with; may be empty.
ChosenFile chooseFile(QWidget* parent, const QString& title, const QString& proposal,
                      const std::vector<FileType>& types);

} // namespace app
