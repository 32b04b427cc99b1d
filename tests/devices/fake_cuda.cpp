#include "tests/devices/fake_cuda.h"

#include "engine/devices/cuda/plugin/runtime.h"
#include "tests/devices/task_stream.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

using fake::Task;

struct CUstream_st {
    int device = 0;
    fake::TaskStream tasks;
};

struct CUevent_st {
    std::shared_ptr<fake::EventState> state = std::make_shared<fake::EventState>();
    int device = 0;
    unsigned flags = 0;
};

struct CUgraph_st {
    std::vector<Task> tasks;
};

struct CUgraphExec_st {
    std::vector<Task> tasks;
};

namespace fake {

namespace {

constexpr int kMaxDevices = 8;

struct World {
    RuntimeSettings settings;
    std::mutex countsMutex;  // guards counts
    RuntimeCounts counts;
    std::atomic<std::int64_t> kernels{0};
    std::atomic<std::int64_t> unfinished{0};  // number of kernels that have not ended
    std::atomic<bool> isLost[kMaxDevices];
    CardMemory memory[kMaxDevices];
    CardMemory host;          // page-locked memory of the host
    std::mutex streamsMutex;  // guards streams
    std::set<cudaStream_t> streams;
};

World& world()
{
    // Never destroyed, because streams may be used after static objects are destroyed.
    static World* const kWorld = [] {
        auto* made = new World;
        if (const char* every = std::getenv("OVERLAP_FAKE_ZERO_EVERY"); every != nullptr)
            made->settings.zeroEvery = std::atoi(every);
        return made;
    }();
    return *kWorld;
}

thread_local int t_device = 0;
thread_local cudaError_t t_error = cudaSuccess;

cudaError_t fail(cudaError_t error)
{
    t_error = error;
    return error;
}

cudaError_t stateOf(int device)
{
    return world().isLost[device] ? fail(cudaErrorIllegalAddress) : cudaSuccess;
}

/// Enqueues the work and CUPTI's record of it. In a captured stream, enqueues only the work.
void enqueueRecorded(CUstream_st& stream, std::uint32_t call, RecordType type, Task task)
{
    if (stream.tasks.isCaptured())
        return stream.tasks.enqueue(std::move(task));
    const std::shared_ptr<PendingRecord> record = recordCall(call, type);
    stream.tasks.enqueue([record, task = std::move(task)] {
        const std::int64_t begin = deviceTime();
        task();
        advanceDeviceTime();
        if (record)
            record->complete(begin, deviceTime());
    });
}

// -- devices

cudaError_t runtimeGetVersion(int* version)
{
    *version = settings().runtime;
    return cudaSuccess;
}

cudaError_t driverGetVersion(int* version)
{
    *version = settings().driver;
    return cudaSuccess;
}

const char* getErrorString(cudaError_t error)
{
    return error == cudaErrorInsufficientDriver ? "CUDA driver version is insufficient for CUDA runtime version"
           : error == cudaErrorMemoryAllocation ? "out of memory"
                                                : "an error of the imitated runtime";
}

const char* getErrorName(cudaError_t error)
{
    return error == cudaErrorIllegalAddress ? "cudaErrorIllegalAddress" : "cudaError";
}

cudaError_t getLastError()
{
    return std::exchange(t_error, cudaSuccess);
}

cudaError_t getDeviceCount(int* count)
{
    *count = settings().devices;
    if (settings().driver / 1000 < settings().runtime / 1000)
        return fail(cudaErrorInsufficientDriver);
    return *count > 0 ? cudaSuccess : fail(cudaErrorNoDevice);
}

cudaError_t getDeviceProperties(cudaDeviceProp* properties, int device)
{
    properties->uuid.bytes[0] = static_cast<char>(device + 1);
    std::strncpy(properties->name, "Imitated GPU", sizeof properties->name - 1);
    properties->major = 9;
    properties->multiProcessorCount = 8;
    properties->asyncEngineCount = 2;
    properties->totalGlobalMem = static_cast<std::size_t>(settings().memory);
    return cudaSuccess;
}

cudaError_t deviceGetAttribute(int* value, cudaDeviceAttr, int)
{
    *value = 1'000'000;
    return cudaSuccess;
}

cudaError_t setDevice(int device)
{
    t_device = device;
    return cudaSuccess;
}

cudaError_t setDeviceFlags(unsigned)
{
    return cudaSuccess;
}

cudaError_t deviceCanAccessPeer(int* isPossible, int, int)
{
    *isPossible = 1;
    return cudaSuccess;
}

cudaError_t deviceEnablePeerAccess(int, unsigned)
{
    count(&RuntimeCounts::peers);
    return cudaSuccess;
}

// -- memory

std::int64_t usable()
{
    return CardMemory::usable(settings().memory);
}

cudaError_t memGetInfo(std::size_t* free, std::size_t* total)
{
    *free = static_cast<std::size_t>(usable() - world().memory[t_device].allocated());
    *total = static_cast<std::size_t>(settings().memory);
    return cudaSuccess;
}

cudaError_t allocate(void** memory, std::size_t bytes)
{
    const auto size = static_cast<std::int64_t>(bytes);
    *memory = world().memory[t_device].allocate(size, usable());
    if (*memory == nullptr)
        return fail(cudaErrorMemoryAllocation);
    count(&RuntimeCounts::bytes, size);
    return cudaSuccess;
}

cudaError_t release(void* memory)
{
    if (memory == nullptr)
        return stateOf(t_device);
    count(&RuntimeCounts::frees);
    awaitDevice(t_device);
    for (CardMemory& card : world().memory)
        if (const auto size = card.release(memory)) {
            count(&RuntimeCounts::bytes, -*size);
            return cudaSuccess;
        }
    return fail(cudaErrorInvalidValue);
}

cudaError_t hostAlloc(void** memory, std::size_t bytes, unsigned)
{
    *memory = world().host.lock(static_cast<std::int64_t>(bytes));
    return cudaSuccess;
}

cudaError_t freeHost(void* memory)
{
    world().host.unlock(memory);
    return cudaSuccess;
}

// -- events

cudaError_t eventCreateWithFlags(cudaEvent_t* event, unsigned flags)
{
    *event = new CUevent_st;
    (*event)->device = t_device;
    (*event)->flags = flags;
    return cudaSuccess;
}

cudaError_t eventDestroy(cudaEvent_t event)
{
    delete event;
    return cudaSuccess;
}

cudaError_t eventRecord(cudaEvent_t event, cudaStream_t stream)
{
    recordCall(CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_v3020);
    count(&RuntimeCounts::events);
    if ((event->flags & cudaEventBlockingSync) != 0)
        count(&RuntimeCounts::sleepingEvents);
    event->state->recordIn(stream->tasks);
    return stateOf(stream->device);
}

cudaError_t streamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    recordCall(CUPTI_RUNTIME_TRACE_CBID_cudaStreamWaitEvent_v3020);
    event->state->delay(stream->tasks);
    return stateOf(stream->device);
}

cudaError_t eventQuery(cudaEvent_t event)
{
    recordCall(CUPTI_RUNTIME_TRACE_CBID_cudaEventQuery_v3020);
    return event->state->isReached() ? stateOf(event->device) : fail(cudaErrorNotReady);
}

cudaError_t eventSynchronize(cudaEvent_t event)
{
    recordCall(CUPTI_RUNTIME_TRACE_CBID_cudaEventSynchronize_v3020);
    count(&RuntimeCounts::sleeps);
    event->state->wait();
    return stateOf(event->device);
}

cudaError_t eventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end)
{
    if (((begin->flags | end->flags) & cudaEventDisableTiming) != 0)
        return fail(cudaErrorInvalidResourceHandle);
    *milliseconds = static_cast<float>(static_cast<double>(end->state->time() - begin->state->time()) * 1e-6);
    return cudaSuccess;
}

