// SPDX-License-Identifier: Apache-2.0
#include "core/resource.h"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace core {
namespace {

constexpr std::pair<ResourceKind, std::string_view> kindNames[] = {
    {ResourceKind::Dram, "dram"},
    {ResourceKind::DramRead, "dram_read"},
    {ResourceKind::DramWrite, "dram_write"},
    {ResourceKind::L2, "l2"},
    {ResourceKind::L2Read, "l2_read"},
    {ResourceKind::L2Write, "l2_write"},
    {ResourceKind::L2Atomic, "l2_atomic"},
    {ResourceKind::L2Fabric, "l2_fabric"},
    {ResourceKind::L1, "l1"},
    {ResourceKind::Shared, "shared"},
    {ResourceKind::L1Shared, "l1_shared"},
    {ResourceKind::Fp64, "fp64"},
    {ResourceKind::Fp32, "fp32"},
    {ResourceKind::Fp16, "fp16"},
    {ResourceKind::Alu, "alu"},
    {ResourceKind::IntMad, "int_mad"},
    {ResourceKind::Xu, "xu"},
    {ResourceKind::Issue, "issue"},
    {ResourceKind::HostLink, "host_link"},
    {ResourceKind::PeerLink, "peer_link"},
    {ResourceKind::Tensor, "tensor"},
};

constexpr std::pair<TensorPath, std::string_view> pathNames[] = {
    {TensorPath::Mma, "mma"},
    {TensorPath::Wgmma, "wgmma"},
    {TensorPath::Tcgen05, "tcgen05"},
};

constexpr std::pair<Level, std::string_view> levelNames[] = {
    {Level::Dram, "dram"},
    {Level::L2, "l2"},
    {Level::L1, "l1"},
    {Level::Shared, "shared"},
};

template <typename Table, typename Key> std::string_view nameIn(const Table& table, Key key)
{
    const auto row = std::ranges::find(table, key, [](const auto& entry) { return entry.first; });
    return row == std::end(table) ? std::string_view() : row->second;
}

template <typename Key, std::size_t N>
std::optional<Key> keyIn(const std::pair<Key, std::string_view> (&table)[N], std::string_view name)
{
    const auto row = std::ranges::find(table, name, [](const auto& entry) { return entry.second; });
    return row == std::end(table) ? std::nullopt : std::optional(row->first);
}

std::string tensorName(const TensorPipe& pipe)
{
    std::string name = "tensor_" + pipe.input;
    if (!pipe.accumulate.empty()) name += "_" + pipe.accumulate;
    if (pipe.sparse) name += "_sparse";
    if (pipe.path != TensorPath::Unknown) name.append("_").append(nameIn(pathNames, pipe.path));
    return name;
}

/// "tensor_<input>[_<accumulate>][_sparse][_<path>]"; none if a part is left over.
std::optional<Resource> parseTensor(std::string_view name)
{
    std::vector<std::string> parts;
    boost::split(parts, name, boost::is_any_of("_"));
    if (parts.size() < 2 || parts[0] != "tensor" || parts[1].empty()) return std::nullopt;
    Resource resource{.kind = ResourceKind::Tensor, .tensor = {.input = parts[1]}};
    if (const auto path = keyIn(pathNames, parts.back()); path && parts.size() > 2) {
        resource.tensor.path = *path;
        parts.pop_back();
    }
    if (parts.size() > 2 && parts.back() == "sparse") {
        resource.tensor.sparse = true;
        parts.pop_back();
    }
    if (parts.size() > 3) return std::nullopt;
    if (parts.size() == 3) resource.tensor.accumulate = parts[2];
    return resource;
}

} // namespace

std::string toString(const Resource& resource)
{
    if (resource.kind == ResourceKind::Tensor) return tensorName(resource.tensor);
    return std::string(nameIn(kindNames, resource.kind));
}

std::optional<Resource> parseResource(std::string_view name)
{
    const auto kind = keyIn(kindNames, name);
    if (kind && *kind != ResourceKind::Tensor) return Resource{.kind = *kind};
    return parseTensor(name);
}

bool isMemory(const Resource& resource)
{
    using enum ResourceKind;
    switch (resource.kind) {
    case Dram:
    case DramRead:
    case DramWrite:
    case L2:
    case L2Read:
    case L2Write:
    case L2Atomic:
    case L2Fabric:
    case L1:
    case Shared:
    case L1Shared:
    case HostLink:
    case PeerLink: return true;
    default: return false;
    }
}

bool isInteger(const Resource& resource)
{
    using enum ResourceKind;
    if (resource.kind == Tensor) return resource.tensor.input.starts_with("int");
    return resource.kind == Alu || resource.kind == IntMad;
}

bool isFloatingPoint(const Resource& resource)
{
    using enum ResourceKind;
    if (resource.kind == Tensor) return !isInteger(resource);
    return resource.kind == Fp64 || resource.kind == Fp32 || resource.kind == Fp16;
}

std::string_view toString(Level level)
{
    return nameIn(levelNames, level);
}

std::optional<Level> parseLevel(std::string_view name)
{
    return keyIn(levelNames, name);
}

} // namespace core
