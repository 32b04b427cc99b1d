#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <functional>
#include <memory>
#include <span>

namespace engine::device {

using ValueId = Id<struct ValueTag>;  ///< identifies the values of a tensor in a ValueEngine

/// Computes the values of a virtual machine's operations on the processors of this computer. Results are bit-identical
/// for any number of threads, any virtual machine and any order of independent operations.
///
/// Thread: all methods are called from one thread, except cancel(). A failure (out of memory, a wrong shape) propagates
/// to everything that depends on the result; read() returns it.
class ValueEngine {
public:
    virtual ~ValueEngine() = default;

    /// Creates a value without memory; the memory is allocated when it is first written.
    [[nodiscard]] virtual ValueId create(const ops::Shape& shape) = 0;
    /// The memory is freed after the last submitted operation that uses it. The id may be reused.
    virtual void release(ValueId value) = 0;

    /// Replaces the numbers, in program order. Errors: InvalidArgument if their number does not match the shape.
    [[nodiscard]] virtual Status write(ValueId value, std::span<const float> numbers) = 0;

    /// Queues an operation. Dependencies follow from `reads` and `writes` in the order of the calls. `reads` are the
    /// operation's inputs in order, `writes` its outputs (none for Marker), all different. An output may also be an
    /// input.
    /// Errors: InvalidArgument with a message, before anything is queued; Cancelled.
    [[nodiscard]] virtual Status submit(const ops::Operation& operation, std::span<const ValueId> reads,
                                        std::span<const ValueId> writes) = 0;

    /// Waits until the numbers are computed; the result is valid until the value is written or released.
    /// Errors: the failure of the operation that writes the value; Unavailable if no operation writes it; Cancelled.
    [[nodiscard]] virtual Result<std::span<const float>> read(ValueId value) = 0;
    /// Waits until all submitted operations are done. Errors: the first failure that no call has returned yet.
    [[nodiscard]] virtual Status waitAll() = 0;

    /// Any thread. Drops operations that have not started; current and later reads return Cancelled.
    virtual void cancel() = 0;
};

/// Creates a value engine. `threads`: number of OS threads that compute, at least 1.
using ValueEngineFactory = std::function<Result<std::unique_ptr<ValueEngine>>(int threads)>;

}  // namespace engine::device
