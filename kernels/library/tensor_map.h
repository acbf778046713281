// SPDX-License-Identifier: Apache-2.0
// Tensor maps: what the copy engine of CC 9.0 knows of an array whose tiles it moves.
#pragma once

#include "kernels/harness/driver.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace library {

/// A packed array, fastest dimension first: its sizes and those of a tile, in elements.
struct Tiling {
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint32_t> tile;                         ///< each up to 256
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B; ///< its rows are then up to 128 bytes
    /// What L2 fetches at once. Of narrower rows it reads the rest in vain: 10 to 25 % more for 128 bytes (H200).
    CUtensorMapL2promotion fetched = CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
};

template <typename T> constexpr CUtensorMapDataType mapType()
{
    if (std::is_same_v<T, __nv_bfloat16>) return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    if (std::is_same_v<T, __half>) return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    if (std::is_same_v<T, float>) return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    static_assert(sizeof(T) == 1 || std::is_same_v<T, __nv_bfloat16> || std::is_same_v<T, __half> ||
                  std::is_same_v<T, float>);
    return CU_TENSOR_MAP_DATA_TYPE_UINT8;
}

/// Rows are a multiple of 16 bytes and the array begins at one ("Tensor map objects", CUDA driver API); otherwise, and
/// where a tile is too large, throws Error. Give it to a kernel as a const __grid_constant__ CUtensorMap.
template <typename T> CUtensorMap tensorMap(const T* data, const Tiling& tiling)
{
    std::vector<cuuint64_t> strides;
    cuuint64_t bytes = sizeof(T);
    for (std::size_t i = 0; i + 1 < tiling.sizes.size(); ++i) strides.push_back(bytes *= tiling.sizes[i]);
    const std::vector<cuuint32_t> everyElement(tiling.sizes.size(), 1);
    CUtensorMap map{};
    harness::callDriver<decltype(&cuTensorMapEncodeTiled)>(
        "cuTensorMapEncodeTiled", &map, mapType<T>(), static_cast<cuuint32_t>(tiling.sizes.size()),
        const_cast<T*>(data), tiling.sizes.data(), strides.data(), tiling.tile.data(), everyElement.data(),
        CU_TENSOR_MAP_INTERLEAVE_NONE, tiling.swizzle, tiling.fetched, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

} // namespace library
