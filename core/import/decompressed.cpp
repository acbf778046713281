// SPDX-License-Identifier: Apache-2.0
#include "core/import/decompressed.h"

#include "core/error.h"
#include "core/import/byte_source.h"
#include "core/import/zstd_frames.h"

#include <boost/iostreams/device/file.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace core {
namespace {

namespace io = boost::iostreams;
using Stream = io::filtering_streambuf<io::input>;

struct Format {
    Compression compression;
    std::string_view magic;
    void (*add)(Stream& stream); ///< the filter that unpacks it
};

using namespace std::string_view_literals;
constexpr std::array formats = {
    Format{Compression::Gzip, "\x1F\x8B\x08"sv, [](Stream& stream) { stream.push(io::gzip_decompressor()); }},
    Format{Compression::Xz,
           "\xFD"
           "7zXZ\0"sv,
           [](Stream& stream) { stream.push(io::lzma_decompressor()); }},
    Format{Compression::Zstd, "\x28\xB5\x2F\xFD"sv, [](Stream& stream) { stream.push(io::zstd_decompressor()); }},
};

/// Throws Error where TMPDIR names a folder that isn't there.
std::filesystem::path temporaryFolder()
{
    std::error_code error;
    auto folder = std::filesystem::temp_directory_path(error);
    if (error) throw Error("The folder for temporary files can't be used (" + error.message() + "); set TMPDIR to one");
    return folder;
}

/// A file that has no name from the start, or, on a file system that can't do that, loses it at once.
int openNameless(const std::filesystem::path& folder)
{
    const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor >= 0) return descriptor;
    std::string name = folder / "ridgepoint-XXXXXX";
    const int named = mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) unlink(name.c_str());
    return named;
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// The most bytes to unpack: what the limits allow and the disk has room for.
struct Room {
    std::uint64_t bytes;
    std::string problem; ///< what to tell the user when it isn't enough
};

Room roomIn(const std::filesystem::path& folder, const UnpackLimits& limits)
{
    std::error_code unknown; // then `available` is the largest number, and a full disk is told by the write
    const auto available = std::filesystem::space(folder, unknown).available;
    const auto usable = available > limits.free_disk_bytes ? available - limits.free_disk_bytes : 0;
    if (usable < limits.bytes)
        return {usable,
                "there isn't enough room in " + folder.string() + " to unpack it; set TMPDIR to a larger folder"};
    return {limits.bytes, "it unpacks to more than " + std::to_string(limits.bytes >> 20U) +
                              " MiB; unpack it yourself if that is right"};
}

class Damaged : public std::exception {};

/// Unpacks `packed` into `descriptor`; throws Error, or an exception of the filter where the data is damaged.
void unpack(const std::filesystem::path& packed, const Format& format, int descriptor, const Room& room,
            const std::stop_token& stop)
{
    Stream stream;
    format.add(stream);
    stream.push(io::file_source(packed.string(), std::ios::binary));
    std::vector<char> buffer(1U << 20U);
    std::uint64_t total = 0;
    while (const auto got = stream.sgetn(buffer.data(), static_cast<std::streamsize>(buffer.size()))) {
        if (stop.stop_requested()) throw Error(packed.filename().string(), "opening it was cancelled");
        total += static_cast<std::uint64_t>(got);
        if (total > room.bytes) throw Error(packed.filename().string(), room.problem);
        if (!writeAll(descriptor, {buffer.data(), static_cast<std::size_t>(got)}))
            throw Error(packed.filename().string(), "the temporary folder is full; set TMPDIR to a larger one");
    }
    if (total == 0) throw Error(packed.filename().string() + " unpacks to an empty file (0 bytes).");
    io::close(stream); // the checksum at the end is looked at here
    if (format.compression == Compression::Zstd && !zstdIsWhole(FileSource(packed))) throw Damaged();
}

} // namespace

std::optional<Compression> compressionOf(std::string_view firstBytes)
{
    const auto* const format =
        std::ranges::find_if(formats, [&](const Format& candidate) { return firstBytes.starts_with(candidate.magic); });
    if (format == formats.end()) return std::nullopt;
    return format->compression;
}

DecompressedFile::DecompressedFile(const std::filesystem::path& packed, Compression compression,
                                   const std::stop_token& stop, const UnpackLimits& limits)
{
    const auto folder = temporaryFolder();
    m_descriptor = openNameless(folder);
    if (m_descriptor < 0)
        throw Error(folder.string(), "no temporary file can be made here; set TMPDIR to another folder");
    try {
        unpack(packed, *std::ranges::find(formats, compression, &Format::compression), m_descriptor,
               roomIn(folder, limits), stop);
    } catch (const Error&) {
        close(m_descriptor);
        throw;
    } catch (const std::exception&) { // the filters share no type of their own
        close(m_descriptor);
        throw Error(packed.filename().string(), "its compressed data is damaged or cut short; copy it again");
    }
}

DecompressedFile::~DecompressedFile()
{
    close(m_descriptor);
}

std::filesystem::path DecompressedFile::path() const
{
    return "/proc/self/fd/" + std::to_string(m_descriptor);
}

} // namespace core
