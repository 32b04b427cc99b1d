#pragma once

#include "engine/base/result.h"
#include "engine/device/rank_transport.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace engine::ranks::shm {

namespace detail {
struct Memory;
class StallWatchdog;
}  // namespace detail

constexpr int kMostRanks = 64;  ///< limit on the ranks of a run

/// The ranks of a run on a virtual machine: processes of one computer that share this object's memory. Create it, then
/// fork one process per rank, which calls join().
///
/// A rank may be killed at any time. If it owned the lock of the shared memory, another process repairs the lock; the
/// process that forked the ranks calls end() for the killed rank. Threads: any thread of these processes; a lock in the
/// shared memory guards it.
class SharedWorld {
public:
    /// Creates the shared memory. Errors: InvalidArgument for fewer than 1 or more than kMostRanks ranks; OutOfMemory.
    /// `timeout`: modelled time after which the run ends if ranks still wait for others; none: kTimeout, or the time
    /// that the program sets. `run`: number of the run, for its traces; 0: none. `ranksPerComputer`: number of
    /// consecutive ranks on each modelled computer; 0: all ranks are on one computer.
    [[nodiscard]] static Result<std::unique_ptr<SharedWorld>> create(int ranks, std::optional<Nanoseconds> timeout = {},
                                                                     std::uint64_t run = 0, int ranksPerComputer = 0);
    ~SharedWorld();
    SharedWorld(const SharedWorld&) = delete;
    SharedWorld& operator=(const SharedWorld&) = delete;

    /// Returns the transport of one rank. Call in the process of the rank. This object must outlive the result.
    [[nodiscard]] std::unique_ptr<device::RankTransport> join(int rank);
    /// Call in any process when the program of the rank has ended. `reason`: the error that ended it; empty: none.
    /// Messages about ranks that later wait for this rank contain the reason.
    void end(int rank, const std::string& reason);
    /// Call before the ranks are asked to stop. Describes the collectives at which ranks wait for others; empty: none.
    [[nodiscard]] std::string stop();
    /// Returns the error with which all ranks ended; empty: none.
    [[nodiscard]] std::string failure() const;
    /// Call it regularly in the process that forked the ranks, until they have ended. Measures in real time how long
    /// ranks wait for a rank whose program runs but makes no progress (detail/stall_watchdog.h). Returns a remark after
    /// the shorter of `remarkAfter` and the time-out, once for each collective; empty: no new remark. Ends all ranks
    /// after the longer of the two.
    [[nodiscard]] std::string checkStalls(std::chrono::steady_clock::time_point now,
                                          std::chrono::steady_clock::duration remarkAfter);
    /// Whether the program of the rank has ended.
    [[nodiscard]] bool hasEnded(int rank) const;
    /// Returns remarks about equal calls that ranks make in different lines.
    [[nodiscard]] std::vector<std::string> remarks() const;

private:
    explicit SharedWorld(std::unique_ptr<detail::Memory> memory);
    std::unique_ptr<detail::Memory> m_memory;
    std::unique_ptr<detail::StallWatchdog> m_watchdog;
};

}  // namespace engine::ranks::shm
