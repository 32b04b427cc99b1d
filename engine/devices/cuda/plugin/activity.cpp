#include "engine/devices/cuda/plugin/activity.h"

#include "engine/devices/cuda/clock_pairs.h"
#include "engine/devices/cuda/plugin/runtime.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace engine::devices::cuda::plugin {

#if defined(OVERLAP_HAS_CUPTI)

namespace {

/// CUPTI returns a buffer after all its activities have ended. While operations are queued ahead, the buffer in use
/// always contains activities that have not ended. Small buffers (about a hundred operations) keep the live view up to
/// date.
constexpr std::size_t kBufferBytes = std::size_t{32} << 10;
constexpr std::size_t kAlignment = 8;
#if CUPTI_API_VERSION >= 130000
/// Older versions (13.0.0) can block for ever when records are flushed or disabled.
constexpr std::uint32_t kOldestVersion = 130001;
using KernelRecord = CUpti_ActivityKernel10;
#else
/// CUDA 12.8. If the calls to record are selected, older versions do not record the ids of operations.
constexpr std::uint32_t kOldestVersion = 26;
using KernelRecord = CUpti_ActivityKernel9;
#endif
/// CUPTI numbers calls consecutively. A record counts as lost after this many to twice as many further calls.
constexpr std::uint32_t kLate = 1U << 17;

/// The id of an operation in CUPTI, from the highest bits: period of the Activity, ordinal of the GPU, number of the
/// operation.
constexpr int kPeriodShift = 48;
constexpr int kOrdinalShift = 40;
constexpr std::uint64_t kOpMask = (std::uint64_t{1} << kOrdinalShift) - 1;
constexpr std::uint64_t kMaxPeriod = 0xFFFF;

constexpr CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                                         CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                         CUPTI_ACTIVITY_KIND_MEMCPY,
                                         CUPTI_ACTIVITY_KIND_MEMCPY2,
                                         CUPTI_ACTIVITY_KIND_MEMSET,
                                         CUPTI_ACTIVITY_KIND_GRAPH_TRACE};
/// The calls to record: those that start work on the device. The record of a call links its kernels to the operation.
/// Records of other calls (events, waits) would cost time and fill the buffers.
constexpr CUpti_CallbackId kRuntimeCalls[] = {
    CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000,
    CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060,
    CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_v9000,
#if CUPTI_API_VERSION >= 130000
    CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000,
#endif
    CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyPeerAsync_v4000,
    CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000,
};
constexpr CUpti_CallbackId kDriverCalls[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync_v2,
    CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync_v2,
    CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync_v2,
    CUPTI_DRIVER_TRACE_CBID_cuMemcpyAsync,
    CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeerAsync,
    CUPTI_DRIVER_TRACE_CBID_cuMemsetD8Async,
    CUPTI_DRIVER_TRACE_CBID_cuMemsetD32Async,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
};

std::string versionText(std::uint32_t version)
{
    constexpr std::uint32_t kFirstOf13 = 130000;
    if (version < kFirstOf13)  // before CUDA 13, versions were numbered consecutively
        return "CUPTI API " + std::to_string(version);
    return "CUPTI " + std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "." +
           std::to_string(version % 100);
}

/// Collects the records of CUPTI. Times are those of CUPTI's clock.
class Records {
public:
    /// Drops all records. Later records are dropped too if they belong to another period than `period`.
    void reset(std::uint64_t period)
    {
        m_period = period;
        m_operations.clear();
        m_early.clear();
        m_times.clear();
    }

    void add(const CUpti_Activity* record)
    {
        switch (record->kind) {
            case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
                return addInterval<KernelRecord>(record);
            case CUPTI_ACTIVITY_KIND_MEMCPY:
                return addInterval<CUpti_ActivityMemcpy6>(record);
            case CUPTI_ACTIVITY_KIND_MEMCPY2:
                return addInterval<CUpti_ActivityMemcpyPtoP4>(record);
            case CUPTI_ACTIVITY_KIND_MEMSET:
                return addInterval<CUpti_ActivityMemset4>(record);
            case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
                return addInterval<CUpti_ActivityGraphTrace2>(record);
            case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
                const auto* it = reinterpret_cast<const CUpti_ActivityExternalCorrelation*>(record);
                return addName(it->correlationId, it->externalId);
            }
            default:
                return;
        }
    }

    std::vector<abi::OperationTime> take(int ordinal, std::size_t most)
    {
        std::vector<abi::OperationTime> taken;
        for (auto it = m_times.begin(); it != m_times.end() && taken.size() < most;) {
            if (static_cast<int>(it->first >> kOrdinalShift & 0xFF) != ordinal) {
                ++it;
                continue;
            }
            taken.push_back(it->second);
            it = m_times.erase(it);
        }
        return taken;
    }

