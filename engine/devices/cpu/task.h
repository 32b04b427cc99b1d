#pragma once

#include "engine/device/platform.h"
#include "engine/devices/cpu/executor.h"

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace engine::devices::cpu {

constexpr DeviceId kCpu{0};

/// Base class for the data that GPUs store with a tensor or an event.
struct GpuPart {
    virtual ~GpuPart() = default;
};

/// A tensor of the program and its variable in the dependency engine.
struct Variable {
    Tensor tensor;
    VariableId scheduled;
    DeviceId device{0};
    std::shared_ptr<GpuPart> remote;  ///< set when the tensor is created; null on a computer without GPUs
    // The next three members describe the tensor's values. The dependency engine's order guards them, as it guards the
    // tensor.
    Nanoseconds made{};
    OpId maker;
    std::int32_t line = 0;  ///< line of the operation that computed the values
    bool isUsed = false;  ///< an operation used the tensor, so Platform::write() pushes an operation that writes after
                          ///< all earlier uses
};
using VariablePtr = std::shared_ptr<Variable>;

/// An operation that was pushed and has not ended.
struct Task {
    ops::Operation operation;
    DeviceId device{0};
    StreamId stream{0};
    bool isNonBlocking = false;
    bool isCollective = false;           ///< runs on several devices at the same time; `device` is the first
    bool isStaged = false;               ///< a copy between GPU and host for a collective (StagedCopies)
    std::function<void()> whenEnded;     ///< called when a staged copy to the host has ended, unless the GPU was lost
    std::vector<VariablePtr> variables;  ///< inputs, then outputs
    NameId name;
    std::int32_t line = 0;
    bool isLong = false;  ///< long enough for a separate StartRecord

    [[nodiscard]] std::span<const VariablePtr> inputs() const
    {
        return std::span(variables).first(operation.inputs.size());
    }
    [[nodiscard]] std::span<const VariablePtr> outputs() const
    {
        return std::span(variables).subspan(operation.inputs.size());
    }
};

/// The state of one recording of an event; each recording creates a new one.
struct Event {
    VariableId scheduled;
    DeviceId device{0};
    std::atomic<std::int64_t> time{-1};  ///< when the event was reached, in ns; -1: not yet
    std::shared_ptr<GpuPart> remote;     ///< GPU part of the event
};
using EventPtr = std::shared_ptr<Event>;

/// Whether operations run in the program's thread, inside push().
[[nodiscard]] inline bool isInline(const device::PlatformOptions& options)
{
    return options.semantics == device::Semantics::Torch || options.policy == device::EnginePolicy::Naive;
}

[[nodiscard]] inline Error unknownVariable()
{
    return untranslatedError(ErrorCode::InvalidArgument,
                             "The operation names a tensor that does not exist (any more).");
}

}  // namespace engine::devices::cpu
