#include "tests/devices/fake_gpu.h"

#include "engine/devices/cuda/plugin/operators.h"
#include "tests/devices/host_queue.h"
#include "tests/devices/made_up_ring.h"
#include "tests/devices/task_stream.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using engine::devices::cuda::abi::Code;
using engine::devices::cuda::abi::CopyDirection;
using engine::devices::cuda::abi::EventUse;
using engine::devices::cuda::abi::ExchangeStep;
using engine::devices::cuda::abi::Facts;
using engine::devices::cuda::abi::OperationTime;
using engine::devices::cuda::abi::Options;
using engine::devices::cuda::abi::Probe;
using engine::devices::cuda::abi::StreamRole;
using engine::devices::cuda::abi::TimeSource;
using engine::devices::cuda::abi::Work;

namespace engine::devices::cuda::abi {

struct Gpu {
    int ordinal = 0;
    TimeSource times = TimeSource::Host;
    std::string libraries;
    fake::CardMemory memory;
    std::mutex mutex;  // guards the next four members
    std::vector<OperationTime> records;
    std::int64_t recordCount = 0;
    std::int64_t open = 0;                     // number of queued operations without a record
    std::map<std::int32_t, fake::Seat> seats;  // key: number of the communicator
    std::atomic<bool> isLost{false};
    std::atomic<bool> isAbandoned{false};
    std::atomic<bool> isInterrupted{false};
    std::atomic<bool> hasExchangeFailed{false};
    std::atomic<int> exchanges{0};  // number of collectives between ranks that have not ended
};

struct Event {
    std::shared_ptr<fake::EventState> state = std::make_shared<fake::EventState>();
    Gpu* gpu = nullptr;
};

struct Stream {
    Gpu* gpu = nullptr;
    std::uint64_t op = 0;
    std::atomic<std::int64_t> began{0};
    fake::TaskStream tasks;

    Stream(Gpu* owner, int jitter) : gpu(owner), tasks(jitter) {}
};

struct Graph {
    std::vector<fake::Task> tasks;
};

}  // namespace engine::devices::cuda::abi

