#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/devices/cpu/storage.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace engine::devices::cpu {

/// Scratch memory for the threads of an operation: each piece borrows one workspace while it runs, so there are at most
/// as many workspaces as threads. Allocated from the storage, so it is counted and limited like tensors. Threads: any.
class Workspaces {
public:
    Workspaces(Storage& storage, OpId op) : m_storage(storage), m_op(op) {}

    /// Sets the size of each workspace; to be called before the first borrow.
    void setSize(std::int64_t floats) { m_floats = floats; }

    /// A borrowed workspace, which is returned when the Lease is destroyed.
    class Lease {
    public:
        Lease(Workspaces& owner, Block block) : m_owner(&owner), m_block(std::move(block)) {}
        Lease(Lease&& other) noexcept
            : m_owner(std::exchange(other.m_owner, nullptr)), m_block(std::move(other.m_block))
        {
        }
        Lease& operator=(Lease&&) = delete;
        ~Lease()
        {
            if (m_owner != nullptr)
                m_owner->returnBlock(std::move(m_block));
        }
        /// Returns the next `floats` floats (a multiple of 16) of the workspace.
        [[nodiscard]] float* allocate(std::int64_t floats)
        {
            float* data = m_block.data() + m_used;
            m_used += floats;
            return data;
        }

    private:
        Workspaces* m_owner;
        Block m_block;
        std::int64_t m_used = 0;
    };

    /// Errors: OutOfMemory.
    [[nodiscard]] Result<Lease> borrow();
    /// Allocates memory that all pieces share. Errors: OutOfMemory.
    [[nodiscard]] Result<Block> allocate(std::int64_t floats);

private:
    void returnBlock(Block block);

    Storage& m_storage;
    const OpId m_op;
    std::int64_t m_floats = 0;
    std::mutex m_mutex;  ///< guards m_free
    std::vector<Block> m_free;
};

}  // namespace engine::devices::cpu
