// SPDX-License-Identifier: Apache-2.0
#define BOOST_DLL_USE_STD_FS
#include "kernels/harness/nvml.h"

#include <boost/dll/shared_library.hpp>

#include <array>
#include <utility>

namespace harness {
namespace {

constexpr double hzOfMhz = 1e6;

/// NVML's clock domains (NVML API reference, nvmlClockType_t).
enum Clock : int { smClock = 1, memoryClock = 2 };

/// nvmlFieldValue_t (NVML API reference, field value queries): the reading of one field.
struct FieldValue {
    unsigned field = 0;
    unsigned scope = 0;
    long long timestamp = 0;
    long long latency = 0;
    int value_type = 0;
    int status = 0;
    union {
        double real;
        unsigned whole;
        unsigned long long wide;
    } value = {};
};
/// Power of this moment; nvmlDeviceGetPowerUsage is a mean over a second on CC 8.x and 9.0.
constexpr unsigned instantPowerField = 186;

/// NVML API reference, nvmlClocksEventReasons. "Idle" (1) and "application clocks" (2) hold nothing back.
constexpr std::array<std::pair<unsigned long long, const char*>, 7> reasonNames = {{
    {0x4, "sw_power_cap"},
    {0x8, "hw_slowdown"},
    {0x10, "sync_boost"},
    {0x20, "sw_thermal_slowdown"},
    {0x40, "hw_thermal_slowdown"},
    {0x80, "hw_power_brake_slowdown"},
    {0x100, "display_clock_setting"},
}};

/// nvml.h is not part of every toolkit, so functions are called by name with the types of the API reference.
class Library {
public:
    Library() : m_library("libnvidia-ml.so.1", boost::dll::load_mode::search_system_folders)
    {
        m_works = call("nvmlInit_v2");
    }
    ~Library() { call("nvmlShutdown"); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] bool works() const { return m_works; }

    /// Whether the function is there and succeeded.
    template <typename... Arguments> bool call(const char* function, Arguments... arguments) const
    {
        constexpr int success = 0;
        if (!m_library.has(function)) return false;
        return m_library.get<int(Arguments...)>(function)(arguments...) == success;
    }

private:
    boost::dll::shared_library m_library;
    bool m_works = false;
};

class LoadedDevice : public NvmlDevice {
public:
    explicit LoadedDevice(std::unique_ptr<Library> library, void* handle)
        : m_library(std::move(library)), m_handle(handle)
    {}

    [[nodiscard]] DeviceState state() const override
    {
        DeviceState state{.sm_clock_hz = clock("nvmlDeviceGetClockInfo", smClock),
                          .memory_clock_hz = clock("nvmlDeviceGetClockInfo", memoryClock),
                          .power_w = power_w()};
        if (unsigned celsius = 0; m_library->call("nvmlDeviceGetTemperature", m_handle, 0, &celsius))
            state.temperature_c = celsius;
        unsigned long long bits = 0;
        if (m_library->call("nvmlDeviceGetCurrentClocksThrottleReasons", m_handle, &bits))
            state.throttle_reasons = throttleReasons(bits);
        return state;
    }
    [[nodiscard]] std::optional<double> powerLimit_w() const override
    {
        unsigned milliwatts = 0;
        if (!m_library->call("nvmlDeviceGetEnforcedPowerLimit", m_handle, &milliwatts)) return std::nullopt;
        return milliwatts / 1e3;
    }
    [[nodiscard]] std::optional<double> maxSmClock_hz() const override
    {
        return clock("nvmlDeviceGetMaxClockInfo", smClock);
    }
    [[nodiscard]] std::optional<double> maxMemoryClock_hz() const override
    {
        return clock("nvmlDeviceGetMaxClockInfo", memoryClock);
    }
    [[nodiscard]] std::optional<bool> mig() const override
    {
        unsigned current = 0;
        unsigned pending = 0;
        if (!m_library->call("nvmlDeviceGetMigMode", m_handle, &current, &pending)) return std::nullopt;
        return current != 0;
    }
    [[nodiscard]] std::optional<double> busyRatio() const override
    {
        struct {
            unsigned gpu = 0;
            unsigned memory = 0;
        } percent;
        if (!m_library->call("nvmlDeviceGetUtilizationRates", m_handle, static_cast<void*>(&percent)))
            return std::nullopt;
        return percent.gpu / 100.0;
    }
    [[nodiscard]] std::optional<std::string> driver() const override
    {
        std::array<char, 96> version{};
        if (!m_library->call("nvmlSystemGetDriverVersion", version.data(), static_cast<unsigned>(version.size())))
            return std::nullopt;
        return std::string(version.data());
    }

private:
    [[nodiscard]] std::optional<double> clock(const char* function, Clock domain) const
    {
        unsigned mhz = 0;
        if (!m_library->call(function, m_handle, static_cast<int>(domain), &mhz)) return std::nullopt;
        return mhz * hzOfMhz;
    }
    [[nodiscard]] std::optional<double> power_w() const
    {
        FieldValue reading{.field = instantPowerField};
        if (m_library->call("nvmlDeviceGetFieldValues", m_handle, 1, &reading) && reading.status == 0)
            return reading.value.whole / 1e3;
        unsigned milliwatts = 0;
        if (!m_library->call("nvmlDeviceGetPowerUsage", m_handle, &milliwatts)) return std::nullopt;
        return milliwatts / 1e3;
    }

    std::unique_ptr<Library> m_library;
    void* m_handle;
};

} // namespace

std::unique_ptr<NvmlDevice> NvmlDevice::open(const std::string& uuid)
{
    try {
        auto library = std::make_unique<Library>();
        void* handle = nullptr;
        if (!library->works() || !library->call("nvmlDeviceGetHandleByUUID", uuid.c_str(), &handle)) return nullptr;
        return std::make_unique<LoadedDevice>(std::move(library), handle);
    } catch (const std::exception&) { // what Boost.DLL throws where there is no such library
        return nullptr;
    }
}

std::vector<std::string> throttleReasons(unsigned long long bits)
{
    std::vector<std::string> reasons;
    for (const auto& [bit, name] : reasonNames)
        if (bits & bit) reasons.emplace_back(name);
    return reasons;
}

} // namespace harness
