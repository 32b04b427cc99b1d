#pragma once

#include "engine/base/result.h"
#include "engine/ranks/box/detail/shared.h"

#include <array>
#include <cstdint>
#include <string>

namespace engine::ranks::box::detail {

/// The mapped memory, and one file in memory per rank for the numbers that it contributes. Any process of the run.
struct Memory {
    explicit Memory(Shared* mapped) : shared(mapped) { files.fill(-1); }
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    // The first three with the lock.
    void wakeAll() const;
    /// Ends all ranks; the first sentence stays.
    void fail(const std::string& sentence) const;
    [[nodiscard]] Error failed() const;
    void end(int rank, const std::string& reason) const;
    /// Until wakeAll(), a while at most. `seen`: Shared::changes.
    void waitForChange(std::uint32_t seen) const;

    Shared* shared;
    std::array<int, kMostRanks> files{};
};

/// Locks the shared memory. A rank that is killed while it owns the lock may leave its entry of one collective
/// incomplete; it then has not arrived there.
class Lock {
public:
    explicit Lock(Shared& shared);
    ~Lock() { ::pthread_mutex_unlock(&m_shared.mutex); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    Shared& m_shared;
};

}  // namespace engine::ranks::box::detail