namespace fake {

namespace {

using engine::devices::cuda::abi::Event;
using engine::devices::cuda::abi::Gpu;
using engine::devices::cuda::abi::Graph;
using engine::devices::cuda::abi::Module;
using engine::devices::cuda::abi::Stream;

struct World {
    Settings settings;
    std::atomic<std::int64_t> launches{0};
    std::atomic<std::int64_t> waits{0};
    std::atomic<std::int64_t> exchanges{0};
    std::atomic<std::int64_t> captures{0};
    std::atomic<std::int64_t> replays{0};
    std::atomic<std::int64_t> streams{0};
    std::atomic<std::int64_t> events{0};
    std::atomic<std::int64_t> bytes{0};
    std::atomic<std::int64_t> graphs{0};
    std::atomic<std::int64_t> connecting{0};
    std::atomic<std::int64_t> releases{0};
};

World g_world;
thread_local std::string t_error = "nothing went wrong";

Code fail(Code code, const char* why)
{
    t_error = why;
    return code;
}

Code stateOf(const Gpu& gpu)
{
    return gpu.isLost ? fail(Code::Lost, "an illegal memory access was encountered") : Code::Ok;
}

// -- devices

const char* lastError()
{
    return t_error.c_str();
}

Code probe(Probe* result)
{
    *result = {g_world.settings.devices, g_world.settings.driver, 13000};
    if (g_world.settings.driver < 13000)
        return fail(Code::NoDriver, "CUDA driver version is insufficient for CUDA runtime version");
    return g_world.settings.devices == 0 ? fail(Code::NoDevice, "no CUDA-capable device is detected") : Code::Ok;
}

Code factsOf(std::int32_t ordinal, Facts* result)
{
    result->identity[0] = static_cast<unsigned char>(ordinal + 1);
    std::strncpy(result->name, "Made-up GPU", sizeof result->name - 1);
    result->total = g_world.settings.memory;
    result->free = CardMemory::usable(g_world.settings.memory);
    result->multiprocessors = 8;
    result->major = g_world.settings.capability / 10;
    result->minor = g_world.settings.capability % 10;
    result->copyEngines = 2;
    return Code::Ok;
}

Code open(std::int32_t ordinal, const Options* options, Gpu** gpu)
{
    *gpu = new Gpu;
    (*gpu)->ordinal = ordinal;
    (*gpu)->times = std::min(options->times, g_world.settings.times);
    (*gpu)->libraries = options->isTf32 != 0 ? "made-up libraries, TF32" : "made-up libraries, fp32";
    return Code::Ok;
}

void close(Gpu* gpu)
{
    delete gpu;
}

TimeSource timeSource(Gpu* gpu)
{
    return gpu->times;
}

const char* libraries(Gpu* gpu)
{
    return gpu->libraries.c_str();
}

// -- memory

Code allocate(Gpu* gpu, std::int64_t bytes, void** memory)
{
    *memory = gpu->memory.allocate(bytes, CardMemory::usable(g_world.settings.memory));
    if (*memory == nullptr)
        return fail(Code::OutOfMemory, "out of memory");
    g_world.bytes += bytes;
    return Code::Ok;
}

/// Like cudaFree(), waits for the device. Only collectives take long here, so it waits only for them.
Code release(Gpu* gpu, void* memory)
{
    ++g_world.releases;
    while (gpu->exchanges > 0)
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    --g_world.releases;
    const auto size = gpu->memory.release(memory);
    if (!size)
        return fail(Code::Invalid, "invalid argument");
    g_world.bytes -= *size;
    return Code::Ok;
}

Code allocateHost(Gpu* gpu, std::int64_t bytes, void** memory)
{
    *memory = gpu->memory.lock(bytes);
    return Code::Ok;
}

Code releaseHost(Gpu* gpu, void* memory)
{
    gpu->memory.unlock(memory);
    return Code::Ok;
}

// -- streams and events

Code createStream(Gpu* gpu, StreamRole, const char*, Stream** stream)
{
    *stream = new Stream(gpu, g_world.settings.jitter);
    ++g_world.streams;
    return Code::Ok;
}

void destroyStream(Stream* stream)
{
    --g_world.streams;
    delete stream;
}

Code createEvent(Gpu* gpu, EventUse, Event** event)
{
    *event = new Event;
    (*event)->gpu = gpu;
    ++g_world.events;
    return Code::Ok;
}

void destroyEvent(Event* event)
{
    --g_world.events;
    delete event;
}

Code record(Event* event, Stream* stream)
{
    event->state->recordIn(stream->tasks);
    return stateOf(*stream->gpu);
}

Code wait(Stream* stream, Event* event)
{
    ++g_world.waits;
    event->state->delay(stream->tasks);
    return stateOf(*stream->gpu);
}

Code query(Event* event)
{
    if (event->gpu->isLost)
        return stateOf(*event->gpu);
    return event->state->isReached() ? Code::Ok : Code::NotReady;
}

Code synchronize(Event* event)
{
    event->state->wait([event] { return event->gpu->isLost.load(); });
    return stateOf(*event->gpu);
}

Code elapsed(Event* begin, Event* end, std::int64_t* nanoseconds)
{
    *nanoseconds = end->state->time() - begin->state->time();
    return Code::Ok;
}

// -- operations

void beginOperation(Stream* stream, std::uint64_t op, const char*)
{
    stream->op = op;
    if (stream->gpu->times != TimeSource::Activity)
        return;
    {
        const std::lock_guard lock(stream->gpu->mutex);
        ++stream->gpu->open;
    }
    stream->tasks.enqueueMark([stream] { stream->began = deviceTime(); });
}

/// Every third record is stored out of order. With hasBadTimes, some records have wrong times.
void endOperation(Stream* stream)
{
    if (stream->gpu->times != TimeSource::Activity)
        return;
    stream->tasks.enqueueMark([stream, op = stream->op] {
        Gpu& gpu = *stream->gpu;
        const std::lock_guard lock(gpu.mutex);
        --gpu.open;
        OperationTime time{op, stream->began.load(), deviceTime()};
        const std::int64_t number = ++gpu.recordCount;
        if (g_world.settings.hasBadTimes && number % 7 == 0)
            time.begin = time.end = 0;
        if (g_world.settings.hasBadTimes && number % 11 == 0)
            std::swap(time.begin, time.end);
        gpu.records.insert(number % 3 == 0 ? gpu.records.begin() : gpu.records.end(), time);
    });
}

Code scratchBytes(Gpu*, const Work* order, std::int64_t* bytes)
{
    *bytes = engine::devices::cuda::plugin::plainScratch(*order);
    return Code::Ok;
}

Code launch(Stream* stream, const Work* order)
{
    if (stream->gpu->isLost)
        return stateOf(*stream->gpu);
    const std::int64_t number = ++g_world.launches;
    stream->tasks.enqueue([gpu = stream->gpu, number, kept = std::make_shared<KeptWork>(*order)] {
        if (number == g_world.settings.lostAtLaunch)
            gpu->isLost = true;
        if (gpu->isLost)
            return;
        if (g_world.settings.slow > 0)
            std::this_thread::sleep_for(std::chrono::microseconds(g_world.settings.slow));
        HostQueue queue(engine::devices::cuda::plugin::IndexWidth::Wide);  // fake_kernels.cpp also uses narrow indices
        engine::devices::cuda::plugin::Operators<HostQueue>(queue, kept->work).run();
    });
    return Code::Ok;
}

Code copy(Stream* stream, void* to, const void* from, std::int64_t bytes, CopyDirection direction, Gpu*)
{
    if (stream->gpu->isLost)
        return stateOf(*stream->gpu);
    const auto size = static_cast<std::size_t>(bytes);
    CardMemory& memory = stream->gpu->memory;
    if (direction == CopyDirection::In && !memory.isLocked(from)) {
        const auto staged = std::make_shared<std::vector<char>>(size);
        std::memcpy(staged->data(), from, size);
        stream->tasks.enqueue([to, staged, size] { std::memcpy(to, staged->data(), size); });
        return Code::Ok;
    }
    stream->tasks.enqueue([to, from, size] { std::memcpy(to, from, size); });
    if (direction == CopyDirection::Out && !memory.isLocked(to))
        stream->tasks.drain();
    return Code::Ok;
}

Code beginCapture(Stream* stream)
{
    stream->tasks.beginCapture();
    return Code::Ok;
}

Code endCapture(Stream* stream, Graph** graph, std::int32_t* nodes)
{
    std::vector<Task> captured = stream->tasks.endCapture();
    ++g_world.captures;
    if (g_world.captures == g_world.settings.captureFails)
        return fail(Code::Failed, "operation failed due to a previous error during capture");
    if (*graph == nullptr) {
        *graph = new Graph;
        ++g_world.graphs;
    }
    (*graph)->tasks = std::move(captured);
    *nodes = static_cast<std::int32_t>((*graph)->tasks.size());
    return Code::Ok;
}

Code replay(Stream* stream, Graph* graph)
{
    ++g_world.replays;
    for (const auto& task : graph->tasks)
        stream->tasks.enqueue(task);
    return stateOf(*stream->gpu);
}

void destroyGraph(Graph* graph)
{
    delete graph;
    --g_world.graphs;
}

/// Imitates CUPTI: a buffer is returned if it is full, if none of its operations is still running, or if `isFinal` is
/// set.
Code collectTimes(Gpu* gpu, OperationTime* times, std::int32_t capacity, std::int32_t* count, std::int32_t isFinal)
{
    constexpr std::size_t kBuffer = 8;
    const std::lock_guard lock(gpu->mutex);
    *count = 0;
    if (isFinal == 0 && gpu->open > 0 && gpu->records.size() < kBuffer)
        return Code::Ok;
    while (*count < capacity && !gpu->records.empty()) {
        times[(*count)++] = gpu->records.back();
        gpu->records.pop_back();
    }
    return Code::Ok;
}

const char* collectives()
{
    return g_world.settings.hasCollectives ? "made-up collectives" : nullptr;
}

Code connectForEver(Gpu& gpu)
{
    ++g_world.connecting;
    gpu.isInterrupted.wait(false);
    --g_world.connecting;
    return fail(Code::Failed, "NCCL: the run was stopped");
}

/// Sums in the order of the GPUs, in one stream. Like NCCL, waits for a lost GPU until the sum is abandoned. The
/// platform blocks the streams of the other GPUs by events.
Code allReduce(Stream* stream, Gpu* const* gpus, float* const* data, std::int32_t count, std::int64_t elements)
{
    if (stream->gpu->isLost)
        return stateOf(*stream->gpu);
    if (g_world.settings.connectsForEver)
        return connectForEver(*stream->gpu);
    stream->tasks.enqueue(
        [all = std::vector<float*>(data, data + count), members = std::vector<Gpu*>(gpus, gpus + count), elements] {
            for (Gpu* gpu : members)
                if (gpu->isLost) {
                    gpu->isAbandoned.wait(false);
                    return;
                }
            for (std::int64_t i = 0; i < elements; ++i) {
                float sum = all[0][i];
                for (std::size_t g = 1; g < all.size(); ++g)
                    sum += all[g][i];
                for (float* one : all)
                    one[i] = sum;
            }
        });
    return Code::Ok;
}

Code makeId(void* id)
{
    static std::atomic<int> s_ids{0};
    if (g_world.settings.makesNoIds)
        return fail(Code::Failed, "NCCL: unhandled system error");
    std::memset(id, 0, engine::devices::cuda::abi::kIdBytes);
    const int number = ++s_ids;
    std::memcpy(id, &number, sizeof number);
    return Code::Ok;
}

Code connect(Gpu* gpu, std::int32_t number, const void* id, std::int32_t rank, std::int32_t count)
{
    if (rank == g_world.settings.unconnectedRank)
        return fail(Code::Failed, "NCCL: unhandled system error");
    if (g_world.settings.connectsForEver)
        return connectForEver(*gpu);
    int ring = 0;
    std::memcpy(&ring, id, sizeof ring);
    const std::lock_guard lock(gpu->mutex);
    gpu->seats[number] = Ring::join(ring, rank, count);
    return Code::Ok;
}

void disconnect(Gpu* gpu, std::int32_t number)
{
    const std::lock_guard lock(gpu->mutex);
    gpu->seats.erase(number);
}

/// Launches a kernel that waits for the other ranks, as that of the library does. It ends early if it is abandoned.
Code exchange(Stream* stream, std::int32_t number, const ExchangeStep* steps, std::int32_t count)
{
    Gpu* const gpu = stream->gpu;
    if (gpu->isLost)
        return stateOf(*gpu);
    const std::int64_t order = ++g_world.exchanges;
    const bool fails = order == g_world.settings.exchangeFails;
    const bool isLost = order == g_world.settings.lostAtExchange;
    const bool hangs = fails || order == g_world.settings.exchangeHangs;
    const std::unique_lock lock(gpu->mutex);
    const Seat seat = gpu->seats.at(number);
    ++gpu->exchanges;
    stream->tasks.enqueue([=, all = std::vector<ExchangeStep>(steps, steps + count)] {
        const auto isAbandoned = [gpu] { return gpu->isAbandoned.load(); };
        if (fails)
            gpu->hasExchangeFailed = true;
        if (isLost)
            gpu->isLost = true;
        while (hangs && !isAbandoned())
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        if (!hangs && g_world.settings.slow > 0)
            std::this_thread::sleep_for(std::chrono::microseconds(g_world.settings.slow));
        if (!hangs && !isLost)
            seat.run(all, isAbandoned);
        --gpu->exchanges;
    });
    return Code::Ok;
}

Code checkExchanges(Gpu* gpu)
{
    return gpu->hasExchangeFailed ? fail(Code::Failed, "NCCL: remote process exited") : Code::Ok;
}

void abandon(Gpu* gpu)
{
    gpu->isAbandoned = true;
    gpu->isAbandoned.notify_all();
}

void interrupt(Gpu* gpu)
{
    gpu->isInterrupted = true;
    gpu->isInterrupted.notify_all();
}

constexpr Module kTable = {
    .size = sizeof(Module),
    .lastError = lastError,
    .probe = probe,
    .facts = factsOf,
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

engine::devices::cuda::ModulePtr makeModule(const Settings& settings)
{
    g_world.settings = settings;
    g_world.launches = g_world.waits = g_world.exchanges = g_world.captures = g_world.replays = 0;
    return std::make_shared<const engine::devices::cuda::Module>(kTable);
}

Counts counts()
{
    return {g_world.launches, g_world.waits, g_world.exchanges, g_world.captures,   g_world.replays, g_world.streams,
            g_world.events,   g_world.bytes, g_world.graphs,    g_world.connecting, g_world.releases};
}

}  // namespace fake
