// SPDX-License-Identifier: Apache-2.0
// Any bytes offered as a line of a session give an event, nothing, or an Error; an event survives being written again.
#include "core/error.h"
#include "core/event.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try {
        const auto event = core::parseEvent({reinterpret_cast<const char*>(data), size});
        if (!event) return 0;
        core::Session session;
        core::addTo(session, *event);
        const std::string line = core::toJsonLine(*event);
        const auto again = core::parseEvent(line);
        if (!again || core::toJsonLine(*again) != line) std::abort();
    } catch (const core::Error&) {
        // What a damaged line is expected to give.
    }
    return 0;
}
