// SPDX-License-Identifier: Apache-2.0
// Types of numbers as a person says them: f16 bf16 e4m3 f32 f64 i32 u32 i64 s8.
#pragma once

#include <optional>
#include <string_view>

namespace core {

/// Short form of a C++ type or of a type as counters spell it, "f16" of "c10::Half" and of "fp16"; else none.
std::optional<std::string_view> shortType(std::string_view type);

} // namespace core
