// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roof_run.h"

#include "app/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {

using State = RoofRow::State;

void RoofRun::apply(const core::Event& event)
{
    core::addTo(m_session, event);
    std::visit([this](const auto& value) { take(value); }, event);
}

std::uint64_t RoofRun::done() const
{
    return static_cast<std::uint64_t>(std::ranges::count_if(
        m_rows, [](const RoofRow& row) { return row.state != State::Waiting && row.state != State::Running; }));
}

std::optional<std::size_t> RoofRun::place() const
{
    const bool isPlanned = !m_progress.name.empty() && m_progress.done < m_rows.size();
    return isPlanned ? std::optional(static_cast<std::size_t>(m_progress.done)) : std::nullopt;
}

RoofRow* RoofRun::current()
{
    const auto at = place();
    return at ? &m_rows[*at] : nullptr;
}

bool RoofRun::isUnderWay() const
{
    const auto at = place();
    return at && m_rows[*at].state == State::Running;
}

void RoofRun::settle(RoofRow row)
{
    m_progress.so_far.reset();
    if (auto* place = current())
        *place = std::move(row);
    else
        m_rows.push_back(std::move(row));
}

void RoofRun::take(const core::Plan& plan)
{
    for (const auto& item : plan.items) m_rows.push_back({.name = itemName(item)});
}

void RoofRun::take(const core::Progress& progress)
{
    if (auto* before = current(); before && before->state == State::Running && progress.name != m_progress.name)
        *before = {.name = before->name,
                   .state = State::Failed,
                   .reason = QCoreApplication::translate("app::roofRun", "no result came")};
    m_progress = progress;
    auto* row = current();
    if (!row) return;
    row->state = State::Running;
    if (!progress.so_far) return;
    const auto known = rowOf(*progress.so_far, m_session.device(progress.so_far->device_id));
    row->ceiling = known.ceiling;
    row->theory_ratio = known.theory_ratio;
}

void RoofRun::take(const core::Ceiling& ceiling)
{
    settle(rowOf(ceiling, m_session.device(ceiling.device_id)));
}

void RoofRun::take(const core::Figure& figure)
{
    settle(rowOf(figure));
}

void RoofRun::take(const core::Curve& curve)
{
    settle({.name = itemName(curve.name), .state = State::Known});
}

void RoofRun::take(const core::Skipped& skipped)
{
    settle({.name = itemName(skipped.name), .state = State::Skipped, .reason = shownText(skipped.reason)});
}

void RoofRun::take(const core::Failed& failed)
{
    settle({.name = itemName(failed.name), .state = State::Failed, .reason = shownText(failed.message)});
}

void RoofRun::end()
{
    if (isUnderWay()) *current() = {.name = current()->name};
    m_progress.so_far.reset();
}

} // namespace app
