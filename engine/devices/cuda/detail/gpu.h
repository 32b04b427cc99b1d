#pragma once

#include "engine/device/platform.h"
#include "engine/devices/cuda/detail/clock_anchors.h"
#include "engine/devices/cuda/detail/gpu_memory.h"
#include "engine/devices/cuda/detail/gpu_stream.h"
#include "engine/devices/cuda/detail/profiler_times.h"

#include <memory>
#include <string>
#include <vector>

namespace engine::devices::cuda::detail {

/// One GPU: its memory, its streams, its clock.
class Gpu {
public:
    struct Setup {
        ModulePtr module;
        int ordinal = 0;  ///< number of the GPU in the driver
        int number = 0;   ///< number of the GPU in programs: the ordinal, unless one GPU appears as several devices
        int shares = 1;   ///< number of devices that this GPU represents
        DeviceId device;
        abi::Options options;
        int computeStreams = 1;
        GpuMemory::Kind memory = GpuMemory::Kind::Caching;
        LifeLedger* ledger = nullptr;
        std::atomic<bool>* isCancelled = nullptr;
        std::function<Nanoseconds()> now;
        std::function<LaneId(trace::LaneRecord)> addLane;
        GpuMemory::Watch watch;
    };
    static Result<std::unique_ptr<Gpu>> open(const Setup& setup);
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    [[nodiscard]] const device::DeviceInfo& info() const { return m_info; }
    [[nodiscard]] trace::DeviceRecord record() const;
    [[nodiscard]] double peakFlops() const { return m_facts.peakFlops; }
    [[nodiscard]] const abi::Facts& facts() const { return m_facts; }
    [[nodiscard]] GpuState& state() { return m_state; }
    [[nodiscard]] GpuMemory& memory() { return *m_memory; }

    [[nodiscard]] GpuStream& compute(std::size_t index = 0) { return *m_compute[index]; }
    [[nodiscard]] std::size_t computeCount() const { return m_compute.size(); }
    [[nodiscard]] GpuStream& copyIn() { return *m_in; }
    [[nodiscard]] GpuStream& copyOut() { return *m_out; }
    [[nodiscard]] GpuStream& peer() { return *m_peer; }
    /// The stream for collectives of several ranks. The first call creates it and must come from the program's thread,
    /// so that the record of the stream's lane precedes all other records about this lane.
    Result<GpuStream*> communication();
    /// Whether communication() has created the stream.
    [[nodiscard]] bool isConnected() const;
    /// Whether collectives of several ranks are queued.
    [[nodiscard]] bool isCommunicating() const;
    /// All streams, including those that the program created.
    [[nodiscard]] std::vector<GpuStream*> streams() const;
    /// Called on the program's thread.
    Result<GpuStream*> addStream();

    /// Waits until all issued work has ended.
    void drain();
    /// Collects the outstanding times. Call when all GPUs are idle: a forced flush of the profiler corrupts the records
    /// of running work.
    void collectLastTimes()
    {
        if (m_times != nullptr)
            m_times->finish();
    }
    void wake();
    /// Sets a new anchor of the device's clock if the last one is too old. Call while the device is idle.
    void tieClock()
    {
        if (m_anchors != nullptr)
            m_anchors->tie();
    }
    /// "NVIDIA H100: times by CUPTI; cuBLAS 13.1, cuDNN 9.19."
    [[nodiscard]] Message provenance() const;

private:
    explicit Gpu(const Setup& setup);
    [[nodiscard]] Status make();
    Result<std::unique_ptr<GpuStream>> makeStream(abi::StreamRole role, trace::LaneRole lane, std::uint16_t index,
                                                  const std::string& name);

    const Setup m_setup;
    GpuState m_state;
    abi::Facts m_facts;  ///< memory sizes are those of this device's portion of the GPU
    device::DeviceInfo m_info;
    std::unique_ptr<GpuMemory> m_memory;
    std::vector<std::unique_ptr<GpuStream>> m_compute;
    std::unique_ptr<GpuStream> m_in;
    std::unique_ptr<GpuStream> m_out;
    std::unique_ptr<GpuStream> m_peer;
    mutable std::mutex m_mutex;  ///< guards m_made and m_communication
    std::vector<std::unique_ptr<GpuStream>> m_made;
    std::unique_ptr<GpuStream> m_communication;
    std::unique_ptr<ClockAnchors> m_anchors;  ///< null: events do not measure the times
    std::unique_ptr<ProfilerTimes> m_times;   ///< null: the profiler does not measure the times
};

}  // namespace engine::devices::cuda::detail
