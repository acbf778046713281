// SPDX-License-Identifier: Apache-2.0
// CUPTI, loaded at run time: its functions by name, their errors as exceptions that say what to do.
#pragma once

#include <cuda.h>
#include <cupti_result.h>

namespace harness {

/// Parameters of a function of CUPTI, which tells their version by their size. Those that aren't named are 0.
#define RIDGEPOINT_CUPTI(type, ...)                                                                                    \
    type                                                                                                               \
    {                                                                                                                  \
        .structSize = type##_STRUCT_SIZE, __VA_ARGS__                                                                  \
    }

class Cupti {
public:
    /// The parameters as the function left them. Throws Unavailable, with the remedy.
    template <typename Parameters> Parameters call(const char* function, Parameters parameters) const
    {
        require(result(function, parameters));
        return parameters;
    }
    /// Where a failure is an answer, or nothing can be done about it. Whether it went well.
    template <typename Parameters> bool tryCall(const char* function, Parameters parameters) const
    {
        return result(function, parameters) == CUPTI_SUCCESS;
    }

private:
    template <typename Parameters> CUptiResult result(const char* function, Parameters& parameters) const
    {
        return reinterpret_cast<CUptiResult (*)(Parameters*)>(symbol(function))(&parameters);
    }
    [[nodiscard]] void* symbol(const char* function) const;
    static void require(CUptiResult result);
};

/// Throws Unavailable where it isn't installed.
const Cupti& cupti();

/// Of the calling thread, made if need be. Throws Unavailable where there is none: CUPTI 13.0 crashes on a null one.
CUcontext currentContext();

} // namespace harness
