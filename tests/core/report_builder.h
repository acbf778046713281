// SPDX-License-Identifier: Apache-2.0
// Encodes small Nsight Compute reports, so that tests don't need real ones.
#pragma once

#include "core/kernel_measurement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace report {

/// monostate: a metric without a value.
using Value = std::variant<std::monostate, double, std::uint64_t, std::string>;

struct Metric {
    std::uint32_t name_id = 0;
    Value value = {};
    std::vector<std::pair<Value, Value>> instances = {}; ///< correlation and value
};

struct Kernel {
    std::uint64_t thread = 1;
    std::string mangled = {};
    std::string function = {};
    std::string demangled = {};
    core::Dim3 grid{1, 1, 1};
    core::Dim3 block{32, 1, 1};
    std::vector<Metric> metrics = {};
    std::string nvtx_range = {}; ///< pushed by `thread`
    std::uint64_t context = 1;
    std::uint64_t stream = 7;
    std::optional<bool> clocks_locked = {};
    std::size_t section_bytes = 40; ///< of a section, which no reader looks into
};

struct Range {
    std::vector<Metric> metrics = {};
    std::uint64_t context = 1;
};

struct Device {
    std::uint64_t index = 0;
    std::string name = {};
    std::vector<std::pair<std::string, Value>> attributes = {};
};

/// What a block's header tells, next to counts.
struct Details {
    std::optional<std::uint64_t> creation_time = {};
    std::string computer_name = {};
    std::optional<Device> device = {};
    std::pair<std::string, std::string> version = {}; ///< provider, version
    std::string clock_control = {};
    std::string replay_mode = {};
    std::string command_line = {};
};

struct Block {
    std::vector<std::string> names = {}; ///< its part of the string table
    std::optional<std::uint64_t> process_id = {};
    std::vector<std::string> sources = {}; ///< encoded records
    std::vector<Kernel> kernels = {};
    std::vector<Range> ranges = {};
    std::vector<Range> graphs = {};
    std::vector<std::string> unknown_records = {};
    Details details = {};
};

/// The bytes of a report file.
std::string encode(const std::vector<Block>& blocks);

/// Four launches of two processes and a range, string table in two parts; under 8 kB.
std::vector<Block> sampleBlocks();
std::string sample();

} // namespace report
