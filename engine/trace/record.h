#pragma once

#include "engine/base/id.h"
#include "engine/base/message.h"
#include "engine/base/units.h"
#include "engine/trace/rank_records.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

/// The interface between producers and readers: readers can show the run of any component that writes these records.
/// Times are nanoseconds from the start of the run on the platform's clock.
namespace engine::trace {

/// Real: times were measured on a computer. Virtual: they are modelled.
enum class PlatformKind : std::uint8_t { Real, Virtual };
/// Whether a run on a virtual machine computes the numbers of tensors, or only times.
enum class ValueMode : std::uint8_t { Computed, TimingOnly };

/// The type of a device.
enum class DeviceKind : std::uint8_t { Cpu, Gpu };

/// The content of a row of the timeline. Spans of a lane are sorted by begin and must not overlap.
enum class LaneRole : std::uint8_t {
    Frontend,
    CpuWorker,
    Compute,
    CopyIn,
    CopyOut,
    CopyPeer,
    HostPages,
    Link,
    Communication
};

/// The type of work of an operation; determines its colour and pattern.
enum class Kind : std::uint8_t {
    Compute,  ///< products, convolutions, random numbers; in training, those of the forward pass
    Backward,
    Elementwise,  ///< elementwise work and parameter updates
    CopyIn,       ///< CPU -> GPU
    CopyOut,      ///< GPU -> CPU
    CopyPeer,     ///< GPU -> GPU
    Host,         ///< work of the program's own thread: a statement, pinning, page faults, an allocation
    Collective,   ///< communication between ranks, from the last arrival to the end
};

[[nodiscard]] constexpr bool isCopy(Kind kind)
{
    return kind == Kind::CopyIn || kind == Kind::CopyOut || kind == Kind::CopyPeer;
}

/// The type of host memory in a copy; determines the colour of the copy.
enum class HostMemory : std::uint8_t { None, PageableFresh, PageableWarm, PinnedFresh, PinnedPool };

/// Failed: the operation ran and failed. Skipped: an operation whose result this operation reads has failed. Cancelled:
/// the run ended before the operation did; on a virtual machine, it may have started. Skipped operations never ran.
enum class OpState : std::uint8_t { Issued, Ready, Running, Done, Failed, Skipped, Cancelled };

/// The reason why one operation waits for another: a variable that both use, or the order of a stream.
enum class DependencyKind : std::uint8_t { ReadAfterWrite, WriteAfterRead, WriteAfterWrite, Stream };

/// The type of event for which an operation had to wait before it could become ready or start.
enum class CauseKind : std::uint8_t {
    None,         ///< unknown
    Issued,       ///< the operation waited only for its issue
    Data,         ///< a producer, or a reader of the overwritten value, finished (`op`)
    Stream,       ///< the previous operation of its stream finished (`op`)
    CopyEngine,   ///< the copy engine was busy with `op`
    Worker,       ///< an engine worker was busy with `op`
    Resource,     ///< `op` used a shared resource: multiprocessors, a link, the work on pages, the driver's lock
    Memory,       ///< memory for its result had to be allocated first
    Synchronise,  ///< a wait of the program ended
};

/// The type of event for which an operation waited, and the operation that caused the wait.
struct Cause {
    CauseKind kind = CauseKind::None;
    OpId op{};  ///< none: the program itself
};

/// The program that was run, and the settings of the run.
struct RunInfo {
    std::string program;  ///< id of a built-in program, or the file's name
    std::string title;
    std::string section;       ///< "13.3.1"; empty for a user's own program
    std::string source;        ///< the program's text as shown to the user
    std::string dialect;       ///< "torch" | "mxnet"
    std::string machine;       ///< id of the machine file, or a value of imported.h: "this-computer", "imported"
    std::string machineLabel;  ///< "2× V100 (the book's machine)"
    PlatformKind platform = PlatformKind::Virtual;
    ValueMode values = ValueMode::TimingOnly;
    std::uint64_t seed = 0;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::vector<std::pair<std::int32_t, bool>> switches;  ///< waits that the user switched on (true) or off, by line
};

struct DeviceRecord {
    DeviceId id;
    DeviceKind kind = DeviceKind::Cpu;
    std::string name;          ///< "CPU", "GPU 0": used for lanes and messages
    std::string model;         ///< "V100 · 16 GB"
    Bytes capacity;            ///< 0: unknown
    Bytes usedByOthers;        ///< memory of the driver, the context and the display
    double peakFlops = 0;      ///< fp32 FLOP/s; 0: unknown
    std::uint32_t member = 0;  ///< in a trace that shows several ranks: index of the device's rank; not in files
};
[[nodiscard]] inline bool isGpu(const DeviceRecord& device)
{
    return device.kind == DeviceKind::Gpu;
}

struct LaneRecord {
    LaneId id;
    DeviceId device;  ///< none for links
    LaneRole role = LaneRole::Compute;
    std::uint16_t index = 0;  ///< number among lanes of the same role on this device (stream or worker)
    std::string name;         ///< "compute", "copy out", "PCIe → 0"
    double capacity = 0;      ///< bytes/s of links and copy lanes; 0: unknown
};

/// An operation is issued to the engine. Ids are consecutive and ascend in program order.
struct IssueRecord {
    OpId op;
    Nanoseconds begin{};  ///< the front end starts to issue the operation
    Nanoseconds end{};    ///< the operation is queued; the front end continues
    NameId name;          ///< operator as the dialect calls it: "mm", "dot", "copyto"
    NameId label;         ///< name of its result in the user's terms: "y[17]"; none: not known yet
    NameId text;          ///< expression: "y[17] = x_gpu2.mm(x_gpu2)"; none: not known yet
    NameId phase;         ///< phase of the operation: a function of the listing, or a part of training; may be none
    Kind kind = Kind::Compute;
    DeviceId device;
    std::int32_t line =
        0;  ///< 1-based line of the listing that issued it (the statement at the top of the call stack); 0: none
    double flops = 0;
    Bytes bytes;  ///< read and written, or transferred by a copy
    Bytes outputBytes;
    HostMemory hostMemory = HostMemory::None;  ///< for copies between host and device
    /// Layer of the neural net to whose forward or backward pass the operation belongs: the path of the layer in the
    /// net, as "net:Sequential/3:Residual/conv1:Conv2d[64x64x3x3 64]". Each part is the name that the net gives the
    /// layer, its type, and the shapes of its own parameters. None: outside of a neural net, or unknown.
    NameId layer;
    NameId shape;  ///< shape of its result, as "256x64x28x28"; none: unknown
};

/// A better name for an operation's result, available after the statement has bound the result.
struct LabelRecord {
    OpId op;
    NameId label;
    NameId text;
};

/// An operation has started. Optional, for live views; the LifeRecord repeats it.
struct StartRecord {
    OpId op;
    LaneId lane;
    Nanoseconds started{};
};

/// The times and the final state of an operation that has ended.
struct LifeRecord {
    OpId op;
    LaneId lane;          ///< none if the operation never started
    Nanoseconds ready{};  ///< time at which all dependencies were satisfied
    Nanoseconds started{};
    Nanoseconds finished{};
    OpState state = OpState::Done;  ///< Done, Failed, Skipped or Cancelled
    Cause readyCause;
    Cause startCause;
    OpId culprit{};  ///< if `state` is Skipped: the failed operation
};

/// A dependency: `to` waits for `from`.
struct DependencyRecord {
    OpId from;
    OpId to;
    DependencyKind kind = DependencyKind::ReadAfterWrite;
};

/// The object of a wait of the program: all operations, those of a device or of a stream, one operation, or an event.
enum class WaitTarget : std::uint8_t { All, Device, Stream, Op, Event };

/// A wait that blocked the program's thread.
struct WaitRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t line = 0;
    NameId call;  ///< "torch.cuda.synchronize(devices[0])"
    WaitTarget target = WaitTarget::All;
    DeviceId device{};  ///< for targets Device and Stream
    OpId op{};          ///< for target Op: the operation that the program waits for
    OpId releasedBy{};  ///< operation whose end ended the wait; none if there was nothing to wait for
};

