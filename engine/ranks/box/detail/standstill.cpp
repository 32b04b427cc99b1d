#include "engine/ranks/box/detail/standstill.h"

#include <cstddef>
#include <utility>

namespace engine::ranks::box::detail {

void Standstill::look(const Shared& shared, Clock::time_point now)
{
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(shared.count); ++rank) {
        const std::uint64_t before = std::exchange(m_moves[rank], shared.ranks[rank].moves.load());
        if (before != m_moves[rank])
            m_movedAt[rank] = now;
    }
    std::map<CollectiveKey, Wait> waits;
    for (OpenCall& call : openCalls(shared)) {
        const auto known = m_waits.find(call.key);
        Wait wait = known != m_waits.end() ? std::move(known->second) : Wait{.openSince = now};
        wait.movedAt = Clock::time_point::max();
        for (const OpenCall::Member& member : call.members) {
            const auto rank = static_cast<std::size_t>(member.rank);
            if (!member.call && shared.ranks[rank].state == State::Running)
                wait.movedAt = std::min(wait.movedAt, m_movedAt[rank]);
        }
        wait.call = std::move(call);
        waits.emplace(wait.call.key, std::move(wait));
    }
    m_waits = std::move(waits);
}

std::vector<OpenCall> Standstill::waitsOf(Clock::duration limit, Clock::time_point now) const
{
    std::vector<OpenCall> calls;
    for (const auto& [key, wait] : m_waits)
        if (wait.isAtLeast(limit, now))
            calls.push_back(wait.call);
    return calls;
}

std::vector<OpenCall> Standstill::newWaitsOf(Clock::duration limit, Clock::time_point now)
{
    std::vector<OpenCall> calls;
    for (auto& [key, wait] : m_waits)
        if (wait.isAtLeast(limit, now) && !std::exchange(wait.isReturned, true))
            calls.push_back(wait.call);
    return calls;
}

}  // namespace engine::ranks::box::detail
