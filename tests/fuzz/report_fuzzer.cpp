// SPDX-License-Identifier: Apache-2.0
// Any bytes offered as an Nsight Compute report give a session or an Error, never anything else.
#include "core/error.h"
#include "core/import/ncu_report.h"
#include "core/listing.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

namespace {

/// The bytes as a file in memory: the reader maps files.
class MemoryFile {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size) : m_descriptor(memfd_create("report", MFD_CLOEXEC))
    {
        if (m_descriptor < 0 || write(m_descriptor, data, size) != static_cast<ssize_t>(size)) std::abort();
    }
    ~MemoryFile() { close(m_descriptor); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const MemoryFile file(data, size);
    try {
        const core::Session session = core::readNcuReport(file.path(), {});
        for (const auto& kernel : session.kernels) (void)session.allCounters(kernel);
        std::ostringstream listing;
        core::listJson(listing, session);
    } catch (const core::Error&) {
        // What a damaged report is expected to give.
    }
    return 0;
}
