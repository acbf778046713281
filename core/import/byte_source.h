// SPDX-License-Identifier: Apache-2.0
// Where an importer's bytes come from: a file that is checked first and read piece by piece, or memory.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace core {

/// Bytes at an offset. Read, never mapped: a mapped file that another program shortens ends the process with SIGBUS,
/// a read of it merely comes back short.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    [[nodiscard]] virtual std::uint64_t size() const = 0; ///< when it was opened
    /// Fills `into` from `offset` on and returns how many bytes there were. Throws Error if the disk fails.
    virtual std::size_t read(std::uint64_t offset, std::span<char> into) const = 0;
};

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(std::string_view bytes) : m_bytes(bytes) {} ///< `bytes` must outlive it
    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
    std::size_t read(std::uint64_t offset, std::span<char> into) const override;

private:
    std::string_view m_bytes;
};

/// Tells whether a path still leads to the same, untouched file.
struct FileIdentity {
    dev_t device = 0;
    ino_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modified_ns = 0;

    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// A regular file, open for reading as long as the object lives.
class FileSource final : public ByteSource {
public:
    /// Throws Error with a sentence for the user: missing, a folder, not a regular file, empty, no permission.
    explicit FileSource(const std::filesystem::path& path);
    ~FileSource() override;
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;

    [[nodiscard]] std::uint64_t size() const override { return m_identity.size; }
    std::size_t read(std::uint64_t offset, std::span<char> into) const override;

    [[nodiscard]] const FileIdentity& identity() const { return m_identity; } ///< when it was opened
    /// Whether its bytes were touched since, or the path leads to another file now.
    [[nodiscard]] bool changed() const;

private:
    std::filesystem::path m_path;
    std::string m_name;
    FileIdentity m_identity;
    int m_descriptor = -1;
};

/// The file's name without its folder, as messages show it.
std::string displayName(const std::filesystem::path& path);

} // namespace core
