#include "engine/ranks/mpi/detail/idle_clocks.h"

#include "engine/ranks/mpi/detail/clock_reading.h"

#include <utility>

namespace engine::ranks::mpi::detail {

namespace {

constexpr int kRounds = 10;                       ///< rounds with a rank of another computer
constexpr std::chrono::milliseconds kActive{2};   ///< after sending a packet, ranks poll without sleeping for this time
constexpr std::chrono::milliseconds kRetry{200};  ///< pause after a collective has interrupted a comparison
constexpr std::chrono::milliseconds kAnswerTimeout{500};  ///< longest wait for one answer

}  // namespace

void IdleClocks::start(std::function<Nanoseconds()> time)
{
    m_time = std::move(time);
    m_nextAt = Clock::now() + m_period;
}

std::optional<trace::ClockRecord> IdleClocks::popPoint()
{
    if (m_points.empty())
        return std::nullopt;
    const trace::ClockRecord point = m_points.front();
    m_points.pop_front();
    return point;
}

void IdleClocks::send(int to, Packet packet)
{
    packet.rank = m_place.rank;
    m_mailbox.send(to, packet);
    m_activeUntil = Clock::now() + kActive;
}

void IdleClocks::advance(bool isIdle)
{
    if (!m_time || m_place.rank != 0 || m_place.count < 2)
        return;
    const Clock::time_point now = Clock::now();
    if (!isIdle) {
        if (std::exchange(m_isAsking, false))
            m_nextAt = now + kRetry;
        return;
    }
    if (now < m_nextAt)
        return;
    if (m_isAsking)
        return conclude(std::nullopt);
    m_rounds = 0;
    sendQuestion();
}

void IdleClocks::sendQuestion()
{
    Packet packet;
    packet.kind = Packet::Kind::ClockQuestion;
    packet.size = ++m_number;
    m_isAsking = true;
    m_nextAt = Clock::now() + kAnswerTimeout;
    m_askedAt = m_time();
    send(m_asked, packet);
}

void IdleClocks::handle(const Packet& packet)
{
    if (!m_time)
        return;
    if (packet.kind == Packet::Kind::ClockQuestion)
        sendAnswer(packet);
    else if (packet.kind == Packet::Kind::ClockAnswer)
        receiveAnswer(packet);
    else
        m_points.push_back(packet.clock);
}

/// On the computer of rank 0, the answer contains the time of the computer's clock, which both ranks can read, so that
/// one round is enough.
void IdleClocks::sendAnswer(const Packet& question)
{
    const ClockReading own = readClocks(m_time);
    Packet packet;
    packet.kind = Packet::Kind::ClockAnswer;
    packet.size = question.size;
    packet.clock = {own.own, m_place.node == 0 ? own.ofComputer : Nanoseconds{}, own.uncertainty};
    send(0, packet);
}

void IdleClocks::receiveAnswer(const Packet& answer)
{
    const Nanoseconds answered = m_time();
    if (!m_isAsking || answer.size != m_number)
        return;
    if (answer.clock.reference != Nanoseconds{}) {
        const ClockReading own = readClocks(m_time);
        conclude(trace::ClockRecord{answer.clock.local, own.own + (answer.clock.reference - own.ofComputer),
                                    own.uncertainty + answer.clock.uncertainty});
        return;
    }
    const Nanoseconds half = (answered - m_askedAt) / 2 + Nanoseconds{1};
    if (m_rounds++ == 0 || half < m_best.uncertainty)
        m_best = {answer.clock.local, m_askedAt + half, half};
    if (m_rounds < kRounds)
        sendQuestion();
    else
        conclude(m_best);
}

void IdleClocks::conclude(const std::optional<trace::ClockRecord>& point)
{
    if (point && point->uncertainty <= m_mostUncertain) {
        Packet packet;
        packet.kind = Packet::Kind::ClockResult;
        packet.clock = *point;
        send(m_asked, packet);
    }
    m_isAsking = false;
    m_nextAt = Clock::now();
    if (++m_asked == m_place.count) {
        m_asked = 1;
        m_nextAt += m_period;
    }
}

}  // namespace engine::ranks::mpi::detail
