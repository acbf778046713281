// SPDX-License-Identifier: Apache-2.0
#define BOOST_DLL_USE_STD_FS
#include "kernels/harness/range_profiler.h"

#include "kernels/harness/benchmark.h"
#include "kernels/harness/cuda_check.h"

#include <boost/dll/shared_library.hpp>

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <algorithm>
#include <cmath>

namespace harness {
namespace {

using boost::dll::shared_library;

/// The loader's path first, then where the toolkit puts it.
shared_library load(const std::string& name)
{
    constexpr const char* folders[] = {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/",
                                       "/usr/local/cuda/lib/"};
    for (const std::string folder : folders) {
        boost::dll::fs::error_code error;
        const auto mode =
            folder.empty() ? boost::dll::load_mode::search_system_folders : boost::dll::load_mode::default_mode;
        shared_library library(folder + name, mode | boost::dll::load_mode::rtld_global, error);
        if (!error) return library;
    }
    throw Unavailable(name + " isn't here; install CUPTI of CUDA " + std::to_string(CUDART_VERSION / 1000) +
                      " or add its folder to LD_LIBRARY_PATH");
}

std::string remedy(CUptiResult result)
{
    switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return "counters are refused by the driver (administrators only); run as root or ask for access";
    case CUPTI_ERROR_HARDWARE_BUSY: return "another profiler holds the counters (often DCGM: dcgmi profile --pause)";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED: return "this program itself runs under a profiler";
    default: return "CUPTI error " + std::to_string(static_cast<int>(result));
    }
}

/// CUPTI doesn't look for its host library beside itself, so that one is loaded first.
class Cupti {
public:
    Cupti() : m_host(load("libnvperf_host.so")), m_cupti(load("libcupti.so." + std::to_string(CUDART_VERSION / 1000)))
    {}
    /// The parameters as the function left them.
    template <typename Parameters> Parameters call(const char* function, Parameters parameters) const
    {
        const auto result = m_cupti.get<CUptiResult(Parameters*)>(function)(&parameters);
        if (result != CUPTI_SUCCESS) throw Unavailable("counters: " + remedy(result));
        return parameters;
    }
    /// Where a failure is an answer, or nothing can be done about it. Whether it went well.
    template <typename Parameters> bool tryCall(const char* function, Parameters parameters) const
    {
        return m_cupti.get<CUptiResult(Parameters*)>(function)(&parameters) == CUPTI_SUCCESS;
    }

private:
    shared_library m_host;
    shared_library m_cupti;
};

/// Never unloaded: once used, the driver calls into CUPTI until the process ends (unloading it crashed, CUPTI 13.0).
const Cupti& cupti()
{
    static const auto* const loaded = new Cupti;
    return *loaded;
}

CUcontext currentContext()
{
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault, &found));
    CUcontext context = nullptr;
    check(cudaFree(nullptr)); // makes the runtime's context current
    if (found == cudaDriverEntryPointSuccess) reinterpret_cast<CUresult (*)(CUcontext*)>(function)(&context);
    if (!context) throw Unavailable("counters: no CUDA context"); // CUPTI 13.0 crashes on a null one
    return context;
}

} // namespace

/// Parameters of a function of CUPTI, which tells their version by their size. Those that aren't named are 0.
#define RIDGEPOINT_PARAMETERS(type, ...)                                                                               \
    type                                                                                                               \
    {                                                                                                                  \
        .structSize = type##_STRUCT_SIZE, __VA_ARGS__                                                                  \
    }

class RangeProfiler::Session {
public:
    Session(int deviceOrdinal, std::vector<std::string> names) : m_names(std::move(names))
    {
        m_cupti.call("cuptiProfilerInitialize", RIDGEPOINT_PARAMETERS(CUpti_Profiler_Initialize_Params));
        openHost(deviceOrdinal);
        enable();
    }
    ~Session()
    {
        m_cupti.tryCall("cuptiRangeProfilerDisable",
                        RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_Disable_Params, .pRangeProfilerObject = m_range));
        m_cupti.tryCall("cuptiProfilerHostDeinitialize",
                        RIDGEPOINT_PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params, .pHostObject = m_host));
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    std::vector<std::optional<double>> count(const std::function<void()>& run)
    {
        initializeImage();
        for (bool all = false; !all;) {
            m_cupti.call("cuptiRangeProfilerStart",
                         RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_Start_Params, .pRangeProfilerObject = m_range));
            run();
            check(cudaDeviceSynchronize());
            const auto stopped =
                m_cupti.call("cuptiRangeProfilerStop",
                             RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_Stop_Params, .pRangeProfilerObject = m_range));
            all = stopped.isAllPassSubmitted != 0;
        }
        m_cupti.call("cuptiRangeProfilerDecodeData",
                     RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_DecodeData_Params, .pRangeProfilerObject = m_range));
        return evaluated();
    }

