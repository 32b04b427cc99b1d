#pragma once

#include "engine/device/rank_transport.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/pending_collective.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

namespace engine::devices::cpu {

/// Queues the collectives of the GPUs' library (RankLibrary) on the GPUs and observes them until they have ended.
/// Thread: the communicating one.
class LibraryCollectives {
public:
    LibraryCollectives(ComputerState& state, device::RankTransport& transport) : m_state(state), m_transport(transport)
    {
    }

    /// Queues a collective that all ranks have called. An error fails the run on all ranks, because on ranks that have
    /// queued the collective, kernels wait for this rank.
    [[nodiscard]] Status launch(const PendingCollective& call);
    /// If the library reports an error or a collective takes too long, fails the program run, because other ranks would
    /// wait for ever. Call regularly.
    void check();
    /// Whether all launched collectives have ended, as of the last check().
    [[nodiscard]] bool isEmpty() const { return m_launched.empty(); }
    /// Call when the program run has failed: later calls of check() ignore the collectives launched so far.
    void clear() { m_launched.clear(); }

private:
    struct LaunchedCollective {
        trace::Collective what;
        std::int32_t line = 0;
        Nanoseconds at{};
        std::shared_ptr<std::atomic<bool>> hasEnded;  ///< set by any thread
    };

    ComputerState& m_state;
    device::RankTransport& m_transport;
    std::deque<LaunchedCollective> m_launched;
    Nanoseconds m_checked{};  ///< time of the last call of RankLibrary::check()
};

}  // namespace engine::devices::cpu
