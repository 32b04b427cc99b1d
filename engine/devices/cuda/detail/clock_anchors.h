#pragma once

#include "engine/devices/cuda/detail/event_clock.h"
#include "engine/devices/cuda/detail/gpu_stream.h"

#include <mutex>

namespace engine::devices::cuda::detail {

/// Sets the anchors of a GPU's EventClock if events measure the times of its operations. Each anchor is an event in a
/// separate stream. Threads: any.
class ClockAnchors {
public:
    /// Sets the first anchor.
    explicit ClockAnchors(GpuState& state);
    ~ClockAnchors();
    ClockAnchors(const ClockAnchors&) = delete;
    ClockAnchors& operator=(const ClockAnchors&) = delete;

    /// Sets a new anchor if the last one is too old. Call while the device is idle.
    void tie();

private:
    /// Records m_next on the idle device, and reads the run's clock before and after the device has reached it.
    [[nodiscard]] Result<EventClock::Bracket> passNext();

    GpuState& m_state;
    abi::Stream* m_stream = nullptr;  ///< null: the stream could not be created, so there are no anchors
    std::mutex m_mutex;               ///< guards the members below
    abi::Event* m_last = nullptr;     ///< the anchor in use
    abi::Event* m_next = nullptr;
    abi::Event* m_trial = nullptr;
};

}  // namespace engine::devices::cuda::detail
