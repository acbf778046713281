// SPDX-License-Identifier: Apache-2.0
// Field numbers of Nsight Compute's reports, as observed in files of versions 2019 to 2026. NVIDIA may change them;
// unknown fields are skipped.
#pragma once

#include <protozero/types.hpp>

#include <cstdint>

namespace core::ncu {

// A report: magic, u32 size, FileHeader; then until the end: u32 size, BlockHeader, payload of entries (u32 size,
// message).
inline constexpr char magic[] = {'N', 'V', 'R', '\0'};
inline constexpr std::uint64_t lengthBytes = 4; ///< little-endian, before each message of the container

// Field and wire type together, for a switch: a damaged file may hold a field in another type, which is then skipped.
constexpr std::uint32_t asNumber(std::uint32_t field)
{
    return protozero::tag_and_type(field, protozero::pbf_wire_type::varint);
}
constexpr std::uint32_t asBytes(std::uint32_t field)
{
    return protozero::tag_and_type(field, protozero::pbf_wire_type::length_delimited);
}
constexpr std::uint32_t asFloat(std::uint32_t field)
{
    return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed32);
}
constexpr std::uint32_t asDouble(std::uint32_t field)
{
    return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed64);
}

namespace block_header {
enum : std::uint32_t {
    sources = 1,
    results = 2,
    session_details = 3,
    string_table = 4,
    payload_bytes = 5,
    process = 6,
    ranges = 7,
    command_lists = 8,
    graphs = 9,
};
}

namespace string_table {
enum : std::uint32_t { text = 1 };
}

namespace process {
enum : std::uint32_t { pid = 1 };
}

/// Without the fields that name a host, a user, an address or a path: those are never looked at.
namespace session_details {
enum : std::uint32_t { creation_time = 2, device = 6, version = 8, settings = 10, command_line = 11 };
}

namespace device {
enum : std::uint32_t { index = 1, name = 2, attribute = 3 };
}

namespace named_value { // device attributes and versions have the same shape
enum : std::uint32_t { name = 1, value = 2 };
}

namespace settings {
enum : std::uint32_t { clock_control = 8, replay_mode = 11 };
}

namespace kernel {
enum : std::uint32_t {
    thread = 1,
    mangled = 5,
    function = 6,
    demangled = 7,
    grid = 10,
    block = 11,
    metric = 13,
    nvtx = 21,
    context = 22,
    stream = 23,
    clock_status = 25,
};
}

/// Ranges, graphs and command lists share these.
namespace group {
enum : std::uint32_t { metric = 4, context = 11, stream = 12, display_name = 18 };
}

namespace dim3 {
enum : std::uint32_t { x = 1, y = 2, z = 3 };
}

namespace clock_status {
enum : std::uint32_t { locked = 2 };
}

namespace nvtx {
enum : std::uint32_t { thread = 2 };
namespace thread_state {
enum : std::uint32_t { id = 1, domain = 2 };
}
namespace domain_state {
enum : std::uint32_t { push_pop_range = 3 };
}
namespace range {
enum : std::uint32_t { name = 1 };
}
} // namespace nvtx

namespace metric {
enum : std::uint32_t { name_id = 1, value = 2, instance = 3 };
}

namespace instance {
enum : std::uint32_t { correlation = 1, value = 2 };
}

namespace value {
enum : std::uint32_t { text = 1, single = 2, real = 3, whole32 = 4, whole64 = 5 };
}

} // namespace core::ncu
