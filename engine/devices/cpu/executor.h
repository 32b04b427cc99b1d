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

/// A tensor's shape and, once something wrote it, its memory. Guarded by the order that the dependency engine gives to
/// those who read and write it.
struct Tensor {
    tensor::Shape shape;
    VariableId id;  ///< for the records
    Block block;
};

/// Runs one operation on tensors of the host: allocates the output, computes, by several threads if it is large.
/// Threads: any, as far as the tensors allow.
class Executor {
public:
    Executor(Storage& storage, Team& team) : m_storage(storage), m_team(team) {}

    struct Share {
        int threads = 1;    ///< that may work on it, the calling one included
        Team::Watch watch;  ///< of the helpers
    };

    /// `inputs` and `outputs` as in the operation, which passed ops::validate(). An output that is no input, or can be
    /// worked on in place, keeps its memory; every other one gets new memory once the result is there.
    /// Errors: OutOfMemory; Unavailable if an input was never written; Cancelled; DeviceFailure.
    [[nodiscard]] Status execute(const ops::Operation& operation, std::span<Tensor* const> inputs,
                                 std::span<Tensor* const> outputs, OpId op, const Share& share);
    /// One output; null for a Marker.
    [[nodiscard]] Status execute(const ops::Operation& operation, std::span<Tensor* const> inputs, Tensor* output,
                                 OpId op, const Share& share)
    {
        return execute(operation, inputs, std::span(&output, output == nullptr ? 0U : 1U), op, share);
    }

    /// It is expected to take more than about 0.2 ms: worth the help of several threads, and a StartRecord, so that a
    /// live view shows it at work.
    [[nodiscard]] static bool isLong(const ops::Operation& operation);

    /// Any thread. What runs stops after the pieces under way (at most some 50 ms).
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
