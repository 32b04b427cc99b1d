#pragma once

#include "engine/device/rank_transport.h"
#include "engine/device/ranks.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/rank_library.h"
#include "engine/ranks/calls.h"
#include "engine/schedule/dispatcher.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::devices::cpu {

/// The thread "communication" of a rank, the only one that communicates during the run, so that no worker waits for
/// other ranks. The dependency engine passes it the collectives whose inputs are ready; it posts the collectives of a
/// group in the order of their calls. When all ranks have called a collective of the GPUs' library, this thread queues
/// the collective.
class CommunicationThread final : public schedule::Dispatcher {
public:
    /// A lane for the collectives of a chain.
    struct Lane {
        LaneId id;
        Nanoseconds end{};  ///< end of the last span in this lane
    };
    /// A collective between its call and its end. Its tensors are in the host's memory or empty, unless `isDirect` is
    /// set. `device`: the device of the tensors that the program passed.
    struct Call : Exchange {
        ranks::Chain chain;
        std::int64_t elements = 0;
        bool isDirect = false;  ///< the library of the GPUs runs the collective
        Lane* lane = nullptr;   ///< lane of the collective; null if the devices record it
        VariableId done;        ///< variable of the dependency engine that only this collective writes
        schedule::OpHandle handle;
        OpId releasedBy;
        bool isReady = false;
        bool isDropped = false;
        bool awaitsCopies = false;  ///< GPUs are still copying from or to the collective's tensors
        Nanoseconds ready{};
        // Used by greet():
        std::vector<float> words;
        std::shared_ptr<std::promise<Result<std::vector<float>>>> answer;
    };
    using CallPtr = std::shared_ptr<Call>;

    CommunicationThread(ComputerState& state, device::RankTransport& transport) : m_state(state), m_transport(transport)
    {
    }

    /// Call before the first push.
    [[nodiscard]] Status open();
    void start();
    /// Call when the program has ended and its operations are complete or dropped. Joins the thread.
    void stop();
    /// Any thread. Drops the collectives that have not been posted.
    void cancel();
    /// Any thread. Wakes the thread, which then checks the inputs of collectives. Call when inputs may have been copied
    /// to the host.
    void wake();

    /// Returns the comparisons of clocks that the thread made while it was idle. Call after stop().
    [[nodiscard]] const std::vector<trace::ClockRecord>& clockPoints() const { return m_clockPoints; }

    // -- the program's thread. It adds the lanes of all devices, because the records of lanes must be in order
    /// See device::RankTransport::createGroup(). The communicating thread executes it, while the caller waits for the
    /// result.
    [[nodiscard]] Result<GroupId> createGroup(std::span<const int> ranks);
    /// Exchanges `words` with the other ranks of the group. Blocks until all ranks of the group have made the same
    /// call, and returns the words of all ranks. Errors: those of the call.
    [[nodiscard]] Result<std::vector<float>> greet(const Call& call, std::vector<float> words);
    /// Pushes the call to the dependency engine.
    [[nodiscard]] Status push(const CallPtr& call, const device::CollectiveRequest& request);
    /// Allocates the outputs of a call in advance; without this function, they are allocated when the call is posted.
    [[nodiscard]] Status allocate(const Call& call);
    /// True after cancel().
    [[nodiscard]] const std::atomic<bool>& isCancelled() const { return m_isCancelled; }

    // -- schedule::Dispatcher
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;

private:
    enum class Copies : std::uint8_t { Await, Ignore };

    /// Called on the program's thread.
    [[nodiscard]] Lane* laneOf(const ranks::Chain& chain);

    // -- the communicating thread
    void communicate(const std::stop_token& stop);
    /// Returns the calls to post now. Copies::Ignore: also those with tensors that GPUs are still copying from or to.
    [[nodiscard]] std::vector<CallPtr> popReady(Copies copies);
    [[nodiscard]] bool isDue(Call& call, Copies copies) const;
    void runTasks();
    void post(const CallPtr& call);
    [[nodiscard]] Status addNumbers(const Call& call, device::RankTransport::CollectiveCall& arrival) const;
    void launch(const CallPtr& call);
    void checkLaunched();
    void complete(const device::RankTransport::CompleteCollective& complete);
    void end(const CallPtr& call, const Status& status);
    void failAll(const Error& error);
    void endAll(const Error& error);
    void writeLife(const Call& call, Nanoseconds finished, trace::OpState state);
    void pause(bool isMoving);

    ComputerState& m_state;
    device::RankTransport& m_transport;
    schedule::GroupId m_group{0};
    std::map<ranks::Chain, Lane> m_lanes;  ///< used by the program's thread
    std::atomic<bool> m_isCancelled{false};

    std::condition_variable m_wake;
    std::mutex m_mutex;  ///< guards the next three members, and isReady and isDropped of each call
    std::map<ranks::Chain, std::deque<CallPtr>> m_announced;  ///< not posted yet, in the order of their calls
    std::vector<std::function<void()>> m_tasks;
    bool m_hasNews = false;

    // -- used by the communicating thread
    std::map<device::RankTransport::Ticket, CallPtr> m_posted;
    /// A collective that the library has queued.
    struct LaunchedCollective {
        trace::Collective what;
        std::int32_t line = 0;
        Nanoseconds at{};
        std::shared_ptr<std::atomic<bool>> hasEnded;
    };
    std::deque<LaunchedCollective> m_launched;
    Nanoseconds m_checked{};   ///< time of the last call of RankLibrary::check()
    bool m_hasFailed = false;  ///< failAll() was called
    std::vector<trace::ClockRecord> m_clockPoints;
    bool m_isMoving = false;   ///< numbers are being transferred
    Nanoseconds m_lastNews{};  ///< when m_isMoving last changed, m_hasNews was set, or a call was posted or completed
    std::jthread m_thread;
};

}  // namespace engine::devices::cpu
