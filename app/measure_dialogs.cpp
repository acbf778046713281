// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/measure_dialogs.h"

#include "app/missing_note.h"
#include "app/roof_rows.h"
#include "app/shown_text.h"
#include "app/text_style.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace app {
namespace {

StyledLabel* words(const QString& text)
{
    auto* label = new StyledLabel(TextRole::Base);
    label->setText(text);
    label->setWordWrap(true);
    return label;
}

/// A way to let users read hardware counters. Source: NVIDIA's page on ERR_NVGPUCTRPERM.
struct CounterWay {
    const char* caption;
    const char* command;
};
constexpr CounterWay counterWays[] = {
    {QT_TRANSLATE_NOOP("app::CountersDialog", "Once, as administrator; then open the file:"),
     "sudo %1 ceilings --out roofs.ridgepoint.jsonl"},
    {QT_TRANSLATE_NOOP("app::CountersDialog", "For this program, whoever runs it:"), "sudo setcap cap_sys_admin+ep %1"},
    {QT_TRANSLATE_NOOP("app::CountersDialog", "For all users, after a restart (where the driver is in the initial RAM "
                                              "disk, build that anew before):"),
     "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | sudo tee /etc/modprobe.d/nvidia-counters.conf"},
};

} // namespace

QStringList argumentsOf(const RoofRequest& request)
{
    QStringList arguments{request.thorough ? QStringLiteral("--thorough") : QStringLiteral("--quick")};
    if (!request.only.isEmpty()) arguments << QStringLiteral("--only") << request.only;
    return arguments;
}

RoofChooser::RoofChooser(Subject subject, QWidget* parent)
    : QDialog(parent), m_subject(subject),
      m_state(
          words(subject == Subject::Roofs ? tr("Reading the list of roofs…") : tr("Reading the list of experiments…"))),
      m_choices(new QWidget), m_list(new QListWidget), m_thorough(new QCheckBox(tr("&Thorough: more repeats")))
{
    setWindowTitle(subject == Subject::Roofs ? tr("Measure only") : tr("Measure experiments"));
    resize(dialogSize(*this, 360, 480));
    m_state->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_choices->setLayout(makeChoices());
    m_choices->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_measure = buttons->addButton(tr("&Measure"), QDialogButtonBox::AcceptRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_state, 1);
    layout->addWidget(m_choices, 1);
    layout->addWidget(buttons);
    connect(m_list, &QListWidget::itemChanged, this, &RoofChooser::allowMeasuring);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_program, &CaptureProcess::printed, this, [this](const QString& line) { m_printed << line; });
    connect(&m_program, &CaptureProcess::received, this, &RoofChooser::addExperiment);
    connect(&m_program, &CaptureProcess::fellSilent, &m_program, &CaptureProcess::stop);
    connect(&m_program, &CaptureProcess::ended, this, &RoofChooser::showEnd);
    allowMeasuring();
}

QLayout* RoofChooser::makeChoices()
{
    auto* all = new QPushButton(tr("&All"));
    auto* none = new QPushButton(tr("&None"));
    connect(all, &QPushButton::clicked, this, [this] { setAll(Qt::Checked); });
    connect(none, &QPushButton::clicked, this, [this] { setAll(Qt::Unchecked); });
    auto* row = new QHBoxLayout;
    row->addWidget(all);
    row->addWidget(none);
    row->addStretch();
    row->addWidget(m_thorough);
    auto* column = new QVBoxLayout;
    column->setContentsMargins({});
    column->addWidget(m_list, 1);
    column->addLayout(row);
    return column;
}

void RoofChooser::read(const QString& program, std::chrono::milliseconds silence)
{
    m_program.setSilence(silence);
    const QStringList roofs{QStringLiteral("list")};
    const QStringList experiments{QStringLiteral("experiments"), QStringLiteral("--list")};
    m_program.start(program, m_subject == Subject::Roofs ? roofs : experiments);
}

