#pragma once

#include "engine/base/expect.h"

#include <time.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>

namespace engine::devices::cuda {

/// CLOCK_MONOTONIC in nanoseconds.
[[nodiscard]] inline std::int64_t monotonicNow()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Converts times of one clock to another clock, in nanoseconds. Clocks drift apart by up to 2 us per second, so both
/// are read regularly, and times between two readings are interpolated.
/// Threads: one at a time.
class ClockPairs {
public:
    struct Pair {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };

    /// Reads both clocks and stores the pair. The thread may be interrupted between two readings, so `to` is read
    /// before and after `from`. Of several attempts, the one with the shortest time between the readings of `to` is
    /// stored. Returns false, and stores nothing, if all took too long and an earlier pair exists.
    bool sample(const auto& from, const auto& to)
    {
        Pair best;
        std::int64_t narrowest = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < kAttempts && narrowest > kNarrow; ++i) {
            const std::int64_t before = to();
            const std::int64_t read = from();
            const std::int64_t width = to() - before;
            if (width < narrowest)
                best = {read, before + width / 2};
            narrowest = width < narrowest ? width : narrowest;
        }
        if (narrowest > kWidest && !m_pairs.empty())
            return false;
        add(best);
        return true;
    }

    /// Appends `pair` if it is later than all stored pairs on both clocks; else drops it. Stores the newest kMost
    /// pairs.
    void add(const Pair& pair)
    {
        if (!m_pairs.empty() && (pair.from <= m_pairs.back().from || pair.to <= m_pairs.back().to))
            return;
        m_pairs.push_back(pair);
        if (m_pairs.size() > kMost)
            m_pairs.pop_front();
    }

    /// Converts a time; requires at least one pair.
    [[nodiscard]] std::int64_t map(std::int64_t from) const
    {
        ENGINE_EXPECT(!m_pairs.empty());
        std::size_t after = m_pairs.size();
        // Searches from the newest pair, because most times are recent.
        while (after > 0 && m_pairs[after - 1].from > from)
            --after;
        if (after == 0)
            return from + (m_pairs.front().to - m_pairs.front().from);
        const Pair& left = m_pairs[after - 1];
        if (after == m_pairs.size())
            return from + (left.to - left.from);
        const Pair& right = m_pairs[after];
        const double rate = static_cast<double>(right.to - left.to) / static_cast<double>(right.from - left.from);
        return left.to + static_cast<std::int64_t>(static_cast<double>(from - left.from) * rate);
    }

private:
    static constexpr int kAttempts = 8;
    static constexpr std::int64_t kNarrow = 500;
    static constexpr std::int64_t kWidest = 5'000;
    static constexpr std::size_t kMost = 4096;  ///< three minutes of pairs, one every 50 ms

    std::deque<Pair> m_pairs;  ///< in the order of time
};

}  // namespace engine::devices::cuda
