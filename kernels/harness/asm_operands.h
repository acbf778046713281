// SPDX-License-Identifier: Apache-2.0
// Operand lists of inline assembly: PTX has no way to name a range of registers.
#pragma once

// clang-format off
#define RIDGEPOINT_REGISTERS_32 \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
    "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define RIDGEPOINT_REGISTERS_64 \
    RIDGEPOINT_REGISTERS_32 ", " \
    "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
    "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define RIDGEPOINT_REGISTERS_96 \
    RIDGEPOINT_REGISTERS_64 ", " \
    "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
    "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define RIDGEPOINT_REGISTERS_128 \
    RIDGEPOINT_REGISTERS_96 ", " \
    "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
    "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"

#define RIDGEPOINT_OPERANDS_8(constraint, d, i)                                                         \
    constraint(d[i]), constraint(d[i + 1]), constraint(d[i + 2]), constraint(d[i + 3]),                 \
    constraint(d[i + 4]), constraint(d[i + 5]), constraint(d[i + 6]), constraint(d[i + 7])
#define RIDGEPOINT_OPERANDS_32(constraint, d, i)                                                        \
    RIDGEPOINT_OPERANDS_8(constraint, d, i), RIDGEPOINT_OPERANDS_8(constraint, d, i + 8),               \
    RIDGEPOINT_OPERANDS_8(constraint, d, i + 16), RIDGEPOINT_OPERANDS_8(constraint, d, i + 24)
#define RIDGEPOINT_OPERANDS_64(constraint, d)                                                           \
    RIDGEPOINT_OPERANDS_32(constraint, d, 0), RIDGEPOINT_OPERANDS_32(constraint, d, 32)
#define RIDGEPOINT_OPERANDS_96(constraint, d)                                                           \
    RIDGEPOINT_OPERANDS_64(constraint, d), RIDGEPOINT_OPERANDS_32(constraint, d, 64)
#define RIDGEPOINT_OPERANDS_128(constraint, d)                                                          \
    RIDGEPOINT_OPERANDS_96(constraint, d), RIDGEPOINT_OPERANDS_32(constraint, d, 96)
// clang-format on
