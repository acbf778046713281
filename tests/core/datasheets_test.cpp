// SPDX-License-Identifier: Apache-2.0
// The datasheet roofs that come with Ridgepoint: each figure must follow from SMs, rate and the clock named beside it.
#include "core/import/importer.h"
#include "core/theoretical.h"

#include <gmock/gmock.h>

#include <set>

namespace core {
namespace {

const Session& datasheets()
{
    static const Session session = importFile(RIDGEPOINT_SAMPLES "/../devices.ridgepoint.jsonl");
    return session;
}

std::string named(const Ceiling& ceiling)
{
    return ceiling.device_id + ", " + toString(ceiling.resource);
}

/// Memories whose clock no source tells: their bandwidth stands alone.
const std::set<std::string> memoriesWithoutClock = {"NVIDIA GH200 144G HBM3e, dram", "NVIDIA B300 SXM6 AC, dram"};

TEST(Datasheets, EveryFigureFollowsFromSmsRateAndClockWithinTwoPerCent)
{
    for (const auto& ceiling : datasheets().ceilings) {
        const auto* device = datasheets().device(ceiling.device_id);
        ASSERT_NE(device, nullptr) << named(ceiling);
        const auto ratio = theoryRatio(ceiling, *device);
        EXPECT_EQ(ratio.has_value(), !memoriesWithoutClock.contains(named(ceiling))) << named(ceiling);
        EXPECT_NEAR(ratio.value_or(1), 1, 0.02) << named(ceiling) << ": " << ceiling.method;
    }
}

TEST(Datasheets, EveryFigureIsOfADatasheetAndNamesIt)
{
    EXPECT_EQ(datasheets().notes.size(), 1U) << "the file is read whole";
    for (const auto& ceiling : datasheets().ceilings) {
        EXPECT_EQ(ceiling.origin, Origin::Datasheet) << named(ceiling);
        EXPECT_THAT(ceiling.method, testing::ContainsRegex("(datasheet|white paper|page|brief).*: .*[0-9]"));
    }
}

TEST(Datasheets, NoClockIsAboveTheDevicesMaximum)
{
    for (const auto& ceiling : datasheets().ceilings)
        EXPECT_LE(ceiling.sm_clock_hz.value_or(0), *datasheets().device(ceiling.device_id)->max_sm_clock_hz)
            << named(ceiling);
}

TEST(Datasheets, DenseAndSparseAreApart)
{
    const auto rate = [](const char* device, const char* resource) {
        for (const auto& ceiling : datasheets().ceilings)
            if (ceiling.device_id == device && toString(ceiling.resource) == resource) return ceiling.rate_per_s;
        return 0.0;
    };
    EXPECT_EQ(rate("NVIDIA H200", "tensor_bf16"), 989.5e12); // the datasheet prints 1,979, with sparsity
    EXPECT_EQ(rate("NVIDIA H200", "tensor_bf16_sparse"), 1979e12);
    EXPECT_EQ(rate("NVIDIA GeForce RTX 4090", "tensor_fp16_fp16_mma"), 330.3e12);
    EXPECT_EQ(rate("NVIDIA GeForce RTX 4090", "tensor_fp16_fp32_mma"), 165.2e12);
}

TEST(Datasheets, NamesAreThoseOfDrivers)
{
    std::vector<std::string> names;
    for (const auto& device : datasheets().devices) names.push_back(device.name);
    for (const char* name : {"Tesla V100-SXM2-16GB",
                             "Tesla V100-PCIE-32GB",
                             "Tesla T4",
                             "NVIDIA A100-SXM4-40GB",
                             "NVIDIA A100-SXM4-80GB",
                             "NVIDIA A100-PCIE-40GB",
                             "NVIDIA A100 80GB PCIe",
                             "NVIDIA A10",
                             "NVIDIA A10G",
                             "NVIDIA L4",
                             "NVIDIA L40S",
                             "NVIDIA GeForce RTX 2080 Ti",
                             "NVIDIA GeForce RTX 3090",
                             "NVIDIA GeForce RTX 4090",
                             "NVIDIA GeForce RTX 5090",
                             "NVIDIA H100 PCIe",
                             "NVIDIA H100 80GB HBM3",
                             "NVIDIA H100 NVL",
                             "NVIDIA H200",
                             "NVIDIA GH200 480GB",
                             "NVIDIA B200",
                             "NVIDIA B300 SXM6 AC"})
        EXPECT_THAT(names, testing::Contains(name));
    EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
}

} // namespace
} // namespace core
