#pragma once

#include "engine/base/result.h"
#include "engine/devices/cpu/kernels/primitive_cache.h"
#include "engine/devices/cpu/storage.h"
#include "engine/ops/operation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace engine::devices::cpu {

/// Shared state that kernels use; outlives them.
struct KernelContext {
    Storage& storage;  ///< provides scratch memory
    PrimitiveCache& primitives;
    OpId op;  ///< operation for which scratch memory is recorded
};

/// One operation on host memory: stages run one after the other, the pieces of a stage on any threads in any order. How
/// an operation is cut into pieces depends on the shapes only, so the result has the same bits for every number of
/// threads.
class Kernel {
public:
    Kernel() = default;
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;
    virtual ~Kernel() = default;

    /// Prepares stage 0, 1, ... after all pieces of the previous one, and returns its number of pieces; nullopt: the
    /// operation is complete. One thread at a time. Errors: OutOfMemory for scratch memory.
    [[nodiscard]] virtual Result<std::optional<std::int64_t>> begin(int stage) = 0;
    /// Runs one piece of the current stage; called once for each piece. Any thread.
    [[nodiscard]] virtual Status run(std::int64_t piece) = 0;
};

/// Returns the number of parts of size `part` that `total` needs.
[[nodiscard]] constexpr std::int64_t countOf(std::int64_t total, std::int64_t part)
{
    return (total + part - 1) / part;
}

using Inputs = std::span<const float* const>;
using Outputs = std::span<float* const>;

/// Creates the kernel of `operation`, which passed ops::validate(). The operation and the arrays must outlive the
/// kernel. Each array has as many floats as its shape has elements. An output may share memory with an input where
/// ops::canWorkInPlace(). Returns null for a Marker.
[[nodiscard]] std::unique_ptr<Kernel> makeKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs,
                                                 const KernelContext& context);

}  // namespace engine::devices::cpu
