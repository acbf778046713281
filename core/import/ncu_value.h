// SPDX-License-Identifier: Apache-2.0
// Counters as a report encodes them: the id of a name, a value, instances.
#pragma once

#include "core/counter.h"

#include <protozero/data_view.hpp>

#include <cstdint>
#include <vector>

namespace core::ncu {

/// A counter, not decoded yet; its views point into its message.
struct EncodedMetric {
    std::uint64_t name_id = 0;
    protozero::data_view value;     ///< empty if there is none
    protozero::data_view instances; ///< the message that holds them; empty if there is none
};

/// All functions throw protozero::exception if the message is damaged.
EncodedMetric readMetric(protozero::data_view message);
std::vector<Instance> readInstances(protozero::data_view message);
CounterValue readValue(protozero::data_view message); ///< Missing if it holds none

} // namespace core::ncu