private:
    void openHost(int deviceOrdinal)
    {
        const auto chip = m_cupti.call("cuptiDeviceGetChipName",
                                       RIDGEPOINT_PARAMETERS(CUpti_Device_GetChipName_Params,
                                                             .deviceIndex = static_cast<std::size_t>(deviceOrdinal)));
        m_host = m_cupti
                     .call("cuptiProfilerHostInitialize",
                           RIDGEPOINT_PARAMETERS(CUpti_Profiler_Host_Initialize_Params,
                                                 .profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
                                                 .pChipName = chip.pChipName))
                     .pHostObject;
        for (const auto& name : m_names) addCounter(name.c_str());
        if (m_pointers.empty()) throw Unavailable("counters: this chip has none of those asked for");
        const auto size =
            m_cupti.call("cuptiProfilerHostGetConfigImageSize",
                         RIDGEPOINT_PARAMETERS(CUpti_Profiler_Host_GetConfigImageSize_Params, .pHostObject = m_host));
        m_config.resize(size.configImageSize);
        m_cupti.call("cuptiProfilerHostGetConfigImage",
                     RIDGEPOINT_PARAMETERS(CUpti_Profiler_Host_GetConfigImage_Params, .pHostObject = m_host,
                                           .configImageSize = m_config.size(), .pConfigImage = m_config.data()));
    }

    /// Leaves out what this chip doesn't have: one unknown name would refuse all of a list.
    void addCounter(const char* name)
    {
        if (m_cupti.tryCall("cuptiProfilerHostConfigAddMetrics",
                            RIDGEPOINT_PARAMETERS(CUpti_Profiler_Host_ConfigAddMetrics_Params, .pHostObject = m_host,
                                                  .ppMetricNames = &name, .numMetrics = 1)))
            m_pointers.push_back(name);
    }

    void enable()
    {
        m_range = m_cupti
                      .call("cuptiRangeProfilerEnable",
                            RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_Enable_Params, .ctx = currentContext()))
                      .pRangeProfilerObject;
        const auto size = m_cupti.call(
            "cuptiRangeProfilerGetCounterDataSize",
            RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_GetCounterDataSize_Params, .pRangeProfilerObject = m_range,
                                  .pMetricNames = m_pointers.data(), .numMetrics = m_pointers.size(),
                                  .maxNumOfRanges = 1, .maxNumRangeTreeNodes = 1));
        m_image.resize(size.counterDataSize);
        initializeImage();
        m_cupti.call("cuptiRangeProfilerSetConfig",
                     RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_SetConfig_Params, .pRangeProfilerObject = m_range,
                                           .configSize = m_config.size(), .pConfig = m_config.data(),
                                           .counterDataImageSize = m_image.size(), .pCounterDataImage = m_image.data(),
                                           .range = CUPTI_AutoRange, .replayMode = CUPTI_UserReplay,
                                           .maxRangesPerPass = 1, .numNestingLevels = 1, .minNestingLevel = 1,
                                           .targetNestingLevel = 1));
    }

    void initializeImage()
    {
        m_cupti.call("cuptiRangeProfilerCounterDataImageInitialize",
                     RIDGEPOINT_PARAMETERS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
                                           .pRangeProfilerObject = m_range, .counterDataSize = m_image.size(),
                                           .pCounterData = m_image.data()));
    }

    std::vector<std::optional<double>> evaluated()
    {
        std::vector<double> values(m_pointers.size());
        m_cupti.call("cuptiProfilerHostEvaluateToGpuValues",
                     RIDGEPOINT_PARAMETERS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, .pHostObject = m_host,
                                           .pCounterDataImage = m_image.data(), .counterDataImageSize = m_image.size(),
                                           .ppMetricNames = m_pointers.data(), .numMetrics = m_pointers.size(),
                                           .pMetricValues = values.data()));
        std::vector<std::optional<double>> counters(m_names.size());
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            const auto place = std::ranges::find(m_pointers, m_names[i].c_str());
            if (place == m_pointers.end()) continue;
            const double value = values[static_cast<std::size_t>(place - m_pointers.begin())];
            if (std::isfinite(value)) counters[i] = value;
        }
        return counters;
    }

    const Cupti& m_cupti = cupti();
    std::vector<std::string> m_names;
    std::vector<const char*> m_pointers; ///< into the names: those that the chip has
    std::vector<std::uint8_t> m_config;
    std::vector<std::uint8_t> m_image;
    CUpti_Profiler_Host_Object* m_host = nullptr;
    CUpti_RangeProfiler_Object* m_range = nullptr;
};

RangeProfiler::RangeProfiler(int deviceOrdinal, std::vector<std::string> names)
    : m_session(std::make_unique<Session>(deviceOrdinal, std::move(names)))
{}

RangeProfiler::~RangeProfiler() = default;

std::vector<std::optional<double>> RangeProfiler::count(const std::function<void()>& run)
{
    return m_session->count(run);
}

} // namespace harness
