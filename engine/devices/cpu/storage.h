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

/// How much memory the storage has handed out, keeps, and had at most.
struct StorageLevels {
    Bytes allocated;
    Bytes held;      ///< of those, blocks with a computed result
    Bytes reserved;  ///< handed out or kept for the next request
    Bytes peakAllocated;
    Bytes peakReserved;
    Bytes limit;
};

/// For whom memory is taken; for the records.
struct Owner {
    VariableId variable;
    OpId op;
};

/// One change, with the levels after it.
struct StorageChange {
    trace::MemoryAct act = trace::MemoryAct::Allocate;
    Bytes bytes;
    Owner owner;
    StorageLevels levels;
};

class Storage;

/// Memory of one tensor; goes back to its storage with the last owner. 64-byte aligned, not initialised.
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
    /// It holds a computed result from now on.
    void hold(OpId op);

private:
    friend class Storage;
    void swap(Block& other) noexcept;

    Storage* m_storage = nullptr;
    float* m_data = nullptr;
    std::int64_t m_bytes = 0;
    Owner m_owner;
    bool m_isHeld = false;
};

/// Memory of the host for tensors. Freed blocks are kept for requests of the same size, as both frameworks do, so that
/// a loop does not fault its pages in anew at every step; they go back to the system when memory gets short.
/// Threads: any. Must outlive its blocks.
class Storage {
public:
    /// Hears of every change in their order; called while the storage is locked, so it must not call back.
    using Watch = std::function<void(const StorageChange&)>;

    /// Where the memory comes from; the C library if not set. `take` gives null if there is none.
    struct Source {
        std::function<void*(Bytes)> take;
        std::function<void(void*)> give;
    };

    explicit Storage(Bytes limit, Watch watch = {}, Source source = {})
        : m_watch(std::move(watch)), m_source(std::move(source)), m_limit(limit)
    {
    }
    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    /// Errors: OutOfMemory with a sentence that says how much there is.
    [[nodiscard]] Result<Block> allocate(Bytes bytes, const Owner& owner = {});
    [[nodiscard]] StorageLevels levels() const;
    /// Gives what is kept back to the system.
    void trim();

private:
    friend class Block;
    void free(const Block& block);
    void hold(const Block& block, OpId op);
    void trimLocked();
    [[nodiscard]] float* takeLocked(Bytes rounded);
    [[nodiscard]] Error refusalLocked(Bytes bytes) const;
    void tellLocked(trace::MemoryAct act, Bytes bytes, const Owner& owner) const;
    [[nodiscard]] StorageLevels levelsLocked() const;

    [[nodiscard]] void* takeFromSource(Bytes rounded) const;
    void giveToSource(void* data) const;

    const Watch m_watch;
    const Source m_source;
    mutable std::mutex m_mutex;  ///< guards everything below
    std::map<Bytes, std::vector<float*>> m_kept;
    Bytes m_limit;
    Bytes m_allocated;
    Bytes m_held;
    Bytes m_reserved;
    Bytes m_peakAllocated;
    Bytes m_peakReserved;
};

/// "61.04 MiB"
[[nodiscard]] std::string toMebibytes(Bytes bytes);

}  // namespace engine::devices::cpu
