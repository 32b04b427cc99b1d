#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// The interface between the program and its CUDA module: plain structures and a table of functions, so that the
/// program can be built without CUDA. Both sides must be built from the same version of this file: increment kVersion
/// with each change. No exception crosses the interface.
///
/// Threads: any number of threads may call the functions at the same time. Only one thread may use a stream between
/// beginOperation() and endOperation() and while the stream is captured. Handles are valid until they are destroyed.
namespace engine::devices::cuda::abi {

constexpr std::uint32_t kVersion = 7;
/// The only symbol that the module exports: `const void* overlapGpuModule(std::uint32_t version)`, which returns null
/// for a version that the module does not support.
constexpr const char* kEntry = "overlapGpuModule";

enum class Code : std::int32_t {
    Ok,
    NoDriver,         ///< there is no driver, or it is too old for the module
    NoDevice,         ///< the driver finds no GPU
    OutOfMemory,      ///< the device remains usable, and nothing of the call was queued
    OutOfMemoryLate,  ///< like OutOfMemory, but a part was queued: repeating the call may apply this part twice
    NotReady,
    Invalid,
    Lost,    ///< the device's context is destroyed; every later call on the device fails
    Failed,  ///< this call failed; the device remains usable
    Unsupported,
};

enum class StreamRole : std::int32_t { Compute, CopyIn, CopyOut, Peer };
enum class CopyDirection : std::int32_t { In, Out, Within, Peer };
enum class TimeSource : std::int32_t { Host, Events, Activity };  ///< Activity: CUPTI

/// Order: only streams wait for the event, and the host may query it; such events are cheapest. Wait: a host thread may
/// sleep until the event. Timing: the time of the event can be read. TimingWait: both.
enum class EventUse : std::int32_t { Order, Wait, Timing, TimingWait };

struct Gpu;
struct Stream;
struct Event;
struct Graph;

/// The result of probe().
struct Probe {
    std::int32_t devices = 0;
    std::int32_t driver = 0;   ///< 13000 means 13.0; 0: no driver
    std::int32_t runtime = 0;  ///< version that the module was built for
};

struct Facts {
    char name[128] = {};
    std::int64_t total = 0;  ///< bytes
    std::int64_t free = 0;
    double peakFlops = 0;  ///< fp32, computed from clock rate and number of units; 0: unknown
    std::int32_t multiprocessors = 0;
    std::int32_t major = 0;  ///< compute capability
    std::int32_t minor = 0;
    std::int32_t copyEngines = 0;
    unsigned char identity[16] = {};  ///< unique for each GPU, on all computers
};

struct Options {
    TimeSource times = TimeSource::Activity;  ///< requested source; a worse one is used if it is not available
    std::int32_t isTf32 = 0;                  ///< products may round their factors to TF32
    std::int32_t isPlain = 0;                 ///< do not use cuDNN, only our own kernels
};

/// A tensor in the memory of its GPU, contiguous and in row-major order.
struct View {
    float* data = nullptr;
    std::int64_t extents[6] = {};
    std::int32_t rank = 0;
    std::int32_t reserved = 0;
};

/// Corresponds to ops::Epilogue.
struct EpilogueStep {
    double scalar = 0;
    std::int32_t op = 0;
    std::int32_t reserved = 0;
};

/// An operation: ops::Operation with addresses. Operators are identified by their numbers, which never change.
struct Work {
    const View* inputs = nullptr;
    const View* outputs = nullptr;
    const EpilogueStep* epilogue = nullptr;
    void* scratch = nullptr;        ///< 256-byte aligned
    std::int64_t scratchBytes = 0;  ///< size of `scratch`, at least the number that scratchBytes() returned
    double scalars[3] = {};
    std::uint64_t seed = 0;
    std::int64_t offsets[6] = {};
    std::int32_t op = 0;
    std::int32_t inputCount = 0;
    std::int32_t outputCount = 0;
    std::int32_t epilogueCount = 0;
    std::int32_t kernel[2] = {1, 1};
    std::int32_t stride[2] = {1, 1};
    std::int32_t padding[2] = {0, 0};
    std::int32_t axes = 0;
    std::int32_t wanted = 0;
    std::int32_t isTraining = 0;
    std::int32_t reserved = 0;
};

constexpr std::size_t kIdBytes = 128;  ///< size of a communicator's id, which all its ranks pass to connect()

enum class Reduction : std::int32_t { Sum, Product, Minimum, Maximum, Average };

/// One step of a collective. Ranks are numbered within the communicator; addresses are in the memory of this rank's
/// GPU.
struct ExchangeStep {
    enum class Kind : std::int32_t { AllReduce, Reduce, Broadcast };
    const float* from = nullptr;
    float* to = nullptr;
    std::int64_t elements = 0;
    Kind kind = Kind::AllReduce;
    Reduction reduction = Reduction::Sum;
    std::int32_t root = -1;
    std::int32_t reserved = 0;
};

/// Begin and end of an operation, in nanoseconds of CLOCK_MONOTONIC.
struct OperationTime {
    std::uint64_t op = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// The functions of the module. Strings and structures that they return belong to the module.
struct Module {
    std::uint32_t version = kVersion;
    std::uint32_t size = 0;  ///< size of this structure in the module's version

    /// Message of the last call on this thread that failed; never null.
    const char* (*lastError)();

