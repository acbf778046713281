// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work_dialog.h"

#include "app/amounts.h"
#include "app/resource_name.h"
#include "app/text_style.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace app {
namespace {

constexpr core::Resource dram{.kind = core::ResourceKind::Dram};

/// Nothing entered, or a number.
bool isFine(const QLineEdit& field)
{
    return field.text().trimmed().isEmpty() || parseAmount(field.text());
}

QString allDigits(double amount)
{
    return QString::number(amount, 'g', QLocale::FloatingPointShortest);
}

} // namespace

WorkDialog::WorkDialog(const KernelRow& row, QWidget* parent)
    : QDialog(parent), m_bytes(new QLineEdit), m_flop(new QLineEdit), m_formula(new QLineEdit), m_pipe(new QComboBox),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setWindowTitle(tr("Algorithmic bytes and FLOP"));
    setMinimumWidth(scaledByFont(400));
    auto* words = new StyledLabel(TextRole::Base, Token::Text2);
    words->setWordWrap(true);
    words->setText(
        tr("What %1 has to move and to compute at least, by the maths; of one launch. The counted amounts are "
           "compared with it.")
            .arg(row.short_name));
    m_bytes->setObjectName(QStringLiteral("bytes"));
    m_flop->setObjectName(QStringLiteral("flop"));
    m_formula->setObjectName(QStringLiteral("formula"));
    m_bytes->setPlaceholderText(tr("67.1 MB"));
    m_flop->setPlaceholderText(tr("36.5 GFLOP"));
    m_formula->setPlaceholderText(tr("2·m·n·k with m = n = k = 4096"));
    auto* fields = new QFormLayout;
    fields->addRow(tr("&Bytes of DRAM"), m_bytes);
    fields->addRow(tr("&FLOP"), m_flop);
    fields->addRow(tr("&Pipe"), m_pipe);
    fields->addRow(tr("F&rom"), m_formula);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addLayout(fields);
    layout->addWidget(m_buttons);
    fillPipes(row);
    fillFields(row.kernel());
    for (auto* field : {m_bytes, m_flop}) connect(field, &QLineEdit::textChanged, this, &WorkDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

/// Those that the kernel uses, the charted one first; without any all that the device has.
void WorkDialog::fillPipes(const KernelRow& row)
{
    std::vector<core::Resource> pipes;
    for (const auto& work : row.analysis.work)
        if (core::isFloatingPoint(work.resource) && work.amount > 0) pipes.push_back(work.resource);
    if (pipes.empty())
        for (const auto& ceiling : core::machineRoofs(*row.session, row.kernel().device_id).ceilings)
            if (core::isFloatingPoint(ceiling.resource)) pipes.push_back(ceiling.resource);
    if (pipes.empty()) pipes.push_back({.kind = core::ResourceKind::Fp32});
    std::ranges::stable_partition(pipes, [&](const auto& pipe) { return pipe == row.analysis.charted_pipe; });
    for (const auto& pipe : pipes) m_pipe->addItem(resourceName(pipe), QString::fromStdString(core::toString(pipe)));
}

void WorkDialog::fillFields(const core::KernelMeasurement& kernel)
{
    for (const auto& work : kernel.declared_work) {
        if (work.basis != core::Basis::Algorithmic) continue;
        (work.resource == dram ? m_bytes : m_flop)->setText(allDigits(work.amount));
        if (work.resource != dram)
            m_pipe->setCurrentIndex(
                std::max(0, m_pipe->findData(QString::fromStdString(core::toString(work.resource)))));
        m_formula->setText(QString::fromStdString(work.from));
    }
}

void WorkDialog::check()
{
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(isFine(*m_bytes) && isFine(*m_flop));
}

core::Resource WorkDialog::pipe() const
{
    return core::parseResource(m_pipe->currentData().toString().toStdString()).value_or(core::Resource());
}

std::vector<core::Work> WorkDialog::work() const
{
    std::vector<core::Work> entered;
    const auto from = m_formula->text().trimmed();
    const auto add = [&](const QLineEdit& field, const core::Resource& resource) {
        if (const auto amount = parseAmount(field.text()))
            entered.push_back({resource, *amount, core::Basis::Algorithmic, from.toStdString()});
    };
    add(*m_bytes, dram);
    add(*m_flop, pipe());
    return entered;
}

} // namespace app
