#include "engine/ranks/causality.h"

#include <algorithm>
#include <cstddef>

namespace engine::ranks {

namespace {

/// Returns by how much a time of a member may be wrong after its conversion to the clock of the run.
Nanoseconds uncertaintyOf(const Member& member, Nanoseconds time)
{
    return member.clock.uncertaintyAt(member.clock.toLocal(time));
}

}  // namespace

ClockContradictions contradictionsOf(const RunSet& set)
{
    ClockConflict worst;
    ClockContradictions found;
    for (const MatchedCollective& collective : set.collectives()) {
        if (!collective.isWhole)
            continue;
        const Member& last = set.members()[collective.lastMember];
        const Nanoseconds latest = collective.lastPosted - uncertaintyOf(last, collective.lastPosted);
        bool isConflicting = false;
        for (const Arrival& arrival : set.arrivals(collective)) {
            const Member& member = set.members()[arrival.member];
            const Nanoseconds by = latest - (arrival.done + uncertaintyOf(member, arrival.done));
            if (by <= Nanoseconds{0})
                continue;
            isConflicting = true;
            Nanoseconds& most = found.pairs[{arrival.member, collective.lastMember}];
            most = std::max(most, by);
            if (by > worst.by)
                worst = {worst.collectives, member.info.rank, last.info.rank, by};
        }
        worst.collectives += isConflicting ? 1 : 0;
    }
    if (worst.collectives > 0)
        found.worst = worst;
    return found;
}

std::map<std::uint32_t, Nanoseconds> doubtsOf(const ClockContradictions& found)
{
    std::map<std::uint32_t, std::size_t> counts;
    for (const auto& [members, by] : found.pairs)
        for (const std::uint32_t member : {members.first, members.second})
            if (member != 0)
                ++counts[member];
    std::map<std::uint32_t, Nanoseconds> doubts;
    for (const auto& [members, by] : found.pairs) {
        const auto [a, b] = members;
        for (const auto& [member, other] : {std::pair(a, b), std::pair(b, a)})
            if (member != 0 && (other == 0 || counts[member] >= counts[other]))
                doubts[member] = std::max(doubts[member], by);
    }
    return doubts;
}

}  // namespace engine::ranks
