#pragma once

#include "engine/ranks/calls.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace engine::ranks::mpi::detail {

/// Identifies a collective: the n-th of its group, the n-th transfer from one rank to another, or the n-th group that
/// is created.
struct CollectiveKey {
    std::uint32_t group = 0;
    std::uint32_t sequence = 0;
    std::int32_t from = -1;  ///< of a transfer
    std::int32_t to = -1;
    auto operator<=>(const CollectiveKey&) const = default;
};
constexpr std::uint32_t kNewGroup = ~std::uint32_t{0};  ///< CollectiveKey::group of a group that is being created

/// What a rank reports to the checker when it arrives at a collective.
struct CallArrival {
    CollectiveKey key;
    Call call;
    std::uint64_t members = 0;  ///< hash of the members of a new group
};

/// Compares the calls of all ranks on rank 0, because MPI itself reports none of the mistakes that a program can make.
/// From the arrivals of all ranks and the ends of their programs it determines at which collectives all ranks have
/// arrived, and the sentence that ends the run.
class Checker {
public:
    using Clock = std::chrono::steady_clock;

    explicit Checker(int ranks)
        : m_hasEnded(static_cast<std::size_t>(ranks)), m_reasons(m_hasEnded.size()), m_sleepLines(m_hasEnded.size())
    {
    }

    /// Returns whether the last of `members` has arrived, and all with the same call.
    bool arrive(const CallArrival& arrived, std::span<const int> members, Clock::time_point now);
    void end(int rank, std::string reason, Clock::time_point now);
    /// The rank sleeps in this line of its program; 0: it does not.
    void setSleep(int rank, std::int32_t line) { m_sleepLines[static_cast<std::size_t>(rank)] = line; }
    [[nodiscard]] bool haveAllEnded() const { return std::ranges::all_of(m_hasEnded, std::identity()); }
    [[nodiscard]] bool hasEnded(int rank) const { return m_hasEnded[static_cast<std::size_t>(rank)]; }

    /// Returns a remark about the last collective at which all arrived, if its calls are in different lines; once for
    /// each pair of lines. Empty: none.
    [[nodiscard]] std::string takeRemark() { return std::exchange(m_remark, {}); }

    /// The sentence that ends all ranks; empty: none yet.
    [[nodiscard]] const std::string& failure() const { return m_failure; }
    /// The collectives that some ranks have reached and others have not; empty: none.
    [[nodiscard]] std::string describeOpen() const;
    [[nodiscard]] bool hasOpen() const { return !m_open.empty(); }
    /// Call this regularly. Returns a remark about the collectives for which ranks have waited longer than
    /// `remarkAfter`, once for each collective; empty: none, or the run has failed. Sets failure() after a wait of
    /// `failAfter`.
    [[nodiscard]] std::string checkTime(Clock::time_point now, Clock::duration remarkAfter, Clock::duration failAfter);

private:
    struct Entry {
        std::vector<int> members;
        std::map<int, CallArrival> arrived;  ///< by rank
        Clock::time_point since;
        std::optional<Clock::time_point> hopelessSince;  ///< a rank is missing whose program has ended
        bool isRemarked = false;
    };
    [[nodiscard]] UnfinishedCollective unfinished(const CollectiveKey& key, const Entry& entry) const;
    [[nodiscard]] std::string differenceIn(const CollectiveKey& key, const Entry& entry);
    void checkEnded(Clock::time_point now);

    std::map<CollectiveKey, Entry> m_open;
    std::vector<bool> m_hasEnded;
    std::vector<std::string> m_reasons;
    std::vector<std::int32_t> m_sleepLines;
    std::string m_failure;
    std::set<std::pair<std::int32_t, std::int32_t>> m_lines;  ///< of remarks
    std::string m_remark;
};

}  // namespace engine::ranks::mpi::detail