private:
    template <typename Record>
    void addInterval(const CUpti_Activity* record)
    {
        const auto* it = reinterpret_cast<const Record*>(record);
        addTimes(it->correlationId, it->start, it->end);
    }

    void addTimes(std::uint32_t call, std::uint64_t begin, std::uint64_t end)
    {
        if (begin == 0 || end < begin)
            return;
        const auto found = m_operations.find(call);
        if (found == m_operations.end()) {
            m_early[call].emplace_back(begin, end);
            return;
        }
        const auto from = static_cast<std::int64_t>(begin);
        const auto to = static_cast<std::int64_t>(end);
        const auto [time, isNew] =
            m_times.try_emplace(found->second, abi::OperationTime{found->second & kOpMask, from, to});
        if (isNew)
            return;
        time->second.begin = std::min(time->second.begin, from);
        time->second.end = std::max(time->second.end, to);
    }

    void addName(std::uint32_t call, std::uint64_t operation)
    {
        if (operation >> kPeriodShift != m_period)
            return;
        forget(call);
        m_operations[call] = operation;
        const auto waiting = m_early.find(call);
        if (waiting == m_early.end())
            return;
        for (const auto& [begin, end] : waiting->second)
            addTimes(call, begin, end);
        m_early.erase(waiting);
    }

    /// Removes what is stored for old calls: their operations, and times whose operation did not become known.
    void forget(std::uint32_t call)
    {
        if (call - m_forgotten < 2 * kLate)
            return;
        const std::uint32_t from = call - kLate;
        std::erase_if(m_operations, [&](const auto& entry) { return from - entry.first < kLate * 4; });
        std::erase_if(m_early, [&](const auto& entry) { return from - entry.first < kLate * 4; });
        m_forgotten = from;
    }

    std::uint64_t m_period = 0;
    std::unordered_map<std::uint32_t, std::uint64_t> m_operations;  ///< operation by CUPTI's number of the call
    std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>
        m_early;                                                    ///< times of calls whose operation is not known yet
    std::unordered_map<std::uint64_t, abi::OperationTime> m_times;  ///< times by id of the operation
    std::uint32_t m_forgotten = 0;  ///< entries of calls with lower numbers were removed
};

/// The state of CUPTI in this process. It is never destroyed, because CUPTI may return a last buffer at exit.
struct Cupti {
    const Profiler* calls = nullptr;
    std::string text;  ///< version, or why CUPTI is not used
    std::mutex mutex;  ///< guards records and reader
    Records records;
    std::uint64_t reader = 0;  ///< period of the existing Activity; 0: none, so records are dropped
    std::mutex clockMutex;     ///< guards clock
    ClockPairs clock;          ///< maps times of CUPTI's clock to CLOCK_MONOTONIC
    std::mutex bufferMutex;    ///< guards buffers; CUPTI may have locked other mutexes when it requests a buffer
    std::vector<std::uint8_t*> buffers;

    void sampleClock()
    {
        const auto read = [this] {
            std::uint64_t now = 0;
            static_cast<void>(calls->getTimestamp(&now));
            return static_cast<std::int64_t>(now);
        };
        const std::lock_guard lock(clockMutex);
        clock.sample(read, monotonicNow);
    }
};

std::mutex g_mutex;  // guards g_shared, g_period and the start of CUPTI
std::weak_ptr<Activity> g_shared;
std::uint64_t g_period = 0;

Cupti& cupti()
{
    static Cupti* const kCupti = new Cupti;  // static, because CUPTI passes no context pointer to callbacks
    return *kCupti;
}

void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* records)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.bufferMutex);
    if (state.buffers.empty()) {
        *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, kBufferBytes));
    } else {
        *buffer = state.buffers.back();
        state.buffers.pop_back();
    }
    *size = *buffer != nullptr ? kBufferBytes : 0;
    *records = 0;
}

