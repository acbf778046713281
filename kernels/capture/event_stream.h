// SPDX-License-Identifier: Apache-2.0
// Where events go: one JSON line each, on stdout or into a file, flushed so that a reader sees them at once.
#pragma once

#include "core/event.h"

#include <cstdio>
#include <memory>
#include <string>

namespace capture {

/// Throws Error from `write` when the disk is full or the reader is gone; what was written before is a valid session.
class EventStream {
public:
    enum class Mode { Create, Append };

    /// path: empty for stdout. Throws Error if the file can't be opened.
    EventStream(const std::string& path, Mode mode);
    void write(const core::Event& event);

private:
    struct Closer {
        void operator()(std::FILE* file) const
        {
            if (file != stdout) std::fclose(file);
        }
    };
    std::string m_name;
    std::unique_ptr<std::FILE, Closer> m_file;
};

} // namespace capture
