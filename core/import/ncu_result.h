// SPDX-License-Identifier: Apache-2.0
// One result of a report, decoded: a kernel launch, a range, a graph or a command list.
#pragma once

#include "core/import/ncu_container.h"

#include <vector>

namespace core::ncu {

/// What the name of a counter asks for; found once a name, not once a launch.
struct KnownName {
    Name name;
    bool wanted = false;           ///< core::isWantedCounter
    bool wanted_instances = false; ///< core::isWantedInstanced
    bool describes_launch = false; ///< the importer itself needs it
    bool device_attribute = false;
};
std::vector<KnownName> knownNames(std::span<const Name> names);

/// Decodes results of one report, one after the other.
class ResultReader {
public:
    /// All three must outlive the reader; it adds devices that only the results describe.
    ResultReader(const ByteSource& source, std::span<const KnownName> names, DeviceTable& devices)
        : m_window(source, readAhead), m_names(names), m_devices(devices)
    {}

    /// Throws protozero::exception if the result is damaged, Error if the disk fails.
    KernelMeasurement read(const ResultEntry& entry);
    [[nodiscard]] std::uint64_t namelessCounters() const { return m_nameless; } ///< left out: their name isn't there

private:
    static constexpr std::size_t readAhead = 256 * 1024;

    struct Fields;
    void readFields(const ResultEntry& entry, KernelMeasurement& kernel, Fields& fields);
    void readKernelField(FieldCursor& cursor, KernelMeasurement& kernel, Fields& fields);
    void readMetric(protozero::data_view message, KernelMeasurement& kernel, CounterSet& launchCounters);
    const Device& device(const ResultEntry& entry, const CounterSet& launchCounters);

    ByteWindow m_window;
    std::span<const KnownName> m_names;
    DeviceTable& m_devices;
    std::uint64_t m_nameless = 0;
};

/// Every counter of a result, instances included. Throws as ResultReader::read.
CounterSet readAllCounters(const ByteSource& source, const ResultEntry& entry, std::span<const Name> names);

} // namespace core::ncu
