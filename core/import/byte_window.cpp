// SPDX-License-Identifier: Apache-2.0
#include "core/import/byte_window.h"

#include <protozero/exception.hpp>
#include <protozero/varint.hpp>

#include <algorithm>
#include <limits>

namespace core {
namespace {

// The largest field seen, a sampled counter of a big kernel, has 1 MB. A damaged length must not become an allocation.
constexpr std::uint64_t maxFieldBytes = std::uint64_t{256} << 20U;

} // namespace

protozero::data_view ByteWindow::view(Extent extent)
{
    const bool inside = extent.offset >= m_start && extent.end() <= m_start + m_filled;
    if (!inside) {
        const auto left = m_source.size() - std::min(extent.offset, m_source.size());
        if (extent.size > left || extent.size > maxFieldBytes) throw protozero::end_of_buffer_exception();
        const auto wanted = std::min<std::uint64_t>(left, std::max<std::uint64_t>(extent.size, m_read_ahead));
        if (m_buffer.size() < wanted) m_buffer.resize(wanted);
        m_start = extent.offset;
        m_filled = m_source.read(extent.offset, std::span(m_buffer).first(wanted));
        if (m_filled < extent.size) throw protozero::end_of_buffer_exception();
    }
    return {m_buffer.data() + (extent.offset - m_start), extent.size};
}

std::uint32_t ByteWindow::length(std::uint64_t offset)
{
    const auto bytes = view({offset, 4});
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes.data()[i]);
    return value;
}

bool FieldCursor::next()
{
    if (m_next >= m_end) return false;
    constexpr std::uint64_t keyAndLength = 2 * std::uint64_t{protozero::max_varint_length};
    const auto head = m_window.view({m_next, std::min(m_end - m_next, keyAndLength)});
    const auto* at = head.data();
    const auto* const end = at + head.size();

    const auto key = protozero::decode_varint(&at, end);
    if (key < 8 || key > std::numeric_limits<std::uint32_t>::max()) throw protozero::invalid_tag_exception();
    m_tag_and_type = static_cast<std::uint32_t>(key);
    m_number = 0;
    std::uint64_t contentBytes = 0;
    switch (static_cast<protozero::pbf_wire_type>(key & 7U)) {
    case protozero::pbf_wire_type::varint: m_number = protozero::decode_varint(&at, end); break;
    case protozero::pbf_wire_type::fixed64: contentBytes = 8; break;
    case protozero::pbf_wire_type::fixed32: contentBytes = 4; break;
    case protozero::pbf_wire_type::length_delimited: contentBytes = protozero::decode_varint(&at, end); break;
    default: throw protozero::unknown_pbf_wire_type_exception();
    }
    m_content = {m_next + static_cast<std::uint64_t>(at - head.data()), contentBytes};
    if (contentBytes > m_end - m_content.offset) throw protozero::end_of_buffer_exception();
    m_next = m_content.end();
    return true;
}

} // namespace core