// -- streams

cudaError_t deviceGetStreamPriorityRange(int* lowest, int* highest)
{
    *lowest = 0;
    *highest = -5;
    return cudaSuccess;
}

cudaError_t streamCreateWithPriority(cudaStream_t* stream, unsigned, int)
{
    *stream = new CUstream_st;
    (*stream)->device = t_device;
    const std::lock_guard lock(world().streamsMutex);
    world().streams.insert(*stream);
    return cudaSuccess;
}

cudaError_t streamDestroy(cudaStream_t stream)
{
    {
        const std::lock_guard lock(world().streamsMutex);
        world().streams.erase(stream);
    }
    delete stream;
    return cudaSuccess;
}

cudaError_t deviceSynchronize()
{
    return stateOf(t_device);  // does not wait, since the module calls it only after all its streams have ended
}

cudaError_t memcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    constexpr std::uint32_t kCall = CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020;
    if (const cudaError_t error = stateOf(stream->device); error != cudaSuccess)
        return error;
    if (kind == cudaMemcpyHostToDevice && !world().host.isLocked(from)) {
        const auto staged = std::make_shared<std::vector<char>>(bytes);
        std::memcpy(staged->data(), from, bytes);
        enqueueRecorded(*stream, kCall, RecordType::Copy, [=] { std::memcpy(to, staged->data(), bytes); });
        return cudaSuccess;
    }
    enqueueRecorded(*stream, kCall, RecordType::Copy, [=] { std::memcpy(to, from, bytes); });
    if (kind == cudaMemcpyDeviceToHost && !world().host.isLocked(to)) {
        if (world().unfinished > 0)
            count(&RuntimeCounts::blockedCopies);
        stream->tasks.drain();
    }
    return cudaSuccess;
}

