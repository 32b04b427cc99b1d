#include "engine/ranks/shm/detail/stall_watchdog.h"

#include <cstddef>
#include <utility>

namespace engine::ranks::shm::detail {

void StallWatchdog::poll(const SharedState& shared, Clock::time_point now)
{
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(shared.count); ++rank) {
        const std::uint64_t before = std::exchange(m_progressCounts[rank], shared.ranks[rank].progressCount.load());
        if (before != m_progressCounts[rank])
            m_progressedAt[rank] = now;
    }
    std::map<CollectiveKey, Wait> waits;
    for (OpenCall& call : openCalls(shared)) {
        const auto known = m_waits.find(call.key);
        Wait wait = known != m_waits.end() ? std::move(known->second) : Wait{.openSince = now};
        wait.progressedAt = Clock::time_point::max();
        for (const OpenCall::Member& member : call.members) {
            const auto rank = static_cast<std::size_t>(member.rank);
            if (!member.call && shared.ranks[rank].state == State::Running)
                wait.progressedAt = std::min(wait.progressedAt, m_progressedAt[rank]);
        }
        wait.call = std::move(call);
        waits.emplace(wait.call.key, std::move(wait));
    }
    m_waits = std::move(waits);
}

std::vector<OpenCall> StallWatchdog::waitsOf(Clock::duration limit, Clock::time_point now) const
{
    std::vector<OpenCall> calls;
    for (const auto& [key, wait] : m_waits)
        if (wait.isAtLeast(limit, now))
            calls.push_back(wait.call);
    return calls;
}

std::vector<OpenCall> StallWatchdog::newWaitsOf(Clock::duration limit, Clock::time_point now)
{
    std::vector<OpenCall> calls;
    for (auto& [key, wait] : m_waits)
        if (wait.isAtLeast(limit, now) && !std::exchange(wait.isReturned, true))
            calls.push_back(wait.call);
    return calls;
}

}  // namespace engine::ranks::shm::detail
