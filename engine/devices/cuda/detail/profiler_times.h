#pragma once

#include "engine/devices/cuda/clock_pairs.h"
#include "engine/devices/cuda/detail/gpu_stream.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace engine::devices::cuda::detail {

/// Fetches the times that the profiler measures for the operations of a GPU, and passes them to the ledger. A separate
/// thread, "gpu times", does this until finish().
class ProfilerTimes {
public:
    explicit ProfilerTimes(GpuState& state);

    /// Fetches the outstanding times. Call when all GPUs are idle: a forced flush of the profiler corrupts the records
    /// of running work.
    void finish();

private:
    void collect(const std::stop_token& stop);
    enum class Extent : std::uint8_t {
        Arrived,
        All  ///< waits for the outstanding times
    };
    void fetch(Extent extent);
    void sampleClock();

    GpuState& m_state;
    ClockPairs m_clock;  ///< converts CLOCK_MONOTONIC to the program run's clock; used by one thread at a time
    std::mutex m_tick;   ///< required by m_woken; guards nothing
    std::condition_variable_any m_woken;
    std::jthread m_thread;
};

}  // namespace engine::devices::cuda::detail
