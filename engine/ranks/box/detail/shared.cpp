#include "engine/ranks/box/detail/shared.h"

#include <algorithm>
#include <string>
#include <vector>

namespace engine::ranks::box::detail {

void addRemark(Shared& shared, const LineDifference& difference)
{
    const auto end = shared.remarks.begin() + static_cast<std::ptrdiff_t>(shared.remarkCount);
    if (shared.remarkCount == kMostRemarks || std::find_if(shared.remarks.begin(), end, [&](const LineRemark& one) {
                                                  return one.lines == difference.lines;
                                              }) != end)
        return;
    shared.remarks[shared.remarkCount].lines = difference.lines;
    shared.remarks[shared.remarkCount++].text = difference.text.english();
}

std::vector<std::string> remarksOf(const Shared& shared)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < shared.remarkCount; ++i)
        texts.push_back(shared.remarks[i].text.text());
    return texts;
}

std::vector<Call> callsOf(const Entry& entry)
{
    std::vector<Call> calls;
    forEach(entry.arrived, [&](int rank) {
        const CallArrival& it = entry.of[static_cast<std::size_t>(rank)];
        calls.push_back({rank, it.kind, it.op, it.root, it.elements, it.line, it.gpu, it.type, it.gpus});
    });
    return calls;
}

namespace {

UnfinishedCollective unfinished(const Shared& shared, const Entry& entry, Mask arrived)
{
    const CallArrival& first = entry.of[static_cast<std::size_t>(std::countr_zero(arrived))];
    UnfinishedCollective one;
    one.kind = first.kind;
    one.sequence = entry.key.sequence;
    one.line = first.line;
    one.arrived = ranksIn(arrived);
    forEach(entry.members & ~arrived, [&](int rank) {
        const RankState& state = shared.ranks[static_cast<std::size_t>(rank)];
        const bool isThere = (entry.arrived & bit(rank)) != 0;
        const std::int32_t sleepLine = isThere ? entry.of[static_cast<std::size_t>(rank)].sleepLine : state.sleepLine;
        one.missing.push_back({rank, !isThere && state.state == State::Ended, state.reason.text(), sleepLine});
    });
    return one;
}

}  // namespace

bool isStuck(const Shared& shared, const std::array<std::int64_t, kMostRanks>& bounds)
{
    if (shared.isStopped)
        return false;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(shared.count); ++rank)
        if (shared.ranks[rank].state == State::Running || bounds[rank] < device::kNever)
            return false;
    return true;
}

std::vector<UnfinishedCollective> unfinished(const Shared& shared)
{
    std::vector<UnfinishedCollective> all;
    for (std::uint32_t i = 0; i < shared.openCount; ++i) {
        const Entry& entry = shared.entries[shared.open[i]];
        all.push_back(unfinished(shared, entry, entry.arrived));
    }
    return all;
}

std::string describeTimeout(const Shared& shared, const Entry& entry,
                            const std::array<std::int64_t, kMostRanks>& bounds)
{
    std::int64_t first = device::kNever;
    forEach(entry.arrived, [&](int rank) { first = std::min(first, entry.of[static_cast<std::size_t>(rank)].time); });
    if (first > device::kNever - shared.timeout)
        return {};
    Mask inTime = 0;
    Mask late = 0;
    forEach(entry.members, [&](int rank) {
        const auto at = static_cast<std::size_t>(rank);
        const bool hasArrived = (entry.arrived & bit(rank)) != 0;
        if ((hasArrived ? entry.of[at].time : bounds[at]) - first >= shared.timeout)
            late |= bit(rank);
        else if (hasArrived)
            inTime |= bit(rank);
    });
    // A rank whose program has ended is reported when no other can arrive.
    const bool isLater = std::ranges::any_of(
        ranksIn(late), [&](int rank) { return shared.ranks[static_cast<std::size_t>(rank)].state != State::Ended; });
    if (!isLater || (inTime | late) != entry.members)
        return {};
    return ranks::describeTimeout(unfinished(shared, entry, inTime), Nanoseconds{shared.timeout});
}

std::array<std::int64_t, kMostRanks> boundsOf(const Shared& shared)
{
    std::array<std::int64_t, kMostRanks> bounds{};
    const auto count = static_cast<std::size_t>(shared.count);
    for (std::size_t rank = 0; rank < count; ++rank)
        bounds[rank] = shared.ranks[rank].state == State::Ended ? device::kNever : shared.ranks[rank].bound;
    // A collective that becomes complete can release a rank before the time at which that rank asked to continue.
    for (bool hasChanged = true; hasChanged;) {
        hasChanged = false;
        for (std::uint32_t i = 0; i < shared.openCount; ++i) {
            const Entry& entry = shared.entries[shared.open[i]];
            std::int64_t last = 0;
            forEach(entry.arrived,
                    [&](int rank) { last = std::max(last, entry.of[static_cast<std::size_t>(rank)].time); });
            forEach(entry.members & ~entry.arrived,
                    [&](int rank) { last = std::max(last, bounds[static_cast<std::size_t>(rank)]); });
            forEach(entry.arrived, [&](int rank) {
                const auto at = static_cast<std::size_t>(rank);
                if (shared.ranks[at].state != State::Asking || bounds[at] <= last)
                    return;
                bounds[at] = last;
                hasChanged = true;
            });
        }
    }
    return bounds;
}

}  // namespace engine::ranks::box::detail
