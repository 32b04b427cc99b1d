#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/device/memory.h"
#include "engine/device/streams.h"
#include "engine/ops/operation.h"
#include "engine/trace/sink.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The interface to the hardware that a program runs on: a set of devices with one clock and one dependency engine.
/// There are two kinds: this computer (engine/devices/cpu, with its GPUs engine/devices/cuda) and virtual machines
/// (engine/devices/sim). Front ends depend only on this interface and its parts (streams.h, memory.h, ranks.h,
/// rank_transport.h), and on machine_choice.h (names of machines) and all_reduce.h (sums over devices).
namespace engine::device {

/// The framework whose rules the platform follows where frameworks differ.
///   Torch: an operation is enqueued on the current stream of its device, and its memory allocated, when it is
///          issued. CPU operations run on the program's thread. Copies use the current stream or a separate one.
///   MXNet: an operation is pushed to the engine; a worker of the device executes it when its dependencies are
///          met, and allocates its output then. Copies have separate workers and streams.
enum class Semantics : std::uint8_t { Torch, MXNet };

/// Whether the host memory of copies between the host and GPUs is page-locked.
enum class HostMemoryMode : std::uint8_t { Pageable, Pinned };
/// The stream of a copy: a separate one, or the current one.
enum class CopyStream : std::uint8_t { Own, Current };
/// Naive: every operation is complete before push() returns; MXNet's NaiveEngine.
enum class EnginePolicy : std::uint8_t { Threaded, Naive };

class Collectives;
class RankTransport;
class Ranks;

/// Options of a run; options that are not set follow the machine's description.
struct PlatformOptions {
    Semantics semantics = Semantics::Torch;
    trace::ValueMode values = trace::ValueMode::TimingOnly;
    EnginePolicy policy = EnginePolicy::Threaded;
    std::uint64_t seed = 0;
    /// Virtual machines: random variation of durations as a fraction in [0, 1); reproducible for equal seeds.
    double noise = 0;
    HostMemoryMode hostMemory = HostMemoryMode::Pageable;
    bool isPinnedPoolWarm = false;         ///< pinned memory: buffers come from a pool that is already page-locked
    bool isPageableWarm = false;           ///< pageable memory: pages are already mapped
    std::optional<CopyStream> copyStream;  ///< none: Current for Torch, Own for MXNet
    int computeWorkers = 0;                ///< CPU workers; 0: the machine's default
    int computeStreams = 0;                ///< compute streams per GPU; 0: the machine's default
    int valueThreads = 1;                  ///< OS threads that compute values for a virtual machine
    RankTransport* transport = nullptr;    ///< the other ranks of the run (rank_transport.h); null: none
    /// Largest number of operations that may be pending in the engine of this computer; 0: unlimited
    std::int64_t maxPending = 4096;
};

struct DeviceInfo {
    DeviceId id;
    trace::DeviceKind kind = trace::DeviceKind::Cpu;
    int ordinal = 0;   ///< number among the devices of its kind: cuda:ordinal
    std::string name;  ///< "CPU", "GPU 0"
    std::string model;
    Bytes capacity;
};

/// Classes of operations by the time that the front end needs to issue one.
///   Operator     a call of the dialect that issues one operation
///   Layer        the first operation of a layer's call; includes the layer's own overhead
///   CachedGraph  a call of a compiled graph
///   Free         issued together with another operation, at no extra cost
///   Backward     issued by backward(), which traverses the tape in native code
///   Update       update of one parameter by an optimizer
enum class DispatchClass : std::uint8_t { Operator, Layer, CachedGraph, Free, Backward, Update };

/// An operation to push. The spans need to be valid only during the call of push().
struct OpRequest {
    ops::Operation operation;
    std::span<const VariableId> reads;   ///< the operation's inputs, in order
    std::span<const VariableId> writes;  ///< the operation's outputs, all different; an output may also be an input
    DeviceId device;                     ///< the device that executes it; for a copy, the device of the destination
    DispatchClass dispatch = DispatchClass::Operator;
    NameId name;  ///< name of the operation, interned in the platform's sink
    NameId label;
    NameId text;
    NameId phase;  ///< trace::IssueRecord::phase
    NameId layer;  ///< trace::IssueRecord::layer
    NameId shape;  ///< trace::IssueRecord::shape
    std::int32_t line = 0;
    int priority = 0;
    /// For copies to the host: the program does not wait for the copy (torch: non_blocking=True; MXNet: always).
    bool isNonBlocking = false;
    /// For blocking copies to the host: the program reads the values next. waitToRead() then records the whole wait,
    /// and the copy records none.
    bool isFetched = false;
    std::optional<StreamId> stream;  ///< none: the current stream of the device
    /// The framework computes nothing: the output, a new variable, is a view of the first input's memory (a Reshape, a
    /// Transpose or a Slice), or the operation propagates a write between a view and its base. A platform that models
    /// the framework executes no operation then, and push() returns an invalid id; other platforms copy.
    bool isView = false;
};

/// Work of the program's thread besides issuing operations: converting or printing a value, or loading a batch of data.
enum class HostWork : std::uint8_t { ToNumpy, Print, Load };

/// Describes a new variable, which is the storage of a tensor. `hostMemory` applies to CPU variables that a device
/// copies to or from. If it is none, the targets of Torch's non-blocking copies to the host are pinned, and the
/// platform's option applies to all other variables.
struct VariableRequest {
    DeviceId device;
    ops::Shape shape;
    ops::DataType type = ops::DataType::Float32;
    std::optional<HostMemoryMode> hostMemory;
};

/// Thread: all methods are called from the program's thread, except cancel(). After any failed call the platform
/// remains usable. A call that refers to a missing device, stream, event or variable returns NotFound or
/// InvalidArgument if it can return errors; otherwise it has no effect. A program computes exp(x) and reads it:
///     const VariableId x = *platform.create({cpu, {2, 2}, ops::DataType::Float32, {}});
///     const VariableId y = *platform.create({cpu, {2, 2}, ops::DataType::Float32, {}});
///     OpRequest request;
///     request.operation = {.op = ops::Operator::Exp, .inputs = {{2, 2}}, .output = {2, 2}};
///     request.reads = {&x, 1};
///     request.writes = {&y, 1};
///     request.device = cpu;
///     if (platform.write(x, values) && platform.push(request) && platform.waitToRead(y, site))
///         print(*platform.read(y));
///     platform.release(x);
///     platform.release(y);
///     platform.finish();
class Platform {
public:
    virtual ~Platform() = default;

