// SPDX-License-Identifier: Apache-2.0
// The devices of a report, from the attributes that its header or its results hold.
#pragma once

#include "core/counter.h"
#include "core/device.h"

#include <protozero/data_view.hpp>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core::ncu {

struct DeviceAttribute {
    Name name; ///< "device__attribute_warp_size"
    CounterValue value;
};

/// An attribute as the report's header holds it. Throws protozero::exception if the message is damaged.
DeviceAttribute readDeviceAttribute(protozero::data_view message);

bool isDeviceAttribute(std::string_view counterName);

/// One device for each index in the report.
class DeviceTable {
public:
    [[nodiscard]] const Device* find(std::uint64_t index) const; ///< nullptr if it hasn't been described
    /// Describes a device; the first description of an index wins. The name may be empty: an attribute may tell it.
    const Device& add(std::uint64_t index, std::string name, std::span<const DeviceAttribute> attributes);
    [[nodiscard]] std::vector<Device> inOrder() const;

private:
    std::map<std::uint64_t, Device> m_devices;
};

} // namespace core::ncu
