// gpu_probe: facts about this machine's driver and CUPTI that the module relies on, measured without the module.
//
//   gpu_probe profiler [callback] [per-thread] [restart]
//       10,000 kernels and 100 graph launches under CUPTI: how many records arrive, have zero times, or name no call.
//       callback: CUPTI takes its times from our clock. per-thread: one buffer per thread, CUPTI's default.
//       restart: profiling is disabled and enabled again before the measurement.
//   gpu_probe events
//       host time of a launch alone, with an event, and with an event that a thread may sleep for.
//
// Exits with 77 if there is no GPU.
#include <cuda_runtime.h>
#include <cupti.h>

#include <dlfcn.h>
#include <time.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace {

#if CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
#else
using KernelRecord = CUpti_ActivityKernel9;
#endif

constexpr int kKernels = 10'000;
constexpr int kGraphs = 100;
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

__global__ void oneKernel(float* out)
{
    out[threadIdx.x] = static_cast<float>(threadIdx.x);
}

void check(cudaError_t error, const char* doing)
{
    if (error == cudaSuccess)
        return;
    std::printf("%s: %s\n", doing, cudaGetErrorString(error));
    std::exit(1);
}

struct Calls {
    decltype(&::cuptiGetVersion) getVersion;
    decltype(&::cuptiActivitySetAttribute) setAttribute;
    decltype(&::cuptiActivityRegisterCallbacks) registerCallbacks;
    decltype(&::cuptiActivityRegisterTimestampCallback) registerClock;
    decltype(&::cuptiActivityEnable) enable;
    decltype(&::cuptiActivityDisable) disable;
    decltype(&::cuptiActivityFlushAll) flushAll;
    decltype(&::cuptiActivityGetNextRecord) next;
};

template <typename F>
void load(void* library, const char* name, F& function)
{
    function = reinterpret_cast<F>(dlsym(library, name));
    if (function == nullptr) {
        std::printf("CUPTI lacks %s\n", name);
        std::exit(1);
    }
}

struct Found {
    std::mutex mutex;  // guards everything below
    int kernels = 0;
    int zeros = 0;
    std::set<std::uint32_t> calls;
    std::vector<std::uint32_t> graphs;
};

Calls g_calls;
Found g_found;

std::uint64_t CUPTIAPI clockNow()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* records)
{
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBufferBytes));
    *size = kBufferBytes;
    *records = 0;
}

void CUPTIAPI takeBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid)
{
    const std::lock_guard lock(g_found.mutex);
    CUpti_Activity* record = nullptr;
    while (valid > 0 && g_calls.next(buffer, valid, &record) == CUPTI_SUCCESS) {
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            const auto* kernel = reinterpret_cast<const KernelRecord*>(record);
            ++g_found.kernels;
            g_found.zeros += kernel->start == 0 || kernel->end < kernel->start ? 1 : 0;
        } else if (record->kind == CUPTI_ACTIVITY_KIND_GRAPH_TRACE) {
            g_found.graphs.push_back(reinterpret_cast<const CUpti_ActivityGraphTrace2*>(record)->correlationId);
        } else if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME) {
            const auto* call = reinterpret_cast<const CUpti_ActivityAPI*>(record);
            if (call->cbid == CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000)
                g_found.calls.insert(call->correlationId);
        }
    }
    std::free(buffer);
}

constexpr CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                         CUPTI_ACTIVITY_KIND_GRAPH_TRACE};

struct Device {
    cudaStream_t stream = nullptr;
    float* memory = nullptr;
    cudaGraphExec_t graph = nullptr;

    Device()
    {
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream");
        check(cudaMalloc(&memory, 4096), "allocate memory");
        cudaGraph_t captured = nullptr;
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin a capture");
        for (int i = 0; i < 4; ++i)
            oneKernel<<<1, 32, 0, stream>>>(memory);
        check(cudaStreamEndCapture(stream, &captured), "end a capture");
        check(cudaGraphInstantiate(&graph, captured, 0), "make a graph");
    }
    void work(int kernels, int graphs)
    {
        for (int i = 0; i < kernels; ++i)
            oneKernel<<<1, 32, 0, stream>>>(memory);
        for (int i = 0; i < graphs; ++i)
            check(cudaGraphLaunch(graph, stream), "launch a graph");
        check(cudaDeviceSynchronize(), "wait");
    }
};