/// Work of the program's own thread that is not an operation: page-locking, page faults, an allocation, a copy that it
/// performs itself.
struct HostRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t line = 0;
    NameId name;    ///< "pin 64 MiB"
    OpId op{};      ///< operation for which the work is done, if any
    LaneId lane{};  ///< HostPages lane for work on pages; none: the front end's lane
};

/// One execution of a statement.
struct LineRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t line = 0;
};

/// One `with Benchmark(...)` block.
struct BlockRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t line = 0;
    std::string label;
    double seconds = 0;     ///< time that the program printed
    bool isFailed = false;  ///< an exception ended the block
};

enum class StepKind : std::uint8_t { Epoch, Batch };

/// One iteration of a training loop: from one call of next() on the data to the following call.
struct StepRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    StepKind kind = StepKind::Batch;
    std::int32_t index = 0;  ///< from 0: number of a batch within its epoch, or of an epoch within its loop
    std::int32_t count = 0;  ///< total number of batches or epochs; 0: unknown
    std::int32_t line = 0;
};

/// Allocate, Free: a block for a tensor was allocated or freed. Hold: the block now has a computed result. Reserve,
/// Release: the pool got memory from the driver or returned it. Refuse: an allocation failed.
enum class MemoryAct : std::uint8_t { Allocate, Hold, Free, Reserve, Release, Refuse };

