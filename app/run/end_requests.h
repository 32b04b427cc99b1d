#pragma once

#include "engine/base/test_settings.h"
#include "engine/io/growing_ranks.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

namespace app {

/// Decides which signal asks the ranks to end, in a run that a window shows. SIGUSR1, which mpirun passes on, lets the
/// ranks end by themselves and send their records. SIGUSR1 is repeated, because some ranks may not have been started
/// yet. SIGTERM ends the remaining ranks when no records of other computers have arrived for some seconds, when a
/// minute has passed, or immediately if the stop is urgent.
class EndRequests {
public:
    using Clock = std::chrono::steady_clock;

    explicit EndRequests(std::filesystem::path folder) : m_folder(std::move(folder))
    {
        if (const auto settings = engine::testSettings(); settings && settings->delays)
            m_patience = settings->delays->stop;
    }

    /// `signal`: a first SIGINT waits for the records. A second SIGINT, or SIGTERM, is urgent and does not wait.
    void stop(int signal, Clock::time_point now)
    {
        m_isUrgent = hasBegun() || signal != SIGINT;
        if (!hasBegun())
            m_begin = m_grownAt = now;
    }
    [[nodiscard]] bool hasBegun() const { return m_begin != Clock::time_point(); }
    /// Returns the next signal to send; none after it has returned SIGTERM.
    [[nodiscard]] std::optional<int> next(Clock::time_point now)
    {
        if (m_isOver)
            return std::nullopt;
        if (const auto size = receivedBytes(); size != std::exchange(m_received, size))
            m_grownAt = now;
        m_isAtLimit = now - m_begin > kLimit;
        m_isOver = m_isUrgent || m_isAtLimit || now - m_grownAt > m_patience;
        return m_isOver ? SIGTERM : SIGUSR1;
    }
    /// The time for which records were awaited, if not all arrived in that time; else 0.
    [[nodiscard]] std::chrono::seconds limit() const { return m_isAtLimit ? kLimit : std::chrono::seconds(0); }

private:
    static constexpr std::chrono::seconds kLimit{60};

    [[nodiscard]] std::uintmax_t receivedBytes() const
    {
        std::uintmax_t sum = 0;
        std::error_code trouble;
        for (const auto& entry : std::filesystem::directory_iterator(m_folder, trouble))
            if (engine::io::GrowingRanks::isReceived(entry.path().filename().string()))
                sum += entry.file_size(trouble);
        return sum;
    }

    std::filesystem::path m_folder;
    std::chrono::milliseconds m_patience{3000};
    Clock::time_point m_begin;
    Clock::time_point m_grownAt;
    std::uintmax_t m_received = 0;
    bool m_isUrgent = false;
    bool m_isAtLimit = false;
    bool m_isOver = false;
};

}  // namespace app