    Code (*probe)(Probe* probe);
    Code (*facts)(std::int32_t ordinal, Facts* facts);
    Code (*open)(std::int32_t ordinal, const Options* options, Gpu** gpu);
    void (*close)(Gpu* gpu);
    /// Returns the source of times in use; it is never better than the requested one.
    TimeSource (*timeSource)(Gpu* gpu);
    /// Returns the libraries in use and the precision: "cuBLAS 13.1, cuDNN 9.19, CUPTI 13.0.1, fp32". Contains "no
    /// cuDNN" if cuDNN is not used, and a reason if CUPTI was requested but is not used. Valid until the GPU is closed.
    const char* (*libraries)(Gpu* gpu);

    Code (*allocate)(Gpu* gpu, std::int64_t bytes, void** memory);
    Code (*release)(Gpu* gpu, void* memory);
    Code (*allocateHost)(Gpu* gpu, std::int64_t bytes, void** memory);  ///< allocates page-locked memory
    Code (*releaseHost)(Gpu* gpu, void* memory);

    Code (*createStream)(Gpu* gpu, StreamRole role, const char* name, Stream** stream);
    void (*destroyStream)(Stream* stream);

    Code (*createEvent)(Gpu* gpu, EventUse use, Event** event);
    void (*destroyEvent)(Event* event);
    Code (*record)(Event* event, Stream* stream);
    Code (*wait)(Stream* stream, Event* event);  ///< the device waits; the call does not block
    Code (*query)(Event* event);                 ///< Ok, NotReady, or the failure
    Code (*synchronize)(Event* event);           ///< sleeps until the event; only for EventUse::Wait and TimingWait
    /// Time between two timing events of the same device that have both completed.
    Code (*elapsed)(Event* begin, Event* end, std::int64_t* nanoseconds);

    /// Launches and copies between these two calls belong to operation `op`.
    void (*beginOperation)(Stream* stream, std::uint64_t op, const char* name);
    void (*endOperation)(Stream* stream);
    /// Bytes of scratch memory that launch() needs for `work`. NotReady: this number is valid, but a library that
    /// failed temporarily may need another one later.
    Code (*scratchBytes)(Gpu* gpu, const Work* work, std::int64_t* bytes);
    /// Queues the operation on the stream and returns. Tensors and scratch memory must stay valid until the operation
    /// has ended; `work` may be destroyed earlier.
    Code (*launch)(Stream* stream, const Work* work);
    /// A copy to host memory that is not page-locked returns after it has completed. `peer` is the GPU of `to`, for
    /// CopyDirection::Peer.
    Code (*copy)(Stream* stream, void* to, const void* from, std::int64_t bytes, CopyDirection direction, Gpu* peer);

    /// Captures later launches in a CUDA graph instead of running them. endCapture() updates `*graph` if its topology
    /// allows that, else it creates a new CUDA graph.
    Code (*beginCapture)(Stream* stream);
    Code (*endCapture)(Stream* stream, Graph** graph, std::int32_t* nodes);
    Code (*replay)(Stream* stream, Graph* graph);
    void (*destroyGraph)(Graph* graph);

    /// Returns times that arrived since the last call. The time of an operation with several kernels may be returned in
    /// parts.
    /// `isFinal`: waits for all outstanding times.
    Code (*collectTimes)(Gpu* gpu, OperationTime* times, std::int32_t capacity, std::int32_t* count,
                         std::int32_t isFinal);

    /// Name and version of the library for collectives, "NCCL 2.28.3"; null if it is missing. Valid as long as the
    /// module is loaded.
    const char* (*collectives)();
    /// Replaces each `data[i]`, located on `gpus[i]`, by the sum of all; the bits are the same on each GPU. The sum
    /// starts after work already queued in `stream`, a stream of the first GPU; work queued there later waits for the
    /// whole sum.
    Code (*allReduce)(Stream* stream, Gpu* const* gpus, float* const* data, std::int32_t count, std::int64_t elements);

    // -- collectives between processes, by the library that collectives() names. A communicator has a number, and
    // contains one GPU per process
    /// Writes kIdBytes bytes, which the other ranks need for connect().
    Code (*makeId)(void* id);
    /// Connects the GPU as rank `rank` of `count` ranks; returns when all ranks have made this call. close() of any GPU
    /// ends the communicators of all GPUs of this process, and blocks until the other ranks end theirs too. close()
    /// does not block for communicators whose GPU was abandoned or interrupted.
    Code (*connect)(Gpu* gpu, std::int32_t number, const void* id, std::int32_t rank, std::int32_t count);
    /// Ends a communicator that was not used, without waiting for its other ranks.
    void (*disconnect)(Gpu* gpu, std::int32_t number);
    /// Queues the steps, which run together. All ranks must queue the same steps in the same order.
    Code (*exchange)(Stream* stream, std::int32_t number, const ExchangeStep* steps, std::int32_t count);
    /// Returns the error of a communicator of the GPU; Ok if there is none. After an error, the queued work of that
    /// communicator never ends. Never blocks.
    Code (*checkExchanges)(Gpu* gpu);

    /// Call when a GPU or another rank is lost. Ends sums of other GPUs that wait for this GPU, and collectives between
    /// ranks in which this GPU takes part; their results are undefined. Waits neither for a device nor for another
    /// call.
    void (*abandon)(Gpu* gpu);
    /// Ends calls of allReduce(), connect() and exchange() that wait for other GPUs, and makes later ones fail until
    /// the GPU is closed. Stop calls it, because the library takes seconds to connect GPUs. Never blocks.
    void (*interrupt)(Gpu* gpu);
};

static_assert(std::is_standard_layout_v<Module> && std::is_trivially_copyable_v<Module>);
static_assert(std::is_trivially_copyable_v<Work> && sizeof(Work) == 176 && sizeof(View) == 64);
static_assert(sizeof(ExchangeStep) == 40);

}  // namespace engine::devices::cuda::abi
