#include "engine/devices/cuda/plugin/activity.h"

#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <unordered_map>
#include <utility>

#if defined(OVERLAP_HAS_CUPTI)
#include <cupti.h>
#endif

namespace engine::devices::cuda::plugin {

#if defined(OVERLAP_HAS_CUPTI)

namespace {

/// CUPTI returns a buffer after all its activities have ended; while operations are queued ahead, that never holds for
/// the buffer in use. Small buffers (some dozen operations) keep the live view up to date.
constexpr std::size_t kBufferBytes = std::size_t{32} << 10;
/// CUPTI numbers calls consecutively; records that are this many calls late never arrive.
constexpr std::uint32_t kLate = 1U << 17;
constexpr std::size_t kAlignment = 8;
constexpr int kOrdinalShift = 40;  ///< ids of CUPTI contain the GPU in the bits above the operation
constexpr std::uint64_t kOpMask = (std::uint64_t{1} << kOrdinalShift) - 1;

struct Calls {
    decltype(&::cuptiActivityRegisterTimestampCallback) registerClock = nullptr;
    decltype(&::cuptiActivityRegisterCallbacks) registerBuffers = nullptr;
    decltype(&::cuptiActivityEnable) enable = nullptr;
    decltype(&::cuptiActivityDisable) disable = nullptr;
    decltype(&::cuptiActivityFlushAll) flush = nullptr;
    decltype(&::cuptiActivityGetNextRecord) next = nullptr;
    decltype(&::cuptiActivityPushExternalCorrelationId) push = nullptr;
    decltype(&::cuptiActivityPopExternalCorrelationId) pop = nullptr;
};

template <typename F>
bool load(void* library, const char* name, F& function)
{
    function = reinterpret_cast<F>(dlsym(library, name));
    return function != nullptr;
}

bool loadAll(void* library, Calls& calls)
{
    return load(library, "cuptiActivityRegisterTimestampCallback", calls.registerClock) &&
           load(library, "cuptiActivityRegisterCallbacks", calls.registerBuffers) &&
           load(library, "cuptiActivityEnable", calls.enable) && load(library, "cuptiActivityDisable", calls.disable) &&
           load(library, "cuptiActivityFlushAll", calls.flush) &&
           load(library, "cuptiActivityGetNextRecord", calls.next) &&
           load(library, "cuptiActivityPushExternalCorrelationId", calls.push) &&
           load(library, "cuptiActivityPopExternalCorrelationId", calls.pop);
}

std::uint64_t CUPTIAPI clockNow()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

struct Activity::State {
    Calls calls;
    std::mutex mutex;                                             // guards everything below
    std::unordered_map<std::uint32_t, std::uint64_t> operations;  // by CUPTI's number of the call
    std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>
        early;                                                    // records without an operation so far
    std::unordered_map<std::uint64_t, abi::OperationTime> times;  // by operation, with its GPU
    std::uint32_t forgotten = 0;                                  // calls before this one are forgotten

    void addLocked(std::uint32_t call, std::uint64_t begin, std::uint64_t end)
    {
        if (begin == 0 || end < begin)
            return;
        const auto found = operations.find(call);
        if (found == operations.end()) {
            early[call].emplace_back(begin, end);
            return;
        }
        const auto from = static_cast<std::int64_t>(begin);
        const auto to = static_cast<std::int64_t>(end);
        const auto [time, isNew] =
            times.try_emplace(found->second, abi::OperationTime{found->second & kOpMask, from, to});
        if (isNew)
            return;
        time->second.begin = std::min(time->second.begin, from);
        time->second.end = std::max(time->second.end, to);
    }

    /// Removes old calls and records of calls that belong to no operation.
    void forgetLocked(std::uint32_t call)
    {
        if (call - forgotten < 2 * kLate)
            return;
        const std::uint32_t from = call - kLate;
        std::erase_if(operations, [&](const auto& entry) { return from - entry.first < kLate * 4; });
        std::erase_if(early, [&](const auto& entry) { return from - entry.first < kLate * 4; });
        forgotten = from;
    }

    void nameLocked(std::uint32_t call, std::uint64_t operation)
    {
        forgetLocked(call);
        operations[call] = operation;
        const auto waiting = early.find(call);
        if (waiting == early.end())
            return;
        for (const auto& [begin, end] : waiting->second)
            addLocked(call, begin, end);
        early.erase(waiting);
    }

    template <typename Record>
    void addRecordLocked(const CUpti_Activity* record)
    {
        const auto* it = reinterpret_cast<const Record*>(record);
        addLocked(it->correlationId, it->start, it->end);
    }

