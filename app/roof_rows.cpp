// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roof_rows.h"

#include "app/amounts.h"
#include "app/format.h"
#include "app/resource_name.h"
#include "app/shown_text.h"
#include "core/kernel_name.h"
#include "core/statistics.h"
#include "core/theoretical.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace app {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::roofRows", text);
}

/// Names of what isn't a resource; the rest is read from the name itself.
struct FigureName {
    const char* benchmark;
    const char* name;
};
constexpr FigureName figureNames[] = {
    {"bf16x2", QT_TRANSLATE_NOOP("app::roofRows", "BF16 (vector)")},
    {"dram_read_512_mib", QT_TRANSLATE_NOOP("app::roofRows", "DRAM read, 512 MiB")},
    {"dram_read_by_bytes_in_flight", QT_TRANSLATE_NOOP("app::roofRows", "DRAM read by bytes in flight")},
    {"dram_read_by_occupancy", QT_TRANSLATE_NOOP("app::roofRows", "DRAM read by occupancy")},
    {"host_link_to_device_pageable", QT_TRANSLATE_NOOP("app::roofRows", "To the GPU, pageable")},
    {"host_link_to_host_pageable", QT_TRANSLATE_NOOP("app::roofRows", "To the host, pageable")},
    {"l2_fabric_write", QT_TRANSLATE_NOOP("app::roofRows", "L2 fabric write")},
    {"l2_read_13_mb", QT_TRANSLATE_NOOP("app::roofRows", "L2 read, 13 MB")},
    {"l2_read_together", QT_TRANSLATE_NOOP("app::roofRows", "L2 read, one fetch for several SMs")},
    {"latency_dram", QT_TRANSLATE_NOOP("app::roofRows", "DRAM latency")},
    {"latency_l1", QT_TRANSLATE_NOOP("app::roofRows", "L1 latency")},
    {"latency_l2", QT_TRANSLATE_NOOP("app::roofRows", "L2 latency")},
    {"latency_shared", QT_TRANSLATE_NOOP("app::roofRows", "SMEM latency")},
    {"launch_overhead", QT_TRANSLATE_NOOP("app::roofRows", "Kernel launch")},
    {"launch_overhead_queued", QT_TRANSLATE_NOOP("app::roofRows", "Kernel launch, queued before")},
    {"library_matmul_bf16", QT_TRANSLATE_NOOP("app::roofRows", "BF16 matmul of cuBLASLt")},
};

/// Words of throttle reasons; others are shown as NVML names them.
struct ThrottleName {
    const char* reason;
    const char* words;
};
constexpr ThrottleName throttleNames[] = {
    {"sw_power_cap", QT_TRANSLATE_NOOP("app::roofRows", "the power limit")},
    {"hw_power_brake_slowdown", QT_TRANSLATE_NOOP("app::roofRows", "the power brake")},
    {"sw_thermal_slowdown", QT_TRANSLATE_NOOP("app::roofRows", "temperature")},
    {"hw_thermal_slowdown", QT_TRANSLATE_NOOP("app::roofRows", "temperature")},
    {"hw_slowdown", QT_TRANSLATE_NOOP("app::roofRows", "the hardware's slowdown")},
};

QString throttleText(const core::Ceiling& ceiling)
{
    QStringList words;
    for (const auto& reason : ceiling.throttle_reasons) {
        const auto known = std::ranges::find(throttleNames, reason, &ThrottleName::reason);
        words << (known == std::end(throttleNames) ? shownText(reason) : tr(known->words));
    }
    words.removeDuplicates();
    auto text = tr("Clock held back by %1").arg(words.join(QStringLiteral(", ")));
    if (ceiling.sm_clock_hz) text += tr(", at %1").arg(frequency(ceiling.sm_clock_hz));
    if (ceiling.throttled_ratio) text += tr(", during %1 of the time").arg(percent(ceiling.throttled_ratio));
    return text;
}

template <typename Result> QStringList commonDetails(const Result& result)
{
    QStringList lines{shownText(result.method)};
    if (const auto& samples = result.samples)
        lines << counted(static_cast<double>(samples->n), tr("1 repeat"), tr("%1 repeats"));
    if (result.power_w) lines << tr("%1 meanwhile").arg(si(result.power_w, QStringLiteral("W")));
    if (!result.date.empty()) lines << shownText(result.date);
    return lines;
}

const std::optional<core::Spread>* samplesOf(const RoofRow& row)
{
    if (row.ceiling) return &row.ceiling->samples;
    if (row.timing) return &row.timing->samples;
    return row.figure ? &row.figure->samples : nullptr;
}

QString figureText(const core::Figure& figure)
{
    if (figure.unit == "s") {
        const auto clocks = figure.clocks ? tr(" (%1 clk)").arg(plain(figure.clocks)) : QString();
        return duration(figure.value) + clocks;
    }
    return figure.unit == "byte/s" ? bandwidth(figure.value) : si(figure.value, shownText(figure.unit));
}

} // namespace

