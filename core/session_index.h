// SPDX-License-Identifier: Apache-2.0
// What is asked of a session for each of its launches, looked up once: there are thousands of launches, devices, roofs.
#pragma once

#include "core/session.h"

#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core {

class SessionIndex {
public:
    /// The session stays where and as it is for as long as this object lives.
    explicit SessionIndex(const Session& session);

    [[nodiscard]] const Session& session() const { return m_session; }
    /// As Session::device.
    [[nodiscard]] const Device* device(std::string_view id) const { return at(id).device; }
    /// The launches on a device, in order.
    [[nodiscard]] std::span<const KernelMeasurement* const> kernels(std::string_view id) const
    {
        return at(id).kernels;
    }
    /// The session's ceilings that hold for a device: its own and those of no device by name, in order; then, of
    /// origins that these lack, those of the first device of the same model that has any.
    [[nodiscard]] std::vector<const Ceiling*> ceilings(std::string_view id) const;
    /// Of these the ones that some launch could be judged by: see strongest().
    [[nodiscard]] std::vector<const Ceiling*> strongestCeilings(std::string_view id) const;
    /// As the function of core/caution.h.
    [[nodiscard]] bool throughputIsMeaningless(std::uint32_t source) const;

private:
    struct OfDevice {
        const Device* device = nullptr;
        std::vector<const KernelMeasurement*> kernels = {};
        std::vector<const Ceiling*> ceilings = {};
        std::vector<const Ceiling*> strongest = {};
    };
    [[nodiscard]] const OfDevice& at(std::string_view id) const;
    [[nodiscard]] std::vector<const Ceiling*> withNameless(std::string_view id,
                                                           std::vector<const Ceiling*> OfDevice::*ceilings) const;

    const Session& m_session;
    /// Appends what other devices of the model know.
    void addOfModel(std::vector<const Ceiling*>& known, std::string_view id,
                    std::vector<const Ceiling*> OfDevice::*ceilings) const;

    std::unordered_map<std::string_view, OfDevice> m_devices; ///< by id
    /// By model: the first device that has ceilings of an origin, by its id.
    std::unordered_map<std::string_view, std::map<Origin, std::string_view>> m_models;
    std::vector<bool> m_meaningless; ///< by source
};

/// Of many ceilings those that can be the best of their resource, origin and mix at some clocks, in order.
std::vector<const Ceiling*> strongest(std::span<const Ceiling* const> ceilings);
std::vector<Ceiling> strongest(std::span<const Ceiling> ceilings);

} // namespace core
