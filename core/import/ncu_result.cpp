// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_result.h"

#include "core/import/ncu_launch.h"
#include "core/import/ncu_value.h"
#include "core/import/ncu_wire.h"
#include "core/metrics.h"

#include <protozero/pbf_reader.hpp>

#include <map>
#include <utility>

namespace core::ncu {
namespace {

std::uint32_t metricField(ResultKind kind)
{
    return asBytes(kind == ResultKind::Kernel ? std::uint32_t{kernel::metric} : std::uint32_t{group::metric});
}

std::string asString(protozero::data_view view)
{
    return {view.data(), view.size()};
}

Dim3 readDim3(protozero::data_view view)
{
    Dim3 result{};
    protozero::pbf_reader message(view);
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asNumber(dim3::x): result[0] = message.get_uint64(); break;
        case asNumber(dim3::y): result[1] = message.get_uint64(); break;
        case asNumber(dim3::z): result[2] = message.get_uint64(); break;
        default: message.skip();
        }
    }
    return result;
}

std::optional<bool> readClocksLocked(protozero::data_view view)
{
    protozero::pbf_reader message(view);
    if (!message.next(clock_status::locked, protozero::pbf_wire_type::varint)) return {};
    return message.get_bool();
}

/// Names of the ranges that a thread had pushed in one NVTX domain, outermost first.
void readDomainRanges(protozero::pbf_reader domain, std::vector<std::string>& ranges)
{
    while (domain.next(nvtx::domain_state::push_pop_range, protozero::pbf_wire_type::length_delimited)) {
        auto range = domain.get_message();
        if (range.next(nvtx::range::name, protozero::pbf_wire_type::length_delimited))
            ranges.push_back(range.get_string());
    }
}

/// NVTX ranges around a launch of `thread`. Ranges of other threads are in the file too, and don't hold it.
std::vector<std::string> readRanges(protozero::data_view view, std::uint64_t thread)
{
    std::vector<std::string> ranges;
    protozero::pbf_reader state(view);
    while (state.next(nvtx::thread, protozero::pbf_wire_type::length_delimited)) {
        auto threadState = state.get_message();
        while (threadState.next()) {
            switch (threadState.tag_and_type()) {
            case asNumber(nvtx::thread_state::id):
                if (threadState.get_uint64() != thread) threadState = {};
                break;
            case asBytes(nvtx::thread_state::domain): readDomainRanges(threadState.get_message(), ranges); break;
            default: threadState.skip();
            }
        }
    }
    return ranges;
}

/// What NVIDIA's reader calls a result that has no name of its own.
std::string kindName(ResultKind kind)
{
    switch (kind) {
    case ResultKind::Kernel: return {};
    case ResultKind::Range: return "range";
    case ResultKind::Graph: return "graph";
    case ResultKind::CommandList: return "command list";
    }
    return {};
}

} // namespace

std::vector<KnownName> knownNames(std::span<const Name> names)
{
    std::vector<KnownName> known;
    known.reserve(names.size());
    for (const Name name : names)
        known.push_back({.name = name,
                         .wanted = isWantedCounter(name.text()),
                         .wanted_instances = isWantedInstanced(name.text()),
                         .describes_launch = describesLaunch(name.text()),
                         .device_attribute = isDeviceAttribute(name.text())});
    return known;
}

/// What a result's fields say before the counters complete it.
struct ResultReader::Fields {
    std::uint64_t thread = 0;
    std::string demangled;
    Dim3 grid{};
    Dim3 block{};
    CounterSet launch_counters;
};

KernelMeasurement ResultReader::read(const ResultEntry& entry)
{
    KernelMeasurement kernel;
    kernel.kind = entry.kind;
    kernel.process_id = entry.process_id;
    Fields fields;
    readFields(entry, kernel, fields);
    kernel.counters.finish();
    fields.launch_counters.finish();

    if (entry.kind == ResultKind::Kernel) {
        kernel.launch = launchOf(fields.grid, fields.block, fields.launch_counters);
        kernel.name = !fields.demangled.empty()  ? std::move(fields.demangled)
                      : !kernel.function.empty() ? kernel.function
                                                 : kernel.mangled;
    } else if (kernel.name.empty()) {
        kernel.name = kindName(entry.kind);
        kernel.function = kernel.name;
    }
    kernel.duration_s = durationOf(fields.launch_counters);
    kernel.device_id = device(entry, fields.launch_counters).id;
    return kernel;
}

