// SPDX-License-Identifier: Apache-2.0
#include "core/import/event_log.h"

#include "core/error.h"
#include "core/event.h"
#include "core/import/byte_source.h"

#include <algorithm>
#include <vector>

namespace core {
namespace {

constexpr std::size_t longestLine = std::size_t{1} << 28U; // a full kernel with timelines takes about 10 MB
constexpr std::size_t mostNotes = 10;                      // of one file about its lines
constexpr std::string_view blanks = " \t\r\n";

/// The text without the byte order mark that some editors put before UTF-8.
std::string_view withoutMark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// The first line that isn't blank; empty where there is none.
std::string_view firstLine(std::string_view text)
{
    text = withoutMark(text);
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find('\n'));
}

/// Gives a text line by line without ever holding more than one.
class LineReader {
public:
    explicit LineReader(const ByteSource& source) : m_source(source) {}

    [[nodiscard]] const std::string& line() const { return m_line; } ///< without its line break
    [[nodiscard]] std::uint64_t number() const { return m_number; }  ///< of the line, 1 first
    [[nodiscard]] std::uint64_t bytesRead() const { return m_offset - m_rest.size(); }
    [[nodiscard]] bool isTooLong() const { return m_isTooLong; }       ///< and therefore not whole
    [[nodiscard]] bool hasLineBreak() const { return m_hasLineBreak; } ///< false: the text ends within the line

    /// Goes to the next line; false at the end.
    bool next()
    {
        m_line.clear();
        m_isTooLong = m_hasLineBreak = false;
        if (m_rest.empty() && !refill()) return false;
        ++m_number;
        do {
            const auto length = std::min(m_rest.find('\n'), m_rest.size());
            m_hasLineBreak = length < m_rest.size();
            append(m_rest.substr(0, length));
            m_rest.remove_prefix(length + (m_hasLineBreak ? 1 : 0));
        } while (!m_hasLineBreak && refill());
        return true;
    }

private:
    bool refill()
    {
        const auto size = m_source.read(m_offset, m_buffer);
        m_offset += size;
        m_rest = std::string_view(m_buffer.data(), size);
        return size > 0;
    }

    void append(std::string_view part)
    {
        m_isTooLong = m_isTooLong || m_line.size() + part.size() > longestLine;
        if (!m_isTooLong) m_line += part;
    }

    const ByteSource& m_source;
    std::vector<char> m_buffer = std::vector<char>(std::size_t{1} << 16U);
    std::string_view m_rest; ///< of the buffer, not yet given
    std::string m_line;
    std::uint64_t m_offset = 0; ///< of the source, behind the buffer
    std::uint64_t m_number = 0;
    bool m_isTooLong = false;
    bool m_hasLineBreak = false;
};

/// Adds line after line to a session, and remembers what it had to leave out.
class LogReader {
public:
    LogReader(const ByteSource& source, const std::string& name) : m_source(source), m_name(name), m_lines(source) {}

    Session read(const ImportOptions& options)
    {
        readLines(options);
        finish();
        return std::move(m_session);
    }

    Session readFile(const FileSource& source, const ImportOptions& options)
    {
        readLines(options);
        if (source.changed())
            m_session.notes.push_back(m_name + " was changed by another program while it was read. Open it again.");
        finish();
        return std::move(m_session);
    }

private:
    void readLines(const ImportOptions& options)
    {
        while (m_lines.next()) {
            if (options.stop.stop_requested()) throw Error(m_name, "reading was stopped");
            readLine();
            if (options.progress)
                options.progress(static_cast<double>(m_lines.bytesRead()) / static_cast<double>(m_source.size()));
        }
    }

    void readLine()
    {
        if (m_lines.isTooLong()) return leaveOut("is longer than 256 MB");
        const auto line = withoutMark(m_lines.line()); // also within: sessions are put together with cat
        if (line.find_first_not_of(blanks) == std::string_view::npos) return;
        try {
            const auto event = parseEvent(line);
            if (!event) return leaveOut("holds an event that this version doesn't know");
            m_hasEvents = true;
            m_isFinished = std::holds_alternative<SessionFinished>(*event);
            m_builder.add(*event);
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
            throw Error(m_name, (m_firstLoss.empty() ? "line 1: is empty" : m_firstLoss) +
                                    "; nothing of this session can be read, save or capture it again");
        }
        if (m_linesLeftOut > mostNotes)
            m_session.notes.push_back(m_linesLeftOut == mostNotes + 1
                                          ? "1 more line was left out."
                                          : std::to_string(m_linesLeftOut - mostNotes) + " more lines were left out.");
        if (!m_isFinished) {
            m_session.notes.push_back("The session ends early, after line " + std::to_string(m_lines.number()) +
                                      ": its capture or its copy was interrupted. What came before was kept.");
        }
    }

    const ByteSource& m_source;
    std::string m_name;
    LineReader m_lines;
    Session m_session;
    SessionBuilder m_builder{m_session};
    std::string m_firstLoss;
    std::uint64_t m_linesLeftOut = 0;
    bool m_hasEvents = false;
    bool m_isFinished = false;
};

} // namespace

bool isEventLog(std::string_view firstBytes)
{
    try {
        const auto event = parseEvent(firstLine(firstBytes));
        return event && std::holds_alternative<SessionStarted>(*event);
    } catch (const Error&) {
        return false;
    }
}

Session readEventLog(const std::filesystem::path& file, const ImportOptions& options)
{
    const FileSource source(file);
    return LogReader(source, shownName(file, options)).readFile(source, options);
}

Session readEventLog(std::string_view text, const std::string& fileName, const ImportOptions& options)
{
    return LogReader(MemorySource(text), fileName).read(options);
}

} // namespace core
