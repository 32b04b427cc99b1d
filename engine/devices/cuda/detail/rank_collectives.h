#pragma once

#include "engine/devices/cpu/rank_library.h"
#include "engine/devices/cuda/detail/gpu_parts.h"

#include <vector>

namespace engine::devices::cuda::detail {

/// Collectives between GPUs of several ranks by NCCL, in a separate stream. Threads: those of cpu::RankLibrary.
class RankCollectives final : public cpu::RankLibrary {
public:
    explicit RankCollectives(GpuParts& parts) : m_parts(parts) {}

    [[nodiscard]] std::string name() const override;
    [[nodiscard]] bool isGpuShared() const override { return m_parts.isShared; }
    [[nodiscard]] Identity identityOf(DeviceId device) const override;
    [[nodiscard]] Result<Id> makeId() override;
    [[nodiscard]] Status connect(GroupId group, DeviceId device, const Id& id, int own, int count) override;
    void disconnect(GroupId group, DeviceId device) override;
    [[nodiscard]] Status prepare(const cpu::Exchange& what) override;
    [[nodiscard]] Status run(const cpu::Exchange& what, std::function<void()> whenEnded) override;
    [[nodiscard]] Status check() override;
    void abandon(const Error& reason) override;

private:
    [[nodiscard]] GpuStream::Entry entryOf(const cpu::Exchange& what) const;
    void noteUse(const cpu::Exchange& what, const Point& point);
    /// Records the collective when its times are known. It is recorded as posted at the time from which the inputs
    /// existed and the program had called the collective.
    void recordWhenDone(const cpu::Exchange& what);

    GpuParts& m_parts;
};

}  // namespace engine::devices::cuda::detail
