#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

namespace engine::schedule::detail {

/// Returns the processor time of all threads of this process; zero if unavailable.
[[nodiscard]] std::chrono::nanoseconds processTime();

/// Decides whether threads yield their core while they poll. If only threads of this program run, yielding is right:
/// the other threads run and produce work. On a machine loaded by other programs, yielding is expensive: each yield
/// lasts some milliseconds, the time slice of the other program, and Linux also takes the rest of this thread's slice,
/// so that the thread does not run first when it is woken. Therefore, after another program has used a yielded core, no
/// thread begins to yield for a while. Polling threads sleep instead, and run first when they are woken.
class CoreOffers {
public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool areWelcome(Clock::time_point now) const
    {
        return now.time_since_epoch().count() >= m_takenUntil.load(std::memory_order_relaxed);
    }
    void wasTaken(Clock::time_point now)
    {
        m_takenUntil.store((now + kTakenFor).time_since_epoch().count(), std::memory_order_relaxed);
    }

private:
    /// For this time after another program has used a yielded core, no thread begins to yield, because each new attempt
    /// costs one or two time slices.
    static constexpr std::chrono::milliseconds kTakenFor{50};

    std::atomic<Clock::rep> m_takenUntil{0};
};

/// A thread that polls and yields its core between two polls.
class YieldingPoll {
public:
    using Clock = CoreOffers::Clock;

    explicit YieldingPoll(CoreOffers& offers)
        : m_offers(offers), m_now(Clock::now()), m_isOver(!offers.areWelcome(m_now))
    {
    }

    /// Returns false when the thread should sleep.
    [[nodiscard]] bool shouldContinue() const { return !m_isOver; }
    [[nodiscard]] Clock::time_point now() const { return m_now; }

    /// Yields. After a yield longer than kLate, polling ends if another program used the core, or if the other threads
    /// have produced nothing meanwhile (isFound() returns false).
    void yieldOnce(auto&& isFound)
    {
        if (m_used == std::chrono::nanoseconds::min())
            m_used = processTime();
        std::this_thread::yield();
        const Clock::duration took = Clock::now() - m_now;
        m_now += took;
        if (took <= kLate)
            return;
        const std::chrono::nanoseconds usedBefore = std::exchange(m_used, processTime());
        if (took - (m_used - usedBefore) > kLate) {
            m_offers.wasTaken(m_now);
            m_isOver = true;
        } else if (!isFound()) {
            m_isOver = true;
        }
    }

private:
    // Other programs use a core for a slice of 3 to 8 ms; other threads of the process return it much sooner.
    static constexpr std::chrono::microseconds kLate{50};

    CoreOffers& m_offers;
    Clock::time_point m_now;
    std::chrono::nanoseconds m_used = std::chrono::nanoseconds::min();
    bool m_isOver;
};

/// The cores that this process may use, and the number of workers that occupy a core.
class CoreUse {
public:
    explicit CoreUse(int cores) : m_cores(cores) {}

    [[nodiscard]] bool hasSeveral() const { return m_cores > 1; }
    /// Whether fewer workers are awake than there are cores, so that another thread may poll.
    [[nodiscard]] bool hasSpare() const { return m_awake.load(std::memory_order_relaxed) < m_cores; }
    void addWorker() { m_awake.fetch_add(1, std::memory_order_relaxed); }
    void removeWorker() { m_awake.fetch_sub(1, std::memory_order_relaxed); }
    /// Calls sleep() on a worker. The worker counts as occupying no core meanwhile.
    void withoutWorker(auto&& sleep)
    {
        removeWorker();
        sleep();
        addWorker();
    }

    CoreOffers offers;

private:
    const int m_cores;
    std::atomic<int> m_awake{0};
};

}  // namespace engine::schedule::detail
