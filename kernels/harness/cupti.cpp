// SPDX-License-Identifier: Apache-2.0
#define BOOST_DLL_USE_STD_FS
#include "kernels/harness/cupti.h"

#include "kernels/harness/benchmark.h"
#include "kernels/harness/cuda_check.h"

#include <boost/dll/shared_library.hpp>

#include <string>

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
        return "refused by the driver (administrators only); run as root or ask for access";
    case CUPTI_ERROR_HARDWARE_BUSY: return "another profiler holds them (often DCGM: dcgmi profile --pause)";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED: return "this program itself runs under a profiler";
    default: return "CUPTI error " + std::to_string(static_cast<int>(result));
    }
}

/// CUPTI doesn't look for its host library beside itself, so that one is loaded first. Never unloaded: once used, the
/// driver calls into CUPTI until the process ends (unloading it crashed, CUPTI 13.0).
const shared_library& cuptiLibrary()
{
    static const auto* const host = new shared_library(load("libnvperf_host.so"));
    static_cast<void>(host);
    static const auto* const loaded = new shared_library(load("libcupti.so." + std::to_string(CUDART_VERSION / 1000)));
    return *loaded;
}

} // namespace

void* Cupti::symbol(const char* function) const
{
    const auto& library = cuptiLibrary();
    if (!library.has(function)) throw Unavailable(std::string("counters: this CUPTI is too old, it lacks ") + function);
    return reinterpret_cast<void*>(&library.get<void()>(function));
}

void Cupti::require(CUptiResult result)
{
    if (result != CUPTI_SUCCESS) throw Unavailable("counters: " + remedy(result));
}

const Cupti& cupti()
{
    static const Cupti functions;
    static_cast<void>(cuptiLibrary());
    return functions;
}

CUcontext currentContext()
{
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault, &found));
    CUcontext context = nullptr;
    check(cudaFree(nullptr)); // makes the runtime's context current
    if (found == cudaDriverEntryPointSuccess) reinterpret_cast<CUresult (*)(CUcontext*)>(function)(&context);
    if (!context) throw Unavailable("counters: no CUDA context");
    return context;
}

} // namespace harness
