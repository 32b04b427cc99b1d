#pragma once

#include "engine/device/all_reduce.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/tensors.h"

#include <memory>
#include <string>
#include <vector>

namespace engine::devices::cpu {

/// Checks requests of the program, records them and pushes them to the dependency engine. Thread: the program's.
class Issuer final : public device::Collectives {
public:
    Issuer(ComputerState& state, const Tensors& tensors);

    /// Errors: those of device::Platform::push().
    [[nodiscard]] Result<OpId> push(const device::OpRequest& request);

    [[nodiscard]] std::string library() const override;
    [[nodiscard]] Result<OpId> allReduce(const device::AllReduce& what, NameId name) override;

    /// Returns the error of requests that are made after the end of the run.
    [[nodiscard]] static Error hasEnded();
    /// Returns the next operation number, for an operation that another class issues.
    [[nodiscard]] OpId nextOp() { return OpId(m_nextOp++); }
    /// Records that the operation is issued, and returns the time of its issue.
    Nanoseconds writeIssue(const Task& task, const device::OpRequest& request, OpId op, Nanoseconds begin);

private:
    [[nodiscard]] Result<std::unique_ptr<Task>> taskOf(const device::OpRequest& request) const;
    [[nodiscard]] Result<std::unique_ptr<Task>> taskOf(const device::AllReduce& what, NameId name) const;
    /// Whether push() returns only after the operation has ended: PyTorch's blocking copy from a GPU.
    [[nodiscard]] bool isAwaitedByProgram(const Task& task) const;
    /// Records the wait for the blocking copy, which ends now. With OpRequest::isFetched, waitToRead() records
    /// it instead.
    void noteWait(const device::OpRequest& request, OpId op, Nanoseconds begin);
    [[nodiscard]] Result<OpId> schedule(std::unique_ptr<Task> task, const device::OpRequest& request, OpId op);
    [[nodiscard]] Result<OpId> pushToEngine(std::unique_ptr<Task> task, std::size_t readCount,
                                            const device::OpRequest& request, OpId op);

    ComputerState& m_state;
    const Tensors& m_tensors;
    std::uint32_t m_nextOp = 0;
    std::vector<VariableId> m_scheduled;  ///< scratch: the variables that an operation reads, then those that it writes
    const NameId m_stallName;
};

}  // namespace engine::devices::cpu
