#pragma once

#include "engine/devices/cpu/host.h"
#include "engine/devices/cpu/run_trace.h"
#include "engine/devices/cpu/storage.h"

#include <array>
#include <mutex>

namespace engine::devices::cpu {

/// The pools of host memory: memory for tensors, page-locked memory for tensors that GPUs copy to or from, and staging
/// buffers. Records each change of a pool with the summed levels of all pools. Threads: any.
class HostMemory final : public device::Memory {
public:
    enum class Pool : std::uint8_t { Tensors, Locked, Staging };

    HostMemory(const Host& host, device::Semantics semantics, RunTrace& trace);

    [[nodiscard]] static Bytes limitOf(const Host& host);
    /// The system's allocator; its available memory excludes what limitOf() leaves to other programs.
    [[nodiscard]] static Storage::Source sourceOf(const Host& host);
    [[nodiscard]] Storage& tensors() { return m_storage; }

    /// Allocates memory for a tensor that has none. Errors: OutOfMemory with the framework's text.
    [[nodiscard]] Status allocate(Tensor& tensor, OpId op) { return allocate(tensor, m_storage, op); }
    [[nodiscard]] Status allocate(Tensor& tensor, Storage& storage, OpId op) const;
    /// Returns `error`; if it is OutOfMemory, its message then begins with the framework's text.
    [[nodiscard]] Error refusal(Error error, Bytes bytes) const;

    /// Records a change of one pool. The pool calls this function while the pool is locked.
    void report(Pool pool, const StorageChange& change);
    /// Records that `bytes` more were allocated for staging; they are freed at the end of the run.
    void addStaging(Bytes bytes);

    [[nodiscard]] device::MemoryLevels levels(DeviceId device) const override;
    void emptyCache(DeviceId device) override;

private:
    void reportLocked(Pool pool, const StorageChange& change);

    const Bytes m_capacity;
    const device::Semantics m_semantics;
    RunTrace& m_trace;
    mutable std::mutex m_mutex;  ///< guards the next three members and the order of memory records
    std::array<StorageLevels, 3> m_levels{};
    Bytes m_peakAllocated{};  ///< peak of the sum over all pools
    Bytes m_peakReserved{};
    Storage m_storage;
};

}  // namespace engine::devices::cpu
