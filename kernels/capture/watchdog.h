// SPDX-License-Identifier: Apache-2.0
// Notices that something hangs: a kernel without end blocks the thread that waits for it, so another has to look.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace capture {

class Watchdog {
public:
    /// onHang is called on the watchdog's thread and doesn't return: what hangs can't be stopped within its process.
    explicit Watchdog(std::function<void(const std::string& what)> onHang);

    /// Watches until it is destroyed, by the thread that made it.
    class Guard {
    public:
        Guard(Watchdog& watchdog, const std::string& what, double longest_s);
        ~Guard();
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

    private:
        Watchdog& m_watchdog;
    };

private:
    using Clock = std::chrono::steady_clock;
    void watch(const std::stop_token& stop);

    std::function<void(const std::string&)> m_onHang;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::string m_what;
    std::optional<Clock::time_point> m_deadline; ///< none: nothing is watched
    std::jthread m_thread;                       ///< last: it uses all of the above
};

} // namespace capture
