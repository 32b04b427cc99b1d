#pragma once

#include "engine/base/message.h"
#include "engine/device/ranks.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/issuer.h"
#include "engine/devices/cpu/tensors.h"
#include "engine/schedule/dispatcher.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine::devices::cpu {

/// Copies tensors from a GPU to the host before a collective, and back after it, because MPI must not be passed memory
/// of a GPU. One operation copies all tensors that the collective reads into one host tensor; another one copies the
/// results back to the GPU. The thread that calls ready() queues the copy on the GPU; no thread waits for its end. For
/// the dependency engine, a copy is complete when it is queued. Threads: the program's; the functions of
/// schedule::Dispatcher: any.
class StagedCopies final : public schedule::Dispatcher {
public:
    /// `whenCopied`: called on any thread when a copy to the host has ended, unless the GPU was lost.
    StagedCopies(ComputerState& state, Tensors& tensors, Issuer& issuer, std::function<void()> whenCopied)
        : m_state(state), m_tensors(tensors), m_issuer(issuer), m_whenCopied(std::move(whenCopied))
    {
    }

    /// Call before the first push.
    [[nodiscard]] Status open();

    using TensorList = std::vector<VariablePtr>;
    /// Replaces each list of GPU tensors by one tensor of the host in page-locked memory, and pushes the copy of the
    /// tensors that the collective reads. Empty lists, and the lists of a collective of the CPU, stay unchanged.
    /// `reason`: why no library exchanges the tensors; empty if the program did not want a library.
    [[nodiscard]] Status toHost(TensorList& reads, TensorList& writes, const device::CollectiveRequest& request,
                                const Message& reason);
    /// The tensors that the last toHost() has replaced in `writes`.
    [[nodiscard]] const TensorList& written() const { return m_written.tensors; }
    /// If the copy to the host cannot be queued before an earlier operation has ended, returns the GPU tensors that the
    /// copy reads; else an empty list.
    [[nodiscard]] const TensorList& awaited() const { return m_awaited; }
    /// Pushes the copy back to the GPU. `done`: another variable of the dependency engine, which the copy writes too.
    [[nodiscard]] Result<OpId> toGpu(const device::CollectiveRequest& request, VariableId done)
    {
        return push({m_written.host}, m_written.tensors, request, done);
    }
    /// Call after the last push for the collective: frees the tensors of the host when the operations that use them
    /// have ended.
    void release();

    // -- schedule::Dispatcher
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;

private:
    /// Tensors of a GPU, and the tensor of the host that takes their place.
    struct StagedTensors {
        TensorList tensors;
        VariablePtr host;  ///< null: there are no elements
    };
    [[nodiscard]] Result<StagedTensors> stagedFor(const TensorList& tensors);
    [[nodiscard]] std::unique_ptr<Task> taskOf(const TensorList& from, const TensorList& to,
                                               const device::CollectiveRequest& request) const;
    [[nodiscard]] Result<OpId> push(const TensorList& from, const TensorList& to,
                                    const device::CollectiveRequest& request, VariableId done);
    /// Records the lifetime of a copy that was not queued; the devices record the lifetimes of queued copies.
    void writeLife(OpId op, trace::OpState state, OpId culprit);

    ComputerState& m_state;
    Tensors& m_tensors;
    Issuer& m_issuer;
    const std::function<void()> m_whenCopied;
    schedule::GroupId m_group{0};
    StagedTensors m_read;
    StagedTensors m_written;
    TensorList m_awaited;
    std::optional<std::string> m_noted;  ///< reason of the last note
};

}  // namespace engine::devices::cpu