void CUPTIAPI readBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid)
{
    Cupti& state = cupti();
    {
        const std::lock_guard lock(state.mutex);
        CUpti_Activity* record = nullptr;
        while (state.reader != 0 && valid > 0 && state.calls->getNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
            state.records.add(record);
    }
    const std::lock_guard lock(state.bufferMutex);
    state.buffers.push_back(buffer);
}

/// Enables CUPTI. Returns why it failed, else an empty text.
std::string enable(const Profiler& calls)
{
    std::uint8_t isPerThread = 0;
    std::size_t size = sizeof isPerThread;
    // LifeLedger requires that CUPTI returns the records of an older operation before those of a younger one, or
    // together with them. One buffer per thread, the default since 13.0, breaks this order. Must precede the
    // registration.
    if (calls.setAttribute(CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER, &size, &isPerThread) != CUPTI_SUCCESS)
        return "it refuses one buffer for all threads";
    if (calls.registerCallbacks(giveBuffer, readBuffer) != CUPTI_SUCCESS)
        return "it has another reader";
    for (const CUpti_ActivityKind kind : kKinds)
        if (calls.enable(kind) != CUPTI_SUCCESS)
            return "it cannot record activities of kind " + std::to_string(kind);
    for (const CUpti_CallbackId call : kRuntimeCalls)
        if (calls.enableRuntimeApi(call, 1) != CUPTI_SUCCESS)
            return "it cannot record call " + std::to_string(call) + " of the runtime";
    for (const CUpti_CallbackId call : kDriverCalls)
        if (calls.enableDriverApi(call, 1) != CUPTI_SUCCESS)
            return "it cannot record call " + std::to_string(call) + " of the driver";
    return {};
}

void start(Cupti& state)
{
    std::string reason;
    const Profiler* calls = loadProfiler(reason);
    if (calls == nullptr) {
        state.text = "no CUPTI (" + reason + ")";
        return;
    }
    std::uint32_t version = 0;
    static_cast<void>(calls->getVersion(&version));
    state.text = versionText(version);
    if (version < kOldestVersion) {
        state.text += " not used (" + versionText(kOldestVersion) + " is the oldest without errors)";
        return;
    }
    state.calls = calls;  // set before enable(), during which CUPTI may return buffers
    reason = enable(*calls);
    if (reason.empty())
        return;
    state.text += " not used (" + reason + ")";
    state.calls = nullptr;
}

}  // namespace

std::shared_ptr<Activity> Activity::shared(std::string& text)
{
    const std::lock_guard lock(g_mutex);
    Cupti& state = cupti();
    if (state.text.empty())
        start(state);
    text = state.text;
    if (std::shared_ptr<Activity> present = g_shared.lock())
        return present;
    if (state.calls == nullptr)
        return nullptr;
    g_period = g_period % kMaxPeriod + 1;
    std::shared_ptr<Activity> activity(new Activity(g_period));
    state.sampleClock();
    const std::lock_guard records(state.mutex);
    state.records.reset(g_period);
    state.reader = g_period;
    g_shared = activity;
    return activity;
}

Activity::~Activity()
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    if (state.reader == m_period)
        state.reader = 0;
}

void Activity::enter(int ordinal, std::uint64_t op)
{
    const std::uint64_t id =
        m_period << kPeriodShift | static_cast<std::uint64_t>(ordinal) << kOrdinalShift | (op & kOpMask);
    static_cast<void>(cupti().calls->pushId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, id));
}

void Activity::leave()
{
    std::uint64_t last = 0;
    static_cast<void>(cupti().calls->popId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last));
}

void Activity::flush()
{
    static_cast<void>(cupti().calls->flushAll(0));
    // A forced flush also returns buffers that CUPTI still fills. Their records of device activities are complete,
    // because all device activities have ended.
    static_cast<void>(cupti().calls->flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
}

std::vector<abi::OperationTime> Activity::collect(int ordinal, std::size_t most)
{
    Cupti& state = cupti();
    static_cast<void>(state.calls->flushAll(0));
    state.sampleClock();
    std::vector<abi::OperationTime> taken;
    {
        const std::lock_guard lock(state.mutex);
        taken = state.records.take(ordinal, most);
    }
    const std::lock_guard lock(state.clockMutex);
    for (abi::OperationTime& time : taken) {
        time.begin = state.clock.map(time.begin);
        time.end = state.clock.map(time.end);
    }
    return taken;
}

#else

std::shared_ptr<Activity> Activity::shared(std::string& text)
{
    text = "no CUPTI (the module was built without it)";
    return nullptr;
}

Activity::~Activity() = default;
void Activity::enter(int, std::uint64_t) {}
void Activity::leave() {}
void Activity::flush() {}
std::vector<abi::OperationTime> Activity::collect(int, std::size_t)
{
    return {};
}

#endif

}  // namespace engine::devices::cuda::plugin
