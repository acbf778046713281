// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/header_panel.h"

#include "app/format.h"
#include "app/kernel_groups.h"
#include "app/shown_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>

namespace app {
namespace {

QString shape(const core::KernelMeasurement& kernel)
{
    QStringList parts;
    const auto& launch = kernel.launch;
    if (!launch) return {};
    parts << HeaderPanel::tr("grid %1").arg(dimensionsText(launch->grid))
          << HeaderPanel::tr("block %1").arg(dimensionsText(launch->block));
    if (launch->cluster && (*launch->cluster)[0] * (*launch->cluster)[1] * (*launch->cluster)[2] > 1)
        parts << HeaderPanel::tr("cluster %1").arg(dimensionsText(*launch->cluster));
    if (launch->registers_per_thread) parts << HeaderPanel::tr("%1 regs").arg(*launch->registers_per_thread);
    std::optional<double> shared; // half of it known isn't the sum
    if (launch->static_shared_bytes && launch->dynamic_shared_bytes)
        shared = static_cast<double>(*launch->static_shared_bytes + *launch->dynamic_shared_bytes);
    if (shared != 0.0) parts << HeaderPanel::tr("%1 shared").arg(capacity(shared));
    return parts.join(QStringLiteral(" · "));
}

/// Where the row is: a launch among all, or how many there are and whose figures stand for them.
QString place(const KernelRow& row)
{
    const auto total = row.session->kernels.size();
    const auto index = longestLaunch(row).index;
    if (row.isGroup())
        return HeaderPanel::tr(
                   "%1 launches of %2; occupancy, waves, stalls and counters are those of the longest, launch %3")
            .arg(row.launches.size())
            .arg(total)
            .arg(index);
    return HeaderPanel::tr("launch %1 (of %2, the first is 0)").arg(index).arg(total);
}

} // namespace

void HeaderPanel::fill(const KernelRow& row)
{
    addName(row);
    const auto time = row.time_s > 0 ? duration(row.time_s, Precision::Full) : QString(enDash);
    QStringList facts;
    if (const auto text = shape(longestLaunch(row)); !text.isEmpty()) facts << text;
    facts << tr("%1, %2 of the session").arg(time, percent(row.share_ratio));
    addText(facts.join(QStringLiteral(" · ")));
    addText(place(row), TextRole::Small, Token::Text3);
}

/// The short name, which shows the full one on hover and has a button that copies it.
void HeaderPanel::addName(const KernelRow& row)
{
    const auto full = QString::fromStdString(row.kernel().name);
    auto* name = new StyledLabel(TextRole::Title);
    name->setText(row.short_name);
    name->setTextFormat(Qt::PlainText);
    name->setWordWrap(true);
    auto* copy = new QToolButton;
    copy->setText(tr("Copy name"));
    copy->setToolTip(tr("Copy the full demangled name"));
    connect(copy, &QToolButton::clicked, this, [full] { QGuiApplication::clipboard()->setText(full); });
    auto* line = new QWidget;
    line->setToolTip(
        QStringLiteral("<p>%1</p>").arg(shownText(row.kernel().name).toHtmlEscaped())); // a paragraph is wrapped
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins({});
    layout->addWidget(name, 1);
    layout->addWidget(copy, 0, Qt::AlignTop);
    add(line, row.short_name);
}

} // namespace app
