#pragma once

#include "engine/device/rank_transport.h"
#include "engine/device/ranks.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/pending_collective.h"
#include "engine/ranks/calls.h"
#include "engine/schedule/dispatcher.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace engine::devices::cpu {

/// Passes collectives from the program's thread to the CommunicationThread. The program's thread pushes them to the
/// dependency engine, which reports when their inputs are ready; the communicating thread pops those that may be
/// posted. The collectives of a chain are popped in the order of their calls.
class CollectiveQueue final : public schedule::Dispatcher {
public:
    CollectiveQueue(ComputerState& state, device::RankTransport& transport) : m_state(state), m_transport(transport) {}

    // -- the program's thread
    /// Call before the first push.
    [[nodiscard]] Status open();
    /// Pushes the call to the dependency engine. Adds the lane of the call if there is none yet: this thread adds the
    /// lanes of all devices, because the records of lanes must be in order.
    [[nodiscard]] Status push(const CollectivePtr& call, const device::CollectiveRequest& request);
    /// Adds a task that the communicating thread executes, and wakes that thread.
    void addTask(std::function<void()> task);

    // -- any thread
    /// Wakes the communicating thread, which then checks the inputs of collectives. Call when inputs may have been
    /// copied to the host.
    void wake();

    // -- schedule::Dispatcher; any thread
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;

    // -- the communicating thread
    enum class Copies : std::uint8_t { Await, Ignore };
    struct ReadyCalls {
        std::vector<CollectivePtr> calls;
        bool hasNews = false;  ///< a function that wakes the communicating thread was called since the last popReady()
    };
    /// Returns the calls to post now. Copies::Ignore: also those with tensors that GPUs are still copying from or to.
    [[nodiscard]] ReadyCalls popReady(Copies copies);
    [[nodiscard]] std::vector<std::function<void()>> popTasks();
    /// Blocks until there is news for popReady(), but at most for this time.
    void awaitNews(Nanoseconds most);

private:
    [[nodiscard]] CommunicationLane* laneOf(const ranks::Chain& chain);
    [[nodiscard]] bool isDue(PendingCollective& call, Copies copies) const;
    /// The caller must own m_mutex.
    void notify();

    ComputerState& m_state;
    device::RankTransport& m_transport;
    schedule::GroupId m_group{0};
    std::map<ranks::Chain, CommunicationLane> m_lanes;  ///< used by the program's thread

    std::condition_variable m_wake;
    /// Guards the next three members, and those members of each PendingCollective that pending_collective.h names.
    std::mutex m_mutex;
    std::map<ranks::Chain, std::deque<CollectivePtr>> m_pending;  ///< not popped yet, in the order of their calls
    std::vector<std::function<void()>> m_tasks;
    bool m_hasNews = false;
};

}  // namespace engine::devices::cpu
