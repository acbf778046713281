// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_dialog.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <algorithm>

namespace app {
namespace {

QString filterOf(const FileType& type)
{
    return QStringLiteral("%1 (*.%2)").arg(type.name, type.suffix);
}

/// The dialog adds no suffix to the name of a folder, and looks for that in the program's own folder, wherever the file
/// is to be (Qt 6.4): added here, and asked for, as the dialog would. Empty: not to be replaced.
QString withSuffix(QFileDialog& dialog, const QString& path)
{
    if (QFileInfo(path).fileName().contains(u'.')) return path;
    const auto whole = path + u'.' + dialog.defaultSuffix();
    if (!QFileInfo::exists(whole)) return whole;
    const auto answer = QMessageBox::question(
        &dialog, dialog.windowTitle(),
        QFileDialog::tr("%1 already exists.\nDo you want to replace it?").arg(QFileInfo(whole).fileName()));
    return answer == QMessageBox::Yes ? whole : QString();
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
    const auto path = withSuffix(dialog, dialog.selectedFiles().front());
    if (path.isEmpty()) return {};
    const auto own = QFileInfo(path).suffix().toLower();
    const bool isKnown = std::ranges::find(types, own, &FileType::suffix) != types.end();
    return {path, isKnown ? own : suffixOf(dialog.selectedNameFilter())};
}

} // namespace app
