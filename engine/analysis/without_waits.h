#pragma once

#include "engine/analysis/scope.h"

#include <span>

namespace engine::analysis {

/// The program's thread was blocked in a wait, or in a call that computes, until `releasedBy` ended.
struct BlockedTime {
    Nanoseconds begin{};
    Nanoseconds end{};
    OpId releasedBy{};
    bool isRemovable = false;  ///< a wait that the program could omit
};

/// Whether the operation has ended on a lane; also true for skipped and cancelled operations that have a lane.
[[nodiscard]] inline bool isOver(const trace::Op& op)
{
    return op.lane.isValid() && op.state >= trace::OpState::Done;
}

/// Whether lanes of this role share the processors of their device, so concurrent operations slow each other down.
[[nodiscard]] inline bool isShared(trace::LaneRole role)
{
    return role == trace::LaneRole::Compute || role == trace::LaneRole::CpuWorker;
}

/// Whether an operation on lane `own` waits for the operations that started before it on `lane`: both are the same
/// lane, or share processors.
[[nodiscard]] bool isUnitOf(const trace::LaneRecord& lane, const trace::LaneRecord& own);
/// Whether an operation on lane `own` also waits for the operations on `lane` that were issued before it. With
/// `copiesAreInStream`, this holds for all lanes of the same GPU.
[[nodiscard]] bool isStreamOf(const trace::LaneRecord& lane, const trace::LaneRecord& own, bool copiesAreInStream);

/// Returns the length that the scope would have without the removable waits. In the replay, each operation has the same
/// duration, the same predecessors on its lane and its links, and the same delay after these and after its inputs.
/// `blocked`: sorted by end. Other ranks keep their waits, and a launch queue counts as never full. `hostEnd`: time at
/// which the program's thread ended its work in the scope. Cost: sorts the operations of the scope; then linear in
/// their edges and in operations times the lanes of their device.
[[nodiscard]] Nanoseconds lengthWithoutWaits(const trace::Trace& trace, Scope scope,
                                             std::span<const BlockedTime> blocked, Nanoseconds hostEnd,
                                             bool copiesAreInStream);

}  // namespace engine::analysis
