// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chart_title.h"

#include "app/format.h"
#include "app/shown_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>

namespace app {
namespace {

const QString separator = QStringLiteral(" · ");

QString tr(const char* text)
{
    return QCoreApplication::translate("app::chart", text);
}

/// The best known origin among the roofs, in words; the date of a measurement with it.
QString originText(const core::MachineRoofs& roofs)
{
    const auto has = [&](core::Origin origin) {
        return std::ranges::find(roofs.ceilings, origin, &core::Ceiling::origin);
    };
    if (const auto measured = has(core::Origin::Measured); measured != roofs.ceilings.end())
        return tr("roofs measured %1").arg(QString::fromStdString(measured->date).left(10)).trimmed();
    if (has(core::Origin::Computed) != roofs.ceilings.end()) return tr("roofs computed from the report");
    if (has(core::Origin::Datasheet) != roofs.ceilings.end()) return tr("roofs from the datasheet");
    return tr("no roofs");
}

/// Whether those that the title names were known at another clock than that of the launches: a report's own peaks come
/// at any.
bool areScaled(const core::MachineRoofs& roofs)
{
    const auto rank = [](const core::Ceiling& roof) { return core::originRank(roof.origin); };
    const auto best = std::ranges::min_element(roofs.ceilings, {}, rank);
    return roofs.lowest_sm_clock_hz && best != roofs.ceilings.end() && best->origin != core::Origin::Computed;
}

/// "1.95 GHz"; of roofs that were measured each at its own clock, and are drawn so, the range of these.
QString clockOfRoofs(const core::MachineRoofs& roofs)
{
    if (roofs.sm_clock_hz) return frequency(roofs.sm_clock_hz);
    std::vector<double> clocks;
    for (const core::Ceiling& roof : roofs.ceilings)
        if (roof.sm_clock_hz) clocks.push_back(*roof.sm_clock_hz);
    if (clocks.empty()) return {};
    const auto [lowest, highest] = std::ranges::minmax(clocks);
    return frequencyRange(lowest, highest);
}

/// Of the first launch that tells it.
QString clockControl(const core::Session& session)
{
    for (const core::KernelMeasurement& kernel : session.kernels)
        if (const auto locked = session.clocksLocked(kernel)) return tr("clocks %1").arg(lockText(locked));
    return tr("clock control unknown");
}

/// "1.51–1.98 GHz", or one clock; empty if unknown.
QString clockRange(const core::MachineRoofs& roofs)
{
    if (!roofs.lowest_sm_clock_hz || !roofs.highest_sm_clock_hz) return {};
    return frequencyRange(*roofs.lowest_sm_clock_hz, *roofs.highest_sm_clock_hz);
}

} // namespace

QString lockText(std::optional<bool> locked)
{
    if (!locked) return enDash;
    return *locked ? tr("locked to base") : tr("not locked");
}

QString deviceLabel(std::span<const core::Device> devices, std::size_t place)
{
    const QString name = shownText(devices[place].name);
    if (std::ranges::count(devices, devices[place].name, &core::Device::name) < 2) return name;
    return tr("%1, GPU %2").arg(name, QString::number(place + 1));
}

QString machineTitle(std::span<const core::Device> devices, const QString& shown, const core::MachineRoofs& roofs)
{
    QStringList names;
    for (const core::Device& device : devices) names << shownText(device.name);
    names.removeDuplicates();
    const QString gpu = names.isEmpty() ? tr("Unknown GPU") : names.join(QStringLiteral(", "));
    QString roofText = originText(roofs);
    if (!shown.isEmpty() && shown != gpu) roofText = tr("%1: %2").arg(shown, roofText);
    if (const auto clock = clockOfRoofs(roofs); !clock.isEmpty() && !roofs.ceilings.empty())
        roofText += (areScaled(roofs) ? tr(", scaled to %1") : tr(" at %1")).arg(clock);
    return gpu + separator + roofText;
}

QString fittedTitle(const QString& title, const QFontMetricsF& metrics, double room)
{
    const auto width = [&](const QString& text) { return metrics.horizontalAdvance(text); };
    if (width(title) <= room) return title;
    const qsizetype end = title.indexOf(separator);
    const QString gpu = title.left(end).remove(QStringLiteral("NVIDIA "));
    const QString rest = end < 0 ? QString() : title.mid(end);
    const QString elided = metrics.elidedText(gpu, Qt::ElideRight, room - width(rest));
    constexpr qsizetype leastLetters = 3;
    if (elided.size() > leastLetters) return elided + rest;
    return metrics.elidedText(gpu + rest, Qt::ElideMiddle, room);
}

QString sourceTitle(const core::Session& session, const core::MachineRoofs& roofs)
{
    QStringList parts;
    for (const core::Source& source : session.sources) {
        if (!source.file.empty()) parts << shownText(source.file);
        const QString tool = shownText(source.tool + ' ' + source.tool_version).trimmed();
        if (!tool.isEmpty()) parts << tool;
    }
    const QString clocks = clockRange(roofs);
    if (!session.kernels.empty())
        parts << clockControl(session) + (clocks.isEmpty() ? QString() : QStringLiteral(", ") + clocks);
    parts.removeDuplicates();
    return parts.join(separator);
}

QString provenance(const QString& machineTitle, const core::Session& session, const core::MachineRoofs& roofs)
{
    QStringList parts = {machineTitle};
    for (const core::Source& source : session.sources)
        if (source.driver) parts << tr("driver %1").arg(shownText(*source.driver));
    for (const core::Device& device : session.devices) // what we measured ourselves
        if (device.driver) parts << tr("driver %1").arg(shownText(*device.driver));
    parts << sourceTitle(session, roofs);
    parts.removeDuplicates();
    return parts.join(separator);
}

} // namespace app
