#pragma once

#include "engine/ranks/open_call.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace engine::ranks::mpi::detail {

constexpr std::uint32_t kNewGroup = ~std::uint32_t{0};  ///< CollectiveKey::group of calls that create a group

/// The message of a rank to the checker when the rank arrives at a collective.
struct CallNotice {
    CollectiveKey key;
    Call call;
    std::uint64_t members = 0;  ///< hash of the members of a new group
};

/// Compares the calls of all ranks on rank 0, because MPI itself does not detect that calls differ. From the arrivals
/// of all ranks and the ends of their programs, determines at which collectives all ranks have arrived, and the error
/// of the run.
class Checker {
public:
    using Clock = std::chrono::steady_clock;

    /// `arrivalGrace`: see World::Options.
    Checker(int ranks, Clock::duration arrivalGrace)
        : m_arrivalGrace(arrivalGrace), m_programs(static_cast<std::size_t>(ranks))
    {
    }

    /// Returns whether all of `members` have now arrived, with the same call. `members`: ascending.
    bool add(const CallNotice& notice, std::span<const int> members, Clock::time_point now);
    void end(int rank, std::string reason, Clock::time_point now);
    /// Sets the line in which the rank's program sleeps; 0: it does not sleep.
    void setSleep(int rank, std::int32_t line) { m_programs[static_cast<std::size_t>(rank)].sleepLine = line; }
    [[nodiscard]] bool haveAllEnded() const { return std::ranges::all_of(m_programs, &RankProgram::hasEnded); }
    [[nodiscard]] bool hasEnded(int rank) const { return m_programs[static_cast<std::size_t>(rank)].hasEnded; }

    /// Returns the remark of LineRemarks about the last complete collective, whose calls are in different source lines.
    /// Empty: none.
    [[nodiscard]] std::string popRemark() { return std::exchange(m_remark, {}); }

    /// The error with which all ranks end; empty: none yet.
    [[nodiscard]] const std::string& failure() const { return m_failure; }
    /// Describes the collectives at which some ranks have arrived and others have not; empty: none.
    [[nodiscard]] std::string describeOpen() const;
    [[nodiscard]] bool hasOpen() const { return !m_open.empty(); }
    /// Call this regularly. Returns a remark about the collectives for which ranks have waited longer than
    /// `remarkAfter`, once for each collective; empty: none, or the run has failed. Sets failure() after a wait of
    /// `failAfter`.
    [[nodiscard]] std::string checkTime(Clock::time_point now, Clock::duration remarkAfter, Nanoseconds failAfter);

private:
    struct Entry {
        OpenCall call;                      ///< withPrograms() adds the programs and times of missing ranks
        std::vector<std::uint64_t> hashes;  ///< one per member of `call`: hash of the new group's ranks
        Clock::time_point since;            ///< time of the first arrival
        std::optional<Clock::time_point> hopelessSince;  ///< first time at which a missing rank could no longer arrive
        bool isRemarked = false;
    };
    [[nodiscard]] OpenCall withPrograms(const OpenCall& call, Clock::time_point now) const;
    [[nodiscard]] std::string differenceIn(const Entry& complete);
    void checkEnded(Clock::time_point now);
    void fail(const std::string& sentence);

    Clock::duration m_arrivalGrace;
    std::map<CollectiveKey, Entry> m_open;
    std::vector<RankProgram> m_programs;  ///< indexed by rank
    std::string m_failure;
    LineRemarks m_remarks;
    std::string m_remark;
};

}  // namespace engine::ranks::mpi::detail
