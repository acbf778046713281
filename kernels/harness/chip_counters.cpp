// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/chip_counters.h"

#include "kernels/harness/benchmark.h"
#include "kernels/harness/cupti.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace harness {

/// CUPTI's object for one chip.
class ChipCounters::Host {
public:
    explicit Host(const std::string& chip)
        : m_object(
              cupti()
                  .call("cuptiProfilerHostInitialize",
                        RIDGEPOINT_CUPTI(CUpti_Profiler_Host_Initialize_Params,
                                         .profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER, .pChipName = chip.c_str()))
                  .pHostObject)
    {}
    ~Host()
    {
        cupti().tryCall("cuptiProfilerHostDeinitialize",
                        RIDGEPOINT_CUPTI(CUpti_Profiler_Host_Deinitialize_Params, .pHostObject = m_object));
    }
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    [[nodiscard]] CUpti_Profiler_Host_Object* object() const { return m_object; }

    [[nodiscard]] std::vector<std::string> allNames() const
    {
        std::vector<std::string> names;
        for (const auto type : {CUPTI_METRIC_TYPE_COUNTER, CUPTI_METRIC_TYPE_RATIO, CUPTI_METRIC_TYPE_THROUGHPUT}) {
            const auto found = cupti().call("cuptiProfilerHostGetBaseMetrics",
                                            RIDGEPOINT_CUPTI(CUpti_Profiler_Host_GetBaseMetrics_Params,
                                                             .pHostObject = m_object, .metricType = type));
            names.insert(names.end(), found.ppMetricNames, found.ppMetricNames + found.numMetrics);
        }
        std::ranges::sort(names);
        return names;
    }

private:
    CUpti_Profiler_Host_Object* m_object;
};

namespace {

/// Listing them takes as long as a pass: each chip's once. For one thread.
const std::vector<std::string>& namesOf(const std::string& chip, const auto& list)
{
    static std::map<std::string, std::vector<std::string>> known;
    const auto [place, isNew] = known.try_emplace(chip);
    if (isNew) place->second = list();
    return place->second;
}

std::vector<const char*> pointersTo(const std::vector<std::string>& names)
{
    std::vector<const char*> pointers;
    for (const auto& name : names) pointers.push_back(name.c_str());
    return pointers;
}

} // namespace

std::string chipName(int deviceOrdinal)
{
    // Asked before it is initialised, CUPTI 13.0 crashes.
    cupti().call("cuptiProfilerInitialize", RIDGEPOINT_CUPTI(CUpti_Profiler_Initialize_Params, ));
    return cupti()
        .call("cuptiDeviceGetChipName",
              RIDGEPOINT_CUPTI(CUpti_Device_GetChipName_Params, .deviceIndex = static_cast<std::size_t>(deviceOrdinal)))
        .pChipName;
}

std::vector<std::string> ChipCounters::allNames(const std::string& chip)
{
    return namesOf(chip, [&] { return Host(chip).allNames(); });
}

ChipCounters::ChipCounters(const std::string& chip, const std::vector<std::string>& names)
    : m_host(std::make_unique<Host>(chip))
{
    // One unknown name would refuse the whole list, and spoil the object for what comes after.
    const auto& known = namesOf(chip, [&] { return m_host->allNames(); });
    std::ranges::copy_if(names, std::back_inserter(m_names), [&](const std::string& name) {
        return std::ranges::binary_search(known, name.substr(0, name.find('.')));
    });
    if (m_names.empty()) throw Unavailable("counters: " + chip + " has none of those asked for");
    auto pointers = pointersTo(m_names);
    cupti().call("cuptiProfilerHostConfigAddMetrics",
                 RIDGEPOINT_CUPTI(CUpti_Profiler_Host_ConfigAddMetrics_Params, .pHostObject = m_host->object(),
                                  .ppMetricNames = pointers.data(), .numMetrics = pointers.size()));
    const auto size =
        cupti().call("cuptiProfilerHostGetConfigImageSize",
                     RIDGEPOINT_CUPTI(CUpti_Profiler_Host_GetConfigImageSize_Params, .pHostObject = m_host->object()));
    m_config.resize(size.configImageSize);
    cupti().call("cuptiProfilerHostGetConfigImage",
                 RIDGEPOINT_CUPTI(CUpti_Profiler_Host_GetConfigImage_Params, .pHostObject = m_host->object(),
                                  .configImageSize = m_config.size(), .pConfigImage = m_config.data()));
}

ChipCounters::~ChipCounters() = default;

std::size_t ChipCounters::passes() const
{
    auto config = m_config; // CUPTI takes it as writable
    return cupti()
        .call("cuptiProfilerHostGetNumOfPasses",
              RIDGEPOINT_CUPTI(CUpti_Profiler_Host_GetNumOfPasses_Params, .configImageSize = config.size(),
                               .pConfigImage = config.data()))
        .numOfPasses;
}

std::vector<std::optional<double>> ChipCounters::values(std::span<const std::uint8_t> image, std::size_t range) const
{
    auto pointers = pointersTo(m_names);
    std::vector<double> values(m_names.size());
    cupti().call("cuptiProfilerHostEvaluateToGpuValues",
                 RIDGEPOINT_CUPTI(CUpti_Profiler_Host_EvaluateToGpuValues_Params, .pHostObject = m_host->object(),
                                  .pCounterDataImage = image.data(), .counterDataImageSize = image.size(),
                                  .rangeIndex = range, .ppMetricNames = pointers.data(), .numMetrics = pointers.size(),
                                  .pMetricValues = values.data()));
    std::vector<std::optional<double>> counted(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) counted[i] = values[i];
    return counted;
}

} // namespace harness
