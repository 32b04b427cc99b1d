#pragma once

#include "engine/device/platform.h"
#include "engine/trace/recorder.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Shared by tests of all devices: a driver that calls a platform like the front ends do. No Qt.
namespace conformance {

using namespace engine;
using Values = std::vector<float>;

using Opener = std::function<Result<std::unique_ptr<device::Platform>>(const device::PlatformOptions&, trace::Sink&)>;

/// A tensor of the program under test.
struct Handle {
    VariableId id;
    ops::Shape shape;
    DeviceId device;
};

/// Thrown if a platform cannot be opened; contains the error message. Ends the current test case; the suite continues.
struct OpenFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One run on one platform, with its trace.
class Driver {
public:
    /// Throws OpenFailure.
    Driver(const Opener& open, const device::PlatformOptions& options);
    ~Driver();
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;

    [[nodiscard]] device::Platform& platform() { return *m_platform; }

    [[nodiscard]] Handle create(const ops::Shape& shape, DeviceId device = {});
    /// Pushes `op`; its inputs are `inputs`, its output `output`.
    Result<OpId> push(ops::Operator op, const std::vector<Handle>& inputs, const Handle& output, double first = 0,
                      double second = 0, std::optional<StreamId> stream = {});
    /// Pushes `operation`, whose shapes and outputs follow from `inputs` and its attributes.
    Result<OpId> push(ops::Operation operation, const std::vector<Handle>& inputs, const std::vector<Handle>& outputs,
                      std::optional<StreamId> stream = {});
    /// Returns the result of `op` in a new tensor. The shape of the result follows from the inputs; for an operation
    /// without inputs, it is `wanted`. Errors of push() are stored in `failure`.
    Handle apply(ops::Operator op, const std::vector<Handle>& inputs, const ops::Shape& wanted = {}, double first = 0,
                 double second = 0);
    Handle fill(const ops::Shape& shape, double value) { return apply(ops::Operator::Fill, {}, shape, value); }
    Handle copy(const Handle& from, DeviceId to);
    void drop(const Handle& handle) { m_platform->release(handle.id); }

    Status wait(const Handle& handle, std::int32_t line = 0);
    Status waitAll(std::int32_t line = 0);
    /// Waits for the tensor, copies it to the CPU if needed, and reads it.
    [[nodiscard]] Result<Values> valuesOf(const Handle& handle);

    [[nodiscard]] NameId intern(std::string_view text) { return m_recorder->intern(text); }
    /// The trace recorded so far.
    [[nodiscard]] trace::TracePtr live() { return m_recorder->snapshot(); }
    /// Ends the run and returns the complete trace.
    trace::TracePtr finish();

    DeviceId device{0};      ///< device that apply() uses
    std::uint64_t seed = 0;  ///< seed of random operations
    std::int32_t line = 0;   ///< listing line of pushed operations
    OpId lastOp;
    std::optional<Error> failure;  ///< the first error of create(), push() or apply()

private:
    Result<OpId> issue(const ops::Operation& operation, std::span<const Handle> inputs, std::span<const Handle> outputs,
                       std::optional<StreamId> stream);

    std::unique_ptr<trace::Recorder> m_recorder = std::make_unique<trace::Recorder>();
    std::unique_ptr<device::Platform> m_platform;
};

/// The first problem of a finished run; empty if there is none. Checks that every edge is respected, lanes do not
/// overlap, every operation has ended, and memory levels are consistent.
[[nodiscard]] std::string problemOf(const trace::Trace& trace);

}  // namespace conformance
