#pragma once

#include "engine/device/rank_transport.h"
#include "engine/ranks/mpi/abi.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::ranks::mpi {

/// The ranks of a run that are real processes, connected by MPI. Rank 0 compares the calls of all ranks
/// (detail/checker.h). The numbers of a collective are transferred once rank 0 has received equal calls of its ranks.
///
/// Thread: as for device::RankTransport; any thread may call stop() and failure().
///
/// Sums have the same bits as those of one process with as many devices as ranks: contributions are added in the order
/// of the ranks.
///
///     auto world = World::start(module, {});  // on all ranks
///     request.transport = world->get();  // the platform of the run calls the rest of device::RankTransport
///     const auto outcome = runner.run(request, recorder);
///     (*world)->end();
///     const std::vector<std::string> reports = (*world)->close(report);  // on rank 0: of all ranks
class World final : public device::RankTransport {
public:
    /// A collective that a rank has called.
    struct Position {
        trace::CollectiveKind kind = trace::CollectiveKind::AllReduce;
        std::uint32_t sequence = 0;
        std::int32_t line = 0;
    };
    /// A part of a rank's records, as bytes.
    struct Piece {
        std::string bytes;
        std::int64_t left = 0;  ///< bytes after this piece that are already in the rank's file
    };
    /// A part of a rank's records that rank 0 has received.
    struct ReceivedPiece {
        int rank = 0;
        std::string_view bytes;  ///< may be empty: only `left` has changed
        std::int64_t left = 0;   ///< bytes in the rank's file that were not sent
        Nanoseconds time{};      ///< time of the run on rank 0
    };
    /// The records that ranks send to rank 0: during the run between collectives, and in close()
    /// (detail/record_stream.h). If any rank has `next`, rank 0 must have `append`. The functions may use a disk, but
    /// must wait for nothing else.
    struct Records {
        /// On a rank that cannot write to the folder of rank 0: returns the rank's next bytes, at most `most`. In
        /// close(), an empty piece marks the end.
        std::function<Piece(std::size_t most)> next;
        /// On rank 0: stores bytes of another rank. The pieces of a rank arrive in the order in which the rank sent
        /// them.
        std::function<void(const ReceivedPiece&)> append;
        std::int64_t credits = std::int64_t{8} << 20;  ///< limit on the sent bytes of a rank that rank 0 has not stored
        std::int64_t piece = std::int64_t{16} << 10;   ///< limit on the bytes that a rank sends at once during the run
    };
    struct Options {
        std::chrono::steady_clock::duration remarkAfter = std::chrono::seconds(10);
        std::chrono::steady_clock::duration compareAfter =
            std::chrono::seconds(10);          ///< time between two comparisons of clocks
        Nanoseconds mostUncertain{1'000'000};  ///< comparisons of clocks with a larger uncertainty are dropped
        std::optional<Nanoseconds> failAfter;  ///< none: kTimeout, or the time that the program sets
        /// Called on rank 0 with a remark when ranks have waited for others for `remarkAfter`, and when ranks make
        /// equal calls in different source lines.
        std::function<void(const std::string&)> remark;
        /// Called when this rank's first incomplete collective may have changed; nullopt: all are complete.
        std::function<void(const std::optional<Position>&)> positionChanged;
        /// Called on a rank whose program is still running when `grace` has passed since the failure of the run.
        std::function<void()> endProgram;
        /// Longest wait after a failure until the program ends, another rank reports the cause, or the collectives that
        /// all ranks have called are complete.
        std::chrono::steady_clock::duration grace = std::chrono::seconds(2);
        /// If a rank that has ended is missing at a collective, time for the other ranks to arrive there before the run
        /// fails.
        std::chrono::steady_clock::duration arrivalGrace = std::chrono::milliseconds(500);
        /// Longest time after stop() in which close() exchanges records.
        std::chrono::steady_clock::duration recordsGrace = std::chrono::milliseconds(1500);
        Records records;
    };

    /// Starts MPI; all ranks call it. `module` must stay loaded. Errors: Unavailable.
    [[nodiscard]] static Result<std::unique_ptr<World>> start(const abi::Module& module, Options options);
    ~World() override;

    [[nodiscard]] device::RankPlace place() const override;
    /// Returns the random number of this run, which is the same on all ranks.
    [[nodiscard]] std::uint32_t number() const { return m_number; }
    [[nodiscard]] std::span<const int> ranksOf(GroupId group) const override;
    [[nodiscard]] Result<GroupId> createGroup(std::span<const int> ranks) override;
    [[nodiscard]] Result<Ticket> post(const CollectiveCall& call) override;
    [[nodiscard]] Result<Progress> advance(std::int64_t time, const std::atomic<bool>& isCancelled) override;
    [[nodiscard]] Result<std::span<const float>> resultOf(Ticket ticket) override;
    void release(Ticket ticket) override;
    [[nodiscard]] std::optional<trace::ClockRecord> compareClocks(const std::function<Nanoseconds()>& now,
                                                                  const std::atomic<bool>& isCancelled) override;
    [[nodiscard]] Status setSleep(std::int32_t line) override;
    void setTimeout(Nanoseconds timeout) override;
    [[nodiscard]] Nanoseconds timeout() const override;
    void fail(const Error& error) override;
    void reportError(const std::string& error, std::int32_t line) override;
    void end() override;
    [[nodiscard]] bool awaitEnds(const std::atomic<bool>& isCancelled) override;

    /// Calls end(), waits for all ranks, and ends MPI. Returns on rank 0 the reports of all ranks, on other ranks
    /// nothing; the report of a rank that did not send one in time is empty. All bytes of a rank's Records::next arrive
    /// before its report; after stop(), only as many as arrive within Options::recordsGrace. After stop(), returns
    /// nothing if no rank sends records.
    [[nodiscard]] std::vector<std::string> close(const std::string& report);
    /// Whether close() has ended MPI together with all ranks.
    [[nodiscard]] bool hasFinished() const;
    /// Any thread. Ends all waits for other ranks; called when this process is asked to end, perhaps because another
    /// rank was killed.
    void stop();
    /// Returns the error with which all ranks ended; empty: none.
    [[nodiscard]] std::string failure() const;
    /// On rank 0: describes the collectives at which ranks wait for others; empty: none. Empty on other ranks.
    [[nodiscard]] std::string describeOpen() const;
    /// Returns the name and version of the MPI library: "Open MPI v4.1.4".
    [[nodiscard]] std::string library() const;

private:
    struct State;
    World(std::unique_ptr<State> state, std::uint32_t number);
    std::unique_ptr<State> m_state;
    std::uint32_t m_number;
};

}  // namespace engine::ranks::mpi