/// A change of a device's memory, with the levels after it.
struct MemoryRecord {
    Nanoseconds time{};
    DeviceId device;
    MemoryAct act = MemoryAct::Allocate;
    Bytes bytes;
    Bytes allocated;  ///< level: memory of all allocated blocks
    Bytes held;       ///< level: memory of allocated blocks with a computed result
    Bytes reserved;   ///< level: memory that the pool has allocated from the driver
    VariableId variable{};
    OpId op{};  ///< operation for which the memory changes
};

/// From `time` until the next record of the same link, the copies on the link transfer `rate` bytes/s in total.
struct LinkRateRecord {
    Nanoseconds time{};
    LaneId lane;
    double rate = 0;
};

/// A number that describes the program's progress, such as a loss.
struct MetricRecord {
    Nanoseconds time{};
    std::string name;
    double value = 0;
    std::int32_t step = 0;
};

/// Result: the value of a cell's last expression.
enum class OutputStream : std::uint8_t { Standard, Error, Result };

/// Text that the program printed, or the value of a cell's last expression.
struct OutputRecord {
    Nanoseconds time{};
    std::int32_t line = 0;
    OutputStream stream = OutputStream::Standard;
    std::string text;
};

/// A remark about the run for the user. It concerns `line` or `op`; if `line` is 0 and `op` is invalid, the whole run.
struct NoteRecord {
    Nanoseconds time{};
    Message text;
    bool isWarning = false;
    std::int32_t line = 0;
    OpId op{};
};

/// The exception that ended the program.
struct ErrorRecord {
    Nanoseconds time{};
    std::int32_t line = 0;
    std::string type;  ///< "RuntimeError"
    std::string message;
    std::string traceback;  ///< as Python prints it
    OpId op{};
};

/// The last record of a run.
struct EndRecord {
    Nanoseconds time{};
    bool isComplete = true;  ///< false: the user stopped the run, or its end was not recorded
};

/// The text of a name id; precedes the first record that uses the id.
struct NameRecord {
    NameId id;
    std::string text;
};

using RunRecord = std::shared_ptr<const RunInfo>;

/// Records are small enough to be passed by value, and the records of an operation allocate nothing.
using Record = std::variant<RunRecord, NameRecord, DeviceRecord, LaneRecord, IssueRecord, LabelRecord, StartRecord,
                            LifeRecord, DependencyRecord, WaitRecord, HostRecord, LineRecord, BlockRecord, StepRecord,
                            MemoryRecord, MetricRecord, OutputRecord, NoteRecord, ErrorRecord, EndRecord,
                            LinkRateRecord, RankRecord, GroupRecord, CollectiveRecord, ClockRecord>;

}  // namespace engine::trace