    [[nodiscard]] virtual trace::PlatformKind kind() const = 0;
    /// Sorted by id; does not change while the platform is open.
    [[nodiscard]] virtual std::span<const DeviceInfo> devices() const = 0;
    [[nodiscard]] virtual const PlatformOptions& options() const = 0;

    // -- the program's clock
    /// The current time of the program's thread, modelled on a virtual machine. Never decreases.
    [[nodiscard]] virtual Nanoseconds now() = 0;
    /// Advances modelled time by `duration`, in which the program's thread is busy. No effect on this computer.
    virtual void spend(Nanoseconds duration) = 0;
    virtual void sleep(Nanoseconds duration) = 0;
    /// The program's thread copies `bytes` of a CPU tensor into a separate NumPy array (asnumpy, after the wait),
    /// formats a value, or reads `bytes` of a data set's next batch. Advances modelled time by the machine's constants;
    /// no effect on this computer.
    virtual void hostWork(HostWork /*work*/, Bytes /*bytes*/, const WaitSite& /*site*/) {}

    // -- storage
    /// Creates a tensor without memory. Its memory is allocated by the operation that first writes it (when issued or
    /// when it runs, depending on the semantics). Errors: InvalidArgument for an invalid shape.
    [[nodiscard]] virtual Result<VariableId> create(const VariableRequest& request) = 0;
    /// Call when the program has dropped its last reference to the variable. The memory is freed after the last
    /// operation that uses the variable.
    virtual void release(VariableId variable) = 0;
    /// The program's thread copies host values into a variable, after pending operations that use the variable. Errors:
    /// InvalidArgument if the number of values differs from the number of elements; OutOfMemory; the error of the wait
    /// for these operations.
    [[nodiscard]] virtual Status write(VariableId variable, std::span<const float> values) = 0;
    /// Returns the values of a CPU variable that was waited for; valid until the variable is written or released.
    /// Errors: Unavailable in a timing-only run, with an explanation; the failure of the operation that wrote it.
    [[nodiscard]] virtual Result<std::span<const float>> read(VariableId variable) = 0;

