// SPDX-License-Identifier: Apache-2.0
// Source of the layout: RFC 8878, Zstandard Compression, sections 3.1.1 and 3.1.2.
#include "core/import/zstd_frames.h"

#include <array>

namespace core {
namespace {

/// Reads little-endian numbers one after another.
class Walker {
public:
    explicit Walker(const ByteSource& file) : m_file(file) {}

    /// A number of up to four bytes; what lies behind the end reads as zero.
    std::uint32_t number(std::size_t bytes)
    {
        std::array<char, 4> raw = {};
        m_file.read(m_offset, std::span(raw).first(bytes));
        m_offset += bytes;
        std::uint32_t value = 0;
        for (std::size_t i = bytes; i-- > 0;) value = value << 8U | static_cast<unsigned char>(raw[i]);
        return value;
    }
    void skip(std::uint64_t bytes) { m_offset += bytes; }
    [[nodiscard]] bool atEnd() const { return m_offset == m_file.size(); }
    [[nodiscard]] bool pastEnd() const { return m_offset > m_file.size(); }

private:
    const ByteSource& m_file;
    std::uint64_t m_offset = 0;
};

/// Skips the frame header; true if a checksum follows the blocks.
bool skipFrameHeader(Walker& walker)
{
    constexpr std::array<std::uint64_t, 4> dictionaryIdBytes = {0, 1, 2, 4};
    constexpr std::array<std::uint64_t, 4> contentSizeBytes = {0, 2, 4, 8};
    const auto descriptor = walker.number(1);
    const bool singleSegment = (descriptor & 0x20U) != 0;
    const auto contentSize = contentSizeBytes[descriptor >> 6U];
    walker.skip(singleSegment ? 0 : 1); // window descriptor
    walker.skip(dictionaryIdBytes[descriptor & 3U]);
    walker.skip(singleSegment && contentSize == 0 ? 1 : contentSize);
    return (descriptor & 4U) != 0;
}

void skipBlocks(Walker& walker)
{
    constexpr std::uint32_t runLength = 1;
    for (bool last = false; !last && !walker.pastEnd();) {
        const auto header = walker.number(3);
        last = (header & 1U) != 0;
        walker.skip((header >> 1U & 3U) == runLength ? 1 : header >> 3U);
    }
}

} // namespace

bool zstdIsWhole(const ByteSource& file)
{
    constexpr std::uint32_t skippable = 0x184D2A50; // and the 15 numbers behind it
    constexpr std::uint64_t checksumBytes = 4;
    Walker walker(file);
    while (!walker.atEnd() && !walker.pastEnd()) {
        if ((walker.number(4) & 0xFFFFFFF0U) == skippable) {
            walker.skip(walker.number(4));
            continue;
        }
        const bool checksum = skipFrameHeader(walker);
        skipBlocks(walker);
        walker.skip(checksum ? checksumBytes : 0);
    }
    return walker.atEnd();
}

} // namespace core
