#pragma once

#include "engine/base/units.h"

#include <functional>
#include <memory>
#include <string>

namespace engine::frontend {

/// Limits the memory that Python itself allocates. An allocation beyond the limit fails, which Python reports as a
/// MemoryError in the program's source line. Without the limit, `[0] * 10**10` may allocate 80 GB, and the computer
/// stalls while the program fills this memory. The memory of tensors is limited by their devices instead.
/// Threads: any. Must be created before Python starts and destroyed after it has ended.
class MemoryGuard {
public:
    struct Limits {
        Bytes most;                        ///< limit for all allocations together
        Bytes spared;                      ///< memory that must stay free on the computer
        std::function<Bytes()> available;  ///< returns the memory that is free now
    };
    /// Returns the limits for this computer. `most`: half of its memory, or of the limit of its control group;
    /// `spared`: an eighth.
    [[nodiscard]] static Limits ofThisComputer();

    explicit MemoryGuard(Limits limits);
    ~MemoryGuard();
    MemoryGuard(const MemoryGuard&) = delete;
    MemoryGuard& operator=(const MemoryGuard&) = delete;

    /// Call at the start of a program run; clears refusal().
    void beginRun();
    /// Returns the reason of the last refusal in this program run; empty if no request was refused.
    [[nodiscard]] std::string refusal() const;
    [[nodiscard]] Bytes used() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::frontend
