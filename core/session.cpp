// SPDX-License-Identifier: Apache-2.0
#include "core/session.h"

#include <algorithm>

namespace core {

const Device* Session::device(const std::string& id) const
{
    const auto found = std::ranges::find(devices, id, &Device::id);
    return found == devices.end() ? nullptr : &*found;
}

CounterSet Session::allCounters(const KernelMeasurement& kernel) const
{
    return counter_reader ? counter_reader->read(kernel.index) : kernel.counters;
}

} // namespace core
