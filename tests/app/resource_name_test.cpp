// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/resource_name.h"

#include <gtest/gtest.h>

namespace {

std::string nameOf(const char* resource)
{
    return app::resourceName(core::parseResource(resource).value()).toStdString();
}

TEST(ResourceName, TensorPipesAreNamedByTypeAndPath)
{
    EXPECT_EQ(nameOf("tensor_bf16_fp32_wgmma"), "BF16 wgmma");
    EXPECT_EQ(nameOf("tensor_bf16_fp32_mma"), "BF16 mma.sync");
    EXPECT_EQ(nameOf("tensor_fp16_fp16_wgmma"), "FP16/FP16 wgmma");
    EXPECT_EQ(nameOf("tensor_fp64"), "FP64 tensor");
    EXPECT_EQ(nameOf("tensor_fp8_sparse"), "FP8 sparse tensor");
}

TEST(ResourceName, ShortNamesAreNeverThoseOfAVectorPipe)
{
    const auto shortName = [](const char* resource) {
        return app::shortResourceName(core::parseResource(resource).value()).toStdString();
    };
    EXPECT_EQ(shortName("tensor_fp8"), "FP8");
    EXPECT_EQ(shortName("tensor_bf16"), "BF16");
    EXPECT_EQ(shortName("tensor_fp8_sparse"), "FP8 sparse");
    EXPECT_EQ(shortName("tensor_fp64"), "FP64 tensor"); // FP64 is a vector pipe
    EXPECT_EQ(shortName("tensor_fp16"), "FP16 tensor"); // likewise
    EXPECT_EQ(shortName("tensor_bf16_fp32_mma"), "BF16 mma");
    EXPECT_EQ(shortName("tensor_bf16_fp32_wgmma"), "BF16 wgmma");
    EXPECT_EQ(shortName("fp64"), "FP64");
}

TEST(ResourceName, EveryNameOfTheVocabularyHasOneOnScreen)
{
    for (const char* resource :
         {"dram",      "dram_read", "dram_write", "l2",        "l2_read",   "l2_write", "l2_atomic",
          "l2_fabric", "l1",        "shared",     "l1_shared", "fp64",      "fp32",     "fp16",
          "alu",       "int_mad",   "xu",         "issue",     "host_link", "peer_link"})
        EXPECT_NE(nameOf(resource), "") << resource;
}

TEST(ResourceName, MemoryBelongsToALevelAndPipesToNone)
{
    EXPECT_EQ(app::levelOf({core::ResourceKind::DramWrite}), core::Level::Dram);
    EXPECT_EQ(app::levelOf({core::ResourceKind::L2Fabric}), core::Level::L2);
    EXPECT_EQ(app::levelOf({core::ResourceKind::L1Shared}), core::Level::Shared);
    EXPECT_EQ(app::levelOf({core::ResourceKind::Fp32}), std::nullopt);
    EXPECT_EQ(app::levelOf({core::ResourceKind::Tensor}), std::nullopt);
}

} // namespace