cudaError_t memcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, cudaStream_t stream)
{
    enqueueRecorded(*stream, CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyPeerAsync_v4000, RecordType::PeerCopy,
                    [=] { std::memcpy(to, from, bytes); });
    return stateOf(stream->device);
}

// -- graphs

cudaError_t streamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    stream->tasks.beginCapture();
    return cudaSuccess;
}

cudaError_t streamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    std::vector<Task> captured = stream->tasks.endCapture();
    *graph = nullptr;
    if (settings().captureFails != 0)
        return fail(cudaErrorStreamCaptureInvalidated);
    *graph = new CUgraph_st{std::move(captured)};
    return cudaSuccess;
}

cudaError_t graphGetNodes(cudaGraph_t graph, cudaGraphNode_t*, std::size_t* nodes)
{
    *nodes = graph->tasks.size();
    return cudaSuccess;
}

cudaError_t graphDestroy(cudaGraph_t graph)
{
    delete graph;
    return cudaSuccess;
}

cudaError_t graphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long)
{
    count(&RuntimeCounts::instantiations);
    *made = new CUgraphExec_st{graph->tasks};
    return cudaSuccess;
}

cudaError_t graphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo*)
{
    if (settings().updateFails != 0 || executable->tasks.size() != graph->tasks.size())
        return fail(cudaErrorGraphExecUpdateFailure);
    count(&RuntimeCounts::updates);
    executable->tasks = graph->tasks;
    return cudaSuccess;
}

cudaError_t graphExecDestroy(cudaGraphExec_t executable)
{
    delete executable;
    return cudaSuccess;
}

cudaError_t graphLaunch(cudaGraphExec_t executable, cudaStream_t stream)
{
    enqueueRecorded(*stream, CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000, RecordType::Graph,
                    [tasks = executable->tasks] {
                        for (const Task& task : tasks)
                            task();
                    });
    return stateOf(stream->device);
}

}  // namespace

const RuntimeSettings& settings()
{
    return world().settings;
}

void count(std::int64_t RuntimeCounts::*counter, std::int64_t more)
{
    const std::lock_guard lock(world().countsMutex);
    world().counts.*counter += more;
}

int currentDevice()
{
    return t_device;
}

void awaitDevice(int device)
{
    std::vector<std::shared_ptr<EventState>> ends;
    {
        const std::lock_guard lock(world().streamsMutex);
        for (const cudaStream_t stream : world().streams)
            if (stream->device == device && !world().isLost[device] && !stream->tasks.isCaptured()) {
                ends.push_back(std::make_shared<EventState>());
                ends.back()->recordIn(stream->tasks);
            }
    }
    for (const auto& end : ends)
        end->wait();
}

