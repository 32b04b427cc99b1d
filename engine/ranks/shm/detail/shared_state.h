#pragma once

#include "engine/ranks/open_call.h"
#include "engine/ranks/shm/shared_world.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine::ranks::shm::detail {

using Mask = std::uint64_t;  ///< bit i: rank i
[[nodiscard]] constexpr Mask bit(int rank)
{
    return Mask{1} << static_cast<unsigned>(rank);
}
template <typename Visitor>
void forEach(Mask mask, Visitor visit)
{
    for (; mask != 0; mask &= mask - 1)
        visit(std::countr_zero(mask));
}

/// The call by which one rank has arrived at a collective.
struct PostedCall {
    Call call;
    std::int64_t time = 0;        ///< ns; modelled time of the call
    std::int64_t offset = 0;      ///< offset of the contributed values in the rank's file, in bytes
    std::int64_t numbers = 0;     ///< count of the contributed values
    std::int32_t sleepLine = 0;   ///< line in which the program slept just before this call; 0: it did not sleep
    std::int32_t concurrent = 1;  ///< CollectiveCall::concurrent
};

/// A collective that at least one rank has posted and not all its ranks have released; its index is the ticket.
struct Entry {
    CollectiveKey key;
    std::uint32_t generation = 0;  ///< changes when the entry is reused
    bool isUsed = false;
    bool isComplete = false;
    Mask members = 0;  ///< ranks that must arrive
    Mask arrived = 0;
    Mask released = 0;
    std::int64_t started = 0;                  ///< ns; set when the collective becomes complete
    std::array<PostedCall, kMostRanks> calls;  ///< by rank
};

/// Waiting: the rank is blocked in advance().
enum class State : std::uint8_t { Running, Waiting, Ended };

struct RankState {
    State state = State::Running;
    /// The rank posts no collective before this time. Exception: a Waiting rank may post earlier if one of its
    /// collectives starts earlier.
    std::int64_t bound = 0;
    std::int32_t sleepLine = 0;  ///< line in which the rank's program sleeps; 0: it does not sleep
    /// Number of the rank's calls, reports and advances of its clock. StallWatchdog detects a rank whose number does
    /// not change.
    std::atomic<std::uint64_t> progressCount = 0;
    Text<400> reason;  ///< why the rank's program has ended: the text of endedWith()
};

struct Group {
    int count = 0;  ///< 0: the group was not created
    std::array<std::int8_t, kMostRanks> ranks{};
};

constexpr std::uint32_t kMostEntries = 1024;
constexpr std::uint32_t kMostGroups = 256;
constexpr int kMostGpus = 256;

/// Memory for the entries. An entry is constructed when it is first used, because most runs use few entries, and
/// writing to all entries takes milliseconds.
union Entries {
    Entries() {}
    [[nodiscard]] Entry& operator[](std::uint32_t i) { return of[i]; }
    [[nodiscard]] const Entry& operator[](std::uint32_t i) const { return of[i]; }
    std::array<Entry, kMostEntries> of;
};

/// All that the ranks share, in memory that is mapped before they are forked.
struct SharedState {
    pthread_mutex_t mutex;  ///< guards the members that change after create(), except the two atomic counters
    std::atomic<std::uint32_t> changes{0};  ///< counts the changes for which ranks wait; used as a futex
    int count = 0;
    int ranksPerComputer = 1;
    std::uint64_t run = 0;  ///< number of the run
    std::int64_t timeout = kTimeout.count();
    bool isTimeoutGiven = false;  ///< the user has set the timeout, so the program cannot change it
    bool isStopped = false;
    bool hasFailed = false;
    Text<2000> failure;
    std::array<RankState, kMostRanks> ranks;
    /// For each GPU of each computer: the rank that uses the GPU, plus 1; 0: none.
    std::array<std::array<std::int16_t, kMostGpus>, kMostRanks> owners{};
    std::array<Group, kMostGroups> groups;
    std::array<std::uint32_t, kMostEntries> open{};  ///< entries that are not complete
    std::uint32_t openCount = 0;
    std::uint32_t entryCount = 0;  ///< entries that were used so far
    LineRemarks remarks;
    Entries entries;
};

// For all functions below, the caller must own the mutex.

/// Returns the open entry of a call, or a new one; kMostEntries if all are in use. `members`: ranks that make the call.
[[nodiscard]] std::uint32_t entryFor(SharedState& shared, const CollectiveKey& key, std::span<const int> members);
/// Call when all ranks have arrived. Completes the entry, or returns the error with which all ranks end.
[[nodiscard]] std::string complete(SharedState& shared, std::uint32_t entry);

using Bounds = std::array<std::int64_t, kMostRanks>;
/// Returns the earliest time at which each rank can arrive at another collective.
[[nodiscard]] Bounds boundsOf(const SharedState& shared);
/// Whether no rank can ever advance again, and none was asked to stop.
[[nodiscard]] bool isStuck(const SharedState& shared, const Bounds& bounds);
/// Returns the collectives at which some ranks have arrived and others have not.
[[nodiscard]] std::vector<OpenCall> openCalls(const SharedState& shared);
/// Returns a sentence if ranks have waited for others in an open collective for longer than the time-out; empty: no
/// rank has waited so long, or it is unknown whether another rank will arrive in time.
[[nodiscard]] std::string describeTimeout(const SharedState& shared, const Bounds& bounds);

}  // namespace engine::ranks::shm::detail