    /// Records the mean of the variable's current value as a metric. The MetricRecord has the time at which the
    /// operation that produced the value ended, and is written when the numbers are available. The first NaN is also
    /// noted (noteOfNaN()). Never blocks and costs no program time. No effect in a timing-only run, or if the operation
    /// failed.
    virtual void observe(VariableId /*variable*/, std::string_view /*metric*/, std::int32_t /*step*/) {}

    // -- operations
    /// Errors: OutOfMemory with the framework's message; InvalidArgument; Cancelled after cancel(); if the call waits
    /// or runs the operation itself, also the errors of the wait or of the operation.
    [[nodiscard]] virtual Result<OpId> push(const OpRequest& request) = 0;
    /// Replaces the operation's label and text. Called after a statement has bound the result to a name.
    virtual void label(OpId op, NameId label, NameId text) = 0;

    // -- waits; each returns the first failure in program order; Cancelled after cancel(); Deadlock if no pending
    // operation can end the wait
    /// Waits for the operations that write the variable.
    [[nodiscard]] virtual Status waitToRead(VariableId variable, const WaitSite& site) = 0;
    [[nodiscard]] virtual Status waitAll(const WaitSite& site) = 0;
    /// Waits for the operations pushed to the device.
    [[nodiscard]] virtual Status synchronize(DeviceId device, const WaitSite& site) = 0;

    /// Number of operations that are pushed and not finished at the current program time.
    [[nodiscard]] virtual std::int64_t pending() const = 0;

    // -- parts
    [[nodiscard]] virtual Streams& streams() = 0;
    [[nodiscard]] virtual Memory& memory() = 0;
    /// The library that sums tensors of several devices (all_reduce.h); null: none.
    [[nodiscard]] virtual Collectives* collectives() { return nullptr; }
    /// Communication with the other ranks of the run (ranks.h); null: the run has one rank.
    [[nodiscard]] virtual Ranks* ranks() { return nullptr; }

    // -- end
    /// Any thread. All current and later waits return Cancelled immediately; operations that have not started are
    /// dropped.
    virtual void cancel() = 0;
    /// Waits for pending operations (after cancel(): drops them) and writes the last records. Idempotent.
    virtual void finish() = 0;
};

/// Returns the warning that a run records when an observed metric is NaN for the first time.
[[nodiscard]] Message noteOfNaN(std::string_view metric, std::int32_t step);

/// A machine or computer that the user can select.
struct MachineInfo {
    std::string id;     ///< "book-v100"
    std::string label;  ///< "2× V100 (the book's machine)"
    trace::PlatformKind kind = trace::PlatformKind::Virtual;
    int gpuCount = 0;
    std::string path;  ///< path of the machine file; empty for this computer
    Message problem;   ///< why the machine cannot be used; empty: usable
    Message note;      ///< remark for the user: the computer's GPU, or why it has none
};

/// Opens a platform on a machine (an id of MachineInfo, or the path of a machine file); records are written to `sink`.
/// Implemented in app/*, the only place that includes all device kinds.
using PlatformFactory = std::function<Result<std::unique_ptr<Platform>>(
    const std::string& machine, const PlatformOptions& options, trace::Sink& sink)>;

}  // namespace engine::device
