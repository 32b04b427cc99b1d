#pragma once

#include "engine/device/rank_transport.h"
#include "engine/devices/cpu/collective_queue.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/library_collectives.h"
#include "engine/devices/cpu/pending_collective.h"

#include <atomic>
#include <map>
#include <span>
#include <thread>
#include <vector>

namespace engine::devices::cpu {

/// The thread "communication" of a rank, the only one that communicates during the run, so that no worker waits for
/// other ranks. It posts the collectives of a CollectiveQueue. When all ranks have called a collective, the thread
/// completes it, or queues it on the GPU if the GPUs' library runs it.
class CommunicationThread {
public:
    CommunicationThread(ComputerState& state, device::RankTransport& transport, CollectiveQueue& queue)
        : m_state(state), m_transport(transport), m_queue(queue), m_library(state, transport)
    {
    }

    void start();
    /// Call when the program has ended and its operations are complete or dropped. Joins the thread.
    void stop();
    /// Any thread. Fails all collectives that have not ended.
    void cancel();
    /// True after cancel().
    [[nodiscard]] const std::atomic<bool>& isCancelled() const { return m_isCancelled; }
    /// Returns the comparisons of clocks that the thread made while it was idle. Call after stop().
    [[nodiscard]] const std::vector<trace::ClockRecord>& clockPoints() const { return m_clockPoints; }

    // -- the program's thread; it waits while the communicating thread executes these functions
    /// See device::RankTransport::createGroup().
    [[nodiscard]] Result<GroupId> createGroup(std::span<const int> ranks);
    /// All-gather of `words` among the ranks of the call's group. Blocks until all of them have made the same call, and
    /// returns their words in the order of the ranks. Errors: those of the call.
    [[nodiscard]] Result<std::vector<float>> exchangeWords(const PendingCollective& call, std::vector<float> words);

private:
    // -- the communicating thread
    void communicate(const std::stop_token& stop);
    void runTasks();
    [[nodiscard]] std::vector<CollectivePtr> popReady(CollectiveQueue::Copies copies);
    void post(const CollectivePtr& call);
    [[nodiscard]] Status addNumbers(const PendingCollective& call,
                                    device::RankTransport::CollectiveCall& posting) const;
    void complete(const device::RankTransport::CompleteCollective& complete);
    void end(const CollectivePtr& call, const Status& status);
    void failAll(const Error& error);
    void endAll(const Error& error);
    void writeLife(const PendingCollective& call, Nanoseconds finished, trace::OpState state);
    void pause(bool isTransferring);

    ComputerState& m_state;
    device::RankTransport& m_transport;
    CollectiveQueue& m_queue;
    std::atomic<bool> m_isCancelled{false};

    // -- used by the communicating thread
    LibraryCollectives m_library;
    std::map<device::RankTransport::Ticket, CollectivePtr> m_posted;
    bool m_hasFailed = false;  ///< failAll() was called
    std::vector<trace::ClockRecord> m_clockPoints;
    bool m_isTransferring = false;  ///< numbers are being transferred, or clocks compared
    /// The last time at which m_isTransferring changed, the queue had news, or a call was posted or completed.
    Nanoseconds m_lastNews{};
    std::jthread m_thread;
};

}  // namespace engine::devices::cpu
