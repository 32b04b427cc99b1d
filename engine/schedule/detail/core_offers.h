#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

namespace engine::schedule::detail {

/// Processor time of all threads of this process; zero where it is not to be had.
[[nodiscard]] std::chrono::nanoseconds processTime();

/// Threads give their core away between two looks for something. Beside threads of this program that is right: they
/// run, and there is something. Beside other programs it is ruinous: each offer ends after their slice of some
/// milliseconds, and Linux takes the slice that was given away from this thread as well, so that it does not go first
/// when it is woken. What the engine's threads know about that: once somebody else took a core that was offered, nobody
/// offers one for a while; they sleep instead, and go first once they are woken.
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
    /// The price of finding out again is a slice or two.
    static constexpr std::chrono::milliseconds kTakenFor{50};

    std::atomic<Clock::rep> m_takenUntil{0};
};

/// One thread that looks for something and offers its core between two looks.
class OfferedLook {
public:
    using Clock = CoreOffers::Clock;

    explicit OfferedLook(CoreOffers& offers)
        : m_offers(offers), m_now(Clock::now()), m_isOver(!offers.areWelcome(m_now))
    {
    }

    /// False: it is time to sleep.
    [[nodiscard]] bool goesOn() const { return !m_isOver; }
    [[nodiscard]] Clock::time_point now() const { return m_now; }

    /// isFound() is asked where the offer took long, since that is worth it if there is something.
    template <typename IsFound>
    void offer(IsFound&& isFound)
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
    static constexpr std::chrono::microseconds kLate{50};

    CoreOffers& m_offers;
    Clock::time_point m_now;
    std::chrono::nanoseconds m_used = std::chrono::nanoseconds::min();
    bool m_isOver;
};

}  // namespace engine::schedule::detail
