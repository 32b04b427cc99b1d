#pragma once

#include "engine/base/result.h"
#include "engine/ranks/shm/detail/shared_state.h"

#include <array>
#include <cstdint>
#include <string>

namespace engine::ranks::shm::detail {

/// The mapped memory, and for each rank a file in memory (memfd) with the values that the rank contributes to
/// collectives. Any process of the run may use it.
struct Memory {
    explicit Memory(SharedState* mapped) : shared(mapped) { files.fill(-1); }
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    // For wakeAll(), fail() and failed(), the caller must own the Lock; end() acquires it.
    void wakeAll() const;
    /// Ends all ranks, with this sentence as the reason. A later call does not replace the sentence.
    void fail(const std::string& sentence) const;
    [[nodiscard]] Error failed() const;
    void end(int rank, const std::string& reason) const;
    /// Waits until a process calls wakeAll(), but at most 50 ms. `lastChange`: value of SharedState::changes when the
    /// caller last checked.
    void waitForChange(std::uint32_t lastChange) const;

    SharedState* shared;
    std::array<int, kMostRanks> files{};
};

/// Locks the shared memory. A rank that is killed while it owns the lock may leave its arrival at one collective
/// incomplete; the rank then counts as not arrived.
class Lock {
public:
    explicit Lock(SharedState& shared);
    ~Lock() { ::pthread_mutex_unlock(&m_shared.mutex); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    SharedState& m_shared;
};

}  // namespace engine::ranks::shm::detail
