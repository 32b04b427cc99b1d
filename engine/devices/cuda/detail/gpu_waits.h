#pragma once

#include "engine/devices/cpu/device_waits.h"
#include "engine/devices/cuda/detail/gpu_parts.h"
#include "engine/devices/cuda/detail/gpu_queues.h"

namespace engine::devices::cuda::detail {

/// Streams and events of the program on the GPUs, and waits for the GPUs. Threads: see cpu::DeviceWaits.
class GpuWaits final : public cpu::DeviceWaits {
public:
    /// `cpu` handles the streams and events of the CPU.
    GpuWaits(cpu::DeviceWaits& cpu, GpuParts& parts, GpuQueues& queues) : m_cpu(cpu), m_parts(parts), m_queues(queues)
    {
    }

    [[nodiscard]] Status addStream(DeviceId device) override;
    Status recordEvent(const cpu::EventPtr& event, StreamId stream) override;
    Status waitEvent(StreamId stream, cpu::Event& event) override;
    void waitOperation(StreamId stream, OpId op) override;
    [[nodiscard]] Result<Nanoseconds> elapsed(const cpu::Event& begin, const cpu::Event& end) const override;

    [[nodiscard]] Status awaitIssued(DeviceId device, OpId& releasedBy) override;
    [[nodiscard]] Status await(cpu::Variable& variable, OpId& releasedBy) override;
    [[nodiscard]] Status awaitDevice(DeviceId device, OpId& releasedBy) override;
    [[nodiscard]] Status awaitStream(StreamId stream, OpId& releasedBy) override;
    [[nodiscard]] Status awaitEvent(cpu::Event& event) override;
    [[nodiscard]] Status awaitAll(OpId& releasedBy) override;

private:
    /// The driver's event for one recording; never reused, so its time can be read later.
    struct Marker final : cpu::GpuPart {
        ModulePtr module;
        abi::Event* event = nullptr;
        Point point;
        ~Marker() override;
    };

    cpu::DeviceWaits& m_cpu;
    GpuParts& m_parts;
    GpuQueues& m_queues;
};

}  // namespace engine::devices::cuda::detail
