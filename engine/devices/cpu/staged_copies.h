#pragma once

#include "engine/device/ranks.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/issuer.h"
#include "engine/devices/cpu/tensors.h"
#include "engine/schedule/dispatcher.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace engine::devices::cpu {

/// The copies of tensors from a GPU to the host before a collective, and back after it: MPI must not be passed memory
/// of a GPU. A copy is an operation that the thread that makes it ready queues on the GPU; no thread waits for its end.
/// The dependency engine takes it as complete when it is queued. Threads: the program's; those of schedule::Dispatcher
/// any.
class StagedCopies final : public schedule::Dispatcher {
public:
    /// `whenCopied`: called on any thread when a copy to the host has ended, unless the GPU was lost.
    StagedCopies(ComputerState& state, Tensors& tensors, Issuer& issuer, std::function<void()> whenCopied)
        : m_state(state), m_tensors(tensors), m_issuer(issuer), m_whenCopied(std::move(whenCopied))
    {
    }

    /// Call before the first push.
    [[nodiscard]] Status open();

    /// A tensor of a GPU, and the tensor of the host that takes its place in the collective.
    struct Staged {
        VariablePtr tensor;
        VariablePtr host;
        bool isRead = false;
        bool isWritten = false;
        bool isWaiting = false;  ///< an earlier operation must end before the copy to the host can be queued
    };
    /// Replaces the tensors of GPUs by tensors of the host, in page-locked memory, and pushes the copies of those that
    /// the collective reads. Empty tensors stay.
    [[nodiscard]] Status toHost(std::span<VariablePtr> reads, std::span<VariablePtr> writes,
                                const device::CollectiveRequest& request);
    /// The tensors that the last toHost() has replaced.
    [[nodiscard]] std::span<const Staged> staged() const { return m_staged; }
    /// Pushes the copy back to the GPU. `done`: another variable of the dependency engine that it writes.
    [[nodiscard]] Result<OpId> toGpu(const Staged& staged, const device::CollectiveRequest& request, VariableId done)
    {
        return push(staged.host, staged.tensor, request, done);
    }
    /// Call after the last push for the collective: frees the tensors of the host when its operations have ended.
    void release();

    // -- schedule::Dispatcher
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;

private:
    [[nodiscard]] Result<VariablePtr> hostTensorFor(const VariablePtr& tensor);
    [[nodiscard]] Status add(VariablePtr& tensor, bool Staged::*use);
    [[nodiscard]] std::unique_ptr<Task> taskOf(const VariablePtr& from, const VariablePtr& to,
                                               const device::CollectiveRequest& request) const;
    [[nodiscard]] Result<OpId> push(const VariablePtr& from, const VariablePtr& to,
                                    const device::CollectiveRequest& request, VariableId done);
    /// Records the life of a copy that was not queued; the devices record those that were.
    void writeLife(OpId op, trace::OpState state, OpId culprit);

    ComputerState& m_state;
    Tensors& m_tensors;
    Issuer& m_issuer;
    const std::function<void()> m_whenCopied;
    schedule::GroupId m_group{0};
    std::vector<Staged> m_staged;
    bool m_isNoted = false;
};

}  // namespace engine::devices::cpu
