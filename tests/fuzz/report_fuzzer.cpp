// SPDX-License-Identifier: Apache-2.0
// Any bytes offered as an Nsight Compute report give a session or an Error, never anything else.
#include "core/error.h"
#include "core/import/ncu_report.h"
#include "core/listing.h"

#include <cstdint>
#include <sstream>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (!core::isNcuReport(bytes)) return 0;
    try {
        const core::Session session = core::readNcuReport(bytes, "report.ncu-rep", {});
        for (const auto& kernel : session.kernels) (void)session.allCounters(kernel);
        std::ostringstream listing;
        core::listJson(listing, session);
    } catch (const core::Error&) {
        // What a damaged report is expected to give.
    }
    return 0;
}
