// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_dialog.h"

#include "app/chart_data.h"
#include "app/experiments/experiment_scene.h"
#include "app/no_points.h"
#include "app/save_file.h"
#include "core/error.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>

namespace app {
namespace {

struct SizeRow {
    const char* name;
    QSize size; ///< empty: as on screen
};
constexpr SizeRow sizes[] = {
    {QT_TRANSLATE_NOOP("app::ExportDialog", "Review, 1600 × 1200"), {1600, 1200}},
    {QT_TRANSLATE_NOOP("app::ExportDialog", "Slide, 1920 × 1080"), {1920, 1080}},
    {QT_TRANSLATE_NOOP("app::ExportDialog", "Column, 1000 × 750"), {1000, 750}},
    {QT_TRANSLATE_NOOP("app::ExportDialog", "As on screen"), {}},
};

struct FormatRow {
    const char* name;
    const char* suffix;
    ImageFormat format;
};
constexpr FormatRow formats[] = {
    {QT_TRANSLATE_NOOP("app::ExportDialog", "PNG, twice the pixels"), "png", ImageFormat::Png},
    {"SVG", "svg", ImageFormat::Svg},
    {"PDF", "pdf", ImageFormat::Pdf},
};

QString quoted(const QString& path)
{
    QString escaped = path;
    escaped.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + escaped + u'\'';
}

QString levelsText(const std::set<core::Level>& levels)
{
    QStringList names;
    for (const core::Level level : levels) names << QString::fromStdString(std::string(core::toString(level)));
    return names.join(u',');
}

/// Launches of the selected rows, as `--select` takes them.
QString launchesText(const ExportSubject& subject)
{
    QStringList launches;
    for (const int row : subject.options.selected) {
        const auto& all = subject.data.rows[static_cast<std::size_t>(row)].launches;
        if (!all.empty()) launches << QString::number(all.front());
    }
    return launches.join(u',');
}

constexpr const char* roofWords[] = {"best", "measured", "computed", "datasheet", "all"}; // by core::RoofChoice

/// "0.1..100,1e+12..1e+15", as `--zoom` takes it.
QString zoomText(const Frame& frame)
{
    const auto value = [](double exponent) { return QString::number(std::pow(10, exponent), 'g', 8); };
    return QStringLiteral("%1..%2,%3..%4")
        .arg(value(frame.x_low), value(frame.x_high), value(frame.y_low), value(frame.y_high));
}

/// Whether launches of one name stand apart.
bool isUngrouped(const ChartData& data)
{
    std::set<QString> names;
    for (const KernelRow& row : data.rows) {
        if (row.isGroup()) return false;
        names.insert(row.short_name);
    }
    return names.size() < data.rows.size();
}

/// The device whose roofs the command draws: that of the first launch selected, else the file's first.
DeviceOfSession deviceOfCommand(const ExportSubject& subject)
{
    const auto& rows = subject.data.rows;
    const auto& selected = subject.options.selected;
    if (!selected.empty()) return {0, rows[static_cast<std::size_t>(selected.front())].kernel().device_id};
    const auto first = std::ranges::find(rows, 0, &KernelRow::session_number);
    if (first == rows.end() || first->session->devices.empty()) return subject.data.device;
    return {0, first->session->devices.front().id};
}

/// Options of the command that say which kernels and roofs there are.
QStringList dataWords(const ExportSubject& subject)
{
    QStringList words;
    if (subject.data.axis == Axis::Op) words << QStringLiteral("--axis op");
    if (isUngrouped(subject.data)) words << QStringLiteral("--group none");
    if (!subject.data.filter.isEmpty()) words << QStringLiteral("--filter ") + quoted(subject.data.filter);
    if (drawsMeaningless(subject.data.rows)) words << QStringLiteral("--draw-anyway");
    if (subject.roofs != core::RoofChoice::BestKnown)
        words << QStringLiteral("--roofs ") + QLatin1String(roofWords[static_cast<int>(subject.roofs)]);
    return words;
}

/// Options of the command that say how they are drawn.
QStringList optionWords(const ExportSubject& subject)
{
    const ChartOptions& options = subject.options;
    QStringList words, pipes;
    for (const core::Resource& pipe : options.extra_pipes) pipes << QString::fromStdString(core::toString(pipe));
    if (!pipes.isEmpty()) words << QStringLiteral("--pipes ") + pipes.join(u',');
    const bool isMany = subject.data.rows.size() > manyKernels;
    if (options.binding_level_only && !isMany) words << QStringLiteral("--binding-only");
    if (!options.binding_level_only && isMany) words << QStringLiteral("--all-levels");
    if (options.name_largest) words << QStringLiteral("--name-largest");
    if (options.point_size == PointSize::Equal) words << QStringLiteral("--points equal");
    if (subject.zoom) words << QStringLiteral("--zoom ") + zoomText(*subject.zoom);
    if (const QString launches = launchesText(subject); !launches.isEmpty())
        words << QStringLiteral("--select ") + launches;
    return words;
}

/// In which ways the command's chart differs from that on the screen.
QStringList chartLimits(const ExportSubject& subject)
{
    QStringList limits;
    const auto& rows = subject.data.rows;
    if (std::ranges::any_of(rows, [](const KernelRow& row) { return row.session_number > 0; }))
        limits << ExportDialog::tr("draws the first file only");
    if (subject.data.has_roofs_of_others) limits << ExportDialog::tr("draws the roofs that the file itself brings");
    if (!subject.data.device.id.empty() && deviceOfCommand(subject) != subject.data.device)
        limits << ExportDialog::tr("draws the roofs of another device");
    std::size_t launches = 0;
    for (const KernelRow& row : rows)
        if (row.fold != RowFold::Unfolded) launches += row.launches.size();
    if (subject.data.filter.isEmpty() && !rows.empty() && launches < rows.front().session->kernels.size())
        limits << ExportDialog::tr("draws all kernels, those with little time too");
    if (std::ranges::find(rows, RowFold::Unfolded, &KernelRow::fold) != rows.end())
        limits << ExportDialog::tr("draws launches of one name as one point");
    if (subject.options.isolated) limits << ExportDialog::tr("doesn’t isolate the kernel");
    return limits;
}

} // namespace

ExportDialog::ExportDialog(ExportSubject subject, QWidget* parent)
    : QDialog(parent), m_subject(std::move(subject)), m_size(new QComboBox), m_theme(new QComboBox),
      m_format(new QComboBox), m_letters(new QCheckBox(tr("&Letters in points, for black-and-white print"))),
      m_verdict(new QCheckBox(tr("With the selected kernel's &verdict"))),
      m_keep_text(new QCheckBox(tr("&Keep text as text in SVG"))), m_hide_files(new QCheckBox(tr("&Hide file names"))),
      m_preview(new QLabel), m_command(new QLineEdit), m_limits(new QLabel)
{
    setWindowTitle(tr("Export picture"));
    resize(980, 560);
    makeFields();
    updatePreview();
}

void ExportDialog::makeFields()
{
    for (const SizeRow& row : sizes) m_size->addItem(tr(row.name));
    m_theme->addItems({tr("Light"), tr("Dark")});
    for (const FormatRow& row : formats) m_format->addItem(tr(row.name));
    m_letters->setEnabled(!m_subject.experiment);
    m_verdict->setEnabled(!m_subject.experiment && !m_subject.options.selected.empty());
    m_hide_files->setChecked(m_subject.privacy == Privacy::HideFiles);
    m_command->setReadOnly(true);
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(480, 360);

    auto* fields = new QFormLayout;
    fields->addRow(tr("&Size"), m_size);
    fields->addRow(tr("&Theme"), m_theme);
    fields->addRow(tr("&Format"), m_format);
    for (QCheckBox* box : {m_letters, m_verdict, m_keep_text, m_hide_files}) fields->addRow(box);
    auto* left = new QVBoxLayout;
    left->addLayout(fields);
    left->addStretch();
    auto* panes = new QHBoxLayout;
    panes->addLayout(left);
    panes->addWidget(m_preview, 1);

    auto* copyCommandButton = new QPushButton(tr("Copy co&mmand"));
    auto* commandRow = new QHBoxLayout;
    commandRow->addWidget(m_command, 1);
    commandRow->addWidget(copyCommandButton);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    auto* copyButton = buttons->addButton(tr("&Copy picture"), QDialogButtonBox::ActionRole);
    auto* all = new QVBoxLayout(this);
    all->addLayout(panes, 1);
    all->addLayout(commandRow);
    all->addWidget(m_limits);
    all->addWidget(buttons);

    for (QComboBox* box : {m_size, m_theme, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::updatePreview);
    for (QCheckBox* box : {m_letters, m_verdict, m_keep_text, m_hide_files})
        connect(box, &QCheckBox::toggled, this, &ExportDialog::updatePreview);
    connect(copyCommandButton, &QPushButton::clicked, this, &ExportDialog::copyCommand);
    connect(copyButton, &QPushButton::clicked, this, &ExportDialog::copyPicture);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

PictureStyle ExportDialog::style() const
{
    const QSize chosen = sizes[m_size->currentIndex()].size;
    return {.size = chosen.isEmpty() ? m_subject.screen_size : chosen,
            .theme = Theme(m_theme->currentIndex() == 0 ? ThemeKind::Light : ThemeKind::Dark),
            .zoom = m_subject.zoom,
            .side_column = m_verdict->isChecked() ? SideColumn::Verdict : SideColumn::None};
}

ImageFormat ExportDialog::format() const
{
    return formats[m_format->currentIndex()].format;
}

Picture ExportDialog::picture() const
{
    if (m_subject.experiment)
        return experimentPicture(m_hide_files->isChecked() ? withoutFileName(*m_subject.experiment)
                                                           : *m_subject.experiment,
                                 style().size, style().theme);
    ChartOptions options = m_subject.options;
    options.letters = m_letters->isChecked();
    const ChartData shown = m_hide_files->isChecked() ? withoutFileNames(m_subject.data) : m_subject.data;
    return chartPicture(shown, options, style());
}

QString ExportDialog::command() const
{
    const PictureStyle chosen = style();
    QStringList words = {
        QStringLiteral("ridgepoint render"),
        m_subject.report.isEmpty() ? QStringLiteral("REPORT") : quoted(m_subject.report),
        QStringLiteral("-o chart.%1").arg(QLatin1String(formats[m_format->currentIndex()].suffix)),
        QStringLiteral("--size %1x%2").arg(int(chosen.size.width())).arg(int(chosen.size.height())),
    };
    if (m_subject.experiment)
        words << QStringLiteral("--experiment ") + QString::fromStdString(m_subject.experiment->about.name);
    else
        words << QStringLiteral("--levels ") + levelsText(m_subject.options.levels) << dataWords(m_subject)
              << optionWords(m_subject);
    if (chosen.theme.kind() == ThemeKind::Dark) words << QStringLiteral("--theme dark");
    if (m_letters->isChecked()) words << QStringLiteral("--letters");
    if (m_verdict->isChecked()) words << QStringLiteral("--verdict");
    if (m_hide_files->isChecked()) words << QStringLiteral("--hide-files");
    return words.join(u' ');
}

QString ExportDialog::commandLimits() const
{
    QStringList limits = m_subject.experiment ? QStringList() : chartLimits(m_subject);
    if (m_keep_text->isEnabled() && m_keep_text->isChecked()) limits << tr("draws text as outlines");
    return limits.isEmpty() ? QString() : tr("The command %1.").arg(limits.join(QStringLiteral("; ")));
}

void ExportDialog::updatePreview()
{
    m_keep_text->setEnabled(format() == ImageFormat::Svg);
    m_command->setText(command());
    m_command->setCursorPosition(0);
    m_limits->setText(commandLimits());
    m_limits->setVisible(!m_limits->text().isEmpty());
    const Picture shown = picture();
    const QSizeF full = shown.scene.size * shown.scale;
    const double fit = std::min(m_preview->width() / full.width(), m_preview->height() / full.height());
    const double ratio = devicePixelRatioF();
    // Drawn large and reduced: small text keeps its weight.
    QImage image =
        chartImage(shown, 1.5).scaled((full * fit * ratio).toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    image.setDevicePixelRatio(ratio);
    m_preview->setPixmap(QPixmap::fromImage(image));
}

void ExportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    updatePreview();
}

void ExportDialog::save()
{
    const FormatRow& row = formats[m_format->currentIndex()];
    const QString suffix = QLatin1String(row.suffix);
    QString path = QFileDialog::getSaveFileName(this, tr("Export picture"), QStringLiteral("roofline.") + suffix,
                                                QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
    if (path.isEmpty()) return;
    if (!imageFormatOf(path)) path += u'.' + suffix;
    try {
        const auto refusal = saveRefusal(path, m_subject.open_files);
        if (!refusal.isEmpty()) throw core::Error(refusal.toStdString());
        exportChart(picture(), path, imageFormatOf(path).value_or(row.format),
                    m_keep_text->isChecked() ? TextMode::Text : TextMode::Outlines);
        accept();
    } catch (const core::Error& error) {
        QMessageBox::warning(this, tr("Export picture"), QString::fromUtf8(error.what()));
    }
}

void ExportDialog::copyPicture()
{
    copyToClipboard(picture());
}

void ExportDialog::copyCommand()
{
    QGuiApplication::clipboard()->setText(m_command->text());
}

} // namespace app