cudaError_t launchKernel(cudaStream_t stream, Task kernel)
{
    if (const cudaError_t error = stateOf(stream->device); error != cudaSuccess)
        return error;
    ++world().unfinished;
    enqueueRecorded(*stream, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, RecordType::Kernel,
                    [device = stream->device, kernel = std::move(kernel)] {
                        const auto end = [](void*) { --world().unfinished; };
                        const std::unique_ptr<void, decltype(end)> ending(&world(), end);
                        count(&RuntimeCounts::kernels);
                        if (++world().kernels == settings().lostAtKernel)
                            world().isLost[device] = true;
                        if (world().isLost[device])
                            return;
                        if (settings().beforeKernel)
                            settings().beforeKernel();
                        if (settings().kernelTime > 0)
                            std::this_thread::sleep_for(std::chrono::microseconds(settings().kernelTime));
                        kernel();
                    });
    return cudaSuccess;
}

namespace {

void configure(const RuntimeSettings* wanted)
{
    world().settings = *wanted;
    world().kernels = 0;
    for (std::atomic<bool>& isLost : world().isLost)
        isLost = false;
}

RuntimeCounts countsNow()
{
    const std::lock_guard lock(world().countsMutex);
    return world().counts;
}

constexpr RuntimeControl kControl{configure, countsNow};

}  // namespace

}  // namespace fake

extern "C" __attribute__((visibility("default"))) const fake::RuntimeControl* overlapFakeRuntime()
{
    return &fake::kControl;
}

namespace engine::devices::cuda::plugin {

const Runtime& runtime()
{
    static constexpr Runtime kRuntime = {
        .runtimeGetVersion = fake::runtimeGetVersion,
        .driverGetVersion = fake::driverGetVersion,
        .getErrorString = fake::getErrorString,
        .getErrorName = fake::getErrorName,
        .getLastError = fake::getLastError,
        .getDeviceCount = fake::getDeviceCount,
        .getDeviceProperties = fake::getDeviceProperties,
        .deviceGetAttribute = fake::deviceGetAttribute,
        .setDevice = fake::setDevice,
        .setDeviceFlags = fake::setDeviceFlags,
        .deviceSynchronize = fake::deviceSynchronize,
        .deviceCanAccessPeer = fake::deviceCanAccessPeer,
        .deviceEnablePeerAccess = fake::deviceEnablePeerAccess,
        .memGetInfo = fake::memGetInfo,
        .malloc = fake::allocate,
        .free = fake::release,
        .hostAlloc = fake::hostAlloc,
        .freeHost = fake::freeHost,
        .memcpyAsync = fake::memcpyAsync,
        .memcpyPeerAsync = fake::memcpyPeerAsync,
        .deviceGetStreamPriorityRange = fake::deviceGetStreamPriorityRange,
        .streamCreateWithPriority = fake::streamCreateWithPriority,
        .streamDestroy = fake::streamDestroy,
        .streamWaitEvent = fake::streamWaitEvent,
        .streamBeginCapture = fake::streamBeginCapture,
        .streamEndCapture = fake::streamEndCapture,
        .eventCreateWithFlags = fake::eventCreateWithFlags,
        .eventDestroy = fake::eventDestroy,
        .eventRecord = fake::eventRecord,
        .eventQuery = fake::eventQuery,
        .eventSynchronize = fake::eventSynchronize,
        .eventElapsedTime = fake::eventElapsedTime,
        .graphGetNodes = fake::graphGetNodes,
        .graphDestroy = fake::graphDestroy,
        .graphInstantiate = fake::graphInstantiate,
        .graphExecUpdate = fake::graphExecUpdate,
        .graphExecDestroy = fake::graphExecDestroy,
        .graphLaunch = fake::graphLaunch,
    };
    return kRuntime;
}

}  // namespace engine::devices::cuda::plugin
