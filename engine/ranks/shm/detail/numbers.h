#pragma once

#include "engine/base/result.h"
#include "engine/device/rank_transport.h"
#include "engine/ranks/shm/detail/memory.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace engine::ranks::shm::detail {

/// The values that ranks contribute to collectives: this rank writes its values to its file, and reads the values of
/// other ranks from their files. Thread: one.
class Numbers {
public:
    Numbers(Memory& memory, int rank) : m_memory(memory), m_rank(rank) {}

    /// Writes the values of the call to this rank's file. Returns their offset in bytes; -1 if there is no memory.
    [[nodiscard]] std::int64_t store(const device::RankTransport::CollectiveCall& call);
    /// Assigns the stored values to an entry. The values may be overwritten when the entry is reused. The caller must
    /// own the Lock.
    void assign(std::uint32_t entry) { m_stored.emplace_back(entry, m_memory.shared->entries[entry].generation); }
    /// Returns the values that this rank receives from a complete collective. `ranks`: the ranks of the collective's
    /// group, in the order of the group.
    [[nodiscard]] Result<std::vector<float>> received(const Entry& entry, std::span<const int> ranks) const;

private:
    [[nodiscard]] Result<std::vector<float>> of(const Entry& entry, int rank) const;
    [[nodiscard]] Result<std::vector<float>> gathered(const Entry& entry, std::span<const int> ranks) const;
    [[nodiscard]] Result<std::vector<float>> reduced(const Entry& entry, std::span<const int> ranks) const;

    Memory& m_memory;
    const int m_rank;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_stored;  ///< entry and generation of the values in the file
    std::int64_t m_end = 0;                                         ///< end of the values in the file, in bytes
};

}  // namespace engine::ranks::shm::detail
