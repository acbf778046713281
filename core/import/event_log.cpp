// SPDX-License-Identifier: Apache-2.0
#include "core/import/event_log.h"

#include "core/error.h"
#include "core/event.h"

#include <fstream>

namespace core {
namespace {

constexpr std::size_t longestLine = std::size_t{1} << 28U; // a full kernel with timelines takes about 10 MB
constexpr std::size_t mostNotes = 10;                      // of one file about its lines

/// Reads a text line by line without ever holding more than one.
class LineReader {
public:
    explicit LineReader(const std::filesystem::path& file) : m_stream(file, std::ios::binary) {}

    [[nodiscard]] bool isOpen() const { return m_stream.is_open(); }
    [[nodiscard]] const std::string& line() const { return m_line; }
    [[nodiscard]] std::uint64_t number() const { return m_number; } ///< of the line, 1 first
    [[nodiscard]] std::uint64_t bytesRead() const { return m_bytesRead; }
    [[nodiscard]] bool isTooLong() const { return m_isTooLong; }       ///< and therefore not whole
    [[nodiscard]] bool hasLineBreak() const { return m_hasLineBreak; } ///< false: the file ends within the line

    /// Goes to the next line; false at the end.
    bool next()
    {
        m_line.clear();
        m_isTooLong = m_hasLineBreak = false;
        auto* buffer = m_stream.rdbuf();
        const auto before = m_bytesRead;
        for (auto c = buffer->sbumpc(); c != std::ifstream::traits_type::eof(); c = buffer->sbumpc()) {
            ++m_bytesRead;
            m_hasLineBreak = c == '\n';
            if (m_hasLineBreak) break;
            m_isTooLong = m_line.size() == longestLine;
            if (!m_isTooLong) m_line += static_cast<char>(c);
        }
        m_number += m_bytesRead > before ? 1 : 0;
        return m_bytesRead > before;
    }

private:
    std::ifstream m_stream;
    std::string m_line;
    std::uint64_t m_number = 0;
    std::uint64_t m_bytesRead = 0;
    bool m_isTooLong = false;
    bool m_hasLineBreak = false;
};

/// Applies line after line to a session, and remembers what it had to leave out.
class LogReader {
public:
    explicit LogReader(const std::filesystem::path& file) : m_file(file), m_lines(file) {}

    Session read(const ImportOptions& options)
    {
        if (!m_lines.isOpen()) throw Error(m_file.string(), "cannot be opened; check its permissions");
        const auto size = static_cast<double>(std::filesystem::file_size(m_file));
        while (m_lines.next()) {
            if (options.stop.stop_requested()) throw Error(m_file.string(), "reading was stopped");
            readLine();
            if (options.progress) options.progress(static_cast<double>(m_lines.bytesRead()) / size);
        }
        finish();
        return std::move(m_session);
    }

private:
    void readLine()
    {
        if (m_lines.line().find_first_not_of(" \t\r") == std::string::npos) return;
        if (m_lines.isTooLong()) return leaveOut("is longer than 256 MB");
        try {
            const auto event = parseEvent(m_lines.line());
            if (!event) return leaveOut("holds an event that this version doesn't know");
            m_hasEvents = true;
            m_isFinished = std::holds_alternative<SessionFinished>(*event);
            addTo(m_session, *event);
        } catch (const Error& error) {
            leaveOut(m_lines.hasLineBreak() ? error.what() : "is cut short");
        }
    }

    void leaveOut(const std::string& why)
    {
        if (m_linesLeftOut == 0) m_firstLoss = "line " + std::to_string(m_lines.number()) + ": " + why;
        if (++m_linesLeftOut > mostNotes) return;
        m_session.notes.push_back("Line " + std::to_string(m_lines.number()) + " was left out: " + why + ".");
    }

    void finish()
    {
        if (!m_hasEvents) {
            throw Error(m_file.string(), (m_firstLoss.empty() ? "line 1: is empty" : m_firstLoss) +
                                             "; nothing of this session can be read, save or capture it again");
        }
        if (m_linesLeftOut > mostNotes)
            m_session.notes.push_back(std::to_string(m_linesLeftOut - mostNotes) + " more lines were left out.");
        if (!m_isFinished) {
            m_session.notes.push_back("The session ends early, after line " + std::to_string(m_lines.number()) +
                                      ": its capture or its copy was interrupted. What came before was kept.");
        }
    }

    std::filesystem::path m_file;
    LineReader m_lines;
    Session m_session;
    std::string m_firstLoss;
    std::uint64_t m_linesLeftOut = 0;
    bool m_hasEvents = false;
    bool m_isFinished = false;
};

} // namespace

bool isEventLog(std::string_view firstBytes)
{
    try {
        const auto event = parseEvent(firstBytes.substr(0, firstBytes.find('\n')));
        return event && std::holds_alternative<SessionStarted>(*event);
    } catch (const Error&) {
        return false;
    }
}

Session readEventLog(const std::filesystem::path& file, const ImportOptions& options)
{
    return LogReader(file).read(options);
}

} // namespace core
