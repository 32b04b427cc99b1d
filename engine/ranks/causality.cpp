#include "engine/ranks/causality.h"

namespace engine::ranks {

namespace {

/// Returns by how much a time of a member may be wrong after its conversion to the clock of the run.
Nanoseconds uncertaintyOf(const Member& member, Nanoseconds time)
{
    return member.clock.uncertaintyAt(member.clock.toLocal(time));
}

}  // namespace

std::optional<ClockConflict> clockConflictOf(const RunSet& set)
{
    ClockConflict worst;
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
            if (by > worst.by)
                worst = {worst.collectives, member.info.rank, last.info.rank, by};
        }
        worst.collectives += isConflicting ? 1 : 0;
    }
    return worst.collectives > 0 ? std::optional(worst) : std::nullopt;
}

}  // namespace engine::ranks
