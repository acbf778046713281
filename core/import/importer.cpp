// SPDX-License-Identifier: Apache-2.0
#include "core/import/importer.h"

#include "core/error.h"
#include "core/import/byte_source.h"
#include "core/import/event_log.h"
#include "core/import/ncu_report.h"

#include <array>

namespace core {
namespace {

constexpr std::array rows = {
    Importer{.name = "Nsight Compute report",
             .patterns = "*.ncu-rep *.nsight-cuprof-report",
             .recognises = isNcuReport,
             .read = readNcuReport},
    Importer{
        .name = "Ridgepoint session", .patterns = "*.ridgepoint.jsonl", .recognises = isEventLog, .read = readEventLog},
};

std::string firstBytes(const std::filesystem::path& path)
{
    const FileSource source(path);
    std::string bytes(4096, '\0');
    bytes.resize(source.read(0, bytes));
    return bytes;
}

/// The first four bytes as a person can read them: "# To", "\x7FELF".
std::string beginning(std::string_view bytes)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes.substr(0, 4)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= ' ' && byte < 0x7F)
            text += c;
        else
            (text += "\\x") += {hex[byte >> 4U], hex[byte & 15U]};
    }
    return text;
}

} // namespace

std::span<const Importer> importers()
{
    return rows;
}

Session importFile(const std::filesystem::path& file, const ImportOptions& options)
{
    const auto bytes = firstBytes(file);
    for (const auto& importer : rows)
        if (importer.recognises(bytes)) return importer.read(file, options);
    throw Error(displayName(file) + " isn't an Nsight Compute report (it starts with \"" + beginning(bytes) +
                "\"). Ridgepoint opens .ncu-rep, .nsight-cuprof-report and its own sessions.");
}

} // namespace core
