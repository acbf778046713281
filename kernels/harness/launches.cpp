// SPDX-License-Identifier: Apache-2.0
#include "kernels/harness/launches.h"

#include "kernels/harness/driver.h"

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

std::uint32_t attributeOf(CUfunction function, CUfunction_attribute attribute)
{
    int value = 0;
    callDriver<decltype(&cuFuncGetAttribute)>("cuFuncGetAttribute", &value, attribute, function);
    return static_cast<std::uint32_t>(value);
}

/// By the driver: a library's kernels may be unknown to this program's runtime.
LaunchedKernel kernelOf(cudaGraphNode_t node)
{
    CUDA_KERNEL_NODE_PARAMS parameters{};
    callDriver<decltype(&cuGraphKernelNodeGetParams)>("cuGraphKernelNodeGetParams", node, &parameters);
    if (!parameters.func)
        callDriver<decltype(&cuKernelGetFunction)>("cuKernelGetFunction", &parameters.func, parameters.kern);
    const char* mangled = nullptr;
    callDriver<decltype(&cuFuncGetName)>("cuFuncGetName", &mangled, parameters.func);
    LaunchedKernel kernel{.mangled = mangled, .name = demangled(mangled)};
    kernel.launch.grid = {parameters.gridDimX, parameters.gridDimY, parameters.gridDimZ};
    kernel.launch.block = {parameters.blockDimX, parameters.blockDimY, parameters.blockDimZ};
    kernel.launch.registers_per_thread = attributeOf(parameters.func, CU_FUNC_ATTRIBUTE_NUM_REGS);
    kernel.launch.static_shared_bytes = attributeOf(parameters.func, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
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
