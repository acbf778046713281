// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_run.h"

#include "app/shown_text.h"
#include "core/kernel_name.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {

using State = RoofRow::State;

namespace {

QString noResult()
{
    return QCoreApplication::translate("app::captureRun", "no result came");
}

} // namespace

void CaptureRun::apply(const core::Event& event)
{
    core::addTo(m_session, event);
    std::visit([this](const auto& value) { take(value); }, event);
}

std::uint64_t CaptureRun::done() const
{
    return static_cast<std::uint64_t>(
        std::ranges::count_if(m_rows, [](const RoofRow& row) { return row.state >= State::Known; }));
}

std::optional<std::size_t> CaptureRun::place() const
{
    return placeOf(m_progress.name);
}

RoofRow* CaptureRun::current()
{
    const auto at = place();
    return at ? &m_rows[*at] : nullptr;
}

bool CaptureRun::isUnderWay() const
{
    const auto at = place();
    return at ? m_rows[*at].state == State::Running : !m_progress.name.empty();
}

void CaptureRun::settle(RoofRow row)
{
    m_progress.so_far.reset();
    if (auto* place = current())
        *place = std::move(row);
    else
        m_rows.push_back(std::move(row));
}

std::optional<std::size_t> CaptureRun::placeOf(const std::string& item) const
{
    const auto found = m_places.find(item);
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

/// What isn't one of the planned items, as the counters of a family, has no row; the session's notes have it.
void CaptureRun::settle(const std::string& item, RoofRow row)
{
    if (const auto place = placeOf(item))
        m_rows[*place] = std::move(row);
    else if (!rowOf(m_subject).results_come_later || m_places.empty())
        settle(std::move(row));
}

/// An item that is over without a result.
void CaptureRun::leave(RoofRow& row) const
{
    if (rowOf(m_subject).results_come_later)
        row.state = State::Timed;
    else
        row = {.name = row.name, .state = State::Failed, .reason = noResult()};
}

void CaptureRun::take(const core::Plan& plan)
{
    for (const auto& item : plan.items) {
        m_places.emplace(item, m_rows.size());
        m_rows.push_back({.name = itemName(item)});
    }
}

void CaptureRun::take(const core::Progress& progress)
{
    if (auto* before = current(); before && before->state == State::Running && progress.name != m_progress.name)
        leave(*before);
    m_progress = progress;
    auto* row = current();
    if (!row) return;
    row->state = State::Running;
    if (!progress.so_far) return;
    const auto known = rowOf(*progress.so_far, m_session.device(progress.so_far->device_id));
    row->ceiling = known.ceiling;
    row->theory_ratio = known.theory_ratio;
}

void CaptureRun::take(const core::Ceiling& ceiling)
{
    settle(rowOf(ceiling, m_session.device(ceiling.device_id)));
}

void CaptureRun::take(const core::Figure& figure)
{
    settle(rowOf(figure));
}

void CaptureRun::take(const core::Curve& curve)
{
    if (curve.experiment.empty()) return settle({.name = itemName(curve.name), .state = State::Known});
    if (curve.origin != core::Origin::Measured) return;
    for (std::size_t i = 0; i < curve.x.size(); ++i) settle(core::pointName(curve.name, curve.x[i]), rowOf(curve, i));
}

void CaptureRun::take(const core::KernelMeasurement& kernel)
{
    settle(core::itemName(kernel), app::rowOf(kernel));
}

void CaptureRun::take(const core::Skipped& skipped)
{
    settle(skipped.name,
           {.name = itemName(skipped.name), .state = State::Skipped, .reason = shownText(skipped.reason)});
}

void CaptureRun::take(const core::Failed& failed)
{
    settle(failed.name, {.name = itemName(failed.name), .state = State::Failed, .reason = shownText(failed.message)});
}

void CaptureRun::take(const core::Note& note)
{
    m_remarks << shownText(note.text);
}

void CaptureRun::end()
{
    if (auto* row = current(); row && row->state == State::Running) *row = {.name = row->name};
    for (auto& row : m_rows)
        if (row.state == State::Timed) row = {.name = row.name, .state = State::Failed, .reason = noResult()};
    m_progress.so_far.reset();
}

} // namespace app
