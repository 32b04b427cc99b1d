#include "engine/trace/detail/rank_part.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <utility>

namespace engine::trace {

bool add(RankPart& part, const RankRecord& record)
{
    if (record.count > kMaxRanks || record.rank >= record.count || record.node >= record.count)
        return false;
    RankRecord& rank = part.rank.emplace(record);
    rank.host = drawable(std::move(rank.host));
    return true;
}

bool add(RankPart& part, const GroupRecord& record)
{
    const auto isUnknown = [](std::uint32_t rank) { return rank >= kMaxRanks; };
    if (record.id.index != part.groups.size() || std::ranges::any_of(record.ranks, isUnknown))
        return false;
    part.groups.push_back(record);
    GroupRecord& group = part.groups.writable(record.id.index);
    group.name = drawable(std::move(group.name));
    std::ranges::sort(group.ranks);
    group.ranks.erase(std::ranges::unique(group.ranks).begin(), group.ranks.end());
    return true;
}

bool add(RankPart& part, const CollectiveRecord& record)
{
    if (!record.what.group.isValid() || record.done < record.posted)
        return false;
    CollectiveRecord collective = record;
    if (collective.arrived)
        collective.arrived = std::clamp(*collective.arrived, record.posted, record.done);
    collective.what.type = drawable(std::move(collective.what.type));
    part.collectives.push_back(std::move(collective));
    return true;
}

bool add(RankPart& part, const ClockRecord& record)
{
    // A map that decreases would assign one time to two events.
    if (record.uncertainty < Nanoseconds{} ||
        (!part.clock.empty() &&
         (record.local <= part.clock.back().local || record.reference <= part.clock.back().reference)))
        return false;
    part.clock.push_back(record);
    return true;
}

}  // namespace engine::trace
