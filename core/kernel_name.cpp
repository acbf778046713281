// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_name.h"

#include "core/element_type.h"
#include "core/metrics.h"
#include "core/name_table.h"
#include "core/session_index.h"

#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <unordered_map>

namespace core {
namespace {

constexpr std::size_t longestShortName = 40;

// --- Characters: UTF-8 bytes that continue one begin with the bits 10.

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

std::size_t characterCount(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, startsCharacter));
}

/// Byte at which the character with this index begins.
std::size_t byteOf(std::string_view text, std::size_t character)
{
    std::size_t byte = 0;
    for (; byte < text.size(); ++byte) {
        if (startsCharacter(text[byte]) && character-- == 0) break;
    }
    return byte;
}

/// At most `limit` characters; what is too much is taken from the middle.
std::string elided(const std::string& text, std::size_t limit)
{
    const auto count = characterCount(text);
    if (count <= limit) return text;
    const auto head = limit / 2;
    const auto tail = limit - head - 1;
    return text.substr(0, byteOf(text, head)) + "…" + text.substr(byteOf(text, count - tail));
}

// --- Kernels.

std::string_view fullName(const KernelMeasurement& kernel)
{
    if (!kernel.name.empty()) return kernel.name;
    return kernel.function.empty() ? kernel.mangled : kernel.function;
}

/// Fills in what only this kernel tells.
std::string completed(const std::string& form, const KernelMeasurement& kernel, std::string_view tensorInput)
{
    if (form.empty()) return "launch " + std::to_string(kernel.index);
    if (!boost::contains(form, tensorPlaceholder)) return form;
    return tidied(boost::replace_all_copy(form, tensorPlaceholder, shortType(tensorInput).value_or(tensorInput)));
}

/// How many sizes a session holds of the library's kernels.
enum class LibrarySizes { One, Several };

LibrarySizes librarySizesOf(const Session& session)
{
    const std::string* first = nullptr;
    for (const auto& kernel : session.kernels) {
        if (!kernel.library) continue;
        if (first && *first != kernel.library->size) return LibrarySizes::Several;
        first = &kernel.library->size;
    }
    return LibrarySizes::One;
}

/// Of a kernel of the library its family and variant, and its size where there are several.
std::optional<std::string> libraryName(const KernelMeasurement& kernel, LibrarySizes sizes)
{
    if (!kernel.library) return std::nullopt;
    const auto& step = *kernel.library;
    return step.family + " " + step.variant + (sizes == LibrarySizes::Several ? " " + step.size : "");
}

/// A name that stays as it is: the user's own, else that of the library.
std::optional<std::string> givenName(const KernelMeasurement& kernel, LibrarySizes sizes)
{
    return kernel.alias ? kernel.alias : libraryName(kernel, sizes);
}

bool isGiven(const KernelMeasurement& kernel)
{
    return kernel.alias || kernel.library;
}

/// Input type of most of the kernel's tensor work; empty if its counters don't tell it.
std::string tensorInputOf(const SessionIndex& index, const KernelMeasurement& kernel)
{
    const Work* most = nullptr;
    const auto measured = measuredWork(kernel, index.device(kernel.device_id));
    for (const auto& work : measured.work) {
        if (work.resource.kind != ResourceKind::Tensor || !(work.amount > 0)) continue;
        if (!most || work.amount > most->amount) most = &work;
    }
    return most ? most->resource.tensor.input : std::string();
}

/// Short names that may still be shared. The table is asked once for each full name: a report repeats them.
std::vector<std::string> completedNames(const Session& session)
{
    const SessionIndex index(session);
    const auto sizes = librarySizesOf(session);
    std::unordered_map<std::string_view, std::string> forms;
    std::vector<std::string> names;
    names.reserve(session.kernels.size());
    for (const auto& kernel : session.kernels) {
        if (auto given = givenName(kernel, sizes)) {
            names.push_back(std::move(*given));
            continue;
        }
        const auto [form, isNew] = forms.try_emplace(fullName(kernel));
        if (isNew) form->second = nameForm(fullName(kernel));
        const bool wantsTensor = boost::contains(form->second, tensorPlaceholder);
        const auto input = wantsTensor ? tensorInputOf(index, kernel) : std::string();
        names.push_back(elided(completed(form->second, kernel, input), longestShortName));
    }
    return names;
}

} // namespace

std::string shortName(const KernelMeasurement& kernel, std::string_view tensorInput)
{
    if (auto name = libraryName(kernel, LibrarySizes::One)) return *name;
    return elided(completed(nameForm(fullName(kernel)), kernel, tensorInput), longestShortName);
}

std::vector<std::string> shortNames(const Session& session)
{
    auto names = completedNames(session);

    // For each short name its full ones, numbered in order of time.
    std::unordered_map<std::string, std::unordered_map<std::string_view, std::size_t>> numbers;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (isGiven(session.kernels[i])) continue;
        auto& known = numbers[names[i]];
        known.try_emplace(fullName(session.kernels[i]), known.size() + 1);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (isGiven(session.kernels[i])) continue;
        const auto& known = numbers.at(names[i]);
        if (known.size() < 2) continue;
        const auto suffix = " #" + std::to_string(known.at(fullName(session.kernels[i])));
        names[i] = elided(names[i], longestShortName - suffix.size()) + suffix;
    }
    return names;
}

std::string itemName(const KernelMeasurement& kernel)
{
    if (!kernel.library) return std::string(fullName(kernel));
    return kernel.library->family + "." + kernel.library->variant + "." + kernel.library->size;
}

std::string_view familyOf(std::string_view shortName)
{
    return shortName.substr(0, shortName.find(' '));
}

} // namespace core
