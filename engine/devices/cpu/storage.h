#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/trace/record.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace engine::devices::cpu {

/// Current and peak memory levels of a storage.
struct StorageLevels {
    Bytes allocated;
    Bytes held;      ///< the part of `allocated` that contains computed results
    Bytes reserved;  ///< allocated, or cached for reuse
    Bytes peakAllocated;
    Bytes peakReserved;
    Bytes limit;
};

/// The variable and operation for which memory is allocated; written to the records.
struct Owner {
    VariableId variable;
    OpId op;
};

/// A change of the levels, and the levels after it.
struct StorageChange {
    trace::MemoryAct act = trace::MemoryAct::Allocate;
    Bytes bytes;
    Owner owner;
    StorageLevels levels;
};

class Storage;

/// The memory of one tensor; its destructor returns it to the storage. 64-byte aligned, not initialised.
class Block {
public:
    Block() = default;
    Block(Block&& other) noexcept { swap(other); }
    Block& operator=(Block&& other) noexcept
    {
        Block(std::move(other)).swap(*this);
        return *this;
    }
    ~Block();

    [[nodiscard]] explicit operator bool() const { return m_data != nullptr; }
    [[nodiscard]] float* data() const { return m_data; }
    [[nodiscard]] Bytes bytes() const { return Bytes{m_bytes}; }
    [[nodiscard]] bool isOf(const Storage& storage) const { return m_storage == &storage; }
    /// Records that the block contains values from now on, the first ones from `op` (none: from the host). Later calls
    /// for the same block have no effect.
    void setProducer(OpId op);

private:
    friend class Storage;
    void swap(Block& other) noexcept;

    Storage* m_storage = nullptr;
    float* m_data = nullptr;
    std::int64_t m_bytes = 0;
    Owner m_owner;
    bool m_isHeld = false;
};

/// Allocates host memory for tensors. Freed blocks are cached for requests of the same size, so that a loop does not
/// cause page faults in every iteration. They are returned to the system when memory runs short. Threads: any. Must
/// outlive its blocks.
class Storage {
public:
    /// Called for each change, in order, while the storage is locked; must not call the storage.
    using Watch = std::function<void(const StorageChange&)>;

    /// The functions that allocate and free memory; the C library's if not set. `allocate` returns null if there is no
    /// memory. `available` returns how much memory the system has available now; if not set, only the limit applies.
    struct Source {
        std::function<void*(Bytes)> allocate;
        std::function<void(void*)> free;
        std::function<Bytes()> available;
    };

    explicit Storage(Bytes limit, Watch watch = {}, Source source = {})
        : m_watch(std::move(watch)), m_source(std::move(source)), m_limit(limit)
    {
    }
    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    /// Errors: OutOfMemory; the message states how much memory there is.
    [[nodiscard]] Result<Block> allocate(Bytes bytes, const Owner& owner = {});
    [[nodiscard]] StorageLevels levels() const;
    /// Returns cached blocks to the system.
    void trim();

private:
    friend class Block;
    void free(const Block& block);
    void setProducer(const Block& block, OpId op);
    void trimLocked();
    [[nodiscard]] float* allocateLocked(Bytes rounded);
    [[nodiscard]] bool hasRoomLocked(Bytes rounded);
    [[nodiscard]] Error refusalLocked(Bytes bytes) const;
    void notifyLocked(trace::MemoryAct act, Bytes bytes, const Owner& owner) const;
    [[nodiscard]] StorageLevels levelsLocked() const;

    [[nodiscard]] void* allocateFromSource(Bytes rounded) const;
    void freeToSource(void* data) const;

    const Watch m_watch;
    const Source m_source;
    mutable std::mutex m_mutex;  ///< guards everything below
    std::map<Bytes, std::vector<float*>> m_kept;
    Bytes m_limit;
    Bytes m_assured;  ///< memory that can be reserved before the next query of the available memory
    Bytes m_allocated;
    Bytes m_held;
    Bytes m_reserved;
    Bytes m_peakAllocated;
    Bytes m_peakReserved;
};

/// "61.04 MiB"
[[nodiscard]] std::string toMebibytes(Bytes bytes);

}  // namespace engine::devices::cpu
