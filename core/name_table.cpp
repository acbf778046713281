// SPDX-License-Identifier: Apache-2.0
#include "core/name_table.h"

#include "core/element_type.h"
#include "core/json.h"
#include "core/signature.h"

#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <boost/regex.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

namespace core {
namespace {

constexpr std::size_t mostArguments = 4;

// --- What a template can ask of a signature.

/// The function that a framework's wrapper applies to each element: the innermost of the names that look like one.
boost::cmatch innermostOperator(std::string_view text)
{
    static const boost::regex operatorName(
        R"((?|CUDAFunctor(?:OnSelf)?_(\w+)|launch_(\w+)|(\w+?)(?:CUDA)?KernelImpl|)"
        R"((\w+?)(?:_kernel_cuda|_kernel_impl|_kernel|_cuda_out|_functor|Functor|Ops))\b)");
    boost::cmatch last;
    boost::cregex_iterator match(text.data(), text.data() + text.size(), operatorName);
    for (; match != boost::cregex_iterator(); ++match) last = *match;
    return last;
}

/// Type on which the operator works: the last argument of the first lambda after it that takes any, else the
/// operator's own first template argument.
std::string elementTypeOf(const Signature& signature)
{
    static const boost::regex lambda(R"(\[lambda\((?:[^()]*, )?([^(),]+)\))");
    static const boost::regex ownArgument(R"(^<([^<>,]+)[,>])");
    const auto op = innermostOperator(signature.arguments);
    if (op.empty()) return {};
    const auto* end = signature.arguments.data() + signature.arguments.size();
    boost::cmatch match;
    if (!boost::regex_search(op[0].second, end, match, lambda) &&
        !boost::regex_search(op[0].second, end, match, ownArgument))
        return {};
    return std::string(shortType(match[1].str()).value_or(std::string_view()));
}

/// The user's function or class that a library's wrapper runs: the one that holds a lambda, else the first that
/// doesn't belong to a library.
std::string functorOf(const Signature& signature)
{
    static const boost::regex lambdaOwner(R"(((?:\w+::)?\w+)(?:<[^<>]*>)?\([^()]*\)(?: const)?::[\[{]lambda)");
    static const boost::regex userType(
        R"((?<![\w:])(?!(?:thrust|cub|cuda|std|RAJA|Kokkos|unsigned|signed|const)\b)((?:\w+::)*[A-Za-z_]\w+))");
    std::string owner;
    boost::sregex_iterator match(signature.arguments.begin(), signature.arguments.end(), lambdaOwner);
    for (; match != boost::sregex_iterator(); ++match) owner = (*match)[1].str();
    if (!owner.empty()) return owner;
    for (match = {signature.arguments.begin(), signature.arguments.end(), userType}; match != boost::sregex_iterator();
         ++match) {
        const auto type = (*match)[1].str();
        if (!shortType(type)) return std::string(unqualified(type));
    }
    return {};
}

/// "gelu" of GeluCUDAKernelImpl, "copy" of direct_copy_kernel_cuda; else the functor.
std::string operatorOf(const Signature& signature)
{
    const auto match = innermostOperator(signature.arguments);
    if (match.empty()) return functorOf(signature);
    auto name = snakeCase(match[1].str());
    boost::erase_first(name, "direct_");
    return name;
}

bool isNumber(std::string_view text)
{
    static const boost::regex number(R"(-?\d+)");
    return boost::regex_match(text.begin(), text.end(), number);
}

/// Up to four template arguments that are numbers or known types; a type is said once.
std::string argumentsOf(const Signature& signature)
{
    std::vector<std::string> shown;
    for (const auto argument : splitArguments(signature.arguments)) {
        const auto type = shortType(argument);
        if (type && std::ranges::find(shown, *type) == shown.end()) shown.emplace_back(*type);
        if (!type && isNumber(argument)) shown.emplace_back(argument);
        if (shown.size() == mostArguments) break;
    }
    return boost::join(shown, ",");
}

/// The function without "_kernel", which says nothing.
std::string plainNameOf(const Signature& signature)
{
    std::string name = signature.function;
    if (name.size() > 7 && name.ends_with("_kernel")) name.resize(name.size() - 7);
    return name;
}

struct Placeholder {
    std::string_view text;
    std::string (*value)(const Signature&);
};

constexpr Placeholder placeholders[] = {
    {"{op}", operatorOf},    {"{type}", elementTypeOf}, {"{functor}", functorOf},
    {"{args}", argumentsOf}, {"{name}", plainNameOf},
};

// --- The table.

/// The first row whose pattern is the whole "function<arguments>" gives the short name. In its form $1 is what the
/// pattern's first group holds, \L..\E is lower case, {=x} the short form of type x, {..} a placeholder of above.
struct Row {
    std::string_view pattern;
    std::string_view form;
};

constexpr Row rows[] = {
    // cuBLAS, cuDNN, CUTLASS: tile shapes are M×N×K, in brackets so that nobody takes them for the problem's size.
    {R"(nvjet_\w*?_(\d+)x(\d+)_(\d+)x\d+_\w*?(?:_([NT]{3}))?)", "nvjet {tensor} [$1×$2×$3] \\L$4\\E"},
    {R"(sm\d+_xmma_(\w+?)_[a-z]+\d+[a-z]+\d+_((?:tf|bf|f|e|i|u)\d+?(?:m\d)?)[fi]\d+_[a-z]+\d+_(?:([nt]{2})_)?)"
     R"(\w*?tilesize(\d+)x(\d+)x(\d+)\w*)",
     "xmma $1 $2 [$4×$5×$6] $3"},
    {R"(Kernel2?<cutlass_\w*?_([a-z]*\d*(?:gemm|fprop|dgrad|wgrad))_(?:(s4|s8|u8|f16|bf16|tf32)_)?)"
     R"(\w*?(\d+)x(\d+)_(\d+)x\d+_(?:([nt]{2})_)?.*)",
     "cutlass $1 $2 [$3×$4×$5] $6"},
    {R"(device_kernel<.*?GemmUniversal<.*?tuple<(?:\w+::)*C<(\d+)>, (?:\w+::)*C<(\d+)>, (?:\w+::)*C<(\d+)> ?>, )"
     R"((?:\w+::)*(half_t|bfloat16_t|tfloat32_t|float_e4m3_t|float_e5m2_t|float|double|int8_t|signed char)\b.*)",
     "cutlass gemm {=$4} [$1×$2×$3]"},
    {R"((?:maxwell|volta|turing|ampere)_(?:\w+_)?(\w*gemm)_(?:(fp16|bf16|tf32|int8)_)?(\d+)x(\d+)_)"
     R"((?:\w*_)?([nt]{2})(?:_\w*)?)",
     "$1 {=$2} [$3×$4] $5"},

    {R"((flash_\w+?)_kernel<Flash_\w*traits<(\d+), (\d+), (\d+), \d+, .*?\b(half_t|bfloat16_t)\b.*)",
     "$1 {=$5} d$2 [$3×$4]"},

    // PyTorch: the wrapper says how, its argument says what.
    {R"(vectorized_elementwise_kernel<(\d+), .*)", "{op} {type} · vec$1"},
    {R"(unrolled_elementwise_kernel<.*)", "{op} {type} · unrolled"},
    {R"((?:legacy_)?elementwise_kernel<.*)", "{op} {type} · strided"},
    {R"((?:index_elementwise_kernel|elementwise_kernel_with_index)<.*)", "{op} {type} · indexed"},
    {R"(distribution_elementwise_grid_stride_kernel<.*)", "{op} {type} · grid-stride"},
    {R"(multi_tensor_apply_kernel<.*)", "{op} {type} · multi-tensor"},
    {R"(reduce_kernel<(\d+), (\d+), .*?ReduceOp<([\w: ]+(?:<\w+>)?),.*)", "reduce {op} {=$3} · $1×$2"},

    {R"(triton_poi_(\w+))", "triton $1 · pointwise"},
    {R"(triton_red_(\w+))", "triton $1 · reduction"},
    {R"(triton_per_(\w+))", "triton $1 · persistent reduction"},

    // Pure wrappers: their own name says nothing.
    {R"(_kernel_agent<(?:\w+::)*(\w+)\b.*)", "{functor} · $1"},
    {R"(forallp?_cuda_kernel<.*)", "{functor} · forall"},
    {R"(cuda_parallel_launch\w*<(?:\w+::)*(\w+)<.*)", "{functor} · $1"},

    {R"(.*)", "{name} <{args}>"},
};

/// A row whose pattern is ready to match.
struct CompiledRow {
    boost::regex pattern;
    std::string form;
};

const std::vector<CompiledRow>& compiledRows()
{
    static const std::vector<CompiledRow> compiled = [] {
        std::vector<CompiledRow> result;
        for (const auto& row : rows) result.push_back({boost::regex(std::string(row.pattern)), std::string(row.form)});
        return result;
    }();
    return compiled;
}

/// Replaces each {=x} by the short form of type x, by nothing where x is empty.
std::string withShortTypes(const std::string& text)
{
    static const boost::regex mark(R"(\{=([^{}]*)\})");
    return boost::regex_replace(text, mark, [](const boost::smatch& match) {
        const auto type = match[1].str();
        return std::string(shortType(type).value_or(type));
    });
}

/// The first row that matches; one always does but for a name that no pattern can be tried on in reasonable time.
std::string formOf(const Signature& signature)
{
    const auto text = signature.text();
    for (const auto& row : compiledRows()) {
        boost::smatch match;
        if (!boost::regex_match(text, match, row.pattern)) continue;
        auto form = withShortTypes(match.format(row.form));
        for (const auto& placeholder : placeholders) {
            if (form.find(placeholder.text) == std::string::npos) continue;
            boost::replace_all(form, placeholder.text, placeholder.value(signature));
        }
        return form;
    }
    return signature.function;
}

} // namespace

std::string tidied(std::string text)
{
    static const boost::regex leftover(R"(<>|^ *· *| *· *$| +(?= )|^ +| +$)");
    for (auto before = std::string(); before != text;) {
        before = text;
        text = boost::regex_replace(text, leftover, "");
    }
    return text;
}

std::string nameForm(std::string_view fullName)
{
    const auto signature = parseSignature(fullName);
    try {
        return tidied(formOf(signature));
    } catch (const std::runtime_error&) { // Boost.Regex gives up on a name made to take forever
        return signature.function;
    }
}

} // namespace core
