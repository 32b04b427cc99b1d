#include "engine/ranks/shm/detail/shared_state.h"

#include <algorithm>
#include <memory>

namespace engine::ranks::shm::detail {

namespace {

OpenCall openCallOf(const SharedState& shared, const Entry& entry, const Bounds& bounds)
{
    OpenCall call{entry.key, {}};
    forEach(entry.members, [&](int rank) {
        const auto at = static_cast<std::size_t>(rank);
        const PostedCall& posted = entry.calls[at];
        const RankState& state = shared.ranks[at];
        if ((entry.arrived & bit(rank)) != 0)
            call.members.push_back({rank, posted.call, posted.time, {false, {}, posted.sleepLine}});
        else
            call.members.push_back(
                {rank, {}, bounds[at], {state.state == State::Ended, state.reason.text(), state.sleepLine}});
    });
    return call;
}

std::int64_t lastArrival(const Entry& entry)
{
    std::int64_t last = 0;
    forEach(entry.arrived, [&](int rank) { last = std::max(last, entry.calls[static_cast<std::size_t>(rank)].time); });
    return last;
}

}  // namespace

std::uint32_t entryFor(SharedState& shared, const CollectiveKey& key, std::span<const int> members)
{
    for (std::uint32_t i = 0; i < shared.openCount; ++i)
        if (shared.entries[shared.open[i]].key == key)
            return shared.open[i];
    const auto begin = shared.entries.of.begin();
    const auto unused = std::find_if(begin, begin + shared.entryCount, [](const Entry& e) { return !e.isUsed; });
    const auto index = static_cast<std::uint32_t>(unused - begin);
    if (index == kMostEntries)
        return kMostEntries;
    if (index == shared.entryCount) {
        std::construct_at(&*unused);
        ++shared.entryCount;
    }
    unused->key = key;
    unused->isUsed = true;
    unused->isComplete = false;
    unused->members = unused->arrived = unused->released = 0;
    for (const int rank : members)
        unused->members |= bit(rank);
    shared.open[shared.openCount++] = index;
    return index;
}

std::string complete(SharedState& shared, std::uint32_t index)
{
    Entry& entry = shared.entries[index];
    const OpenCall call = openCallOf(shared, entry, {});
    for (const std::string& trouble : {differenceOf(call.calls()), call.describeTimeout(Nanoseconds{shared.timeout})})
        if (!trouble.empty())
            return trouble;
    shared.remarks.add(call);
    entry.isComplete = true;
    entry.started = lastArrival(entry);
    // The ranks of the collective may continue when it starts, even if they asked to continue at a later time.
    forEach(entry.members, [&](int rank) {
        RankState& state = shared.ranks[static_cast<std::size_t>(rank)];
        state.state = state.state == State::Ended ? State::Ended : State::Running;
        state.bound = std::min(state.bound, entry.started);
    });
    const auto end = shared.open.begin() + shared.openCount;
    const auto at = std::find(shared.open.begin(), end, index);
    std::copy(at + 1, end, at);
    --shared.openCount;
    return {};
}

Bounds boundsOf(const SharedState& shared)
{
    Bounds bounds{};
    const auto count = static_cast<std::size_t>(shared.count);
    for (std::size_t rank = 0; rank < count; ++rank)
        bounds[rank] = shared.ranks[rank].state == State::Ended ? device::kNever : shared.ranks[rank].bound;
    // A rank that waits until a given time continues earlier if one of its collectives becomes complete before that
    // time.
    for (bool hasChanged = true; hasChanged;) {
        hasChanged = false;
        for (std::uint32_t i = 0; i < shared.openCount; ++i) {
            const Entry& entry = shared.entries[shared.open[i]];
            std::int64_t last = lastArrival(entry);
            forEach(entry.members & ~entry.arrived,
                    [&](int rank) { last = std::max(last, bounds[static_cast<std::size_t>(rank)]); });
            forEach(entry.arrived, [&](int rank) {
                const auto at = static_cast<std::size_t>(rank);
                if (shared.ranks[at].state != State::Waiting || bounds[at] <= last)
                    return;
                bounds[at] = last;
                hasChanged = true;
            });
        }
    }
    return bounds;
}

bool isStuck(const SharedState& shared, const Bounds& bounds)
{
    if (shared.isStopped)
        return false;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(shared.count); ++rank)
        if (shared.ranks[rank].state == State::Running || bounds[rank] < device::kNever)
            return false;
    return true;
}

std::vector<OpenCall> openCalls(const SharedState& shared)
{
    std::vector<OpenCall> all;
    for (std::uint32_t i = 0; i < shared.openCount; ++i) {
        // Skip an entry at which all ranks have arrived, because their calls differ, and an entry at which none has
        // arrived, because the first rank was killed while it arrived.
        const Entry& entry = shared.entries[shared.open[i]];
        if (entry.arrived != 0 && entry.arrived != entry.members)
            all.push_back(openCallOf(shared, entry, {}));
    }
    return all;
}

std::string describeTimeout(const SharedState& shared, const Bounds& bounds)
{
    for (std::uint32_t i = 0; i < shared.openCount; ++i) {
        const Entry& entry = shared.entries[shared.open[i]];
        std::int64_t next = device::kNever;
        forEach(entry.members & ~entry.arrived,
                [&](int rank) { next = std::min(next, bounds[static_cast<std::size_t>(rank)]); });
        if (next < shared.timeout)  // this cheap test comes first, because the function is called often
            continue;
        if (std::string late = openCallOf(shared, entry, bounds).describeTimeout(Nanoseconds{shared.timeout});
            !late.empty())
            return late;
    }
    return {};
}

}  // namespace engine::ranks::shm::detail
