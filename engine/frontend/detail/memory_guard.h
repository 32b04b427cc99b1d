#pragma once

#include "engine/base/units.h"

#include <functional>
#include <memory>
#include <string>

namespace engine::frontend {

/// Keeps what Python itself allocates within a share of the computer's memory: beyond it a request fails, which Python
/// turns into a MemoryError with its line. Without it `[0] * 10**10` may be given its 80 GB of addresses, and the
/// machine stands still while it is filled. Values of tensors are counted by their device, not here. Threads: any; but
/// made before Python starts, and destroyed after it has ended.
class MemoryGuard {
public:
    struct Limits {
        Bytes most;                        ///< in all
        Bytes spared;                      ///< of what is free on the computer, this much is left alone
        std::function<Bytes()> available;  ///< free on the computer right now
    };
    /// Half of the memory of this computer, or of what its control group may take, as long as an eighth stays free.
    [[nodiscard]] static Limits ofThisComputer();

    explicit MemoryGuard(Limits limits);
    ~MemoryGuard();
    MemoryGuard(const MemoryGuard&) = delete;
    MemoryGuard& operator=(const MemoryGuard&) = delete;

    /// A run begins: no request has been refused.
    void beginRun();
    /// Why the last request of this run that failed did; empty: none did.
    [[nodiscard]] std::string refusal() const;
    [[nodiscard]] Bytes used() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::frontend
