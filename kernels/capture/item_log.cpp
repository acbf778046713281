// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/item_log.h"

#include "kernels/harness/benchmark.h"
#include "kernels/harness/cuda_check.h"

#include <cstdio>

namespace capture {

void ItemLog::skip(const std::string& name, const std::string& reason)
{
    ++m_done;
    std::fprintf(stderr, "%-36s skipped: %s\n", name.c_str(), reason.c_str());
    m_events.write(core::Skipped{name, reason});
}

void ItemLog::fail(const std::string& name, const std::string& message)
{
    ++m_done;
    m_anyFailed = true;
    std::fprintf(stderr, "%-36s failed: %s\n", name.c_str(), message.c_str());
    m_events.write(core::Failed{name, message});
}

bool ItemLog::guard(const std::string& name, const std::string& remedy, const std::function<void()>& work)
{
    try {
        work();
    } catch (const harness::CudaError& error) {
        if (error.code() == cudaErrorMemoryAllocation) {
            skip(name, "its memory isn't free on the GPU; " + remedy);
            return true;
        }
        fail(name, error.what());
        return !harness::contextIsLost();
    } catch (const harness::Unavailable& reason) {
        skip(name, reason.what());
    } catch (const core::Error& error) {
        fail(name, error.what());
    }
    return true;
}

RunResult ItemLog::end(std::size_t earlier, std::size_t total, const char* of, bool isCancelled) const
{
    if (isCancelled)
        m_events.write(core::Note{"Cancelled after " + std::to_string(earlier + m_done) + " of " +
                                  std::to_string(total) + " " + of + "."});
    else
        m_events.write(core::Progress{"", total, total, {}});
    m_events.write(core::SessionFinished{});
    if (isCancelled) return {Outcome::Cancelled, {}};
    return {m_anyFailed ? Outcome::SomeFailed : Outcome::Finished, {}};
}

} // namespace capture
