// SPDX-License-Identifier: Apache-2.0
#include "core/tensor_counters.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>

namespace core {
namespace {

constexpr std::string_view family = "sm__ops_path_tensor_";

/// Which path an instruction takes (op_<name>_...).
constexpr std::pair<std::string_view, TensorPath> instructionPaths[] = {
    {"hmma", TensorPath::Mma},    {"imma", TensorPath::Mma},    {"bmma", TensorPath::Mma},
    {"dmma", TensorPath::Mma},    {"qmma", TensorPath::Mma},    {"omma", TensorPath::Mma},
    {"hgmma", TensorPath::Wgmma}, {"igmma", TensorPath::Wgmma}, {"bgmma", TensorPath::Wgmma},
    {"qgmma", TensorPath::Wgmma},
};

std::optional<TensorPath> pathOf(std::string_view instruction)
{
    if (instruction.starts_with("ut")) return TensorPath::Tcgen05; // utchmma, utcqmma, utcomma, utcimma
    const auto row = std::ranges::find(instructionPaths, instruction, &std::pair<std::string_view, TensorPath>::first);
    return row == std::end(instructionPaths) ? std::nullopt : std::optional(row->second);
}

/// Takes "<tag>_" off the front and returns what stands up to the next of the known tags.
std::string_view takePart(std::string_view& rest, std::string_view tag)
{
    if (!rest.starts_with(tag)) return {};
    rest.remove_prefix(tag.size());
    auto end = rest.size();
    for (const std::string_view next : {"_src_", "_dst_", "_sparsity_"}) end = std::min(end, rest.find(next));
    const auto part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

std::string_view fromSource(std::string_view path)
{
    const auto source = path.find("src_");
    return source == std::string_view::npos ? path : path.substr(source);
}

/// Whether `path` is a total over another of the paths, which would count its operations twice.
/// A path without op_ is a total of those with op_ whose types begin alike; of the rest, a prefix is a total.
bool isTotal(const std::string& path, const std::set<std::string>& paths)
{
    return std::ranges::any_of(paths, [&path](const std::string& other) {
        if (other == path) return false;
        if (!path.starts_with("op_") && other.starts_with("op_")) return fromSource(other).starts_with(path);
        return other.starts_with(path);
    });
}

/// Whether it is made of small letters, digits and underscores: a damaged report has counters with any name.
bool isIdentifier(std::string_view text)
{
    return std::ranges::all_of(text,
                               [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

/// "sm__ops_path_tensor_<path>.sum" -> "<path>"; empty for another counter.
std::string_view pathIn(std::string_view counterName)
{
    if (!counterName.starts_with(family)) return {};
    return counterName.substr(family.size(), counterName.find('.') - family.size());
}

/// Of a set of paths, those that count each operation once, with the pipe that they tell of.
std::vector<std::pair<std::string, Resource>> leavesOf(const std::set<std::string>& paths)
{
    std::vector<std::pair<std::string, Resource>> leaves;
    for (const auto& path : paths)
        if (auto resource = tensorResource(path); resource && !isTotal(path, paths))
            leaves.emplace_back(path, std::move(*resource));
    return leaves;
}

std::vector<TensorLeaf> leavesAmong(std::span<const Name> counters)
{
    std::set<std::string> paths;
    for (const auto name : counters)
        if (const auto path = pathIn(name.text()); isIdentifier(path)) paths.emplace(path);
    std::vector<TensorLeaf> leaves;
    for (auto& [path, resource] : leavesOf(paths)) {
        const auto counter = std::string(family) + path;
        leaves.push_back(
            {std::move(resource), Expression("count(" + counter + ")"), Name(counter + ".sum.peak_sustained")});
    }
    return leaves;
}

} // namespace

std::optional<Resource> tensorResource(std::string_view path)
{
    Resource resource{.kind = ResourceKind::Tensor};
    if (path.starts_with("op_")) {
        const auto known = pathOf(takePart(path, "op_"));
        if (!known) return std::nullopt;
        resource.tensor.path = *known;
    }
    resource.tensor.input = takePart(path, "src_");
    resource.tensor.accumulate = takePart(path, "dst_");
    const auto sparsity = takePart(path, "sparsity_");
    resource.tensor.sparse = sparsity == "on";
    if (resource.tensor.input.empty() || !path.empty()) return std::nullopt;
    return resource;
}

const std::vector<TensorLeaf>& tensorLeaves(const KernelMeasurement& kernel)
{
    static std::mutex mutex;
    static std::map<std::vector<Name>, std::vector<TensorLeaf>> known; // a report has a handful of counter sets
    std::vector<Name> counters;
    for (const auto& counter : kernel.counters.all())
        if (!pathIn(counter.name().text()).empty()) counters.push_back(counter.name());
    const std::lock_guard lock(mutex);
    const auto [row, isNew] = known.try_emplace(std::move(counters));
    if (isNew) row->second = leavesAmong(row->first);
    return row->second;
}

std::vector<Work> tensorWork(const KernelMeasurement& kernel, const Device* device)
{
    std::vector<Work> work;
    for (const auto& leaf : tensorLeaves(kernel))
        if (auto operations = leaf.operations.evaluate(kernel, device))
            work.push_back({leaf.resource, operations->value, Basis::Measured, std::move(operations->from)});
    if (!work.empty()) return work;
    // 512 is what Nsight Compute 2023 multiplies warp instructions by, whatever their shape and type.
    static const Expression instructions("count(smsp__inst_executed_pipe_tensor) * 512");
    if (auto estimate = instructions.evaluate(kernel, device)) {
        const auto basis = estimate->value == 0 ? Basis::Measured : Basis::Estimate;
        work.push_back({*parseResource("tensor_any"), estimate->value, basis, std::move(estimate->from)});
    }
    return work;
}

bool ranPath(const KernelMeasurement& kernel, TensorPath path)
{
    return std::ranges::any_of(kernel.counters.all(), [path](const Counter& counter) {
        const auto name = counter.name().text();
        const auto resource = tensorResource(pathIn(name));
        return resource && resource->tensor.path == path && !name.ends_with("peak_sustained") &&
               counter.value().number().value_or(0) > 0;
    });
}

std::vector<std::string> tensorLeafNames(std::span<const std::string> chipCounters)
{
    std::set<std::string> paths;
    for (const auto& name : chipCounters)
        if (const auto path = pathIn(name); !path.empty()) paths.emplace(path);
    std::vector<std::string> names;
    for (const auto& leaf : leavesOf(paths)) names.push_back(std::string(family) + leaf.first);
    return names;
}

bool isTensorCounter(std::string_view counterName)
{
    if (counterName.starts_with("smsp__inst_executed_pipe_tensor.sum")) return true;
    const auto dot = counterName.find('.');
    if (!counterName.starts_with(family) || dot == std::string_view::npos) return false;
    for (const std::string_view suffix : {".sum", ".sum.per_cycle_elapsed", ".sum.per_second", ".sum.peak_sustained"})
        if (counterName.substr(dot) == suffix) return true;
    return false;
}

TensorPipe tensorPipeOf(std::string_view leafName)
{
    return tensorResource(pathIn(leafName)).value_or(Resource{}).tensor;
}

} // namespace core
