// SPDX-License-Identifier: Apache-2.0
// Protobuf messages that are larger than what one wants in memory: read through a window, field by field.
#pragma once

#include "core/import/byte_source.h"

#include <protozero/data_view.hpp>
#include <protozero/types.hpp>

#include <cstdint>
#include <vector>

namespace core {

/// A piece of a file.
struct Extent {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;

    [[nodiscard]] std::uint64_t end() const { return offset + size; }
};

/// The part of a source that is in memory. Going forward through a file it reads each byte once.
class ByteWindow {
public:
    ByteWindow(const ByteSource& source, std::size_t readAhead) : m_source(source), m_read_ahead(readAhead) {}

    /// The bytes of `extent`, valid until the next call.
    /// Throws protozero::end_of_buffer_exception if the source ends before, or if they are too many to be one field.
    protozero::data_view view(Extent extent);
    std::uint32_t length(std::uint64_t offset); ///< the little-endian number at `offset`; throws as view()

private:
    const ByteSource& m_source;
    std::size_t m_read_ahead;
    std::uint64_t m_start = 0;
    std::size_t m_filled = 0;
    std::vector<char> m_buffer;
};

/// Walks the fields of a message; what isn't asked for isn't read.
class FieldCursor {
public:
    FieldCursor(ByteWindow& window, Extent message) : m_window(window), m_next(message.offset), m_end(message.end()) {}

    /// Moves to the next field; false after the last. Throws protozero::exception where the message is damaged.
    bool next();
    [[nodiscard]] std::uint32_t tagAndType() const { return m_tag_and_type; } ///< as protozero::tag_and_type()
    [[nodiscard]] std::uint64_t number() const { return m_number; }           ///< of a number
    /// Content of another field, valid until the next call or the next field.
    protozero::data_view bytes() { return m_window.view(m_content); }

private:
    ByteWindow& m_window;
    std::uint64_t m_next;
    std::uint64_t m_end;
    std::uint32_t m_tag_and_type = 0;
    std::uint64_t m_number = 0;
    Extent m_content;
};

} // namespace core
