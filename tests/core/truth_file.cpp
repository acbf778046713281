// SPDX-License-Identifier: Apache-2.0
#include "truth_file.h"

#include <boost/algorithm/string/replace.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <boost/json.hpp>

#include <fstream>
#include <stdexcept>

namespace core::test {
namespace {

namespace io = boost::iostreams;
namespace json = boost::json;

/// NaN, which Python writes as such, becomes null: JSON has no other way to say it.
json::value readCompressed(const std::filesystem::path& file)
{
    std::ifstream compressed(file, std::ios::binary);
    if (!compressed) throw std::runtime_error("cannot open " + file.string());
    io::filtering_istream in;
    in.push(io::lzma_decompressor());
    in.push(compressed);
    std::string text(std::istreambuf_iterator<char>(in), {});
    return json::parse(boost::replace_all_copy(text, "\"v\": NaN", "\"v\": null"));
}

CounterValue counterValue(const json::value& value)
{
    if (value.is_int64()) return {static_cast<std::uint64_t>(value.get_int64())};
    if (value.is_uint64()) return {value.get_uint64()};
    if (value.is_double()) return {value.get_double()};
    if (value.is_string()) return {Name(value.get_string())};
    return {};
}

CounterSet counterSet(const json::object& metrics)
{
    CounterSet counters;
    for (const auto& [name, metric] : metrics) counters.add(Name(std::string_view(name)), counterValue(metric.at("v")));
    counters.finish();
    return counters;
}

Dim3 dimensions(const CounterSet& counters, const std::string& prefix)
{
    const auto axis = [&](const char* name) { return counters.count(Name(prefix + name)).value_or(0); };
    return {axis("x"), axis("y"), axis("z")};
}

template <class Number> std::optional<Number> count(const CounterSet& counters, std::string_view name)
{
    const auto value = counters.count(Name(name));
    return value ? std::optional(static_cast<Number>(*value)) : std::nullopt;
}

Launch launchOf(const CounterSet& counters)
{
    return {.grid = dimensions(counters, "launch__grid_dim_"),
            .block = dimensions(counters, "launch__block_dim_"),
            .cluster = dimensions(counters, "launch__cluster_dim_"),
            .registers_per_thread = count<std::uint32_t>(counters, "launch__registers_per_thread"),
            .static_shared_bytes = count<std::uint64_t>(counters, "launch__shared_mem_per_block_static"),
            .dynamic_shared_bytes = count<std::uint64_t>(counters, "launch__shared_mem_per_block_dynamic")};
}

Device deviceOf(const CounterSet& counters)
{
    const auto attribute = [&](const std::string& name) {
        return count<std::uint32_t>(counters, "device__attribute_" + name);
    };
    const auto part = [&](const char* name) {
        return static_cast<int>(attribute(std::string("compute_capability_") + name).value_or(0));
    };
    Device device;
    device.id = "0";
    device.compute_capability = ComputeCapability{part("major"), part("minor")};
    device.sm_count = attribute("multiprocessor_count");
    device.max_warps_per_sm = attribute("max_warps_per_multiprocessor");
    device.max_blocks_per_sm = attribute("max_blocks_per_multiprocessor");
    device.registers_per_sm = attribute("max_registers_per_multiprocessor");
    device.registers_per_block = attribute("max_registers_per_block");
    device.shared_bytes_per_sm = attribute("max_shared_memory_per_multiprocessor");
    device.reserved_shared_bytes_per_block = attribute("reserved_shared_memory_per_block");
    return device;
}

} // namespace

Session readTruthFile(const std::filesystem::path& file)
{
    Session session;
    auto& source = session.sources.emplace_back();
    source.tool = "Nsight Compute";
    source.tool_version = "2025.3.1.0";
    const auto launches = readCompressed(file);
    for (const auto& launch : launches.as_array()) {
        const auto& object = launch.as_object();
        KernelMeasurement kernel;
        kernel.index = session.kernels.size();
        kernel.device_id = "0";
        kernel.name = object.at("name").as_string();
        kernel.counters = counterSet(object.at("metrics").as_object());
        kernel.launch = launchOf(kernel.counters);
        if (session.devices.empty()) session.devices.push_back(deviceOf(kernel.counters));
        session.kernels.push_back(std::move(kernel));
    }
    return session;
}

} // namespace core::test
