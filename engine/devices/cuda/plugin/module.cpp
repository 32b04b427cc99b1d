#include "engine/devices/cuda/plugin/activity.h"
#include "engine/devices/cuda/plugin/collectives.h"
#include "engine/devices/cuda/plugin/deep_learning.h"
#include "engine/devices/cuda/plugin/gpu_queue.h"
#include "engine/devices/cuda/plugin/plans.h"
#include "engine/devices/cuda/plugin/products.h"
#include "engine/devices/cuda/plugin/runtime.h"

#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

/// The table of functions that the module exports, implemented with the CUDA runtime.
namespace engine::devices::cuda::plugin {

namespace {

using abi::Code;

const char* lastError()
{
    return errorText();
}

Code probe(abi::Probe* result)
{
    *result = {};
    // The number of hardware queues. With the default of 8, the streams of one GPU may share queues and wait for each
    // other.
    static_cast<void>(setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0));
    static_cast<void>(runtime().runtimeGetVersion(&result->runtime));
    static_cast<void>(runtime().driverGetVersion(&result->driver));
    const cudaError_t error = runtime().getDeviceCount(&result->devices);
    if (error != cudaSuccess)
        result->devices = 0;
    return codeOf(error);
}

/// GPUs that were opened, as a bit mask: bit i is GPU i.
std::atomic<std::uint64_t> g_opened{0};

int attribute(cudaDeviceAttr what, int ordinal)
{
    int value = 0;
    static_cast<void>(runtime().deviceGetAttribute(&value, what, ordinal));
    return value;
}

/// Number of fp32 units per multiprocessor, by compute capability.
int unitsOf(int major, int minor)
{
    if (major == 7 || (major == 8 && minor == 0))
        return 64;
    return 128;
}

Code facts(std::int32_t ordinal, abi::Facts* result)
{
    *result = {};
    cudaDeviceProp properties{};
    if (const Code code = codeOf(runtime().getDeviceProperties(&properties, ordinal)); code != Code::Ok)
        return code;
    const std::string_view name(properties.name);
    name.copy(result->name, sizeof result->name - 1);
    result->major = properties.major;
    result->minor = properties.minor;
    result->multiprocessors = properties.multiProcessorCount;
    result->copyEngines = properties.asyncEngineCount;
    static_assert(sizeof properties.uuid == sizeof result->identity);
    std::memcpy(result->identity, &properties.uuid, sizeof result->identity);
    const double hertz = 1e3 * attribute(cudaDevAttrClockRate, ordinal);
    result->peakFlops = 2.0 * unitsOf(properties.major, properties.minor) * properties.multiProcessorCount * hertz;
    result->total = static_cast<std::int64_t>(properties.totalGlobalMem);
    // Querying free memory creates a context, which costs half a second and half a gigabyte: too much for a list of
    // machines.
    result->free = result->total;
    if ((g_opened.load() >> ordinal & 1U) == 0)
        return Code::Ok;
    if (const Code code = enter(ordinal); code != Code::Ok)
        return code;
    std::size_t free = 0;
    std::size_t total = 0;
    const Code code = codeOf(runtime().memGetInfo(&free, &total));
    result->free = static_cast<std::int64_t>(free);
    return code;
}

/// Returns the best source of times that OVERLAP_CUDA_TIMES permits. "events" or "host" excludes the profiler, for
/// speed or because another tool uses it.
abi::TimeSource mostTimes()
{
    const char* chosen = std::getenv("OVERLAP_CUDA_TIMES");
    const std::string_view name = chosen != nullptr ? chosen : "";
    return name == "host"     ? abi::TimeSource::Host
           : name == "events" ? abi::TimeSource::Events
                              : abi::TimeSource::Activity;
}

Code open(std::int32_t ordinal, const abi::Options* options, abi::Gpu** gpu)
{
    if (const Code code = enter(ordinal); code != Code::Ok)
        return code;
    // A spinning wait would occupy a core. The call fails harmlessly if the context exists already.
    if (runtime().setDeviceFlags(cudaDeviceScheduleBlockingSync) != cudaSuccess)
        static_cast<void>(runtime().getLastError());
    if (const Code code = codeOf(runtime().free(nullptr)); code != Code::Ok)
        return code;
    g_opened |= std::uint64_t{1} << ordinal;
    auto opened = std::make_unique<abi::Gpu>();
    opened->ordinal = ordinal;
    opened->options = *options;
    const abi::TimeSource wanted = std::min(options->times, mostTimes());
    std::string profiler;
    if (wanted == abi::TimeSource::Activity)
        opened->activity = Activity::shared(profiler);
    opened->times = opened->activity != nullptr       ? abi::TimeSource::Activity
                    : wanted == abi::TimeSource::Host ? abi::TimeSource::Host
                                                      : abi::TimeSource::Events;
    if (options->isPlain == 0)
        opened->deepLearning = DeepLearning::load(options->isTf32 != 0);
    opened->libraries = productsName() +
                        (opened->deepLearning != nullptr ? ", " + opened->deepLearning->name() : ", no cuDNN") +
                        (profiler.empty() ? "" : ", " + profiler) + (options->isTf32 != 0 ? ", TF32" : ", fp32");
    *gpu = opened.release();
    return Code::Ok;
}

void close(abi::Gpu* gpu)
{
    static_cast<void>(enter(gpu->ordinal));
    closeCollectives(gpu->ordinal);
    delete gpu;
}

abi::TimeSource timeSource(abi::Gpu* gpu)
{
    return gpu->times;
}

const char* libraries(abi::Gpu* gpu)
{
    std::string text = gpu->libraries;
    if (const int refusals = gpu->deepLearning != nullptr ? gpu->deepLearning->refusals() : 0; refusals > 0)
        text += ", convolutions refused by cuDNN: " + std::to_string(refusals);
    static std::mutex s_mutex;  // guards the `texts` of all GPUs
    const std::lock_guard lock(s_mutex);
    return gpu->texts.insert(text).first->c_str();
}

// -- memory

Code allocate(abi::Gpu* gpu, std::int64_t bytes, void** memory)
{
    const auto lock = lockCollectives();
    const Code code = enter(gpu->ordinal);
    return code != Code::Ok ? code : codeOf(runtime().malloc(memory, static_cast<std::size_t>(bytes)));
}

Code release(abi::Gpu* gpu, void* memory)
{
    const auto lock = lockCollectives();
    const Code code = enter(gpu->ordinal);
    return code != Code::Ok ? code : codeOf(runtime().free(memory));
}

Code allocateHost(abi::Gpu* gpu, std::int64_t bytes, void** memory)
{
    const Code code = enter(gpu->ordinal);
    return code != Code::Ok
               ? code
               : codeOf(runtime().hostAlloc(memory, static_cast<std::size_t>(bytes), cudaHostAllocPortable));
}

Code releaseHost(abi::Gpu* gpu, void* memory)
{
    const Code code = enter(gpu->ordinal);
    return code != Code::Ok ? code : codeOf(runtime().freeHost(memory));
}

// -- streams and events

/// Creates the handles and workspaces of the libraries in advance, because later the memory may be full, or the stream
/// may be captured.
Code openLibraries(abi::Stream& stream)
{
    const Code code = openProducts(stream);
    return code == Code::Ok && stream.gpu->deepLearning != nullptr ? stream.gpu->deepLearning->openHandle(stream)
                                                                   : code;
}

void destroyStream(abi::Stream* stream)
{
    static_cast<void>(enter(stream->gpu->ordinal));
    closeProducts(*stream);
    if (stream->gpu->deepLearning != nullptr)
        stream->gpu->deepLearning->close(*stream);
    static_cast<void>(runtime().streamDestroy(stream->stream));
    delete stream;
}

Code createStream(abi::Gpu* gpu, abi::StreamRole role, const char* name, abi::Stream** stream)
{
    if (const Code code = enter(gpu->ordinal); code != Code::Ok)
        return code;
    int lowest = 0;
    int highest = 0;
    static_cast<void>(runtime().deviceGetStreamPriorityRange(&lowest, &highest));
    auto created = std::make_unique<abi::Stream>();
    created->gpu = gpu;
    const int priority = role == abi::StreamRole::Compute ? lowest : highest;
    const Code code = codeOf(runtime().streamCreateWithPriority(&created->stream, cudaStreamNonBlocking, priority));
    if (code != Code::Ok)
        return code;
    nvtxNameCudaStreamA(created->stream, name);
    if (role == abi::StreamRole::Compute)
        if (const Code opened = openLibraries(*created); opened != Code::Ok) {
            destroyStream(created.release());
            return opened;
        }
    *stream = created.release();
    return Code::Ok;
}

Code createEvent(abi::Gpu* gpu, abi::EventUse use, abi::Event** event)
{
    if (const Code code = enter(gpu->ordinal); code != Code::Ok)
        return code;
    auto created = std::make_unique<abi::Event>();
    created->gpu = gpu;
    // Events are cheapest to record and to wait for if they have no timing and no host thread sleeps until they are
    // reached.
    const bool isTiming = use == abi::EventUse::Timing || use == abi::EventUse::TimingWait;
    const bool isSlept = use == abi::EventUse::Wait || use == abi::EventUse::TimingWait;
    const unsigned flags = (isSlept ? cudaEventBlockingSync : 0U) | (isTiming ? 0U : cudaEventDisableTiming);
    const Code code = codeOf(runtime().eventCreateWithFlags(&created->event, flags));
    if (code == Code::Ok)
        *event = created.release();
    return code;
}

void destroyEvent(abi::Event* event)
{
    static_cast<void>(runtime().eventDestroy(event->event));
    delete event;
}

Code record(abi::Event* event, abi::Stream* stream)
{
    const Code code = enter(stream->gpu->ordinal);
    return code != Code::Ok ? code : codeOf(runtime().eventRecord(event->event, stream->stream));
}

Code wait(abi::Stream* stream, abi::Event* event)
{
    const Code code = enter(stream->gpu->ordinal);
    return code != Code::Ok ? code : codeOf(runtime().streamWaitEvent(stream->stream, event->event, 0));
}

Code query(abi::Event* event)
{
    return codeOf(runtime().eventQuery(event->event));
}

Code synchronize(abi::Event* event)
{
    return codeOf(runtime().eventSynchronize(event->event));
}

Code elapsed(abi::Event* begin, abi::Event* end, std::int64_t* nanoseconds)
{
    float milliseconds = 0;
    const Code code = codeOf(runtime().eventElapsedTime(&milliseconds, begin->event, end->event));
    *nanoseconds = std::llround(static_cast<double>(milliseconds) * 1e6);
    return code;
}

// -- operations

nvtxDomainHandle_t domain()
{
    static const nvtxDomainHandle_t kDomain = nvtxDomainCreateA("engine");
    return kDomain;
}

/// Names the thread for NVTX: Nsight Systems shows threads by these names.
void nameThread()
{
    thread_local bool t_isNamed = false;
    if (std::exchange(t_isNamed, true))
        return;
    char name[16] = {};
    if (pthread_getname_np(pthread_self(), name, sizeof name) == 0)
        nvtxNameOsThreadA(static_cast<std::uint32_t>(gettid()), name);
}

void beginOperation(abi::Stream* stream, std::uint64_t op, const char* name)
{
    nameThread();
    nvtxEventAttributes_t range{};
    range.version = NVTX_VERSION;
    range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    range.messageType = NVTX_MESSAGE_TYPE_ASCII;
    range.message.ascii = name;
    range.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
    range.payload.ullValue = op;
    nvtxDomainRangePushEx(domain(), &range);
    if (stream->gpu->activity != nullptr)
        stream->gpu->activity->enter(stream->gpu->ordinal, op);
}

void endOperation(abi::Stream* stream)
{
    if (stream->gpu->activity != nullptr)
        stream->gpu->activity->leave();
    nvtxDomainRangePop(domain());
}

Code scratchBytes(abi::Gpu* gpu, const abi::Work* work, std::int64_t* bytes)
{
    *bytes = plainScratch(*work);
    if (!isKnown(*work) || !isConvolution(operatorOf(*work)) || gpu->deepLearning == nullptr)
        return Code::Ok;
    // The libraries create their plans for the thread's current device.
    if (const Code code = enter(gpu->ordinal); code != Code::Ok)
        return code;
    const DeepLearning::Support support = gpu->deepLearning->supportOf(*work);
    if (support.isSupported)
        *bytes = convolutionFoldBytes(*work) + aligned(support.workspace);
    return support.isTemporary ? Code::NotReady : Code::Ok;
}

Code launch(abi::Stream* stream, const abi::Work* work)
{
    return launchWork(*stream, *work);
}

/// Enables direct access of a GPU to another one, if the hardware supports it; otherwise the driver stages the copies.
/// Called at each copy between two GPUs, but enables access only at the first copy of each pair: access creates a
/// context on the other GPU and maps all its memory, which a program without such copies does not need.
void enablePeer(int ordinal, int other)
{
    static std::mutex s_mutex;  // guards s_pairs
    static std::set<std::pair<int, int>> s_pairs;
    const std::lock_guard lock(s_mutex);
    int isPossible = 0;
    if (ordinal != other && s_pairs.insert({ordinal, other}).second &&
        runtime().deviceCanAccessPeer(&isPossible, ordinal, other) == cudaSuccess && isPossible != 0 &&
        runtime().deviceEnablePeerAccess(other, 0) != cudaSuccess)
        static_cast<void>(runtime().getLastError());  // clears the error: access is already enabled
}

Code copy(abi::Stream* stream, void* to, const void* from, std::int64_t bytes, abi::CopyDirection direction,
          abi::Gpu* peer)
{
    if (const Code code = enter(stream->gpu->ordinal); code != Code::Ok || bytes == 0)
        return code;
    const auto size = static_cast<std::size_t>(bytes);
    if (direction == abi::CopyDirection::Peer) {
        enablePeer(stream->gpu->ordinal, peer->ordinal);
        return codeOf(runtime().memcpyPeerAsync(to, peer->ordinal, from, stream->gpu->ordinal, size, stream->stream));
    }
    const cudaMemcpyKind kind = direction == abi::CopyDirection::In    ? cudaMemcpyHostToDevice
                                : direction == abi::CopyDirection::Out ? cudaMemcpyDeviceToHost
                                                                       : cudaMemcpyDeviceToDevice;
    return codeOf(runtime().memcpyAsync(to, from, size, kind, stream->stream));
}

// -- graphs

Code beginCapture(abi::Stream* stream)
{
    if (const Code code = enter(stream->gpu->ordinal); code != Code::Ok)
        return code;
    if (const Code code = openLibraries(*stream); code != Code::Ok)
        return code;
    // The mode restricts this thread only, so that other threads may allocate during the capture.
    return codeOf(runtime().streamBeginCapture(stream->stream, cudaStreamCaptureModeThreadLocal));
}

Code endCapture(abi::Stream* stream, abi::Graph** graph, std::int32_t* nodes)
{
    *nodes = 0;
    cudaGraph_t captured = nullptr;
    if (const Code code = codeOf(runtime().streamEndCapture(stream->stream, &captured)); code != Code::Ok)
        return code;
    if (captured == nullptr) {
        setError("what was launched could not be captured");
        return Code::Failed;
    }
    std::size_t count = 0;
    static_cast<void>(runtime().graphGetNodes(captured, nullptr, &count));
    *nodes = static_cast<std::int32_t>(count);
    Code code = Code::Ok;
    auto created = *graph == nullptr ? std::make_unique<abi::Graph>() : nullptr;
    abi::Graph& target = created != nullptr ? *created : **graph;
    cudaGraphExecUpdateResultInfo result{};
    if (target.graph == nullptr || runtime().graphExecUpdate(target.graph, captured, &result) != cudaSuccess) {
        static_cast<void>(runtime().getLastError());  // clears the error: the new CUDA graph has another topology
        if (target.graph != nullptr)
            static_cast<void>(runtime().graphExecDestroy(std::exchange(target.graph, nullptr)));
        code = codeOf(runtime().graphInstantiate(&target.graph, captured, 0));
    }
    if (created != nullptr && code == Code::Ok)
        *graph = created.release();
    static_cast<void>(runtime().graphDestroy(captured));
    return code;
}

Code replay(abi::Stream* stream, abi::Graph* graph)
{
    const Code code = enter(stream->gpu->ordinal);
    return code != Code::Ok ? code : codeOf(runtime().graphLaunch(graph->graph, stream->stream));
}

void destroyGraph(abi::Graph* graph)
{
    if (graph->graph != nullptr)
        static_cast<void>(runtime().graphExecDestroy(graph->graph));
    delete graph;
}

Code collectTimes(abi::Gpu* gpu, abi::OperationTime* times, std::int32_t capacity, std::int32_t* count,
                  std::int32_t isFinal)
{
    *count = 0;
    if (gpu->activity == nullptr)
        return Code::Ok;
    // The profiler reads the times of kernels when the host synchronizes with the device.
    if (isFinal != 0) {
        if (enter(gpu->ordinal) == Code::Ok)
            static_cast<void>(codeOf(runtime().deviceSynchronize()));
        gpu->activity->flush();
    }
    const std::vector<abi::OperationTime> taken =
        gpu->activity->collect(gpu->ordinal, static_cast<std::size_t>(capacity));
    std::copy(taken.begin(), taken.end(), times);
    *count = static_cast<std::int32_t>(taken.size());
    return Code::Ok;
}

constexpr abi::Module kTable = {
    .size = sizeof(abi::Module),
    .lastError = lastError,
    .probe = probe,
    .facts = facts,
    .open = open,
    .close = close,
    .timeSource = timeSource,
    .libraries = libraries,
    .allocate = allocate,
    .release = release,
    .allocateHost = allocateHost,
    .releaseHost = releaseHost,
    .createStream = createStream,
    .destroyStream = destroyStream,
    .createEvent = createEvent,
    .destroyEvent = destroyEvent,
    .record = record,
    .wait = wait,
    .query = query,
    .synchronize = synchronize,
    .elapsed = elapsed,
    .beginOperation = beginOperation,
    .endOperation = endOperation,
    .scratchBytes = scratchBytes,
    .launch = launch,
    .copy = copy,
    .beginCapture = beginCapture,
    .endCapture = endCapture,
    .replay = replay,
    .destroyGraph = destroyGraph,
    .collectTimes = collectTimes,
    .collectives = collectives,
    .allReduce = allReduce,
    .makeId = makeId,
    .connect = connect,
    .disconnect = disconnect,
    .exchange = exchange,
    .checkExchanges = checkExchanges,
    .abandon = abandon,
    .interrupt = interrupt,
};

}  // namespace

}  // namespace engine::devices::cuda::plugin

extern "C" __attribute__((visibility("default"))) const void* overlapGpuModule(std::uint32_t version)
{
    return version == engine::devices::cuda::abi::kVersion ? &engine::devices::cuda::plugin::kTable : nullptr;
}
