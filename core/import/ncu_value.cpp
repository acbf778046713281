// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_value.h"

#include "core/import/ncu_wire.h"

#include <protozero/pbf_reader.hpp>

namespace core::ncu {
namespace {

Instance readInstance(protozero::pbf_reader message)
{
    Instance instance;
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asBytes(instance::correlation): instance.correlation = readValue(message.get_view()); break;
        case asBytes(instance::value): instance.value = readValue(message.get_view()); break;
        default: message.skip();
        }
    }
    return instance;
}

} // namespace

EncodedMetric readMetric(protozero::data_view view)
{
    EncodedMetric result;
    protozero::pbf_reader message(view);
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asNumber(metric::name_id): result.name_id = message.get_uint64(); break;
        case asBytes(metric::value): result.value = message.get_view(); break;
        case asBytes(metric::instance): // up to a million of them: only their place is noted
            result.instances = view;
            message.skip();
            break;
        default: message.skip();
        }
    }
    return result;
}

std::vector<Instance> readInstances(protozero::data_view view)
{
    std::vector<Instance> instances;
    protozero::pbf_reader message(view);
    while (message.next(metric::instance, protozero::pbf_wire_type::length_delimited))
        instances.push_back(readInstance(message.get_message()));
    return instances;
}

CounterValue readValue(protozero::data_view view)
{
    CounterValue result;
    protozero::pbf_reader message(view);
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asBytes(value::text): {
            const auto text = message.get_view();
            result = Name({text.data(), text.size()});
            break;
        }
        case asFloat(value::single): result = static_cast<double>(message.get_float()); break;
        case asDouble(value::real): result = message.get_double(); break;
        case asNumber(value::whole32):
        case asNumber(value::whole64): result = message.get_uint64(); break;
        default: message.skip();
        }
    }
    return result;
}

} // namespace core::ncu
