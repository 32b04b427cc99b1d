#pragma once

#include "engine/device/ranks.h"
#include "engine/ranks/mpi/detail/mailbox.h"

#include <chrono>
#include <deque>
#include <functional>
#include <optional>

namespace engine::ranks::mpi::detail {

/// Compares the clocks of the ranks regularly while no collective is posted, between the comparisons at the start and
/// at the end of the run. Rank 0 asks one rank after the other by packets; no rank waits for an answer. Thread: one at
/// a time.
class IdleClocks {
public:
    using Clock = std::chrono::steady_clock;

    /// Results with an uncertainty above `mostUncertain` are dropped.
    IdleClocks(Mailbox& mailbox, const device::RankPlace& place, Clock::duration period, Nanoseconds mostUncertain)
        : m_mailbox(mailbox), m_place(place), m_period(period), m_mostUncertain(mostUncertain)
    {
    }

    /// Starts comparisons; `time` returns this rank's time. If `time` is null, no comparisons follow.
    void start(std::function<Nanoseconds()> time);
    /// On rank 0: starts or ends comparisons when they are due. Call regularly; does nothing on other ranks. `isIdle`:
    /// no collective is posted.
    void advance(bool isIdle);
    /// Processes a packet of one of the kinds ClockQuestion, ClockAnswer and ClockResult.
    void handle(const Packet& packet);
    /// On ranks other than 0: removes the oldest result of a comparison and returns it; nullopt if there is none.
    [[nodiscard]] std::optional<trace::ClockRecord> popPoint();
    /// Whether this rank has just sent a packet, so that it should poll without sleeping.
    [[nodiscard]] bool isActive() const { return Clock::now() < m_activeUntil; }

private:
    void sendQuestion();
    void sendAnswer(const Packet& question);
    void receiveAnswer(const Packet& answer);
    /// On rank 0: sends the result, unless it is too uncertain, and selects the next rank.
    void conclude(const std::optional<trace::ClockRecord>& point);
    void send(int to, Packet packet);

    Mailbox& m_mailbox;
    const device::RankPlace& m_place;
    const Clock::duration m_period;
    const Nanoseconds m_mostUncertain;
    std::function<Nanoseconds()> m_time;
    std::deque<trace::ClockRecord> m_points;
    Clock::time_point m_activeUntil;

    // -- on rank 0
    int m_asked = 1;             ///< rank that is being asked, or will be asked next
    bool m_isAsking = false;     ///< the answer to the last question has not arrived
    std::int64_t m_number = 0;   ///< number of the last question
    int m_rounds = 0;            ///< number of answers of rank m_asked
    Nanoseconds m_askedAt{};     ///< time of the last question, by this rank's clock
    Clock::time_point m_nextAt;  ///< time of the next question; while m_isAsking, the end of the wait for the answer
    trace::ClockRecord m_best;
};

}  // namespace engine::ranks::mpi::detail
