// SPDX-License-Identifier: Apache-2.0
#include "kernels/capture/watchdog.h"

#include <utility>

namespace capture {

Watchdog::Watchdog(std::function<void(const std::string& what)> onHang)
    : m_onHang(std::move(onHang)), m_thread([this](const std::stop_token& stop) { watch(stop); })
{}

Watchdog::Guard::Guard(Watchdog& watchdog, const std::string& what, double longest_s) : m_watchdog(watchdog)
{
    const std::lock_guard lock(m_watchdog.m_mutex);
    m_watchdog.m_what = what;
    m_watchdog.m_deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(longest_s));
    m_watchdog.m_changed.notify_all();
}

Watchdog::Guard::~Guard()
{
    const std::lock_guard lock(m_watchdog.m_mutex); // never had again once it was called a hang
    m_watchdog.m_deadline.reset();
    m_watchdog.m_changed.notify_all();
}

void Watchdog::watch(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        if (!m_deadline) {
            m_changed.wait(lock, stop, [this] { return m_deadline.has_value(); });
        } else if (Clock::now() >= *m_deadline) {
            m_onHang(m_what); // with the lock: who hung, and comes back after all, stays where it is
            m_deadline.reset();
        } else {
            m_changed.wait_until(lock, stop, *m_deadline, [this, known = *m_deadline] { return m_deadline != known; });
        }
    }
}

} // namespace capture
