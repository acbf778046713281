// SPDX-License-Identifier: Apache-2.0
#include "core/resource.h"

#include <gtest/gtest.h>

using namespace core;

TEST(Resource, EveryNameOfTheVocabularyComesBack)
{
    for (const auto* name : {"dram",
                             "dram_read",
                             "dram_write",
                             "l2",
                             "l2_read",
                             "l2_write",
                             "l2_atomic",
                             "l2_fabric",
                             "l1",
                             "shared",
                             "l1_shared",
                             "fp64",
                             "fp32",
                             "fp16",
                             "alu",
                             "int_mad",
                             "xu",
                             "issue",
                             "host_link",
                             "peer_link",
                             "tensor_bf16_fp32_wgmma",
                             "tensor_fp8",
                             "tensor_fp8_sparse",
                             "tensor_int8_mma",
                             "tensor_tf32_fp32_sparse_mma"}) {
        const auto resource = parseResource(name);
        ASSERT_TRUE(resource) << name;
        EXPECT_EQ(toString(*resource), name);
    }
}

TEST(Resource, NamesOutsideTheVocabularyAreRefused)
{
    for (const auto* name : {"", "tensor", "tensor_", "dram_", "DRAM", "tensor_a_b_c_d"})
        EXPECT_FALSE(parseResource(name)) << name;
}

TEST(Resource, IntegerTensorWorkIsNoFlop)
{
    EXPECT_FALSE(isFloatingPoint(*parseResource("tensor_int8_mma")));
    EXPECT_TRUE(isFloatingPoint(*parseResource("tensor_fp8")));
}
