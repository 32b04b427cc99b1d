#pragma once

#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/rank_library.h"
#include "engine/ranks/calls.h"
#include "engine/schedule/dispatcher.h"

#include <cstdint>
#include <future>
#include <memory>
#include <vector>

namespace engine::devices::cpu {

/// A lane for the collectives of a chain.
struct CommunicationLane {
    LaneId id;
    Nanoseconds end{};  ///< end of the last span in this lane; used by the communicating thread
};

/// A collective between its call and its end. Its tensors are in the host's memory or empty, unless `isDirect` is set.
/// `device`: the device of the tensors that the program passed.
///
/// Threads: the program's thread fills it before CollectiveQueue::push(); afterwards only the communicating thread uses
/// it, except for the members that a mutex guards.
struct PendingCollective : Exchange {
    ranks::Chain chain;
    std::int64_t elements = 0;
    bool isDirect = false;              ///< the library of the GPUs runs the collective
    CommunicationLane* lane = nullptr;  ///< lane of the collective; null if isDirect: then the devices record it
    VariableId done;                    ///< variable of the dependency engine that only this collective writes

    // Guarded by the mutex of the CollectiveQueue until popReady() returns the call.
    schedule::OpHandle handle;
    OpId releasedBy;
    Nanoseconds ready{};
    bool isReady = false;
    bool isDropped = false;
    bool awaitsCopies = false;  ///< GPUs are still copying from or to the collective's tensors

    // Set for a handshake only, which the dependency engine does not run.
    std::vector<float> words;
    std::shared_ptr<std::promise<Result<std::vector<float>>>> gathered;  ///< set to the words of all ranks
    [[nodiscard]] bool isHandshake() const { return gathered != nullptr; }
};
using CollectivePtr = std::shared_ptr<PendingCollective>;

/// Allocates the outputs of a collective. Errors: OutOfMemory; those of RankLibrary::prepare(). Thread: any.
[[nodiscard]] Status allocateOutputs(const ComputerState& state, const PendingCollective& call);

}  // namespace engine::devices::cpu