/// A list that ended by itself is whole; its program has no last word as a measurement has.
void RoofChooser::showEnd(const CaptureEnd& end)
{
    using Kind = CaptureEnd::Kind;
    if (end.kind == Kind::Stopped || end.kind == Kind::Hung)
        return m_state->setText(
            tr("The measuring program doesn't answer: its list didn't come. A driver that hangs looks like this."));
    const bool isEmpty = m_subject == Subject::Roofs ? m_printed.isEmpty() : m_list->count() == 0;
    if (end.kind == Kind::Crashed || isEmpty)
        return m_state->setText((m_subject == Subject::Roofs ? tr("The list of roofs can't be read: %1.")
                                                             : tr("The list of experiments can't be read: %1."))
                                    .arg(end.reason));
    if (m_subject == Subject::Roofs) return setBenchmarks(m_printed);
    setAll(Qt::Checked);
    showList();
}

QListWidgetItem* RoofChooser::add(const QString& name, const QString& text)
{
    auto* item = new QListWidgetItem(text, m_list);
    item->setData(Qt::UserRole, name);
    item->setCheckState(Qt::Unchecked);
    return item;
}

void RoofChooser::addExperiment(const core::Event& event)
{
    const auto* experiment = std::get_if<core::Experiment>(&event);
    if (!experiment || m_subject != Subject::Experiments) return;
    add(shownText(experiment->name), shownText(experiment->title))->setToolTip(shownText(experiment->lesson));
}

void RoofChooser::setBenchmarks(const QStringList& benchmarks)
{
    for (const auto& benchmark : benchmarks) add(benchmark, itemName(benchmark.toStdString()));
    showList();
}

void RoofChooser::showList()
{
    m_state->hide();
    m_choices->show();
    m_list->setFocus();
}

void RoofChooser::setAll(Qt::CheckState state)
{
    for (int place = 0; place < m_list->count(); ++place) m_list->item(place)->setCheckState(state);
}

void RoofChooser::allowMeasuring()
{
    m_measure->setEnabled(!request().only.isEmpty());
}

RoofRequest RoofChooser::request() const
{
    RoofRequest request{.thorough = m_thorough->isChecked()};
    for (int place = 0; place < m_list->count(); ++place)
        if (m_list->item(place)->checkState() == Qt::Checked)
            request.only << m_list->item(place)->data(Qt::UserRole).toString();
    return request;
}

CountersDialog::CountersDialog(const GpuProbe& probe, const QString& program, QWidget* parent)
    : QDialog(parent), m_state(words(QString()))
{
    setWindowTitle(tr("Hardware counters"));
    resize(scaledByFont(620), 0);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(m_state);
    layout->addWidget(words(tr("Roofs and times are measured without them; bytes and operations of kernels, and the "
                               "proof that a bandwidth is that of its level, need them.")));
    const auto shown = program.isEmpty() ? QStringLiteral("ridgepoint-capture") : program;
    for (const auto& [caption, command] : counterWays)
        layout->addWidget(new CommandLine(
            tr(caption), QString::fromLatin1(command).replace(QStringLiteral("%1"), shown), CommandShown::Always));
    layout->addWidget(words(tr("In a container none of these helps: it has to be allowed on the host.")));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* check = buttons->addButton(tr("Check &again"), QDialogButtonBox::ActionRole);
    layout->addWidget(buttons);
    connect(check, &QPushButton::clicked, this, &CountersDialog::checkWanted);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&probe, &GpuProbe::finished, this, &CountersDialog::showState);
    showState(probe.result());
}

void CountersDialog::showState(const ProbedGpus& gpus)
{
    if (gpus.devices.empty())
        return m_state->setText(gpus.problem.isEmpty() ? tr("No GPU is known yet.")
                                                       : tr("No GPU: %1.").arg(gpus.problem));
    QStringList lines;
    for (const auto& device : gpus.devices) {
        lines << gpuText(device) + u'.';
        if (device.counters_obstacle) lines << QString::fromStdString(*device.counters_obstacle);
    }
    m_state->setText(lines.join(u'\n'));
}

} // namespace app
