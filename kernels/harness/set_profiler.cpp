// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/set_profiler.h"

#include "kernels/harness/benchmark.h"
#include "kernels/harness/cuda_check.h"
#include "kernels/harness/cupti.h"

#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>

#include <string>
#include <utility>

namespace harness {

class SetProfiler::Session {
public:
    Session(const ChipCounters& counters, std::size_t rangeCount, Before before)
        : m_counters(counters), m_rangeCount(rangeCount), m_before(before)
    {
        cupti().call("cuptiProfilerInitialize", RIDGEPOINT_CUPTI(CUpti_Profiler_Initialize_Params, ));
        m_range = cupti()
                      .call("cuptiRangeProfilerEnable",
                            RIDGEPOINT_CUPTI(CUpti_RangeProfiler_Enable_Params, .ctx = currentContext()))
                      .pRangeProfilerObject;
        makeImage();
        clearImage();
        configure();
    }
    ~Session()
    {
        cupti().tryCall("cuptiRangeProfilerDisable",
                        RIDGEPOINT_CUPTI(CUpti_RangeProfiler_Disable_Params, .pRangeProfilerObject = m_range));
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    std::optional<std::vector<CountedRange>> count(std::span<const std::function<void()>> ranges,
                                                   const Cancelled& cancelled)
    {
        if (std::exchange(m_isUsed, true)) clearImage();
        for (bool all = false; !all;) {
            const Pass pass(m_range);
            for (std::size_t i = 0; i < ranges.size(); ++i) {
                if (cancelled()) return std::nullopt;
                countOnce(ranges[i], std::to_string(i));
            }
            all = pass.stop();
        }
        cupti().call("cuptiRangeProfilerDecodeData",
                     RIDGEPOINT_CUPTI(CUpti_RangeProfiler_DecodeData_Params, .pRangeProfilerObject = m_range));
        return results();
    }

private:
    /// Between start and stop. Stopped also by an error: CUPTI 13.0 can't be disabled before.
    class Pass {
    public:
        explicit Pass(CUpti_RangeProfiler_Object* range) : m_range(range)
        {
            cupti().call("cuptiRangeProfilerStart",
                         RIDGEPOINT_CUPTI(CUpti_RangeProfiler_Start_Params, .pRangeProfilerObject = m_range));
        }
        ~Pass()
        {
            if (!m_isStopped) cupti().tryCall("cuptiRangeProfilerStop", parameters());
        }
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;
        /// Whether it was the last one.
        [[nodiscard]] bool stop() const
        {
            m_isStopped = true;
            return cupti().call("cuptiRangeProfilerStop", parameters()).isAllPassSubmitted != 0;
        }

    private:
        [[nodiscard]] CUpti_RangeProfiler_Stop_Params parameters() const
        {
            return RIDGEPOINT_CUPTI(CUpti_RangeProfiler_Stop_Params, .pRangeProfilerObject = m_range);
        }
        CUpti_RangeProfiler_Object* m_range;
        mutable bool m_isStopped = false;
    };

    void countOnce(const std::function<void()>& run, const std::string& name)
    {
        if (m_before == Before::Itself) {
            run(); // outside the range: not counted
            check(cudaDeviceSynchronize());
        }
        cupti().call("cuptiRangeProfilerPushRange",
                     RIDGEPOINT_CUPTI(CUpti_RangeProfiler_PushRange_Params, .pRangeProfilerObject = m_range,
                                      .pRangeName = name.c_str()));
        run();
        check(cudaDeviceSynchronize());
        cupti().call("cuptiRangeProfilerPopRange",
                     RIDGEPOINT_CUPTI(CUpti_RangeProfiler_PopRange_Params, .pRangeProfilerObject = m_range));
    }

    void makeImage()
    {
        std::vector<const char*> names;
        for (const auto& name : m_counters.names()) names.push_back(name.c_str());
        const auto size = cupti().call(
            "cuptiRangeProfilerGetCounterDataSize",
            RIDGEPOINT_CUPTI(CUpti_RangeProfiler_GetCounterDataSize_Params, .pRangeProfilerObject = m_range,
                             .pMetricNames = names.data(), .numMetrics = names.size(), .maxNumOfRanges = m_rangeCount,
                             .maxNumRangeTreeNodes = static_cast<std::uint32_t>(m_rangeCount)));
        m_image.resize(size.counterDataSize);
    }

    /// Of the ranges counted before; those of the next count begin at the first place again.
    void clearImage()
    {
        cupti().call("cuptiRangeProfilerCounterDataImageInitialize",
                     RIDGEPOINT_CUPTI(CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
                                      .pRangeProfilerObject = m_range, .counterDataSize = m_image.size(),
                                      .pCounterData = m_image.data()));
    }

    void configure()
    {
        const auto config = m_counters.config();
        cupti().call("cuptiRangeProfilerSetConfig",
                     RIDGEPOINT_CUPTI(CUpti_RangeProfiler_SetConfig_Params, .pRangeProfilerObject = m_range,
                                      .configSize = config.size(), .pConfig = config.data(),
                                      .counterDataImageSize = m_image.size(), .pCounterDataImage = m_image.data(),
                                      .range = CUPTI_UserRange, .replayMode = CUPTI_UserReplay,
                                      .maxRangesPerPass = m_rangeCount, .numNestingLevels = 1, .minNestingLevel = 1,
                                      .targetNestingLevel = 1));
    }

    /// A range that CUPTI dropped has no values: it doesn't say so (13.0).
    [[nodiscard]] std::vector<CountedRange> results() const
    {
        std::vector<CountedRange> counted(m_rangeCount, CountedRange(m_counters.names().size()));
        const auto info =
            cupti().call("cuptiRangeProfilerGetCounterDataInfo",
                         RIDGEPOINT_CUPTI(CUpti_RangeProfiler_GetCounterDataInfo_Params,
                                          .pCounterDataImage = m_image.data(), .counterDataImageSize = m_image.size()));
        for (std::size_t place = 0; place < info.numTotalRanges; ++place)
            if (const auto range = rangeAt(place); range < counted.size())
                counted[range] = m_counters.values(m_image, place);
        return counted;
    }

    /// Which range stands at this place of the image, by its name.
    [[nodiscard]] std::size_t rangeAt(std::size_t place) const
    {
        const std::string name =
            cupti()
                .call("cuptiRangeProfilerCounterDataGetRangeInfo",
                      RIDGEPOINT_CUPTI(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params,
                                       .pCounterDataImage = m_image.data(), .counterDataImageSize = m_image.size(),
                                       .rangeIndex = place, .rangeDelimiter = "/"))
                .rangeName;
        return std::stoul(name);
    }

    const ChipCounters& m_counters;
    std::size_t m_rangeCount;
    Before m_before;
    std::vector<std::uint8_t> m_image;
    bool m_isUsed = false; ///< the image holds what was counted before
    CUpti_RangeProfiler_Object* m_range = nullptr;
};

SetProfiler::SetProfiler(const ChipCounters& counters, std::size_t rangeCount, Before before)
    : m_session(std::make_unique<Session>(counters, rangeCount, before))
{}

SetProfiler::~SetProfiler() = default;

std::optional<std::vector<CountedRange>> SetProfiler::count(std::span<const std::function<void()>> ranges,
                                                            const Cancelled& cancelled)
{
    return m_session->count(ranges, cancelled);
}

} // namespace harness
