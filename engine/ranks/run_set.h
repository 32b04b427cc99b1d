#pragma once

#include "engine/base/expect.h"
#include "engine/base/result.h"
#include "engine/ranks/clock_map.h"
#include "engine/trace/trace.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine::ranks {

using RankInfo = trace::RankRecord;
using Group = trace::GroupRecord;
using trace::Collective;

/// A rank of a run with its trace, or several equal ranks with the trace of the first one.
struct Member {
    RankInfo info;
    trace::TracePtr trace;
    ClockMap clock;           ///< converts times of `trace` to times of the run
    std::uint32_t count = 1;  ///< ranks [info.rank, info.rank + count) are equal; `trace` is that of the first one
    /// Reads the trace again, with its operations. Empty if `trace` has them, or if their file is unknown. Thread: any.
    std::function<Result<trace::TracePtr>()> loadOperations{};
};

/// The call of one rank in one collective, with times of the run.
struct Arrival {
    std::uint32_t member = 0;  ///< index into RunSet::members()
    OpId op;
    Nanoseconds posted{};
    Nanoseconds done{};
};

/// One collective with the calls of all its ranks, matched by group and sequence number.
struct MatchedCollective {
    Collective what;               ///< the call of the collective's first rank
    std::uint32_t arrivals = 0;    ///< index of the first arrival in the list of all arrivals
    std::uint32_t count = 0;       ///< number of arrivals
    std::uint32_t lastMember = 0;  ///< the member that arrived last
    bool isWhole = false;          ///< every rank of the group arrived, with the same call
    Nanoseconds firstPosted{};
    Nanoseconds lastPosted{};
    Nanoseconds done{};  ///< time at which the last rank's call ended

    /// Returns how long the rank of `arrival` waited for the last rank to arrive.
    [[nodiscard]] Nanoseconds waitOf(const Arrival& arrival) const { return lastPosted - arrival.posted; }
};

/// Collectives that end on a rank before another rank has arrived, which is impossible: the map of a clock is wrong.
struct ClockConflict {
    std::size_t collectives = 0;
    std::uint32_t rank = 0;   ///< in the worst collective: the rank on which it ends too early
    std::uint32_t other = 0;  ///< in the worst collective: the rank that arrives last
    Nanoseconds by{};  ///< time from the end on `rank` to the arrival of `other`, minus the uncertainty of both clocks
};

/// A run of several ranks: their unchanged traces, and the collectives and clock maps that connect the traces.
/// Immutable. Thread: any.
///
///     const auto set = RunSet::make({{infoOf(0), traceOf(0), {}}, {infoOf(1), traceOf(1), clockOf(1)}});
///     Nanoseconds waited{};
///     for (const MatchedCollective& collective : (*set)->collectives())
///         for (const Arrival& arrival : (*set)->arrivals(collective))
///             waited += collective.waitOf(arrival);
class RunSet {
public:
    /// Sorts the members by rank and matches their collectives. Time 0 of the run is the start of rank 0. If another
    /// rank started earlier, all times are shifted so that none is negative. The uncertainty of a clock that
    /// contradicts others includes the contradiction (ClockMap::doubt()). Drops members without a trace. Errors:
    /// BadFile if no member remains, a rank exists twice, two traces disagree about the number of ranks, or two traces
    /// are of different runs.
    [[nodiscard]] static Result<std::shared_ptr<const RunSet>> make(std::vector<Member> members);

    /// Sorted by rank; never empty.
    [[nodiscard]] std::span<const Member> members() const { return m_members; }
    /// Number of ranks; a member with `count` equal ranks counts as `count` ranks.
    [[nodiscard]] std::uint32_t rankCount() const { return m_rankCount; }
    /// Number of ranks that the run had; more than rankCount() if traces are missing.
    [[nodiscard]] std::uint32_t expectedRanks() const { return m_members.front().info.count; }
    /// Number of computers whose ranks are in the set.
    [[nodiscard]] std::uint32_t nodeCount() const { return m_nodeCount; }
    /// Returns the member that contains `rank`; nullptr if its trace is missing.
    [[nodiscard]] const Member* find(std::uint32_t rank) const;

    /// Returns all collectives, sorted by the last arrival.
    [[nodiscard]] std::span<const MatchedCollective> collectives() const { return m_collectives; }
    /// Returns the arrivals at one collective, sorted by member.
    [[nodiscard]] std::span<const Arrival> arrivals(const MatchedCollective& collective) const
    {
        ENGINE_EXPECT(collective.count > 0 && collective.arrivals + collective.count <= m_arrivals.size());
        return std::span(m_arrivals).subspan(collective.arrivals, collective.count);
    }
    /// Returns the collective that operation `op` of a member was part of; nullptr for other operations.
    [[nodiscard]] const MatchedCollective* collectiveOf(std::uint32_t member, OpId op) const;

    /// Returns the contradictions between corrected times; nullopt: none.
    [[nodiscard]] const std::optional<ClockConflict>& clockConflict() const { return m_clockConflict; }
    /// Whether the rank of `arrival`, an arrival at `collective`, waited for the last rank, and neither clock is in
    /// doubt: with a clock in doubt, the wait may have been shorter, or may not have happened.
    [[nodiscard]] bool hasWaited(const MatchedCollective& collective, const Arrival& arrival) const;

    /// The latest time in any record, as a time of the run.
    [[nodiscard]] Nanoseconds extent() const { return m_extent; }

private:
    explicit RunSet(std::vector<Member> members) : m_members(std::move(members)) {}
    [[nodiscard]] Status check();
    void alignStart();
    void match();
    void checkClocks();

    struct MemberPlace {
        OpId op;
        std::uint32_t collective = 0;
    };

    std::vector<Member> m_members;
    std::vector<MatchedCollective> m_collectives;
    std::vector<Arrival> m_arrivals;
    std::vector<std::vector<MemberPlace>> m_ofMember;  ///< by member: its collectives, sorted by operation
    std::uint32_t m_rankCount = 0;
    std::uint32_t m_nodeCount = 0;
    Nanoseconds m_extent{};
    std::optional<ClockConflict> m_clockConflict;
};

using RunSetPtr = std::shared_ptr<const RunSet>;

}  // namespace engine::ranks