void ResultReader::readFields(const ResultEntry& entry, KernelMeasurement& kernel, Fields& fields)
{
    FieldCursor cursor(m_window, entry.message);
    while (cursor.next()) {
        if (cursor.tagAndType() == metricField(entry.kind)) {
            readMetric(cursor.bytes(), kernel, fields.launch_counters);
        } else if (entry.kind == ResultKind::Kernel) {
            readKernelField(cursor, kernel, fields);
        } else {
            switch (cursor.tagAndType()) {
            case asNumber(group::context): kernel.context = cursor.number(); break;
            case asNumber(group::stream): kernel.stream = cursor.number(); break;
            default: break;
            }
        }
    }
}

void ResultReader::readKernelField(FieldCursor& cursor, KernelMeasurement& kernel, Fields& fields)
{
    switch (cursor.tagAndType()) {
    case asNumber(kernel::thread): fields.thread = cursor.number(); break;
    case asBytes(kernel::mangled): kernel.mangled = asString(cursor.bytes()); break;
    case asBytes(kernel::function): kernel.function = asString(cursor.bytes()); break;
    case asBytes(kernel::demangled): fields.demangled = asString(cursor.bytes()); break;
    case asBytes(kernel::grid): fields.grid = readDim3(cursor.bytes()); break;
    case asBytes(kernel::block): fields.block = readDim3(cursor.bytes()); break;
    case asBytes(kernel::nvtx): kernel.ranges = readRanges(cursor.bytes(), fields.thread); break;
    case asNumber(kernel::context): kernel.context = cursor.number(); break;
    case asNumber(kernel::stream): kernel.stream = cursor.number(); break;
    case asBytes(kernel::clock_status): kernel.clocks_locked = readClocksLocked(cursor.bytes()); break;
    default: break;
    }
}

void ResultReader::readMetric(protozero::data_view message, KernelMeasurement& kernel, CounterSet& launchCounters)
{
    const auto metric = ncu::readMetric(message);
    if (metric.name_id >= m_names.size()) {
        ++m_nameless;
        return;
    }
    const auto& known = m_names[metric.name_id];
    if (!metric.value.empty() && (known.wanted || known.describes_launch)) {
        const auto value = readValue(metric.value);
        if (value.kind() != CounterValue::Kind::Missing) {
            if (known.wanted) kernel.counters.add(known.name, value);
            if (known.describes_launch) launchCounters.add(known.name, value);
        }
    }
    if (!metric.instances.empty() && known.wanted_instances)
        kernel.counters.addInstances(known.name, readInstances(metric.instances));
}

const Device& ResultReader::device(const ResultEntry& entry, const CounterSet& launchCounters)
{
    const auto index = deviceIndexOf(launchCounters).value_or(0);
    if (const auto* known = m_devices.find(index)) return *known;
    std::vector<DeviceAttribute> attributes;
    FieldCursor cursor(m_window, entry.message);
    while (cursor.next()) {
        if (cursor.tagAndType() != metricField(entry.kind)) continue;
        const auto metric = ncu::readMetric(cursor.bytes());
        if (metric.name_id < m_names.size() && m_names[metric.name_id].device_attribute)
            attributes.push_back({m_names[metric.name_id].name, readValue(metric.value)});
    }
    return m_devices.add(index, {}, attributes);
}

CounterSet readAllCounters(const ByteSource& source, const ResultEntry& entry, std::span<const Name> names)
{
    CounterSet counters;
    ByteWindow window(source, 256 * 1024);
    FieldCursor cursor(window, entry.message);
    while (cursor.next()) {
        if (cursor.tagAndType() != metricField(entry.kind)) continue;
        const auto metric = readMetric(cursor.bytes());
        if (metric.name_id >= names.size()) continue;
        const auto value = readValue(metric.value);
        if (value.kind() != CounterValue::Kind::Missing) counters.add(names[metric.name_id], value);
        if (!metric.instances.empty()) counters.addInstances(names[metric.name_id], readInstances(metric.instances));
    }
    counters.finish();
    return counters;
}

} // namespace core::ncu
