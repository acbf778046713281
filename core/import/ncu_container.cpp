// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_container.h"

#include "core/error.h"
#include "core/import/ncu_session_details.h"
#include "core/import/ncu_wire.h"

#include <protozero/pbf_reader.hpp>

#include <algorithm>
#include <array>

namespace core::ncu {
namespace {

struct BlockHeader {
    std::uint64_t sources = 0;
    std::array<std::uint64_t, 4> results{}; ///< by kind, in the order of `entryKinds`
    std::uint64_t payload_bytes = 0;
    std::optional<std::uint64_t> process_id;
    bool has_unknown_fields = false; ///< as of a later version, which may count further records
};

constexpr std::array entryKinds = {ResultKind::Kernel, ResultKind::Range, ResultKind::CommandList, ResultKind::Graph};

std::uint64_t readProcessId(protozero::pbf_reader message)
{
    return message.next(process::pid, protozero::pbf_wire_type::varint) ? message.get_uint64() : 0;
}

/// Walks the container and fills `m_container`; one object a file.
class Walk {
public:
    Walk(const ByteSource& source, const ImportOptions& options)
        : m_size(source.size()), m_window(source, readAhead), m_options(options)
    {}

    Container run()
    {
        try {
            m_position = afterFileHeader();
            while (m_position < m_size && !m_container.damage) readBlock();
        } catch (const protozero::exception&) {
            stopAt(Damage::Kind::CutShort, m_position, blockName());
        }
        return std::move(m_container);
    }

private:
    static constexpr std::size_t readAhead = 4096; // headers are far apart and small, but for those with string tables

    std::uint64_t afterFileHeader() { return sizeof(magic) + lengthBytes + m_window.length(sizeof(magic)); }

    std::string blockName() const { return "block " + std::to_string(m_block); }

    void stopAt(Damage::Kind kind, std::uint64_t offset, std::string part)
    {
        m_container.damage = Damage{.kind = kind, .offset = offset, .part = std::move(part)};
    }

    void readBlock()
    {
        if (m_options.stop.stop_requested()) throw Error("Reading was cancelled.");
        const std::uint64_t headerBytes = m_window.length(m_position);
        if (headerBytes == 0) return stopAtEmptyHeader();
        const Extent headerExtent{m_position + lengthBytes, headerBytes};
        const auto view = m_window.view(headerExtent);
        BlockHeader header;
        try {
            header = readHeader(view);
        } catch (const protozero::exception&) {
            return stopAt(Damage::Kind::Garbage, m_position, blockName());
        }
        const Extent payload{headerExtent.end(), header.payload_bytes};
        readPayload(header, payload);
        m_position = payload.end();
        ++m_block;
    }

    void stopAtEmptyHeader()
    {
        const auto probe = m_window.view({m_position, std::min<std::uint64_t>(readAhead, m_size - m_position)});
        const bool zeros = std::all_of(probe.data(), probe.data() + probe.size(), [](char c) { return c == 0; });
        stopAt(zeros ? Damage::Kind::Zeros : Damage::Kind::Garbage, m_position, blockName());
    }

    BlockHeader readHeader(protozero::data_view view)
    {
        BlockHeader header;
        protozero::pbf_reader message(view);
        while (message.next()) {
            switch (message.tag_and_type()) {
            case asNumber(block_header::sources): header.sources = message.get_uint64(); break;
            case asNumber(block_header::results): header.results[0] = message.get_uint64(); break;
            case asNumber(block_header::ranges): header.results[1] = message.get_uint64(); break;
            case asNumber(block_header::command_lists): header.results[2] = message.get_uint64(); break;
            case asNumber(block_header::graphs): header.results[3] = message.get_uint64(); break;
            case asNumber(block_header::payload_bytes): header.payload_bytes = message.get_uint64(); break;
            case asBytes(block_header::process): header.process_id = readProcessId(message.get_message()); break;
            case asBytes(block_header::string_table): readNames(message.get_message()); break;
            case asBytes(block_header::session_details):
                readSessionDetails(message.get_view(), m_container.source, m_container.devices);
                break;
            default: header.has_unknown_fields = true; message.skip();
            }
        }
        return header;
    }

    void readNames(protozero::pbf_reader table)
    {
        while (table.next()) {
            if (table.tag_and_type() != asBytes(string_table::text)) {
                table.skip();
                continue;
            }
            const auto text = table.get_view();
            m_container.names.emplace_back(std::string_view(text.data(), text.size()));
        }
    }

    /// Notes where the results lie. Sources come first in a payload, then results by kind.
    void readPayload(const BlockHeader& header, Extent payload)
    {
        const auto resultsBefore = m_container.results.size();
        std::uint64_t at = payload.offset;
        for (std::uint64_t i = 0; i < header.sources; ++i) {
            if (at == payload.end()) return stopAtWrongCount(resultsBefore);
            if (!nextEntry(at, payload, "the source of block " + std::to_string(m_block))) return;
        }
        for (std::size_t kind = 0; kind < entryKinds.size(); ++kind) {
            for (std::uint64_t i = 0; i < header.results[kind]; ++i) {
                if (at == payload.end()) return stopAtWrongCount(resultsBefore);
                const auto entry = nextEntry(at, payload, "launch " + std::to_string(m_container.results.size()));
                if (!entry) return;
                m_container.results.push_back({entryKinds[kind], *entry, header.process_id});
            }
        }
        if (at < payload.end() && !header.has_unknown_fields) return stopAtWrongCount(resultsBefore);
        while (at < payload.end()) {
            if (!nextEntry(at, payload, blockName())) return;
            ++m_container.unknown_records;
        }
    }

    /// A block holds more or fewer records than its header counts: which of them are launches can't be told.
    void stopAtWrongCount(std::size_t resultsBefore)
    {
        m_container.results.resize(resultsBefore);
        stopAt(Damage::Kind::Garbage, m_position, blockName());
    }

    /// The entry at `at`, which moves behind it; none, and the damage noted, if it isn't whole.
    std::optional<Extent> nextEntry(std::uint64_t& at, Extent payload, const std::string& part)
    {
        const auto whole = std::min(payload.end(), m_size);
        if (whole - std::min(at, whole) < lengthBytes) return cutShort(at, part, payload);
        const Extent entry{at + lengthBytes, m_window.length(at)};
        if (entry.end() > whole) return cutShort(at, part, payload);
        if (entry.size == 0) { // no record is empty, and a hole of a sparse file would give millions of them
            stopAt(Damage::Kind::Zeros, at, part);
            return {};
        }
        at = entry.end();
        return entry;
    }

    std::optional<Extent> cutShort(std::uint64_t at, const std::string& part, Extent payload)
    {
        stopAt(payload.end() > m_size ? Damage::Kind::CutShort : Damage::Kind::Garbage, at, part);
        return {};
    }

    std::uint64_t m_size;
    ByteWindow m_window;
    const ImportOptions& m_options;
    Container m_container;
    std::uint64_t m_position = 0;
    std::size_t m_block = 0;
};

} // namespace

Container readContainer(const ByteSource& source, const ImportOptions& options)
{
    return Walk(source, options).run();
}

} // namespace core::ncu
