// SPDX-License-Identifier: Apache-2.0
#include "tests/core/report_builder.h"

#include <protozero/pbf_writer.hpp>

namespace report {
namespace {

using protozero::pbf_writer;

/// A message from a function that writes its fields.
template <typename Write> std::string message(Write write)
{
    std::string bytes;
    pbf_writer writer(bytes);
    write(writer);
    return bytes;
}

std::string withLength(const std::string& bytes)
{
    std::string result;
    for (std::size_t shift = 0; shift < 32; shift += 8) result += static_cast<char>(bytes.size() >> shift);
    return result + bytes;
}

std::string encode(const Value& value)
{
    return message([&](pbf_writer& w) {
        if (const auto* text = std::get_if<std::string>(&value)) w.add_string(1, *text);
        if (const auto* real = std::get_if<double>(&value)) w.add_double(3, *real);
        if (const auto* whole = std::get_if<std::uint64_t>(&value)) w.add_uint64(5, *whole);
    });
}

std::string encodeInstance(const std::pair<Value, Value>& instance)
{
    return message([&](pbf_writer& w) {
        w.add_message(1, encode(instance.first));
        w.add_message(2, encode(instance.second));
    });
}

std::string encodeAttribute(const std::pair<std::string, Value>& attribute)
{
    return message([&](pbf_writer& w) {
        w.add_string(1, attribute.first);
        w.add_message(2, encode(attribute.second));
    });
}

std::string encode(const Metric& metric)
{
    return message([&](pbf_writer& w) {
        w.add_uint32(1, metric.name_id);
        if (!std::holds_alternative<std::monostate>(metric.value)) w.add_message(2, encode(metric.value));
        for (const auto& instance : metric.instances) w.add_message(3, encodeInstance(instance));
    });
}

std::string encode(const core::Dim3& dim)
{
    return message([&](pbf_writer& w) {
        for (std::uint32_t axis = 0; axis < 3; ++axis) w.add_uint64(axis + 1, dim[axis]);
    });
}

std::string nvtxState(std::uint64_t thread, const std::string& range)
{
    const auto pushed = message([&](pbf_writer& w) { w.add_string(1, range); });
    const auto domain = message([&](pbf_writer& w) {
        w.add_uint32(1, 0);
        w.add_message(3, pushed);
    });
    const auto ofThread = [&](std::uint64_t id) {
        return message([&](pbf_writer& w) {
            w.add_uint64(1, id);
            w.add_message(2, domain);
        });
    };
    return message([&](pbf_writer& w) {
        w.add_message(2, ofThread(thread + 1)); // another thread's range doesn't hold this launch
        w.add_message(2, ofThread(thread));
    });
}

std::string encode(const Kernel& kernel)
{
    return message([&](pbf_writer& w) {
        w.add_uint64(1, kernel.thread);
        w.add_string(5, kernel.mangled);
        w.add_string(6, kernel.function);
        w.add_string(7, kernel.demangled);
        w.add_message(10, encode(kernel.grid));
        w.add_message(11, encode(kernel.block));
        for (const auto& metric : kernel.metrics) w.add_message(13, encode(metric));
        w.add_message(17, std::string(kernel.section_bytes, '\x08'));
        if (!kernel.nvtx_range.empty()) w.add_message(21, nvtxState(kernel.thread, kernel.nvtx_range));
        w.add_uint64(22, kernel.context);
        w.add_uint64(23, kernel.stream);
        if (kernel.clocks_locked)
            w.add_message(25, message([&](pbf_writer& clock) { clock.add_bool(2, *kernel.clocks_locked); }));
        w.add_double(99, 1.5); // a field of a later version
    });
}

std::string encode(const Range& range)
{
    return message([&](pbf_writer& w) {
        for (const auto& metric : range.metrics) w.add_message(4, encode(metric));
        w.add_uint64(11, range.context);
    });
}

std::string encode(const Device& device)
{
    return message([&](pbf_writer& w) {
        w.add_uint64(1, device.index);
        w.add_string(2, device.name);
        for (const auto& attribute : device.attributes) w.add_message(3, encodeAttribute(attribute));
    });
}

std::string encode(const Details& details)
{
    return message([&](pbf_writer& w) {
        if (details.creation_time) w.add_uint64(2, *details.creation_time);
        if (!details.computer_name.empty())
            w.add_message(4, message([&](pbf_writer& host) { host.add_string(5, details.computer_name); }));
        if (details.device) w.add_message(6, encode(*details.device));
        if (!details.version.first.empty())
            w.add_message(8, message([&](pbf_writer& version) {
                              version.add_string(1, details.version.first);
                              version.add_string(2, details.version.second);
                          }));
        if (!details.replay_mode.empty())
            w.add_message(10, message([&](pbf_writer& settings) {
                              settings.add_string(8, details.clock_control);
                              settings.add_string(11, details.replay_mode);
                          }));
        if (!details.command_line.empty()) w.add_string(11, details.command_line);
    });
}

std::string encode(const Block& block)
{
    std::string payload;
    for (const auto& record : block.sources) payload += withLength(record);
    for (const auto& kernel : block.kernels) payload += withLength(encode(kernel));
    for (const auto& range : block.ranges) payload += withLength(encode(range));
    for (const auto& graph : block.graphs) payload += withLength(encode(graph));
    for (const auto& record : block.unknown_records) payload += withLength(record);
    const auto header = message([&](pbf_writer& w) {
        w.add_uint32(1, static_cast<std::uint32_t>(block.sources.size()));
        w.add_uint32(2, static_cast<std::uint32_t>(block.kernels.size()));
        w.add_message(3, encode(block.details));
        w.add_message(4, message([&](pbf_writer& table) {
                          for (const auto& name : block.names) table.add_string(1, name);
                      }));
        w.add_uint32(5, static_cast<std::uint32_t>(payload.size()));
        if (block.process_id)
            w.add_message(6, message([&](pbf_writer& process) {
                              process.add_uint64(1, *block.process_id);
                              process.add_string(2, "secret-host");
                          }));
        w.add_uint32(7, static_cast<std::uint32_t>(block.ranges.size()));
        w.add_uint32(9, static_cast<std::uint32_t>(block.graphs.size()));
        if (!block.unknown_records.empty()) w.add_uint32(10, static_cast<std::uint32_t>(block.unknown_records.size()));
    });
    return withLength(header) + payload;
}

} // namespace

std::string encode(const std::vector<Block>& blocks)
{
    std::string file("NVR\0", 4);
    file += withLength("\x08\x07");
    for (const auto& block : blocks) file += encode(block);
    return file;
}

std::vector<Block> sampleBlocks()
{
    using namespace std::string_literals;
    const std::uint64_t gridBlocks = 132;
    const auto launch = [&](std::string name, double time_ns) {
        return Kernel{
            .mangled = "_Z" + name,
            .function = name,
            .demangled = name + "(float *)",
            .grid = {gridBlocks, 1, 1},
            .block = {256, 1, 1},
            .metrics = {
                {.name_id = 0, .value = time_ns},
                {.name_id = 1, .value = gridBlocks},
                {.name_id = 2, .value = std::uint64_t{32}},
                {.name_id = 3, .value = std::uint64_t{1024}},
                {.name_id = 4, .value = std::uint64_t{2048}},
                {.name_id = 5, .value = "sm_90"s},
                {.name_id = 6, .value = 1.25e9},
                {.name_id = 7, .value = {}, .instances = {{"FFMA"s, std::uint64_t{64}}, {"LDG"s, std::uint64_t{2}}}}}};
    };
    auto first = launch("scale", 1000);
    first.nvtx_range = "forward";
    first.clocks_locked = false;
    auto last = launch("relu", 4000);
    last.metrics.push_back({.name_id = 8, .value = 42.0}); // its name comes in the last block

    const Device device{.index = 0,
                        .name = "NVIDIA H200",
                        .attributes = {{"device__attribute_clock_rate", std::uint64_t{1980000}},
                                       {"device__attribute_compute_capability_major", std::uint64_t{9}},
                                       {"device__attribute_compute_capability_minor", std::uint64_t{0}},
                                       {"device__attribute_ecc_enabled", std::uint64_t{1}},
                                       {"device__attribute_l2_cache_size", std::uint64_t{62914560}},
                                       {"device__attribute_max_mem_frequency_khz", std::uint64_t{3201000}},
                                       {"device__attribute_multiprocessor_count", std::uint64_t{132}},
                                       {"device__attribute_warp_size", std::uint64_t{32}}}};
    return {
        {.process_id = 1000, .details = {.creation_time = 1767225600, .computer_name = "secret-host"}},
        {.process_id = 1000, .sources = {"\x08\x01"s + std::string(200, '\x12')}},
        {.names = {"gpu__time_duration.sum", "launch__grid_size", "launch__registers_per_thread",
                   "launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic", "profiler__target",
                   "dram__bytes.sum.per_second", "sass__inst_executed_per_opcode"},
         .process_id = 1000,
         .kernels = {first}},
        {.details = {.device = device}},
        {.details = {.version = {"Nsight Compute Target", "2025.3.1.0 (build 1) (public-release)"}}},
        {.details = {.clock_control = "Base", .replay_mode = "Kernel"}},
        {.details = {.command_line = "ncu --cache-control none --set full -o /home/secret-user/out ./secret-app"}},
        {.process_id = 1001, .kernels = {launch("bias", 2000), launch("scale", 3000)}},
        {.process_id = 1000, .ranges = {{.metrics = {{.name_id = 0, .value = 9000.0}}}}},
        {.names = {"sm__late.sum"}, .process_id = 1000, .kernels = {last}},
    };
}

std::string sample()
{
    return encode(sampleBlocks());
}

} // namespace report
