#pragma once

#include "engine/base/id.h"
#include "engine/base/units.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

/// The waist of the program: whoever writes these records can be watched, whoever reads them can show it.
/// Times are nanoseconds from the start of the run on the platform's clock.
namespace engine::trace {

enum class PlatformKind : std::uint8_t { Real, Virtual };
enum class ValueMode : std::uint8_t { Computed, TimingOnly };

/// What a device is.
enum class DeviceKind : std::uint8_t { Cpu, Gpu };

/// What a row of the timeline carries. Spans of one lane are sorted by start and never overlap.
enum class LaneRole : std::uint8_t { Frontend, CpuWorker, Compute, CopyIn, CopyOut, CopyPeer, HostPages, Link };

/// The meaning of an operation; decides its colour and pattern.
enum class Kind : std::uint8_t {
    Compute,  ///< products, convolutions, random numbers; forward
    Backward,
    Elementwise,  ///< elementwise work and parameter updates
    CopyIn,       ///< CPU -> GPU
    CopyOut,      ///< GPU -> CPU
    CopyPeer,     ///< GPU -> GPU
    Host,         ///< work of the program's own thread: a statement, pinning, page faults, an allocation
};

/// What the host side of a copy is made of; coloured apart.
enum class HostMemory : std::uint8_t { None, PageableFresh, PageableWarm, PinnedFresh, PinnedPool };

enum class OpState : std::uint8_t { Issued, Ready, Running, Done, Failed, Skipped, Cancelled };

enum class DependencyKind : std::uint8_t { ReadAfterWrite, WriteAfterRead, WriteAfterWrite, Stream };

/// Why something began only now: the record whose end released it.
enum class CauseKind : std::uint8_t {
    None,         ///< unknown
    Issued,       ///< the program had only just issued it
    Data,         ///< a producer, or a reader of what it overwrites, finished (`op`)
    Stream,       ///< the operation before it in its stream finished (`op`)
    CopyEngine,   ///< the copy engine was busy with `op`
    Worker,       ///< an engine worker was busy with `op`
    Resource,     ///< a shared resource (SM share, link, pages, driver lock) was held by `op`
    Memory,       ///< memory had to be had first
    Synchronise,  ///< a wait of the program ended
};

struct Cause {
    CauseKind kind = CauseKind::None;
    OpId op{};  ///< none: the program itself
};

struct RunInfo {
    std::string program;  ///< id of a built-in, or the file's name
    std::string title;
    std::string section;       ///< "13.3.1"; empty for a reader's own program
    std::string source;        ///< the text that ran, as the reader sees it
    std::string dialect;       ///< "torch" | "mxnet"
    std::string machine;       ///< id of the machine file; "this-computer" for the real platform
    std::string machineLabel;  ///< "2× V100 (the book's machine)"
    PlatformKind platform = PlatformKind::Virtual;
    ValueMode values = ValueMode::TimingOnly;
    std::uint64_t seed = 0;
    std::vector<std::pair<std::string, std::string>> parameters;
};

struct DeviceRecord {
    DeviceId id;
    DeviceKind kind = DeviceKind::Cpu;
    std::string name;      ///< "CPU", "GPU 0": what lanes and messages call it
    std::string model;     ///< "V100 · 16 GB"
    Bytes capacity;        ///< 0: not known
    Bytes usedByOthers;    ///< driver, context, display
    double peakFlops = 0;  ///< fp32 FLOP/s, 0: not known
};

struct LaneRecord {
    LaneId id;
    DeviceId device;  ///< none for links
    LaneRole role = LaneRole::Compute;
    std::uint16_t index = 0;  ///< among lanes of the same role on this device (stream or worker number)
    std::string name;         ///< "compute", "copy out", "PCIe → 0"
    double capacity = 0;      ///< bytes/s for links and copy lanes, 0: not known
};

/// An operation enters the engine. Ids are dense and ascend in program order.
struct IssueRecord {
    OpId op;
    Nanoseconds begin{};  ///< the front end starts to issue it
    Nanoseconds end{};    ///< it is queued; the front end goes on
    NameId name;          ///< operator as the dialect calls it: "mm", "dot", "copyto"
    NameId label;         ///< what it makes, as the reader would say it: "y[17]"; none: not known yet
    NameId text;          ///< expression: "y[17] = x_gpu2.mm(x_gpu2)"; none: not known yet
    NameId phase;         ///< function of the listing, or part of training, that it belongs to: "forward"; none
    Kind kind = Kind::Compute;
    DeviceId device;
    std::int32_t line =
        0;  ///< 1-based line of the listing that issued it (the statement at the top of the call stack); 0: none
    double flops = 0;
    Bytes bytes;  ///< read plus written, or moved for a copy
    Bytes outputBytes;
    HostMemory hostMemory = HostMemory::None;  ///< of copies between host and device
};

/// A later, better name for an operation's result (known once the statement has bound it).
struct LabelRecord {
    OpId op;
    NameId label;
    NameId text;
};

/// An operation left the waiting state, for live views; optional, repeated in its LifeRecord.
struct StartRecord {
    OpId op;
    LaneId lane;
    Nanoseconds started{};
};

/// The life of an operation that will not change any more.
struct LifeRecord {
    OpId op;
    LaneId lane;          ///< none if it never ran
    Nanoseconds ready{};  ///< all dependencies were satisfied
    Nanoseconds started{};
    Nanoseconds finished{};
    OpState state = OpState::Done;  ///< Done, Failed, Skipped or Cancelled
    Cause readyCause;
    Cause startCause;
    OpId culprit{};  ///< of Skipped: the failed operation
};

struct DependencyRecord {
    OpId from;
    OpId to;
    DependencyKind kind = DependencyKind::ReadAfterWrite;
};

enum class WaitTarget : std::uint8_t { All, Device, Stream, Op, Event };

/// The program's thread was blocked.
struct WaitRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t line = 0;
    NameId call;  ///< "torch.cuda.synchronize(devices[0])"
    WaitTarget target = WaitTarget::All;
    DeviceId device{};  ///< Device, Stream
    OpId op{};          ///< Op: what it waits for
    OpId releasedBy{};  ///< the operation whose end let it go on; none if nothing had to be waited for
};

