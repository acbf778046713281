// SPDX-License-Identifier: Apache-2.0
#include "core/element_type.h"

#include "core/signature.h"

#include <algorithm>
#include <utility>

namespace core {
namespace {

constexpr std::pair<std::string_view, std::string_view> typeNames[] = {
    {"Half", "f16"},
    {"__half", "f16"},
    {"half", "f16"},
    {"half_t", "f16"},
    {"fp16", "f16"},
    {"BFloat16", "bf16"},
    {"__nv_bfloat16", "bf16"},
    {"bfloat16_t", "bf16"},
    {"bf16", "bf16"},
    {"Float8_e4m3fn", "e4m3"},
    {"__nv_fp8_e4m3", "e4m3"},
    {"float_e4m3_t", "e4m3"},
    {"Float8_e5m2", "e5m2"},
    {"__nv_fp8_e5m2", "e5m2"},
    {"float_e5m2_t", "e5m2"},
    {"float", "f32"},
    {"fp32", "f32"},
    {"tfloat32_t", "tf32"},
    {"double", "f64"},
    {"fp64", "f64"},
    {"complex<float>", "c64"},
    {"complex<double>", "c128"},
    {"bool", "bool"},
    {"signed char", "s8"},
    {"int8_t", "s8"},
    {"int8", "s8"},
    {"unsigned char", "u8"},
    {"uint8_t", "u8"},
    {"short", "i16"},
    {"unsigned short", "u16"},
    {"int", "i32"},
    {"unsigned int", "u32"},
    {"long", "i64"},
    {"long long", "i64"},
    {"unsigned long", "u64"},
    {"unsigned long long", "u64"},
};

} // namespace

std::optional<std::string_view> shortType(std::string_view type)
{
    const auto name = unqualified(type);
    const auto* row = std::ranges::find(typeNames, name, [](const auto& entry) { return entry.first; });
    return row == std::end(typeNames) ? std::nullopt : std::optional(row->second);
}

} // namespace core
