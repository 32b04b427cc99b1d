#pragma once

#include "engine/devices/cuda/detail/gpu_parts.h"

#include <mutex>
#include <vector>

namespace engine::devices::cuda::detail {

/// Maps the streams of the program to streams of the GPUs, and selects the stream in which an operation is queued.
/// Threads: any thread may call the functions, except add(), which only the program's thread calls.
class GpuQueues {
public:
    explicit GpuQueues(GpuParts& parts) : m_parts(parts) {}

    /// Adds the next stream of the program. `made`: null for default streams and streams of the CPU.
    void add(DeviceId device, GpuStream* made);
    [[nodiscard]] GpuStream& computeStream(const cpu::Task& task) const;
    [[nodiscard]] GpuStream& copyStream(const cpu::Task& task, CopyDirection direction) const;
    /// Returns an empty list for a stream of the CPU.
    [[nodiscard]] std::vector<GpuStream*> streamsOf(StreamId stream) const;

private:
    struct Queue {
        DeviceId device;
        GpuStream* made = nullptr;
    };

    [[nodiscard]] Queue queueOf(StreamId stream) const;
    [[nodiscard]] bool hasCopyStreams() const;

    GpuParts& m_parts;
    mutable std::mutex m_mutex;   ///< guards m_queues
    std::vector<Queue> m_queues;  ///< by StreamId
};

}  // namespace engine::devices::cuda::detail
