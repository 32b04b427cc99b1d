#pragma once

#include "engine/device/rank_transport.h"
#include "engine/device/ranks.h"
#include "engine/devices/cpu/calls_in_flight.h"
#include "engine/devices/cpu/collective_queue.h"
#include "engine/devices/cpu/communication_thread.h"
#include "engine/devices/cpu/issuer.h"
#include "engine/devices/cpu/library_groups.h"
#include "engine/devices/cpu/staged_copies.h"

#include <map>
#include <vector>

namespace engine::devices::cpu {

/// The collectives of one rank: checks the calls of the program, records them and pushes them to the dependency engine.
/// A separate thread communicates. Tensors of a GPU are exchanged by the library of the GPUs, or copied to the host
/// before the collective and back after it. Thread: the program's.
class Communicator final : public device::Ranks {
public:
    Communicator(ComputerState& state, Tensors& tensors, Issuer& issuer, device::RankTransport& transport);

    /// Compares the clocks of the ranks and starts the thread. Call before the first push.
    [[nodiscard]] Status open();
    /// Any thread. Fails all collectives that have not ended.
    void cancel() { m_thread.cancel(); }
    /// Call when the program has ended and its operations are complete or dropped. Joins the thread and compares the
    /// clocks of the ranks again. If a group uses the GPUs' library, waits for the ends of all ranks' programs.
    /// `state`, Finished or Failed, is recorded as that of this rank.
    void finish(trace::RankState state);

    // -- device::Ranks
    [[nodiscard]] device::RankPlace place() const override { return m_transport.place(); }
    [[nodiscard]] Result<GroupId> createGroup(std::span<const int> ranks) override;
    [[nodiscard]] std::vector<int> ranksOf(GroupId group) const override;
    [[nodiscard]] Result<OpId> collective(const device::CollectiveRequest& request) override;
    [[nodiscard]] bool isComplete(OpId op) override { return !m_inFlight.contains(op); }
    /// Blocks until the collective is complete; if its tensors are on a GPU, until the library's collective or the copy
    /// back to the GPU is queued.
    void streamWait(StreamId stream, OpId op) override;
    [[nodiscard]] Status setSleep(std::int32_t line) override { return m_transport.setSleep(line); }
    void setTimeout(Nanoseconds timeout) override { m_transport.setTimeout(timeout); }
    void setLibrary(bool isWanted) override { m_groups.enable(isWanted); }

    [[nodiscard]] CallsInFlight& inFlight() { return m_inFlight; }

private:
    [[nodiscard]] Result<CollectivePtr> callOf(const device::CollectiveRequest& request) const;
    [[nodiscard]] Status addVariables(std::span<const VariableId> ids, std::vector<VariablePtr>& variables,
                                      std::int64_t& elements) const;
    /// Pushes the operations of the call, and returns the number of the last one.
    [[nodiscard]] Result<OpId> issue(const CollectivePtr& call, const device::CollectiveRequest& request);
    void writeIssue(const PendingCollective& call, const device::CollectiveRequest& request, Nanoseconds begin);

    ComputerState& m_state;
    const Tensors& m_tensors;
    Issuer& m_issuer;
    device::RankTransport& m_transport;
    trace::RankRecord m_rank;                        ///< last written record of this rank
    std::optional<trace::ClockRecord> m_firstPoint;  ///< the comparison of clocks at the start
    std::map<ranks::Chain, std::uint32_t> m_sequences;
    CallsInFlight m_inFlight;
    CollectiveQueue m_queue;
    CommunicationThread m_thread;
    LibraryGroups m_groups;
    StagedCopies m_copies;
};

}  // namespace engine::devices::cpu
