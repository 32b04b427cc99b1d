#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <functional>
#include <memory>
#include <span>

namespace engine::device {

using ValueId = Id<struct ValueTag>;  ///< a tensor's numbers in a ValueEngine

/// Computes the numbers of a virtual machine's operations on this computer's processors. Results are equal bit for
/// bit whatever the number of threads, the machine and the order in which independent operations run.
///
/// Threads: all calls from one thread, but for cancel(). A failure (out of memory, a wrong shape) travels to whatever
/// reads its result and comes out of read().
class ValueEngine {
public:
    virtual ~ValueEngine() = default;

    /// Numbers that are not there yet; takes no memory before they are written.
    [[nodiscard]] virtual ValueId create(const tensor::Shape& shape) = 0;
    /// Its memory goes once every submitted operation that uses it is done. The id may be handed out again.
    virtual void release(ValueId value) = 0;

    /// Replaces the numbers, in program order. Errors: InvalidArgument if their count is not the shape's.
    [[nodiscard]] virtual Status write(ValueId value, std::span<const float> numbers) = 0;

    /// Queues an operation; dependencies follow from `reads` and `writes` in the order of the calls. `reads` are the
    /// operation's inputs in order, `writes` its outputs (none for Marker), each another value. An output may also be
    /// an input.
    /// Errors: InvalidArgument with a sentence, at once; Cancelled.
    [[nodiscard]] virtual Status submit(const ops::Operation& operation, std::span<const ValueId> reads,
                                        std::span<const ValueId> writes) = 0;

    /// Waits until they are computed; valid until the value is next written or released.
    /// Errors: the failure of the operation that should have made them; Unavailable if nothing ever wrote them;
    /// Cancelled.
    [[nodiscard]] virtual Result<std::span<const float>> read(ValueId value) = 0;
    /// Until everything submitted is done. Errors: the first failure that no wait has reported yet.
    [[nodiscard]] virtual Status waitAll() = 0;

    /// Any thread. Drops what has not started; reads under way and to come return Cancelled.
    virtual void cancel() = 0;
};

/// `threads`: OS threads that compute, at least 1.
using ValueEngineFactory = std::function<Result<std::unique_ptr<ValueEngine>>(int threads)>;

}  // namespace engine::device
