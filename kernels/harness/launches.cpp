// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/launches.h"

#include "kernels/harness/cuda_check.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace harness {
namespace {

struct StreamCloser {
    void operator()(cudaStream_t stream) const { static_cast<void>(cudaStreamDestroy(stream)); }
};
using Stream = std::unique_ptr<CUstream_st, StreamCloser>;
struct GraphCloser {
    void operator()(cudaGraph_t graph) const { static_cast<void>(cudaGraphDestroy(graph)); }
};
using Graph = std::unique_ptr<CUgraph_st, GraphCloser>;

std::string demangled(const std::string& mangled)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? text.get() : mangled;
}

core::Dim3 dim3Of(const dim3& size)
{
    return {size.x, size.y, size.z};
}

LaunchedKernel kernelOf(cudaGraphNode_t node)
{
    cudaKernelNodeParams parameters{};
    check(cudaGraphKernelNodeGetParams(node, &parameters));
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, parameters.func));
    const char* mangled = nullptr;
    check(cudaFuncGetName(&mangled, parameters.func));
    LaunchedKernel kernel{.mangled = mangled, .name = demangled(mangled)};
    kernel.launch.grid = dim3Of(parameters.gridDim);
    kernel.launch.block = dim3Of(parameters.blockDim);
    kernel.launch.registers_per_thread = static_cast<std::uint32_t>(attributes.numRegs);
    kernel.launch.static_shared_bytes = attributes.sharedSizeBytes;
    kernel.launch.dynamic_shared_bytes = parameters.sharedMemBytes;
    cudaLaunchAttributeValue cluster{};
    check(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeClusterDimension, &cluster));
    if (const auto& size = cluster.clusterDim; size.x * size.y * size.z > 1)
        kernel.launch.cluster = core::Dim3{size.x, size.y, size.z};
    return kernel;
}

std::vector<LaunchedKernel> kernelsOf(cudaGraph_t graph)
{
    std::vector<LaunchedKernel> kernels;
    std::size_t count = 0;
    check(cudaGraphGetNodes(graph, nullptr, &count));
    std::vector<cudaGraphNode_t> nodes(count);
    check(cudaGraphGetNodes(graph, nodes.data(), &count));
    for (const auto node : nodes) {
        cudaGraphNodeType type{};
        check(cudaGraphNodeGetType(node, &type));
        if (type == cudaGraphNodeTypeKernel) kernels.push_back(kernelOf(node));
    }
    return kernels;
}

Graph captured(const std::function<void(cudaStream_t)>& run)
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const Stream owner(stream);
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    cudaGraph_t graph = nullptr;
    try {
        run(stream);
    } catch (...) {
        static_cast<void>(cudaStreamEndCapture(stream, &graph)); // or the thread can't do anything else
        static_cast<void>(cudaGetLastError());
        static_cast<void>(Graph(graph));
        throw;
    }
    check(cudaStreamEndCapture(stream, &graph));
    return Graph(graph);
}

} // namespace

std::vector<LaunchedKernel> launchesOf(const std::function<void(cudaStream_t)>& run)
{
    return kernelsOf(captured(run).get());
}

} // namespace harness
