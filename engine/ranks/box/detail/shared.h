#pragma once

#include "engine/device/meeting.h"
#include "engine/ranks/box/box.h"
#include "engine/ranks/calls.h"
#include "engine/trace/rank_records.h"

#include <pthread.h>
#include <sys/types.h>

#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace engine::ranks::box::detail {

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
[[nodiscard]] inline std::vector<int> ranksIn(Mask mask)
{
    std::vector<int> ranks;
    forEach(mask, [&](int rank) { ranks.push_back(rank); });
    return ranks;
}

/// Identifies a collective: the n-th of its group, or the n-th transfer from one rank to another.
struct CollectiveKey {
    std::uint32_t group = 0;
    std::uint32_t sequence = 0;
    std::int16_t from = -1;  ///< of a transfer
    std::int16_t to = -1;
    bool operator==(const CollectiveKey&) const = default;
};

/// The arrival of one rank at a collective.
struct CallArrival {
    std::int64_t time = 0;
    std::int64_t elements = 0;
    std::int64_t offset = 0;  ///< of the contributed values in the rank's file, in bytes
    std::int64_t numbers = 0;
    std::int32_t line = 0;
    std::int32_t gpu = -1;
    std::int32_t gpus = 0;
    std::int32_t root = -1;
    trace::CollectiveKind kind = trace::CollectiveKind::AllReduce;
    trace::ReduceOp op = trace::ReduceOp::None;
    Text<14> type;
    std::int32_t sleepLine = 0;  ///< line in which the program slept just before
    std::int32_t concurrent = 1;
};

struct Entry {
    CollectiveKey key;
    std::uint32_t generation = 0;  ///< changes when the entry is reused
    bool isUsed = false;
    bool isComplete = false;
    Mask members = 0;
    Mask arrived = 0;
    Mask left = 0;
    std::int64_t started = 0;
    std::array<CallArrival, kMostRanks> of;
};

enum class State : std::uint8_t { Running, Asking, Ended };

struct RankState {
    State state = State::Running;
    std::int64_t bound = 0;      ///< the rank arrives at no collective before this time
    std::int32_t sleepLine = 0;  ///< line in which its program sleeps; 0: it does not
    Text<400> reason;            ///< error that ended its program
};

struct Group {
    int count = 0;  ///< 0: the group was not created
    std::array<std::int8_t, kMostRanks> ranks{};
};

constexpr std::uint32_t kMostEntries = 1024;
constexpr std::uint32_t kMostGroups = 256;
constexpr int kMostGpus = 256;

/// Memory for the entries. An entry is constructed when it is first used, because most runs use few of them, and
/// writing to all takes milliseconds.
union Entries {
    Entries() {}
    [[nodiscard]] Entry& operator[](std::uint32_t i) { return of[i]; }
    [[nodiscard]] const Entry& operator[](std::uint32_t i) const { return of[i]; }
    std::array<Entry, kMostEntries> of;
};

/// A remark about calls in different lines.
struct LineRemark {
    std::pair<std::int32_t, std::int32_t> lines;
    Text<400> text;
};
constexpr std::size_t kMostRemarks = 16;

/// All that the ranks share, in memory that is mapped before they are forked.
struct Shared {
    pthread_mutex_t mutex;                  ///< guards all other members but `changes`
    std::atomic<std::uint32_t> changes{0};  ///< counts changes for which a rank may wait; a futex
    int count = 0;
    int ranksPerComputer = 1;
    std::uint64_t run = 0;  ///< number of the run
    std::int64_t timeout = kTimeout.count();
    bool isTimeoutGiven = false;  ///< by the user, not by the program
    bool isStopped = false;
    bool hasFailed = false;
    Text<2000> failure;
    std::array<RankState, kMostRanks> ranks;
    /// For each GPU of each computer, the rank that uses it + 1; 0: none.
    std::array<std::array<std::int16_t, kMostGpus>, kMostRanks> owners{};
    std::array<Group, kMostGroups> groups;
    std::array<std::uint32_t, kMostEntries> open{};  ///< entries that are not complete
    std::uint32_t openCount = 0;
    std::uint32_t entryCount = 0;  ///< entries that were used so far
    std::array<LineRemark, kMostRemarks> remarks;
    std::size_t remarkCount = 0;
    Entries entries;
};

/// Keeps the first remark about each pair of lines.
void addRemark(Shared& shared, const LineDifference& difference);
[[nodiscard]] std::vector<std::string> remarksOf(const Shared& shared);
/// Passes all bytes at `at` to `call`: ::pread or ::pwrite. Returns false if the file cannot be read or written.
template <typename Pointer, typename Call>
bool transfer(int file, Pointer* at, std::size_t bytes, off_t offset, Call call)
{
    auto* next = reinterpret_cast<std::conditional_t<std::is_const_v<Pointer>, const char, char>*>(at);
    while (bytes > 0) {
        const ssize_t moved = call(file, next, bytes, offset);
        if (moved <= 0 && errno != EINTR)
            return false;
        if (moved <= 0)
            continue;
        next += moved;
        offset += moved;
        bytes -= static_cast<std::size_t>(moved);
    }
    return true;
}
/// The calls of all ranks that have arrived.
[[nodiscard]] std::vector<Call> callsOf(const Entry& entry);
/// Whether no rank can ever advance again, and none was asked to stop. `bounds`: of boundsOf().
[[nodiscard]] bool isStuck(const Shared& shared, const std::array<std::int64_t, kMostRanks>& bounds);
/// The collectives that some ranks have reached and others have not.
[[nodiscard]] std::vector<UnfinishedCollective> unfinished(const Shared& shared);
/// Describes that ranks have waited in the collective for others longer than the time-out; empty: they have not, or it
/// is unknown whether another rank will arrive in time. `bounds`: of boundsOf().
[[nodiscard]] std::string describeTimeout(const Shared& shared, const Entry& entry,
                                          const std::array<std::int64_t, kMostRanks>& bounds);
/// Returns the earliest time at which each rank can arrive at another collective.
[[nodiscard]] std::array<std::int64_t, kMostRanks> boundsOf(const Shared& shared);

}  // namespace engine::ranks::box::detail
