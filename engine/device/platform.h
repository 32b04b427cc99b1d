#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/ops/operation.h"
#include "engine/trace/sink.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What a program runs on: devices that work together, one clock, one dependency engine. Two kinds exist,
/// this computer (engine/devices/cpu) and virtual machines (engine/devices/sim); front ends see only this page.
namespace engine::device {

/// Whose rules the platform follows where frameworks differ.
///   Torch: work is enqueued on the current stream of its device when issued, memory is taken then; CPU
///          operations run in the program's thread; copies go to the current stream (or the own copy stream).
///   MXNet: work enters the engine; a worker of the device takes it when its dependencies are met and allocates
///          its output then; copies have workers and streams of their own.
enum class Semantics : std::uint8_t { Torch, MXNet };

enum class HostMemoryMode : std::uint8_t { Pageable, Pinned };
enum class CopyStream : std::uint8_t { Own, Current };
enum class EnginePolicy : std::uint8_t { Threaded, Naive };

/// How a run wants its platform; what is not said follows the machine's description.
struct PlatformOptions {
    Semantics semantics = Semantics::Torch;
    trace::ValueMode values = trace::ValueMode::TimingOnly;
    EnginePolicy policy = EnginePolicy::Threaded;
    std::uint64_t seed = 0;
    /// Virtual machines: durations vary at random by up to this part of themselves, in [0, 1); the same for one seed.
    double noise = 0;
    HostMemoryMode hostMemory = HostMemoryMode::Pageable;
    bool isPinnedPoolWarm = false;         ///< pinned: buffers come from a pool instead of being pinned anew
    bool isPageableWarm = false;           ///< pageable: pages are already mapped
    std::optional<CopyStream> copyStream;  ///< none: Current for Torch, Own for MXNet
    int computeWorkers = 0;                ///< CPU workers; 0: the dialect's default (1)
    int computeStreams = 0;                ///< per GPU; 0: the machine's default
    int valueThreads = 1;                  ///< OS threads that compute values on a virtual machine
    std::int64_t maxPending = 4096;        ///< bound on run-ahead of the real engine; 0: none
};

struct DeviceInfo {
    DeviceId id;
    trace::DeviceKind kind = trace::DeviceKind::Cpu;
    int ordinal = 0;   ///< among devices of its kind: cuda:ordinal
    std::string name;  ///< "CPU", "GPU 0"
    std::string model;
    Bytes capacity;
};

/// How expensive it is for the front end to issue an operation.
///   Operator     a call of the dialect that issues one operation
///   Layer        the first operation of a layer's call, which has the layer's own work before it
///   CachedGraph  a call of a compiled graph
///   Free         comes along with another operation
///   Backward     issued by backward(), which walks the tape in native code
///   Update       an optimizer's step of one parameter
enum class DispatchClass : std::uint8_t { Operator, Layer, CachedGraph, Free, Backward, Update };

struct OpRequest {
    ops::Operation operation;
    std::span<const VariableId> reads;   ///< the operation's inputs, in order
    std::span<const VariableId> writes;  ///< its outputs, in order, each another variable; it may be an input too
    DeviceId device;                     ///< where it runs; for copies the device of the destination
    DispatchClass dispatch = DispatchClass::Operator;
    NameId name;  ///< interned in the platform's sink
    NameId label;
    NameId text;
    NameId phase;  ///< trace::IssueRecord::phase
    std::int32_t line = 0;
    int priority = 0;
    /// Copies to the host: the program does not wait for it (torch: non_blocking=True; MXNet: always).
    bool isNonBlocking = false;
    std::optional<StreamId> stream;  ///< none: the current stream of the device
};

/// What the program's thread does besides issuing: with a value once it has it, or to get a batch of data ready.
enum class HostWork : std::uint8_t { ToNumpy, Print, Load };

/// Blocking streams take part in the barriers of the legacy default stream, of which there is one per device.
enum class StreamKind : std::uint8_t { NonBlocking, Blocking, Legacy };

/// Where in the listing a wait stands.
struct WaitSite {
    std::int32_t line = 0;
    NameId call;
};

/// A variable is a tensor's storage. `hostMemory` counts for variables on the CPU that a device copies to or from;
/// none: what the framework does, which is pinned for Torch's non-blocking copies to the host, else the option's.
struct VariableRequest {
    DeviceId device;
    tensor::Shape shape;
    tensor::DataType type = tensor::DataType::Float32;
    std::optional<HostMemoryMode> hostMemory;
};

struct MemoryLevels {
    Bytes allocated;  ///< in tensors
    Bytes reserved;   ///< and in what the pool keeps of tensors that are gone
    Bytes peakAllocated;
    Bytes peakReserved;
    Bytes free;      ///< that neither the pool nor others have
    Bytes capacity;  ///< 0: not known
};

/// Threads: all calls come from the program's thread, but for cancel(). Every call that fails leaves the platform
/// usable. A device, stream, event or variable that the platform does not have (any more) is NotFound or
/// InvalidArgument where a call can say so, and makes it do nothing where it cannot.
class Platform {
public:
    virtual ~Platform() = default;