/// Work of the program's own thread that is no operation: pinning, page faults, an allocation, a copy it carries out
/// itself.
struct HostRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::int32_t line = 0;
    NameId name;    ///< "pin 64 MiB"
    OpId op{};      ///< on whose behalf, if any
    LaneId lane{};  ///< HostPages lane when page work; none: the front end's own lane
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
    double seconds = 0;     ///< what the program printed
    bool isFailed = false;  ///< an exception left it
};

enum class StepKind : std::uint8_t { Epoch, Batch };

/// One turn of a training loop, from one `next` of the data to the following one.
struct StepRecord {
    Nanoseconds begin{};
    Nanoseconds end{};
    StepKind kind = StepKind::Batch;
    std::int32_t index = 0;  ///< within its epoch; of epochs, within its loop; from 0
    std::int32_t count = 0;  ///< how many there are; 0: not known
    std::int32_t line = 0;
};

enum class MemoryAct : std::uint8_t { Allocate, Hold, Free, Reserve, Release, Refuse };

/// A change of a device's memory, with the levels after it.
struct MemoryRecord {
    Nanoseconds time{};
    DeviceId device;
    MemoryAct act = MemoryAct::Allocate;
    Bytes bytes;
    Bytes allocated;  ///< level: blocks handed out (reserved when issued)
    Bytes held;       ///< level: of those, the ones that hold a computed result
    Bytes reserved;   ///< level: taken from the driver by the pool
    VariableId variable{};
    OpId op{};  ///< the operation on whose behalf
};

struct MetricRecord {
    Nanoseconds time{};
    std::string name;
    double value = 0;
    std::int32_t step = 0;
};

enum class OutputStream : std::uint8_t { Standard, Error, Result };

/// Text that the program printed, or a cell's last expression.
struct OutputRecord {
    Nanoseconds time{};
    std::int32_t line = 0;
    OutputStream stream = OutputStream::Standard;
    std::string text;
};

struct NoteRecord {
    Nanoseconds time{};
    std::string text;
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
    bool isComplete = true;  ///< false: stopped by the reader
};

/// A text that records name by its id; comes before the first record that uses it.
struct NameRecord {
    NameId id;
    std::string text;
};

using RunRecord = std::shared_ptr<const RunInfo>;

/// Small enough to be passed by value; nothing on the path of an operation allocates.
using Record = std::variant<RunRecord, NameRecord, DeviceRecord, LaneRecord, IssueRecord, LabelRecord, StartRecord,
                            LifeRecord, DependencyRecord, WaitRecord, HostRecord, LineRecord, BlockRecord, StepRecord,
                            MemoryRecord, MetricRecord, OutputRecord, NoteRecord, ErrorRecord, EndRecord>;

}  // namespace engine::trace
