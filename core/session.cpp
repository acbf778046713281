// SPDX-License-Identifier: Apache-2.0
#include "core/session.h"

#include <algorithm>

namespace core {

const Device* Session::device(const std::string& id) const
{
    const auto found = std::ranges::find(devices, id, &Device::id);
    return found == devices.end() ? nullptr : &*found;
}

std::optional<bool> Session::clocksLocked(const KernelMeasurement& kernel) const
{
    if (kernel.clocks_locked) return kernel.clocks_locked;
    if (kernel.source >= sources.size() || !sources[kernel.source].clock_control) return std::nullopt;
    return *sources[kernel.source].clock_control != "none";
}

CounterSet Session::allCounters(const KernelMeasurement& kernel) const
{
    return counter_reader ? counter_reader->read(kernel.index) : kernel.counters;
}

} // namespace core
