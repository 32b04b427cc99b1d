#include "engine/devices/cuda/detail/profiler_times.h"

#include "engine/devices/cuda/detail/life_ledger.h"

#include <pthread.h>

#include <array>
#include <chrono>
#include <span>

namespace engine::devices::cuda::detail {

namespace {

/// Interval between fetches of times.
constexpr std::chrono::milliseconds kCollect{50};

}  // namespace

ProfilerTimes::ProfilerTimes(GpuState& state) : m_state(state)
{
    sampleClock();
    m_thread = std::jthread([this](const std::stop_token& stop) { collect(stop); });
}

void ProfilerTimes::finish()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
    fetch(Extent::All);
}

void ProfilerTimes::collect(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "gpu times");
    std::unique_lock lock(m_tick);
    while (!stop.stop_requested()) {
        m_woken.wait_for(lock, stop, kCollect, [] { return false; });
        fetch(Extent::Arrived);
        m_state.ledger->flushed(m_state.device);
    }
}

void ProfilerTimes::fetch(Extent extent)
{
    std::array<abi::OperationTime, 256> times{};
    std::int32_t count = 0;
    do {
        const abi::Code code = (*m_state.module)
                                   ->collectTimes(m_state.gpu, times.data(), static_cast<std::int32_t>(times.size()),
                                                  &count, extent == Extent::All ? 1 : 0);
        if (code != abi::Code::Ok)
            return;
        sampleClock();
        for (const abi::OperationTime& time : std::span(times).first(static_cast<std::size_t>(count)))
            m_state.ledger->timed(OpId{static_cast<std::uint32_t>(time.op)},
                                  {Nanoseconds{m_clock.map(time.begin)}, Nanoseconds{m_clock.map(time.end)}});
    } while (static_cast<std::size_t>(count) == times.size());
}

void ProfilerTimes::sampleClock()
{
    m_clock.sample(monotonicNow, [this] { return m_state.now().count(); });
}

}  // namespace engine::devices::cuda::detail
