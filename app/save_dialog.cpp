// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_dialog.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace app {
namespace {

QString filterOf(const FileType& type)
{
    return QStringLiteral("%1 (*.%2)").arg(type.name, type.suffix);
}

} // namespace

ChosenFile chooseFile(QWidget* parent, const QString& title, const QString& proposal,
                      const std::vector<FileType>& types)
{
    QStringList filters;
    for (const auto& type : types) filters << filterOf(type);
    const auto suffixOf = [&](const QString& filter) {
        return types[std::max<qsizetype>(0, filters.indexOf(filter))].suffix;
    };
    QFileDialog dialog(parent, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(types.front().suffix); // added by the dialog, which then asks before it replaces a file
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                     [&](const QString& filter) { dialog.setDefaultSuffix(suffixOf(filter)); });
    if (!proposal.isEmpty()) dialog.selectFile(proposal);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    const auto path = dialog.selectedFiles().front();
    const auto own = QFileInfo(path).suffix().toLower();
    const bool isKnown = std::ranges::find(types, own, &FileType::suffix) != types.end();
    return {path, isKnown ? own : suffixOf(dialog.selectedNameFilter())};
}

} // namespace app