    [[nodiscard]] virtual trace::PlatformKind kind() const = 0;
    [[nodiscard]] virtual std::span<const DeviceInfo> devices() const = 0;
    [[nodiscard]] virtual const PlatformOptions& options() const = 0;

    // -- the program's clock
    [[nodiscard]] virtual Nanoseconds now() = 0;
    /// The program's thread is busy for `duration`: modelled time passes; on this computer time passes by itself.
    virtual void spend(Nanoseconds duration) = 0;
    virtual void sleep(Nanoseconds duration) = 0;
    /// The program's thread copies `bytes` of a CPU tensor into a NumPy array of its own (asnumpy, after the wait), or
    /// formats a value, or reads `bytes` of a data set's next batch. Modelled time passes by the machine's constants;
    /// on this computer time passes by itself.
    virtual void hostWork(HostWork /*work*/, Bytes /*bytes*/, const WaitSite& /*site*/) {}

    // -- storage
    /// A new tensor. Takes no memory yet; the operation that first writes it does (at issue or when it runs, by
    /// semantics). Errors: InvalidArgument for a shape that no tensor can have.
    [[nodiscard]] virtual Result<VariableId> create(const VariableRequest& request) = 0;
    /// The program dropped its last reference. The memory goes once every operation that uses it is done.
    virtual void release(VariableId variable) = 0;
    /// Copies host values into a variable; the program's thread does it at once, or once operations that use it are
    /// done. Errors: InvalidArgument if there are more or fewer values than elements; OutOfMemory.
    [[nodiscard]] virtual Status write(VariableId variable, std::span<const float> values) = 0;
    /// Values of a variable on the CPU that was waited for; valid until it is next written or released.
    /// Errors: Unavailable in a timing-only run, with a sentence that says so; the failure that poisons it.
    [[nodiscard]] virtual Result<std::span<const float>> read(VariableId variable) = 0;

    /// The mean of what the variable holds at this point of the program becomes a MetricRecord of the time at which the
    /// operation that made it ended, once the numbers are there; the first that is not a number is noted (noteOfNaN()).
    /// Never waits in the program's time and costs none of
    /// it; nothing happens in a timing-only run, and for tensors whose operation failed.
    virtual void observe(VariableId /*variable*/, std::string_view /*metric*/, std::int32_t /*step*/) {}

    // -- operations
    /// Errors: OutOfMemory with the framework's own text; InvalidArgument.
    [[nodiscard]] virtual Result<OpId> push(const OpRequest& request) = 0;
    /// A better name once the statement has bound the result.
    virtual void label(OpId op, NameId label, NameId text) = 0;

