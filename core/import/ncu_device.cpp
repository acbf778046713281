// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_device.h"

#include "core/import/ncu_value.h"
#include "core/import/ncu_wire.h"
#include "core/plausible.h"

#include <protozero/pbf_reader.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace core::ncu {
namespace {

constexpr std::string_view prefix = "device__attribute_";
constexpr double hzPerKhz = 1e3;

/// The first value wins; what doesn't fit and zeros, which no GPU has, count as not told.
template <typename T> void tell(std::optional<T>& target, double value)
{
    if (!target && value > 0 && value <= static_cast<double>(std::numeric_limits<T>::max() / 2))
        target = static_cast<T>(value);
}

struct AttributeRow {
    std::string_view name; ///< behind the prefix
    void (*tell)(Device& device, double value);
};

// Of two names for one quantity the first is read first in reports; both are listed where old reports lack one.
constexpr std::array attributeRows = {
    AttributeRow{"clock_rate", [](Device& d, double v) { tell(d.max_sm_clock_hz, v * hzPerKhz); }},
    AttributeRow{"ecc_enabled", [](Device& d, double v) { d.ecc = v != 0; }},
    AttributeRow{"fb_bus_width", [](Device& d, double v) { tell(d.memory_bus_bits, v); }},
    AttributeRow{"global_memory_bus_width", [](Device& d, double v) { tell(d.memory_bus_bits, v); }},
    AttributeRow{"l2_cache_size", [](Device& d, double v) { tell(d.l2_bytes, v); }},
    AttributeRow{"limits_max_cta_per_sm", [](Device& d, double v) { tell(d.max_blocks_per_sm, v); }},
    AttributeRow{"max_blocks_per_multiprocessor", [](Device& d, double v) { tell(d.max_blocks_per_sm, v); }},
    AttributeRow{"max_gpu_frequency_khz", [](Device& d, double v) { tell(d.max_sm_clock_hz, v * hzPerKhz); }},
    AttributeRow{"max_mem_frequency_khz", [](Device& d, double v) { tell(d.max_memory_clock_hz, v * hzPerKhz); }},
    AttributeRow{"max_registers_per_block", [](Device& d, double v) { tell(d.registers_per_block, v); }},
    AttributeRow{"max_registers_per_multiprocessor", [](Device& d, double v) { tell(d.registers_per_sm, v); }},
    AttributeRow{"max_shared_memory_per_block_optin",
                 [](Device& d, double v) { tell(d.shared_bytes_per_block_optin, v); }},
    AttributeRow{"max_shared_memory_per_multiprocessor", [](Device& d, double v) { tell(d.shared_bytes_per_sm, v); }},
    AttributeRow{"max_threads_per_block", [](Device& d, double v) { tell(d.max_threads_per_block, v); }},
    AttributeRow{"max_warps_per_multiprocessor", [](Device& d, double v) { tell(d.max_warps_per_sm, v); }},
    AttributeRow{"memory_clock_rate", [](Device& d, double v) { tell(d.max_memory_clock_hz, v * hzPerKhz); }},
    AttributeRow{"multiprocessor_count", [](Device& d, double v) { tell(d.sm_count, v); }},
    AttributeRow{"reserved_shared_memory_per_block",
                 [](Device& d, double v) { // before Ampere none is reserved: zero is a fact
                     if (v >= 0 && v < 1e9) d.reserved_shared_bytes_per_block = static_cast<std::uint64_t>(v);
                 }},
    AttributeRow{"total_memory", [](Device& d, double v) { tell(d.memory_bytes, v); }},
    AttributeRow{"warp_size", [](Device& d, double v) { tell(d.warp_size, v); }},
};
static_assert(std::ranges::is_sorted(attributeRows, {}, &AttributeRow::name));

/// What the rows can't say alone: two numbers make a compute capability, the name is a text.
struct Identity {
    std::string name;
    std::optional<int> major;
    std::optional<int> minor;
};

void tellIdentity(Identity& identity, std::string_view attribute, CounterValue value)
{
    const auto number = value.number();
    const bool small = number && *number >= 0 && *number < 1000;
    if (attribute == "display_name" && identity.name.empty()) identity.name = value.text().value_or("");
    if (attribute == "compute_capability_major" && small) identity.major = static_cast<int>(*number);
    if (attribute == "compute_capability_minor" && small) identity.minor = static_cast<int>(*number);
}

} // namespace

bool isDeviceAttribute(std::string_view counterName)
{
    return counterName.starts_with(prefix);
}

DeviceAttribute readDeviceAttribute(protozero::data_view view)
{
    DeviceAttribute attribute;
    protozero::pbf_reader message(view);
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asBytes(named_value::name): {
            const auto text = message.get_view();
            attribute.name = Name({text.data(), text.size()});
            break;
        }
        case asBytes(named_value::value): attribute.value = readValue(message.get_view()); break;
        default: message.skip();
        }
    }
    return attribute;
}

const Device* DeviceTable::find(std::uint64_t index) const
{
    const auto found = m_devices.find(index);
    return found == m_devices.end() ? nullptr : &found->second;
}

const Device& DeviceTable::add(std::uint64_t index, std::string name, std::span<const DeviceAttribute> attributes)
{
    if (const auto* known = find(index)) return *known;
    Identity identity{.name = std::move(name), .major = {}, .minor = {}};
    Device device;
    for (const auto& [fullName, value] : attributes) {
        if (!isDeviceAttribute(fullName.text())) continue;
        const auto attribute = fullName.text().substr(prefix.size());
        tellIdentity(identity, attribute, value);
        const auto row = std::ranges::lower_bound(attributeRows, attribute, {}, &AttributeRow::name);
        const auto number = value.number();
        if (number && isQuantity(*number) && row != attributeRows.end() && row->name == attribute)
            row->tell(device, *number);
    }
    device.id = std::to_string(index) + (identity.name.empty() ? "" : " " + identity.name);
    device.name = identity.name;
    if (identity.major && identity.minor)
        device.compute_capability = ComputeCapability{.major = *identity.major, .minor = *identity.minor};
    return m_devices.emplace(index, std::move(device)).first->second;
}

std::vector<Device> DeviceTable::inOrder() const
{
    std::vector<Device> devices;
    for (const auto& [index, device] : m_devices) devices.push_back(device);
    return devices;
}

} // namespace core::ncu
