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

/// What a kernel may use besides its tensors; outlives it.
struct KernelContext {
    Storage& storage;  ///< for scratch memory
    PrimitiveCache& primitives;
    OpId op;  ///< on whose behalf
};

/// One operation on memory of the host, cut into stages that follow each other and pieces that may run on any threads
/// in any order. The cut depends on the shapes alone, so the result is the same bit for bit.
class Kernel {
public:
    Kernel() = default;
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;
    virtual ~Kernel() = default;

    /// Gets stage 0, 1, ... ready, once all pieces of the one before are done, and says of how many pieces it consists;
    /// none: the result is there. One thread at a time. Errors: OutOfMemory for scratch memory.
    [[nodiscard]] virtual Result<std::optional<std::int64_t>> begin(int stage) = 0;
    /// Any thread, each piece of the present stage once.
    [[nodiscard]] virtual Status run(std::int64_t piece) = 0;
};

using Inputs = std::span<const float* const>;
using Outputs = std::span<float* const>;

/// `operation` passed ops::validate() and outlives the kernel, as do the arrays; memory holds as many floats as the
/// shapes have elements. An output's memory may be an input's where ops::canWorkInPlace() says so. Null for a Marker.
[[nodiscard]] std::unique_ptr<Kernel> makeKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs,
                                                 const KernelContext& context);

}  // namespace engine::devices::cpu
