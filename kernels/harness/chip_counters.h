// SPDX-License-Identifier: Apache-2.0
// The counters of a chip by CUPTI's host library, which needs no GPU: their names, passes, and values of what was
// counted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace harness {

/// "GH100", as CUPTI calls the chip of a device. Throws Unavailable.
std::string chipName(int deviceOrdinal);

/// A list of counters, made ready to be counted on one chip.
class ChipCounters {
public:
    /// names: with their rollups; those that the chip doesn't have are left out. Throws Unavailable where CUPTI isn't
    /// installed, the chip is unknown, or has none of them.
    ChipCounters(const std::string& chip, const std::vector<std::string>& names);
    ~ChipCounters();
    ChipCounters(const ChipCounters&) = delete;
    ChipCounters& operator=(const ChipCounters&) = delete;

    /// Every counter of a chip, without rollups ("dram__bytes_read"), sorted. Throws Unavailable for an unknown chip.
    [[nodiscard]] static std::vector<std::string> allNames(const std::string& chip);

    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; } ///< that the chip has
    [[nodiscard]] std::size_t passes() const;
    [[nodiscard]] std::span<const std::uint8_t> config() const { return m_config; } ///< CUPTI's, for the target side
    /// One value a name; none for a counter whose pass is missing. image: CUPTI's, decoded.
    [[nodiscard]] std::vector<std::optional<double>> values(std::span<const std::uint8_t> image,
                                                            std::size_t range) const;

private:
    class Host;
    std::unique_ptr<Host> m_host;
    std::vector<std::string> m_names;
    std::vector<std::uint8_t> m_config;
};

} // namespace harness
