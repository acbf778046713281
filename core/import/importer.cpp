// SPDX-License-Identifier: Apache-2.0
#include "core/import/importer.h"

#include "core/error.h"
#include "core/import/byte_source.h"
#include "core/import/decompressed.h"
#include "core/import/event_log.h"
#include "core/import/ncu_report.h"

#include <array>
#include <memory>

namespace core {
namespace {

constexpr std::array rows = {
    Importer{.name = "Nsight Compute report",
             .patterns = "*.ncu-rep *.ncu-rep.gz *.ncu-rep.xz *.ncu-rep.zst *.nsight-cuprof-report",
             .recognises = isNcuReport,
             .read = readNcuReport},
    Importer{.name = "Ridgepoint session",
             .patterns = "*.ridgepoint.jsonl *.ridgepoint.jsonl.gz *.ridgepoint.jsonl.xz *.ridgepoint.jsonl.zst",
             .recognises = isEventLog,
             .read = readEventLog},
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

Session importPlain(const std::filesystem::path& file, std::string_view bytes, const ImportOptions& options)
{
    for (const auto& importer : rows)
        if (importer.recognises(bytes)) return importer.read(file, options);
    throw Error(shownName(file, options) + " isn't an Nsight Compute report (it starts with \"" + beginning(bytes) +
                "\"). Ridgepoint opens .ncu-rep, .nsight-cuprof-report and its own sessions.");
}

/// The unpacked file lives as long as counters may be asked for.
Session importCompressed(const std::filesystem::path& file, Compression compression, const ImportOptions& options)
{
    const auto content = std::make_shared<DecompressedFile>(file, compression, options.stop);
    ImportOptions named = options;
    named.name = shownName(file, options);
    auto session = importPlain(content->path(), firstBytes(content->path()), named);
    if (const auto reader = session.counter_reader)
        session.counter_reader = {reader.get(), [reader, content](const CounterReader*) {}};
    return session;
}

} // namespace

std::span<const Importer> importers()
{
    return rows;
}

std::string shownName(const std::filesystem::path& file, const ImportOptions& options)
{
    return options.name.empty() ? displayName(file) : options.name;
}

Session importFile(const std::filesystem::path& file, const ImportOptions& options)
{
    const auto bytes = firstBytes(file);
    if (const auto compression = compressionOf(bytes)) return importCompressed(file, *compression, options);
    return importPlain(file, bytes, options);
}

} // namespace core
