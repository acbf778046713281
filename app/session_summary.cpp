// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_summary.h"

#include "app/amounts.h"
#include "app/chart_data.h"
#include "app/elided_button.h"
#include "app/format.h"
#include "app/launch_counts.h"
#include "app/resource_name.h"
#include "app/roof_rows.h"
#include "app/roofs_only.h"
#include "app/shown_text.h"
#include "app/stacked_bar.h"
#include "app/text_style.h"
#include "app/verdict.h"
#include "core/statistics.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <numeric>

namespace app {
namespace {

StyledLabel* label(const QString& text, TextRole role, Token token)
{
    auto* made = new StyledLabel(role, token);
    made->setText(text);
    made->setWordWrap(true);
    return made;
}

/// "±0.4 %": half the way from the tenth to the ninetieth percentile.
QString spreadText(const core::Ceiling& ceiling)
{
    const auto& samples = ceiling.samples;
    return samples && samples->median > 0 ? u'±' + finePercent(core::halfSpreadRatio(*samples)) : QString();
}

void addRoof(QGridLayout& grid, const core::Ceiling& ceiling, int y)
{
    auto* rate = label(rateText(ceiling.resource, ceiling.rate_per_s, Precision::Short), TextRole::Base, Token::Ink);
    auto* spread = label(spreadText(ceiling), TextRole::Small, Token::Text2);
    for (auto* number : {rate, spread}) {
        number->setWordWrap(false);
        number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    grid.addWidget(label(roofName(ceiling), TextRole::Base, Token::Ink), y, 0);
    grid.addWidget(rate, y, 1);
    grid.addWidget(spread, y, 2);
}

} // namespace

SessionSummary::SessionSummary(QWidget* parent) : QWidget(parent), m_content(new QVBoxLayout(this))
{
    m_content->setContentsMargins(12, 12, 12, 12);
    m_content->setSpacing(8);
}

void SessionSummary::showSessions(std::span<const OpenSession> sessions, std::span<const KernelRow> rows)
{
    while (auto* item = m_content->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (sessions.empty()) return;
    addDevices(sessions);
    addBindings(rows);
    addLargest(rows);
    addRoofs(sessions);
    m_content->addStretch();
}

void SessionSummary::addHeading(const QString& title)
{
    m_content->addSpacing(8);
    m_content->addWidget(label(title, TextRole::Strong, Token::Ink));
}

void SessionSummary::addDevices(std::span<const OpenSession> sessions)
{
    for (const auto& open : sessions) {
        const auto& devices = open.session->devices;
        const auto device = devices.empty() ? tr("Unknown GPU") : shownText(devices.front().name);
        m_content->addWidget(label(device, TextRole::Title, Token::Ink));
        const auto& kernels = open.session->kernels;
        const auto roofs = static_cast<double>(open.session->ceilings.size());
        const auto experiments = static_cast<double>(open.session->experiments.size());
        const bool areExperiments = roofs == 0 && experiments > 0;
        const auto content = areExperiments ? counted(experiments, tr("1 experiment"), tr("%1 experiments"))
                                            : counted(roofs, tr("1 roof"), tr("%1 roofs"));
        const auto holds =
            kernels.empty()
                ? tr("%1 · %2").arg(open.fileName(), content)
                : tr("%1 · %2 · %3")
                      .arg(open.fileName(), launchesText(static_cast<double>(kernels.size())), duration(open.time_s));
        m_content->addWidget(label(holds, TextRole::Base, Token::Text2));
        for (const auto& note : open.session->notes)
            m_content->addWidget(label(shownText(note), TextRole::Small, Token::Text2));
    }
    if (holdNoKernels(sessions)) return;
    m_content->addWidget(
        label(tr("Select a kernel in the table or the chart to see what limits it."), TextRole::Small, Token::Text3));
}

void SessionSummary::addBindings(std::span<const KernelRow> rows)
{
    std::map<core::Resource, double> times;
    double notNear_s = 0;
    double unknown_s = 0;
    double total_s = 0;
    for (const auto& row : rows) {
        total_s += row.time_s;
        if (!row.analysis.binding)
            unknown_s += row.time_s;
        else if (noRoofIsNear(row.analysis))
            notNear_s += row.time_s;
        else
            times[*row.analysis.binding] += row.time_s;
    }
    if (total_s <= 0) return;
    addHeading(tr("Time by what limits it"));
    const auto part = [total_s](const QString& name, double time_s) {
        return BarPart{name, time_s / total_s, percent(time_s / total_s), duration(time_s)};
    };
    std::vector<BarPart> parts;
    for (const auto& [resource, time_s] : times) parts.push_back(part(resourceName(resource), time_s));
    std::ranges::sort(parts, std::ranges::greater(), &BarPart::ratio);
    if (notNear_s > 0) parts.push_back(part(tr("No roof near"), notNear_s));
    if (unknown_s > 0) parts.push_back(part(tr("Unknown"), unknown_s));
    auto* bar = new StackedBar;
    bar->setAccessibleName(tr("Time by what limits it"));
    bar->setParts(std::move(parts));
    m_content->addWidget(bar);
}

void SessionSummary::addLargest(std::span<const KernelRow> rows)
{
    constexpr std::size_t shown = 5;
    std::vector<int> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](int place) { return rows[static_cast<std::size_t>(place)].time_s; });
    order.resize(std::min(order.size(), shown));
    if (order.empty()) return;
    addHeading(tr("Largest kernels"));
    auto* links = new QWidget;
    auto* column = new QVBoxLayout(links);
    column->setContentsMargins({});
    column->setSpacing(0);
    for (const int place : order) {
        const auto& row = rows[static_cast<std::size_t>(place)];
        const auto words = tr("%1 · %2 · %3").arg(duration(row.time_s), percent(row.share_ratio), row.short_name);
        auto* link = new ElidedButton(words);
        link->setToolTip(shownText(row.kernel().name));
        connect(link, &QPushButton::clicked, this, [this, place] { emit rowChosen(place); });
        column->addWidget(link);
    }
    m_content->addWidget(links);
}

/// Those that each open device's kernels are judged by; their names where there are several devices.
void SessionSummary::addRoofs(std::span<const OpenSession> sessions)
{
    const auto devices = openDevices(sessions);
    std::vector<core::SessionIndex> indices;
    for (const auto& open : sessions) indices.emplace_back(*open.session);
    for (const auto& [device, name, label] : devices) {
        const auto& open = sessions[static_cast<std::size_t>(device.session_number)];
        const auto& index = indices[static_cast<std::size_t>(device.session_number)];
        addHeading(devices.size() > 1 ? tr("Roofs of %1").arg(label) : tr("Roofs"));
        const auto others = roofsFor(index, device.id, open.other_roofs);
        addRoofTable(core::machineRoofs(index, device.id, open.roof_choice, others));
    }
}

void SessionSummary::addRoofTable(const core::MachineRoofs& roofs)
{
    if (roofs.ceilings.empty()) {
        const auto none = roofs.choice == core::RoofChoice::BestKnown ? tr("This report brings no roofs.")
                                                                      : tr("No roofs of the origin chosen.");
        m_content->addWidget(label(none, TextRole::Base, Token::Text2));
        return;
    }
    auto* table = new QWidget;
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 1);
    auto ceilings = roofs.ceilings;
    std::ranges::stable_sort(ceilings, std::ranges::greater(), &core::Ceiling::origin);
    constexpr std::size_t most = 200; // a GPU has some 40, with theory and datasheet twice as many
    const auto left = ceilings.size() - std::min(most, ceilings.size());
    ceilings.resize(ceilings.size() - left);
    std::optional<core::Origin> origin;
    for (int y = 0; const auto& ceiling : ceilings) {
        if (origin != ceiling.origin) {
            origin = ceiling.origin;
            grid->addWidget(label(originName(*origin), TextRole::Small, Token::Text2), y++, 0, 1, 3);
        }
        addRoof(*grid, ceiling, y++);
    }
    m_content->addWidget(table);
    if (left == 0) return;
    const auto more = counted(static_cast<double>(left), tr("1 more roof: the tab Roofs has it."),
                              tr("%1 more roofs: the tab Roofs has them."));
    m_content->addWidget(label(more, TextRole::Small, Token::Text2));
}

} // namespace app
