#pragma once

#include <cstdint>
#include <type_traits>

/// What the program and its CUDA module agree on: plain structures and a table of functions, so that either side may be
/// built without the other. Append only; whoever changes the meaning of something raises kVersion. No exceptions cross.
///
/// Threads: every function any, several at a time, but for one stream between beginOperation() and endOperation() and
/// while it is captured: one. Handles live until they are destroyed.
namespace engine::devices::cuda::abi {

constexpr std::uint32_t kVersion = 1;
/// The only symbol that the module exports; `const Module* overlapGpuModule(std::uint32_t version)`, null for a version
/// that it does not speak.
constexpr const char* kEntry = "overlapGpuModule";

enum class Code : std::int32_t {
    Ok,
    NoDriver,     ///< no driver, or one too old for the module
    NoDevice,     ///< a driver that finds no GPU
    OutOfMemory,  ///< the device goes on
    NotReady,
    Invalid,
    Lost,    ///< the device's context is gone; nothing on it works any more
    Failed,  ///< this call did not work; the device goes on
    Unsupported,
};

enum class StreamRole : std::int32_t { Compute, CopyIn, CopyOut, Peer };
enum class CopyWay : std::int32_t { In, Out, Within, Peer };
enum class TimeSource : std::int32_t { Host, Events, Activity };  ///< Activity: CUPTI

struct Gpu;
struct Stream;
struct Event;
struct Graph;

struct Probe {
    std::int32_t devices = 0;
    std::int32_t driver = 0;   ///< 13000 is 13.0; 0: there is none
    std::int32_t runtime = 0;  ///< that the module was built for
};

struct Facts {
    char name[128] = {};
    std::int64_t total = 0;  ///< bytes
    std::int64_t free = 0;
    double peakFlops = 0;  ///< fp32, from clock and units; 0: not known
    std::int32_t multiprocessors = 0;
    std::int32_t major = 0;  ///< compute capability
    std::int32_t minor = 0;
    std::int32_t copyEngines = 0;
};

struct Options {
    TimeSource times = TimeSource::Activity;  ///< the best that is wanted
    std::int32_t isTf32 = 0;                  ///< products may round their factors
    std::int32_t isPlain = 0;                 ///< no cuDNN, own kernels only
};

struct View {
    float* data = nullptr;
    std::int64_t extents[6] = {};
    std::int32_t rank = 0;
    std::int32_t reserved = 0;
};

struct EpilogueStep {
    double scalar = 0;
    std::int32_t op = 0;
    std::int32_t reserved = 0;
};

/// One operation: ops::Operation with addresses. Operators by their numbers, which are stable.
struct Work {
    const View* inputs = nullptr;
    const View* outputs = nullptr;
    const EpilogueStep* epilogue = nullptr;
    void* scratch = nullptr;  ///< of scratchBytes(), 256-byte aligned
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

/// When an operation ran: nanoseconds of CLOCK_MONOTONIC.
struct OperationTime {
    std::uint64_t op = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

struct Module {
    std::uint32_t version = kVersion;
    std::uint32_t size = 0;  ///< of this structure, as the module knows it

    /// Of the last call on this thread that did not return Ok; never null.
    const char* (*lastError)();

    Code (*probe)(Probe* probe);
    Code (*facts)(std::int32_t ordinal, Facts* facts);
    Code (*open)(std::int32_t ordinal, const Options* options, Gpu** gpu);
    void (*close)(Gpu* gpu);
    /// What is really used: never better than what was wanted.
    TimeSource (*timeSource)(Gpu* gpu);
    /// "cuBLAS 13.1, cuDNN 9.19"; lives as long as the GPU.
    const char* (*libraries)(Gpu* gpu);

    Code (*allocate)(Gpu* gpu, std::int64_t bytes, void** memory);
    Code (*release)(Gpu* gpu, void* memory);
    Code (*allocateHost)(Gpu* gpu, std::int64_t bytes, void** memory);  ///< page-locked
    Code (*releaseHost)(Gpu* gpu, void* memory);

    Code (*createStream)(Gpu* gpu, StreamRole role, const char* name, Stream** stream);
    void (*destroyStream)(Stream* stream);

    /// Waits for an event sleep, they do not spin.
    Code (*createEvent)(Gpu* gpu, std::int32_t isTiming, Event** event);
    void (*destroyEvent)(Event* event);
    Code (*record)(Event* event, Stream* stream);
    Code (*wait)(Stream* stream, Event* event);  ///< on the device; the host goes on
    Code (*query)(Event* event);                 ///< Ok, NotReady, or what went wrong
    Code (*synchronize)(Event* event);
    /// Between two timing events of one device that were reached.
    Code (*elapsed)(Event* begin, Event* end, std::int64_t* nanoseconds);

    /// What is launched or copied in between belongs to operation `op`.
    void (*beginOperation)(Stream* stream, std::uint64_t op, const char* name);
    void (*endOperation)(Stream* stream);
    Code (*scratchBytes)(Gpu* gpu, const Work* work, std::int64_t* bytes);
    Code (*launch)(Stream* stream, const Work* work);
    /// Out to memory that is not page-locked returns when it is done; `peer` is the GPU of `to`, for CopyWay::Peer.
    Code (*copy)(Stream* stream, void* to, const void* from, std::int64_t bytes, CopyWay way, Gpu* peer);

    /// What is launched from here on is kept instead of run. A graph that is given is changed to the new content if it
    /// can be, else made anew.
    Code (*beginCapture)(Stream* stream);
    Code (*endCapture)(Stream* stream, Graph** graph, std::int32_t* nodes);
    Code (*replay)(Stream* stream, Graph* graph);
    void (*destroyGraph)(Graph* graph);

    /// What has become known of times since the last call; an operation of several kernels may come in parts.
    /// `isFinal`: waits for all that will.
    Code (*takeTimes)(Gpu* gpu, OperationTime* times, std::int32_t capacity, std::int32_t* count, std::int32_t isFinal);

    /// The library that adds up on several GPUs, "NCCL 2.28"; null: there is none. Lives as long as the module.
    const char* (*collectives)();
    /// `data[i]`, on `gpus[i]`, becomes the sum of all, the same bits on each. It starts after what is queued in
    /// `stream`, a stream of the first GPU, and what is queued there later waits for all of it.
    Code (*allReduce)(Stream* stream, Gpu* const* gpus, float* const* data, std::int32_t count, std::int64_t elements);
};

static_assert(std::is_standard_layout_v<Module> && std::is_trivially_copyable_v<Module>);
static_assert(std::is_trivially_copyable_v<Work> && sizeof(Work) == 168 && sizeof(View) == 64);

using Entry = const Module* (*)(std::uint32_t version);

}  // namespace engine::devices::cuda::abi
