#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"
#include "engine/devices/cuda/plugin/runtime.h"

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#if defined(OVERLAP_HAS_NCCL)

/// The communicators of NCCL. Threads: any.
namespace engine::devices::cuda::plugin {

/// Returns null if NCCL is missing.
[[nodiscard]] const Collectives* calls();

/// Converts a result of NCCL. Communicators do not block, so ncclInProgress is no error.
[[nodiscard]] abi::Code codeOf(ncclResult_t result);
/// Sets the error text and returns Failed.
[[nodiscard]] abi::Code failed(const char* reason);

/// The position of some GPUs of this process within a communicator.
struct Place {
    ncclUniqueId id{};
    int first = 0;
    int count = 0;
};

/// The communicators of a set of GPUs of this process. A call also needs the streams and events stored here, besides
/// the stream in which it is queued. Any thread may end the communicators during a call.
class Members {
public:
    /// The stream and event of one GPU; used if there are several GPUs.
    struct Queue {
        cudaStream_t stream = nullptr;  ///< unused for the caller's GPU
        cudaEvent_t event =
            nullptr;  ///< caller's GPU: end of its earlier work; other GPUs: end of their part of the call
    };
    /// A function that calls NCCL with the given communicators.
    using Calls = std::function<abi::Code(std::vector<ncclComm_t>&)>;

    explicit Members(std::vector<int> gpus) : ordinals(std::move(gpus)), m_communicators(ordinals.size(), nullptr) {}
    ~Members();
    Members(const Members&) = delete;
    Members& operator=(const Members&) = delete;

    /// Starts to create the communicators; await() returns when they can be used. The caller must hold the lock of
    /// lockCollectives().
    [[nodiscard]] abi::Code open(const Place& place);
    /// Makes the calls for all communicators together. Errors: those of the calls; the communicators were ended.
    [[nodiscard]] abi::Code launch(const Calls& make);
    /// Waits until NCCL has finished its last call. Errors: the error of an earlier call; a GPU was lost or does not
    /// respond; the run is being stopped; the communicators were ended.
    [[nodiscard]] abi::Code await();
    /// Returns the error of a communicator; `state` receives its state.
    [[nodiscard]] abi::Code check(std::size_t member, ncclResult_t& state);
    /// Starts to transfer all remaining data to other processes; await() returns when all processes have transferred
    /// theirs.
    [[nodiscard]] abi::Code finalize();
    /// Removes and returns the communicators, which the caller must end.
    [[nodiscard]] std::vector<ncclComm_t> release();

    [[nodiscard]] bool has(int ordinal) const;
    [[nodiscard]] std::size_t indexOf(int ordinal) const;

    const std::vector<int> ordinals;
    std::vector<Queue> queues;  ///< by GPU; empty for a single GPU

private:
    [[nodiscard]] abi::Code group(const Calls& make);

    std::mutex m_mutex;  ///< guards m_communicators; locked during library calls that do not block
    std::vector<ncclComm_t> m_communicators;
};

using MembersPtr = std::shared_ptr<Members>;

/// The communicators of a sum over the GPUs `ordinals`, which are in ascending order. `isNew`: whether this call has
/// created the object. Each set of GPUs has one set of communicators, because two sets could wait for each other.
[[nodiscard]] MembersPtr membersOfSum(const std::vector<int>& ordinals, bool& isNew);
/// The communicators of a GPU with other processes; null if there are none.
[[nodiscard]] MembersPtr membersOfRanks(int ordinal, int number);
[[nodiscard]] MembersPtr makeMembersOfRanks(int ordinal, int number);
[[nodiscard]] std::vector<MembersPtr> allMembersOfRanks(int ordinal);

/// Ends communicators that an error has made unusable.
void drop(const MembersPtr& members);
/// Ends the kernels of a GPU that wait for other GPUs; later calls fail until clear().
void lose(int ordinal);
/// Until clear(), calls of the GPU that wait for other GPUs fail.
void stop(int ordinal);
/// Ends this process's communicators with other processes, after the other processes have received all data and end
/// their communicators too. Handles all GPUs in one call, because other processes may close their GPUs in another
/// order.
void endRanks();
/// Ends all communicators of the GPU; ends the effect of lose() and stop().
void clear(int ordinal);

}  // namespace engine::devices::cuda::plugin

#endif