QString roofName(const core::Ceiling& ceiling)
{
    auto name = resourceName(ceiling.resource);
    if (!ceiling.access_mix.empty()) name += u' ' + shownText(ceiling.access_mix).replace(u'_', u' ');
    return name;
}

QString itemName(const std::string& item)
{
    const auto known = std::ranges::find(figureNames, item, &FigureName::benchmark);
    if (known != std::end(figureNames)) return tr(known->name);
    if (const auto resource = core::parseResource(item)) return resourceName(*resource);
    const auto mix = item.rfind('_'); // "dram_copy", "shared_ldmatrix": a resource and its mix
    if (const auto resource = core::parseResource(item.substr(0, mix)); resource && mix != std::string::npos)
        return roofName({.resource = *resource, .access_mix = item.substr(mix + 1)});
    bool isPoint = false; // of an experiment: "read_by_stride.16"
    const QString text = shownText(item);
    static_cast<void>(text.section(u'.', 1).toDouble(&isPoint));
    if (isPoint) return text.section(u'.', 0, 0).replace(u'_', u' ') + u' ' + text.section(u'.', 1);
    const auto parts = text.split(u'.'); // of the library: family, variant, size
    if (parts.size() == 3) return parts.join(u' ');
    return QString(text).replace(u'_', u' ');
}

RoofRow rowOf(const core::Ceiling& ceiling, const core::Device* device)
{
    RoofRow row{.name = roofName(ceiling), .state = RoofRow::State::Known, .ceiling = ceiling};
    if (device) row.theory_ratio = core::theoryRatio(ceiling, *device);
    return row;
}

RoofRow rowOf(const core::Figure& figure)
{
    return {.name = itemName(figure.name), .state = RoofRow::State::Known, .figure = figure};
}

RoofRow rowOf(const core::KernelMeasurement& kernel)
{
    return {.name = itemName(core::itemName(kernel)),
            .state = RoofRow::State::Known,
            .timing = KernelTiming{kernel.duration_s, kernel.duration_samples, kernel.sm_clock_hz}};
}

RoofRow rowOf(const core::Curve& line, std::size_t point)
{
    core::Figure figure{.name = core::pointName(line.name, line.x[point]),
                        .value = line.y[point],
                        .unit = line.y_unit,
                        .method = line.method,
                        .date = line.date,
                        .device_id = line.device_id};
    if (!line.n.empty()) figure.samples = core::Spread{line.y[point], line.p10[point], line.p90[point], line.n[point]};
    return rowOf(figure);
}

std::vector<RoofRow> roofRows(const core::Session& session)
{
    std::vector<RoofRow> rows;
    for (const auto& ceiling : session.ceilings) rows.push_back(rowOf(ceiling, session.device(ceiling.device_id)));
    for (const auto& figure : session.figures) rows.push_back(rowOf(figure));
    return rows;
}

QString rateOf(const RoofRow& row)
{
    if (row.ceiling) return rateText(row.ceiling->resource, row.ceiling->rate_per_s);
    if (row.figure) return figureText(*row.figure);
    if (row.timing) return duration(row.timing->duration_s);
    constexpr const char* states[] = {
        QT_TRANSLATE_NOOP("app::roofRows", "waiting"), QT_TRANSLATE_NOOP("app::roofRows", "running"),
        QT_TRANSLATE_NOOP("app::roofRows", "timed"),   QT_TRANSLATE_NOOP("app::roofRows", "measured"), // a curve
        QT_TRANSLATE_NOOP("app::roofRows", "skipped"), QT_TRANSLATE_NOOP("app::roofRows", "failed")};
    return tr(states[static_cast<int>(row.state)]);
}

QString spreadOf(const RoofRow& row)
{
    const auto* samples = samplesOf(row);
    if (!samples || !*samples) return enDash;
    const auto ratio = core::halfSpreadRatio(**samples);
    return ratio ? u'±' + finePercent(ratio) : QString(enDash);
}

QString clockOf(const RoofRow& row)
{
    if (row.timing) return frequency(row.timing->sm_clock_hz);
    return frequency(row.ceiling ? core::ownClock(*row.ceiling) : row.figure ? row.figure->sm_clock_hz : std::nullopt);
}

bool isThrottled(const RoofRow& row)
{
    return row.ceiling && !row.ceiling->throttle_reasons.empty();
}

QString detailsOf(const RoofRow& row)
{
    QStringList lines{row.name};
    if (!row.reason.isEmpty()) lines << row.reason;
    if (row.ceiling) lines << originName(row.ceiling->origin) << commonDetails(*row.ceiling);
    if (row.figure) lines << commonDetails(*row.figure);
    if (row.timing && row.timing->samples)
        lines << counted(static_cast<double>(row.timing->samples->n), tr("1 repeat"), tr("%1 repeats"));
    if (isThrottled(row)) lines << throttleText(*row.ceiling);
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace app
