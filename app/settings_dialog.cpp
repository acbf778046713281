// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace app {
namespace {

template <typename Value> struct Choice {
    const char* text;
    Value value;
};

constexpr Choice<Appearance> appearances[] = {
    {QT_TRANSLATE_NOOP("app::SettingsDialog", "Follow the system"), Appearance::System},
    {QT_TRANSLATE_NOOP("app::SettingsDialog", "Light"), Appearance::Light},
    {QT_TRANSLATE_NOOP("app::SettingsDialog", "Dark"), Appearance::Dark},
};
constexpr Choice<NameStyle> nameStyles[] = {
    {QT_TRANSLATE_NOOP("app::SettingsDialog", "Short"), NameStyle::Short},
    {QT_TRANSLATE_NOOP("app::SettingsDialog", "Demangled"), NameStyle::Demangled},
};
constexpr Choice<core::RoofChoice> roofOrders[] = {
    {QT_TRANSLATE_NOOP("app::SettingsDialog", "Measured, else the report's own, else datasheet"),
     core::RoofChoice::BestKnown},
    {QT_TRANSLATE_NOOP("app::SettingsDialog", "The report's own"), core::RoofChoice::Computed},
};

/// A combo box with the table's texts; what isn't in the table shows the first.
template <typename Table, typename Value> void fill(QComboBox& box, const Table& table, Value value)
{
    for (const auto& choice : table) box.addItem(SettingsDialog::tr(choice.text));
    const auto chosen = std::ranges::find(table, value, [](const auto& choice) { return choice.value; });
    box.setCurrentIndex(chosen == std::end(table) ? 0 : static_cast<int>(chosen - std::begin(table)));
}

/// A row of a path and a button that chooses it. A row whose field is a layout has no buddy of its own.
void addPath(QFormLayout& fields, const QString& text, QLineEdit* field, QPushButton* choose)
{
    auto* row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(choose);
    auto* label = new QLabel(text);
    label->setBuddy(field);
    fields.addRow(label, row);
}

} // namespace

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent), m_appearance(new QComboBox), m_names(new QComboBox), m_roofs(new QComboBox),
      m_folder(new QLineEdit(settings.measured_folder)), m_program(new QLineEdit(settings.capture_program)),
      m_hide_files(new QCheckBox(tr("&Hide file names in exports, unless asked otherwise")))
{
    setWindowTitle(tr("Settings"));
    fill(*m_appearance, appearances, settings.appearance);
    fill(*m_names, nameStyles, settings.names);
    fill(*m_roofs, roofOrders, settings.roofs);
    m_hide_files->setChecked(settings.privacy == Privacy::HideFiles);
    makeFields();
}

void SettingsDialog::makeFields()
{
    auto* choose = new QPushButton(tr("&Choose…"));
    auto* find = new QPushButton(tr("Choos&e…"));
    m_folder->setPlaceholderText(tr("With the program's data"));
    m_program->setPlaceholderText(tr("Beside ridgepoint, or by PATH"));
    auto* forget = new QPushButton(tr("C&lear recent files"));
    auto* fields = new QFormLayout;
    fields->addRow(tr("&Appearance"), m_appearance);
    fields->addRow(tr("&Names"), m_names);
    fields->addRow(tr("&Roofs at the start"), m_roofs);
    addPath(*fields, tr("&Measured sessions are kept in"), m_folder, choose);
    addPath(*fields, tr("&Path of ridgepoint-capture"), m_program, find);
    fields->addRow(m_hide_files);
    fields->addRow(forget);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(fields);
    layout->addWidget(buttons);
    connect(choose, &QPushButton::clicked, this, &SettingsDialog::chooseFolder);
    connect(find, &QPushButton::clicked, this, &SettingsDialog::chooseProgram);
    connect(forget, &QPushButton::clicked, this, &SettingsDialog::recentFilesForgotten);
    connect(forget, &QPushButton::clicked, forget, [forget] { forget->setEnabled(false); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void SettingsDialog::chooseFolder()
{
    const auto folder = QFileDialog::getExistingDirectory(this, tr("Measured sessions"), m_folder->text());
    if (!folder.isEmpty()) m_folder->setText(folder);
}

void SettingsDialog::chooseProgram()
{
    const auto program = QFileDialog::getOpenFileName(this, tr("Path of ridgepoint-capture"), m_program->text());
    if (!program.isEmpty()) m_program->setText(program);
}

Settings SettingsDialog::settings() const
{
    return {.appearance = appearances[m_appearance->currentIndex()].value,
            .names = nameStyles[m_names->currentIndex()].value,
            .roofs = roofOrders[m_roofs->currentIndex()].value,
            .privacy = m_hide_files->isChecked() ? Privacy::HideFiles : Privacy::ShowFiles,
            .measured_folder = m_folder->text().trimmed(),
            .capture_program = m_program->text().trimmed()};
}

} // namespace app
