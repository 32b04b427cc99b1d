#pragma once

#include "engine/device/meeting.h"
#include "engine/device/ranks.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/issuer.h"
#include "engine/ranks/calls.h"
#include "engine/schedule/dispatcher.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::devices::cpu {

/// The collectives of this computer as one rank of several. The dependency engine passes those whose inputs are ready
/// to a separate thread, the only one that communicates during the run, so that no worker waits for other ranks. It
/// posts the collectives of a group in the order of their calls.
///
/// Under PyTorch's rules operations run on the program's thread, which therefore waits for the collectives that the
/// next operation depends on.
class Communicator final : public device::Ranks, public schedule::Dispatcher {
public:
    Communicator(ComputerState& state, const Tensors& tensors, Issuer& issuer, device::Meeting& meeting);
    ~Communicator() override;

    /// Compares the clocks of the ranks and starts the thread. Call before the first push.
    [[nodiscard]] Status open();
    /// Any thread. Drops the collectives that have not been posted.
    void cancel();
    /// Call when the program has ended and its operations are complete or dropped. Joins the thread and compares the
    /// clocks of the ranks again. `state`, Finished or Failed, is recorded as that of this rank.
    void finish(trace::RankState state);

    // -- device::Ranks
    [[nodiscard]] device::RankPlace place() const override { return m_meeting.place(); }
    [[nodiscard]] Result<GroupId> createGroup(std::span<const int> ranks) override;
    [[nodiscard]] std::vector<int> ranksOf(GroupId group) const override;
    [[nodiscard]] Result<OpId> collective(const device::CollectiveRequest& request) override;
    [[nodiscard]] bool isComplete(OpId op) override;
    void streamWait(StreamId, OpId) override {}  // CPU operations wait for what they depend on
    [[nodiscard]] Status setSleep(std::int32_t line) override { return m_meeting.setSleep(line); }
    void setTimeout(Nanoseconds timeout) override { m_meeting.setTimeout(timeout); }

    /// The program's thread is about to run an operation with these variables: waits for the collectives before it.
    [[nodiscard]] Status awaitCollectives(std::span<const VariablePtr> reads, std::span<const VariablePtr> writes,
                                          OpId op, std::int32_t line);

    /// Call before the program's thread sleeps until this variable is written. Waits a short time for the end of a
    /// collective that writes it. Returns whether there was one.
    [[nodiscard]] bool awaitBriefly(const VariablePtr& variable) const;

    // -- schedule::Dispatcher
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;

private:
    struct Call;
    using CallPtr = std::shared_ptr<Call>;
    /// A posted call as the program's thread stores it. `reads` and `writes` are only compared.
    struct InFlight {
        CallPtr call;
        std::vector<const Variable*> reads;
        std::vector<const Variable*> writes;
    };

    [[nodiscard]] Result<CallPtr> callOf(const device::CollectiveRequest& request);
    [[nodiscard]] Status addVariables(std::span<const VariableId> ids, std::vector<VariablePtr>& variables,
                                      std::int64_t& elements) const;
    [[nodiscard]] Status allocate(const Call& call);
    void writeIssue(const Call& call, const device::CollectiveRequest& request, Nanoseconds begin);
    [[nodiscard]] Status pushToEngine(const CallPtr& call, const device::CollectiveRequest& request);
    void forgetComplete();
    [[nodiscard]] bool awaitBriefly(const InFlight& one) const;
    void wake();

    // -- on the thread
    void communicate(const std::stop_token& stop);
    /// Returns the calls to post now.
    [[nodiscard]] std::vector<CallPtr> takeReady();
    void runTasks();
    void post(const CallPtr& call);
    void complete(const device::Meeting::Complete& complete);
    void end(const CallPtr& call, const Status& status);
    void failAll(const Error& error);
    void writeLife(const Call& call, Nanoseconds finished, trace::OpState state);
    [[nodiscard]] LaneId laneOf(const ranks::Chain& chain);
    void pause(bool isMoving);

    ComputerState& m_state;
    const Tensors& m_tensors;
    Issuer& m_issuer;
    device::Meeting& m_meeting;
    schedule::GroupId m_group{0};
    const NameId m_waitName;
    trace::RankRecord m_rank;  ///< with the state that was written last
    std::atomic<bool> m_isCancelled{false};
    std::vector<InFlight> m_inFlight;                   ///< used by the program's thread
    std::map<ranks::Chain, std::uint32_t> m_sequences;  ///< used by the program's thread

    std::condition_variable m_wake;
    std::mutex m_mutex;  ///< guards the next three members, and whether a call is ready or dropped
    std::map<ranks::Chain, std::deque<CallPtr>> m_announced;  ///< not posted, in the order of their calls
    std::vector<std::function<void()>> m_tasks;
    bool m_hasNews = false;

    // -- used by the thread
    std::map<device::Meeting::Ticket, CallPtr> m_posted;
    struct LaneEnd {
        LaneId lane;
        Nanoseconds end{};
    };
    std::map<ranks::Chain, LaneEnd> m_lanes;
    bool m_isMoving = false;   ///< numbers are being transferred
    Nanoseconds m_lastNews{};  ///< when m_isMoving changed, or a collective was posted or completed
    std::jthread m_thread;
};

}  // namespace engine::devices::cpu