    void takeLocked(const CUpti_Activity* record)
    {
        switch (record->kind) {
            case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
                return addRecordLocked<CUpti_ActivityKernel10>(record);
            case CUPTI_ACTIVITY_KIND_MEMCPY:
                return addRecordLocked<CUpti_ActivityMemcpy6>(record);
            case CUPTI_ACTIVITY_KIND_MEMCPY2:
                return addRecordLocked<CUpti_ActivityMemcpyPtoP4>(record);
            case CUPTI_ACTIVITY_KIND_MEMSET:
                return addRecordLocked<CUpti_ActivityMemset4>(record);
            case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
                return addRecordLocked<CUpti_ActivityGraphTrace2>(record);
            case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
                const auto* it = reinterpret_cast<const CUpti_ActivityExternalCorrelation*>(record);
                return nameLocked(it->correlationId, it->externalId);
            }
            default:
                return;
        }
    }
};

namespace {

/// CUPTI calls back without a context pointer; the library is loaded once and never unloaded.
std::weak_ptr<Activity> g_shared;    // guarded by g_mutex
Activity::State* g_state = nullptr;  // set before CUPTI is enabled
std::mutex g_mutex;                  // guards g_shared

void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* records)
{
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, kBufferBytes));
    *size = *buffer != nullptr ? kBufferBytes : 0;
    *records = 0;
}

void CUPTIAPI takeBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid)
{
    {
        const std::lock_guard lock(g_state->mutex);
        CUpti_Activity* record = nullptr;
        while (valid > 0 && g_state->calls.next(buffer, valid, &record) == CUPTI_SUCCESS)
            g_state->takeLocked(record);
    }
    std::free(buffer);
}

constexpr CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                                         CUPTI_ACTIVITY_KIND_RUNTIME,
                                         CUPTI_ACTIVITY_KIND_DRIVER,
                                         CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                         CUPTI_ACTIVITY_KIND_MEMCPY,
                                         CUPTI_ACTIVITY_KIND_MEMCPY2,
                                         CUPTI_ACTIVITY_KIND_MEMSET,
                                         CUPTI_ACTIVITY_KIND_GRAPH_TRACE};

/// The clock is registered once, before anything is enabled, for the life of the process.
bool start(Calls& calls)
{
    // Nsight Systems and Nsight Compute inject themselves by this variable; CUPTI supports one reader.
    if (std::getenv("NVTX_INJECTION64_PATH") != nullptr || std::getenv("CUDA_INJECTION64_PATH") != nullptr)
        return false;
    void* library = dlopen("libcupti.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr || !loadAll(library, calls))
        return false;
    return calls.registerClock(clockNow) == CUPTI_SUCCESS &&
           calls.registerBuffers(giveBuffer, takeBuffer) == CUPTI_SUCCESS;
}

}  // namespace

std::shared_ptr<Activity> Activity::shared()
{
    const std::lock_guard lock(g_mutex);
    if (std::shared_ptr<Activity> present = g_shared.lock())
        return present;
    if (g_state == nullptr) {
        auto state = std::make_unique<State>();
        if (!start(state->calls))
            return nullptr;
        g_state = state.release();  // CUPTI may return a last buffer at process exit
    }
    for (const CUpti_ActivityKind kind : kKinds)
        if (g_state->calls.enable(kind) != CUPTI_SUCCESS) {
            for (const CUpti_ActivityKind enabled : kKinds)
                static_cast<void>(g_state->calls.disable(enabled));
            return nullptr;
        }
    std::shared_ptr<Activity> made(new Activity(nullptr));
    g_shared = made;
    return made;
}

Activity::Activity(std::unique_ptr<State> state) : m_state(std::move(state)) {}

Activity::~Activity()
{
    const std::lock_guard lock(g_mutex);
    for (const CUpti_ActivityKind kind : kKinds)
        static_cast<void>(g_state->calls.disable(kind));
    const std::lock_guard state(g_state->mutex);
    g_state->operations.clear();
    g_state->early.clear();
    g_state->times.clear();
}

void Activity::enter(int ordinal, std::uint64_t op)
{
    static_cast<void>(g_state->calls.push(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0,
                                          static_cast<std::uint64_t>(ordinal) << kOrdinalShift | op));
}

void Activity::leave()
{
    std::uint64_t last = 0;
    static_cast<void>(g_state->calls.pop(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last));
}

std::vector<abi::OperationTime> Activity::collect(int ordinal, std::size_t most, bool isFinal)
{
    static_cast<void>(g_state->calls.flush(0));
    // A forced flush also returns buffers in use: they contain calls that have not returned, but all device activities
    // have ended.
    if (isFinal)
        static_cast<void>(g_state->calls.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
    std::vector<abi::OperationTime> taken;
    const std::lock_guard lock(g_state->mutex);
    for (auto it = g_state->times.begin(); it != g_state->times.end() && taken.size() < most;) {
        if (static_cast<int>(it->first >> kOrdinalShift) != ordinal) {
            ++it;
            continue;
        }
        taken.push_back(it->second);
        it = g_state->times.erase(it);
    }
    return taken;
}

#else

struct Activity::State {};

std::shared_ptr<Activity> Activity::shared()
{
    return nullptr;
}

Activity::Activity(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Activity::~Activity() = default;
void Activity::enter(int, std::uint64_t) {}
void Activity::leave() {}
std::vector<abi::OperationTime> Activity::collect(int, std::size_t, bool)
{
    return {};
}

#endif

}  // namespace engine::devices::cuda::plugin
