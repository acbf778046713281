// SPDX-License-Identifier: Apache-2.0
// Files compressed with gzip, xz or zstd, unpacked to be read like any other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string_view>

namespace core {

enum class Compression { Gzip, Xz, Zstd };

/// How a file is compressed, told by its first bytes; none for anything else.
std::optional<Compression> compressionOf(std::string_view firstBytes);

struct UnpackLimits {
    std::uint64_t bytes = std::uint64_t{8} << 30U;           ///< a file that unpacks to more is refused
    std::uint64_t free_disk_bytes = std::uint64_t{1} << 28U; ///< what has to stay free in the temporary folder
};

/// The content of a compressed file, in a temporary file without a name: nothing is left of it once this object is
/// gone, however the program ends.
class DecompressedFile {
public:
    /// Throws Error: damaged or cut short, larger than a limit, no room for it, stopped.
    DecompressedFile(const std::filesystem::path& packed, Compression compression, const std::stop_token& stop = {},
                     const UnpackLimits& limits = {});
    ~DecompressedFile();
    DecompressedFile(const DecompressedFile&) = delete;
    DecompressedFile& operator=(const DecompressedFile&) = delete;

    /// Leads to the content as long as this object lives; only within this process.
    [[nodiscard]] std::filesystem::path path() const;

private:
    int m_descriptor;
};

} // namespace core