    // -- waits; each returns the first failure that it meets, in program order; Cancelled after cancel(); Deadlock if
    // nothing is left that could end it
    [[nodiscard]] virtual Status waitToRead(VariableId variable, const WaitSite& site) = 0;
    [[nodiscard]] virtual Status waitAll(const WaitSite& site) = 0;
    [[nodiscard]] virtual Status synchronize(DeviceId device, const WaitSite& site) = 0;
    [[nodiscard]] virtual Status synchronize(StreamId stream, const WaitSite& site) = 0;

    // -- streams and events
    [[nodiscard]] virtual StreamId currentStream(DeviceId device) const = 0;
    /// Does nothing if the stream is another device's.
    virtual void setCurrentStream(DeviceId device, StreamId stream) = 0;
    /// Errors: InvalidArgument on a virtual machine's CPU; DeviceFailure.
    [[nodiscard]] virtual Result<StreamId> createStream(DeviceId device) = 0;
    /// As above, with its part in the legacy stream's barriers; platforms without them give a non-blocking stream.
    [[nodiscard]] virtual Result<StreamId> createStream(DeviceId device, StreamKind /*kind*/)
    {
        return createStream(device);
    }
    /// A new event that marks what `stream` holds now.
    [[nodiscard]] virtual Result<EventId> recordEvent(StreamId stream) = 0;
    /// The event marks what `stream` holds now; waits that were issued before keep what it marked then.
    [[nodiscard]] virtual Status recordAgain(EventId /*event*/, StreamId /*stream*/)
    {
        return makeError(ErrorCode::Unsupported, "This platform records an event once; make a new event instead.");
    }
    /// What is issued to `stream` from now on waits for what the event marks now; the program does not.
    virtual void streamWait(StreamId stream, EventId event) = 0;
    [[nodiscard]] virtual Status synchronizeEvent(EventId event, const WaitSite& site) = 0;
    [[nodiscard]] virtual bool isEventDone(EventId event) = 0;
    /// Errors: Unavailable while either event has not been reached.
    [[nodiscard]] virtual Result<Nanoseconds> elapsed(EventId begin, EventId end) = 0;

    // -- accounting
    [[nodiscard]] virtual MemoryLevels memory(DeviceId device) const = 0;
    /// Operations pushed and not finished at this moment of the program's clock.
    [[nodiscard]] virtual std::int64_t pending() const = 0;
    /// Gives cached blocks of the pool back (torch.cuda.empty_cache()).
    virtual void emptyCache(DeviceId device) = 0;
    /// The peaks of a GPU's memory() count from now on (torch.cuda.reset_peak_memory_stats()).
    virtual void resetPeaks(DeviceId /*device*/) {}

    // -- end
    /// Any thread. Every wait under way or to come returns Cancelled at once, operations that have not started are
    /// dropped.
    virtual void cancel() = 0;
    /// Waits for what is under way (after cancel(): drops the rest), writes the last records; idempotent.
    virtual void finish() = 0;
};

/// What a run says when an observed number is not a number for the first time.
[[nodiscard]] std::string noteOfNaN(std::string_view metric, std::int32_t step);

/// A named kind of platform the reader can choose.
struct MachineInfo {
    std::string id;     ///< "book-v100"
    std::string label;  ///< "2× V100 (the book's machine)"
    trace::PlatformKind kind = trace::PlatformKind::Virtual;
    int gpuCount = 0;
    std::string path;     ///< of the machine file; empty for this computer
    std::string problem;  ///< why it cannot be used; empty: it can
    std::string note;     ///< what to know about it: its GPU, or why it has none
};

/// Opens a platform on a machine (id of MachineInfo, or the path of a machine file); records go to `sink`.
/// Made by app/*, the only place that knows the kinds of devices.
using PlatformFactory = std::function<Result<std::unique_ptr<Platform>>(
    const std::string& machine, const PlatformOptions& options, trace::Sink& sink)>;

}  // namespace engine::device
