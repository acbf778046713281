// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/event_stream.h"

#include "core/error.h"

#include <cerrno>
#include <cstring>

namespace capture {

EventStream::EventStream(const std::string& path, Mode mode)
    : m_name(path.empty() ? "stdout" : path),
      m_file(path.empty() ? stdout : std::fopen(path.c_str(), mode == Mode::Append ? "a" : "w"))
{
    if (!m_file) throw core::Error(m_name, std::string("can't be written: ") + std::strerror(errno));
}

void EventStream::write(const core::Event& event)
{
    const auto line = core::toJsonLine(event) + '\n';
    if (std::fwrite(line.data(), 1, line.size(), m_file.get()) == line.size() && std::fflush(m_file.get()) == 0) return;
    throw core::Error(m_name, std::string(std::strerror(errno)) + "; the lines before are a valid session");
}

} // namespace capture
