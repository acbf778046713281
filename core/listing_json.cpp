// SPDX-License-Identifier: Apache-2.0
#include "core/listing_json.h"

#include "core/enum_name.h"
#include "core/event.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <cmath>

namespace core {
namespace {

namespace json = boost::json;

/// Largest whole number that every JSON reader keeps exact.
constexpr double largestExact = 9007199254740992.0;

/// Whole amounts are written without a decimal point.
json::value number(double value)
{
    if (value == std::trunc(value) && std::abs(value) < largestExact) return static_cast<std::int64_t>(value);
    return value;
}

template <typename T> void put(json::object& object, std::string_view key, const std::optional<T>& value)
{
    if (!value) return;
    if constexpr (std::is_same_v<T, double>)
        object[key] = number(*value);
    else
        object[key] = *value;
}

json::array dim3(const Dim3& size)
{
    return {size[0], size[1], size[2]};
}

json::value parsed(const Event& event)
{
    auto object = parseJson(toJsonLine(event)).as_object();
    object.erase("event");
    return object;
}

json::array workArray(const std::vector<Work>& work)
{
    json::array rows;
    for (const auto& row : work)
        rows.push_back({{"resource", toString(row.resource)},
                        {"amount", number(row.amount)},
                        {"basis", enumName(row.basis)},
                        {"from", validUtf8(row.from)}});
    return rows;
}

/// Keys of a point: operations are FLOP or integer operations, never both.
struct PointKeys {
    std::string_view intensity;
    std::string_view rate;
    std::string_view attainable;
};
constexpr PointKeys flopKeys = {"intensity_flop_per_byte", "flop_per_s", "attainable_flop_per_s"};
constexpr PointKeys opKeys = {"intensity_op_per_byte", "op_per_s", "attainable_op_per_s"};

json::array pointArray(const std::vector<RooflinePoint>& points, const PointKeys& keys)
{
    json::array rows;
    for (const auto& point : points) {
        json::object row{{"level", toString(point.level)},
                         {"pipe", toString(point.pipe)},
                         {keys.intensity, point.intensity_flop_per_byte},
                         {keys.rate, point.flop_per_s}};
        put(row, keys.attainable, point.attainable_flop_per_s);
        row["basis"] = enumName(point.basis);
        if (point.above_roof_reason) row["above_roof_reason"] = enumName(*point.above_roof_reason);
        rows.push_back(std::move(row));
    }
    return rows;
}

json::array timeArray(const std::vector<ResourceTime>& times)
{
    json::array rows;
    for (const auto& time : times) {
        json::object row{
            {"resource", toString(time.resource)}, {"time_s", time.time_s}, {"share_ratio", time.share_ratio}};
        put(row, "rate_per_s", time.rate_per_s);
        row["origin"] = enumName(time.origin);
        row["basis"] = enumName(time.basis);
        if (time.above_roof_reason) row["above_roof_reason"] = enumName(*time.above_roof_reason);
        rows.push_back(std::move(row));
    }
    return rows;
}

json::array stripArray(const std::vector<BandwidthShare>& strip)
{
    json::array rows;
    for (const auto& share : strip) {
        json::object row{{"level", toString(share.level)},
                         {"share_ratio", share.share_ratio},
                         {"bytes_per_s", share.bytes_per_s},
                         {"basis", enumName(share.basis)}};
        if (share.above_roof_reason) row["above_roof_reason"] = enumName(*share.above_roof_reason);
        rows.push_back(std::move(row));
    }
    return rows;
}

json::object occupancyObject(const KernelSummary& summary)
{
    json::object object;
    if (summary.occupancy) {
        object["theoretical_ratio"] = summary.occupancy->theoretical_ratio;
        json::array limiters;
        for (const auto limiter : summary.occupancy->limiters) limiters.push_back(json::value(enumName(limiter)));
        object["limiters"] = std::move(limiters);
        json::object blocks;
        for (const auto& row : summary.occupancy->rows) put(blocks, enumName(row.limiter), row.blocks_per_sm);
        object["blocks_per_sm"] = std::move(blocks);
    }
    put(object, "achieved_ratio", summary.achieved_occupancy_ratio);
    return object;
}

json::object waveObject(const WaveAnalysis& waves)
{
    json::object object{
        {"waves", waves.waves}, {"blocks_per_wave", waves.blocks_per_wave}, {"tail_idle_ratio", waves.tail_idle_ratio}};
    put(object, "sm_busy_ratio", waves.sm_busy_ratio);
    return object;
}

json::array stallArray(const StallBreakdown& breakdown)
{
    json::array rows;
    for (const auto& stall : breakdown.stalls) {
        json::object row{{"reason", stall.reason}};
        put(row, "cycles_per_issue", stall.cycles_per_issue);
        put(row, "samples", stall.samples);
        put(row, "samples_not_issued", stall.samples_not_issued);
        rows.push_back(std::move(row));
    }
    return rows;
}

json::array cautionArray(const std::vector<Caution>& cautions)
{
    json::array rows;
    for (const auto caution : cautions) rows.push_back(json::value(enumName(caution)));
    return rows;
}

json::array absentArray(const std::vector<Absence>& absent)
{
    json::array rows;
    for (const auto& absence : absent) rows.push_back({{"what", absence.what}, {"reason", enumName(absence.reason)}});
    return rows;
}

json::object nameObject(const KernelMeasurement& kernel, const std::string& shortName)
{
    json::object object{{"index", kernel.index},
                        {"kind", enumName(kernel.kind)},
                        {"name", validUtf8(kernel.name)},
                        {"function", validUtf8(kernel.function)},
                        {"mangled", validUtf8(kernel.mangled)},
                        {"short_name", validUtf8(shortName)}};
    if (kernel.launch) {
        object["grid"] = dim3(kernel.launch->grid);
        object["block"] = dim3(kernel.launch->block);
        if (kernel.launch->cluster) object["cluster"] = dim3(*kernel.launch->cluster);
    }
    put(object, "duration_s", kernel.duration_s);
    put(object, "clocks_locked", kernel.clocks_locked);
    return object;
}

} // namespace

std::string devicesJson(const Session& session)
{
    json::array devices;
    for (const auto& device : session.devices) devices.push_back(parsed(device));
    return json::serialize(devices);
}

std::string ceilingsJson(const Session& session, const ListedRoofs& roofs)
{
    json::array ceilings;
    const SessionIndex index(session);
    for (const auto& device : session.devices)
        for (auto& ceiling : machineRoofs(index, device.id, roofs.choice, roofs.othersOf(device.id)).ceilings) {
            if (!index.device(ceiling.device_id)) ceiling.device_id = device.id; // of a datasheet or another session
            if (ceiling.device_id == device.id) ceilings.push_back(parsed(ceiling)); // a model's roofs once
        }
    return json::serialize(ceilings);
}

std::string notesJson(const Session& session)
{
    json::array notes;
    for (const auto& note : session.notes) notes.push_back(json::value(validUtf8(note)));
    return json::serialize(notes);
}

std::string kernelJson(const KernelMeasurement& kernel, const KernelSummary& summary, const std::string& shortName)
{
    const auto& analysis = summary.analysis;
    auto object = nameObject(kernel, shortName);
    object["work"] = workArray(analysis.work);
    if (!analysis.algorithmic_work.empty()) object["algorithmic_work"] = workArray(analysis.algorithmic_work);
    const bool isJudged = !analysis.throughput_meaningless; // else `cautions` say why there is no point and no share
    object["points"] = pointArray(isJudged ? analysis.points : std::vector<RooflinePoint>(), flopKeys);
    if (isJudged && !analysis.integer_points.empty())
        object["integer_points"] = pointArray(analysis.integer_points, opKeys);
    if (isJudged && !analysis.strip.empty()) object["strip"] = stripArray(analysis.strip);
    object["times"] = timeArray(analysis.times);
    if (!analysis.without_roof.empty()) {
        json::array names;
        for (const auto& resource : analysis.without_roof) names.push_back(json::value(toString(resource)));
        object["without_roof"] = std::move(names);
    }
    if (analysis.binding) object["binding"] = toString(*analysis.binding);
    put(object, "efficiency_ratio", analysis.efficiency_ratio);
    put(object, "sm_clock_hz", analysis.sm_clock_hz);
    if (auto occupancy = occupancyObject(summary); !occupancy.empty()) object["occupancy"] = std::move(occupancy);
    if (summary.waves) object["waves"] = waveObject(*summary.waves);
    if (summary.stalls) object["stalls"] = stallArray(*summary.stalls);
    if (!summary.cautions.empty()) object["cautions"] = cautionArray(summary.cautions);
    object["absent"] = absentArray(summary.absent);
    return json::serialize(object);
}

} // namespace core