int profile(const std::set<std::string>& words)
{
    void* library = dlopen(("libcupti.so." + std::to_string(CUDART_VERSION / 1000)).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::printf("no CUPTI: %s\n", dlerror());
        return 1;
    }
    load(library, "cuptiGetVersion", g_calls.getVersion);
    load(library, "cuptiActivitySetAttribute", g_calls.setAttribute);
    load(library, "cuptiActivityRegisterCallbacks", g_calls.registerCallbacks);
    load(library, "cuptiActivityRegisterTimestampCallback", g_calls.registerClock);
    load(library, "cuptiActivityEnable", g_calls.enable);
    load(library, "cuptiActivityDisable", g_calls.disable);
    load(library, "cuptiActivityFlushAll", g_calls.flushAll);
    load(library, "cuptiActivityGetNextRecord", g_calls.next);
    std::uint32_t version = 0;
    Dl_info file{};
    static_cast<void>(g_calls.getVersion(&version));
    static_cast<void>(dladdr(reinterpret_cast<void*>(g_calls.getVersion), &file));
    std::uint8_t isPerThread = words.contains("per-thread") ? 1 : 0;
    std::size_t size = sizeof isPerThread;
    bool isFine =
        g_calls.setAttribute(CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER, &size, &isPerThread) == CUPTI_SUCCESS;
    if (words.contains("callback"))
        isFine = g_calls.registerClock(clockNow) == CUPTI_SUCCESS && isFine;
    isFine = g_calls.registerCallbacks(giveBuffer, takeBuffer) == CUPTI_SUCCESS && isFine;
    Device device;
    const auto period = [&] {
        for (const CUpti_ActivityKind kind : kKinds)
            isFine = g_calls.enable(kind) == CUPTI_SUCCESS && isFine;
        device.work(kKernels, kGraphs);
        isFine = g_calls.flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) == CUPTI_SUCCESS && isFine;
    };
    period();
    if (words.contains("restart")) {
        for (const CUpti_ActivityKind kind : kKinds)
            static_cast<void>(g_calls.disable(kind));
        device.work(100, 10);
        g_found.kernels = g_found.zeros = 0;
        g_found.calls.clear();
        g_found.graphs.clear();
        period();
    }
    const std::lock_guard lock(g_found.mutex);
    int unknown = 0;
    for (const std::uint32_t call : g_found.graphs)
        unknown += g_found.calls.contains(call) ? 0 : 1;
    std::printf(
        "CUPTI %u (%s): %d of %d kernels recorded, %d with zero times; %zu of %d graphs, %d of unknown calls%s\n",
        version, file.dli_fname, g_found.kernels, kKernels, g_found.zeros, g_found.graphs.size(), kGraphs, unknown,
        isFine ? "" : "; a call of CUPTI failed");
    return isFine ? 0 : 1;
}

int measureEvents()
{
    Device device;
    cudaEvent_t plain = nullptr;
    cudaEvent_t sleeping = nullptr;
    check(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming), "make an event");
    check(cudaEventCreateWithFlags(&sleeping, cudaEventDisableTiming | cudaEventBlockingSync), "make an event");
    const auto microseconds = [&](cudaEvent_t event) {
        double best = 1e9;
        for (int round = 0; round < 5; ++round) {
            const auto begin = std::chrono::steady_clock::now();
            for (int i = 0; i < 1000; ++i) {
                oneKernel<<<1, 32, 0, device.stream>>>(device.memory);
                if (event != nullptr)
                    check(cudaEventRecord(event, device.stream), "record an event");
            }
            const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
            check(cudaDeviceSynchronize(), "wait");
            best = spent.count() / 1000 < best ? spent.count() / 1000 : best;
        }
        return best;
    };
    std::printf("host time of a launch: %.2f us alone, %.2f us with an event, %.2f us with one to sleep for\n",
                microseconds(nullptr), microseconds(plain), microseconds(sleeping));
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::set<std::string> words(argv + 1, argv + argc);
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess || devices == 0) {
        std::printf("skipped: %s\n", cudaGetErrorString(error));
        return 77;
    }
    if (words.contains("profiler"))
        return profile(words);
    if (words.contains("events"))
        return measureEvents();
    std::fprintf(stderr, "usage: %s profiler [callback] [per-thread] [restart] | events\n", argv[0]);
    return 2;
}
