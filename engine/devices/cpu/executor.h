#pragma once

#include "engine/base/result.h"
#include "engine/devices/cpu/kernels/primitive_cache.h"
#include "engine/devices/cpu/storage.h"
#include "engine/devices/cpu/team.h"
#include "engine/ops/operation.h"

#include <atomic>
#include <span>

namespace engine::devices::cpu {

class Kernel;

/// A tensor's shape and, once it has been written, its memory. Guarded by the order in which the dependency engine runs
/// readers and writers.
struct Tensor {
    ops::Shape shape;
    VariableId id;  ///< variable that the records name
    Block block;
};

/// Runs one operation on host tensors: allocates the outputs and computes, on several threads if the operation is
/// large.
/// Threads: any; the dependency engine orders accesses to the tensors.
class Executor {
public:
    Executor(Storage& storage, Team& team) : m_storage(storage), m_team(team) {}

    /// How many threads may compute one operation.
    struct Share {
        int threads = 1;    ///< limit on threads, including the calling one
        Team::Watch watch;  ///< called around the work of each helper
    };

    /// Executes `operation`, which passed ops::validate(), on its inputs and outputs. An output that has memory of the
    /// right size keeps it if the output is not an input or if ops::canWorkInPlace(); otherwise the output gets new
    /// memory when the result is complete. Errors: OutOfMemory; Unavailable if an input was never written; Cancelled;
    /// Unsupported; DeviceFailure.
    [[nodiscard]] Status execute(const ops::Operation& operation, std::span<Tensor* const> inputs,
                                 std::span<Tensor* const> outputs, OpId op, const Share& share);
    /// Overload for operations with one output; `output` is null for a Marker.
    [[nodiscard]] Status execute(const ops::Operation& operation, std::span<Tensor* const> inputs, Tensor* output,
                                 OpId op, const Share& share)
    {
        return execute(operation, inputs, std::span(&output, output == nullptr ? 0U : 1U), op, share);
    }

    /// Whether the operation is expected to take more than about 0.2 ms. Then several threads share it, and a
    /// StartRecord shows it in a live view while it runs.
    [[nodiscard]] static bool isLong(const ops::Operation& operation);

    /// Threads: any. A running operation stops after the pieces that are being computed (at most about 50 ms).
    void cancel() { m_isCancelled.store(true); }

private:
    [[nodiscard]] Status compute(const ops::Operation& operation, std::span<const float* const> inputs,
                                 std::span<float* const> outputs, OpId op, const Share& share);
    [[nodiscard]] Status runStage(Kernel& kernel, std::int64_t pieces, const Share& share);

    Storage& m_storage;
    Team& m_team;
    PrimitiveCache m_primitives;
    std::atomic<bool> m_isCancelled{false};
};

}  // namespace engine::devices::cpu
