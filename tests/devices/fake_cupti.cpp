#include "engine/devices/cuda/plugin/runtime.h"
#include "tests/devices/fake_cuda.h"
#include "tests/devices/task_stream.h"

#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

/// Imitates CUPTI 13.0 with its pitfalls: one buffer per thread by default, a separate clock, buffers that are returned
/// only after their recorded work has ended (unless a flush is forced), zero times, and wrong ids of graph launches
/// after a second start.
namespace fake {

namespace {

struct Buffer {
    std::uint8_t* memory = nullptr;
    std::size_t size = 0;
    std::size_t used = 0;
    int open = 0;  ///< number of records that have no times yet
    bool isGone = false;
};

struct Cupti {
    std::mutex mutex;  // guards everything below
    bool isPerThread = true;
    CUpti_BuffersCallbackRequestFunc request = nullptr;
    CUpti_BuffersCallbackCompleteFunc complete = nullptr;
    std::set<int> kinds;
    bool isRestarted = false;
    std::set<std::uint32_t> runtimeCalls;
    std::map<std::thread::id, std::shared_ptr<Buffer>> current;
    std::vector<std::shared_ptr<Buffer>> full;
    std::map<std::thread::id, std::vector<std::uint64_t>> ids;
    std::uint32_t lastCall = 0;
    std::int64_t deviceRecords = 0;
};

Cupti& cupti()
{
    static Cupti* const kCupti = new Cupti;
    return *kCupti;
}

std::uint64_t toCupti(std::int64_t monotonic)
{
    // Long double: the product has more digits than a double.
    const long double scaled = static_cast<long double>(monotonic) * static_cast<long double>(settings().clockRate);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(scaled) + settings().clockOffset);
}

std::size_t sizeOf(CUpti_ActivityKind kind)
{
    switch (kind) {
        case CUPTI_ACTIVITY_KIND_RUNTIME:
            return sizeof(CUpti_ActivityAPI);
        case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
            return sizeof(CUpti_ActivityExternalCorrelation);
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            return sizeof(CUpti_ActivityKernel10);
        case CUPTI_ACTIVITY_KIND_MEMCPY:
            return sizeof(CUpti_ActivityMemcpy6);
        case CUPTI_ACTIVITY_KIND_MEMCPY2:
            return sizeof(CUpti_ActivityMemcpyPtoP4);
        case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
            return sizeof(CUpti_ActivityGraphTrace2);
        default:
            return 0;
    }
}

struct Place {
    std::shared_ptr<Buffer> buffer;
    std::uint8_t* record = nullptr;
};

/// Reserves a record in the buffer of this thread, or in the buffer for all threads.
Place reserveLocked(CUpti_ActivityKind kind)
{
    Cupti& state = cupti();
    const std::size_t size = sizeOf(kind);
    std::shared_ptr<Buffer>& buffer = state.current[state.isPerThread ? std::this_thread::get_id() : std::thread::id{}];
    if (buffer && buffer->used + size > buffer->size)
        state.full.push_back(std::move(buffer));
    if (!buffer) {
        buffer = std::make_shared<Buffer>();
        std::size_t records = 0;
        state.request(&buffer->memory, &buffer->size, &records);
    }
    std::uint8_t* record = buffer->memory + buffer->used;
    std::memset(record, 0, size);
    std::memcpy(record, &kind, sizeof kind);
    buffer->used += size;
    return {buffer, record};
}

/// Writes the records of a call if CUPTI records it. Returns the number of the call, or 0 without a record.
std::uint32_t callLocked(std::uint32_t runtimeCall)
{
    Cupti& state = cupti();
    const std::uint32_t number = ++state.lastCall;
    if (state.request == nullptr ||
        (!state.kinds.contains(CUPTI_ACTIVITY_KIND_RUNTIME) && !state.runtimeCalls.contains(runtimeCall)))
        return 0;
    count(&RuntimeCounts::apiRecords);
    auto* call = reinterpret_cast<CUpti_ActivityAPI*>(reserveLocked(CUPTI_ACTIVITY_KIND_RUNTIME).record);
    call->correlationId = number;
    const auto& ids = state.ids[std::this_thread::get_id()];
    if (ids.empty() || !state.kinds.contains(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION))
        return number;
    auto* name = reinterpret_cast<CUpti_ActivityExternalCorrelation*>(
        reserveLocked(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION).record);
    name->externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
    name->externalId = ids.back();
    name->correlationId = number;
    return number;
}

template <typename Record>
class PendingOf final : public PendingRecord {
public:
    PendingOf(Place place, std::uint32_t call) : m_place(std::move(place))
    {
        auto* record = reinterpret_cast<Record*>(m_place.record);
        record->correlationId = call;
        ++m_place.buffer->open;
    }

    void complete(std::int64_t begin, std::int64_t end) override
    {
        Cupti& state = cupti();
        const std::lock_guard lock(state.mutex);
        --m_place.buffer->open;
        if (m_place.buffer->isGone)
            return;
        auto* record = reinterpret_cast<Record*>(m_place.record);
        const bool isZero = settings().zeroEvery > 0 && ++state.deviceRecords % settings().zeroEvery == 0;
        record->start = isZero ? 0 : toCupti(begin);
        record->end = isZero ? 0 : toCupti(end);
    }

private:
    Place m_place;
};

template <typename Record>
std::shared_ptr<PendingRecord> pendingLocked(CUpti_ActivityKind kind, std::uint32_t call)
{
    if (!cupti().kinds.contains(kind))
        return nullptr;
    return std::make_shared<PendingOf<Record>>(reserveLocked(kind), call);
}

// -- functions of CUPTI

CUptiResult getVersion(std::uint32_t* version)
{
    *version = settings().cupti;
    return CUPTI_SUCCESS;
}

CUptiResult getTimestamp(std::uint64_t* time)
{
    *time = toCupti(monotonicNow());
    return CUPTI_SUCCESS;
}

CUptiResult setAttribute(CUpti_ActivityAttribute attribute, std::size_t*, void* value)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    if (attribute == CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER && state.request == nullptr)
        state.isPerThread = *static_cast<const std::uint8_t*>(value) != 0;
    return CUPTI_SUCCESS;
}

CUptiResult registerCallbacks(CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    state.request = request;
    state.complete = complete;
    return CUPTI_SUCCESS;
}

CUptiResult enable(CUpti_ActivityKind kind)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    if (!state.kinds.insert(kind).second)
        state.isRestarted = true;
    return CUPTI_SUCCESS;
}

CUptiResult enableRuntimeApi(CUpti_CallbackId call, std::uint8_t isEnabled)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    if (isEnabled != 0)
        state.runtimeCalls.insert(call);
    else
        state.runtimeCalls.erase(call);
    return CUPTI_SUCCESS;
}

CUptiResult enableDriverApi(CUpti_CallbackId, std::uint8_t)
{
    return CUPTI_SUCCESS;  // the imitated runtime makes no driver calls
}

CUptiResult flushAll(std::uint32_t flags)
{
    Cupti& state = cupti();
    const bool isForced = (flags & CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != 0;
    std::vector<std::shared_ptr<Buffer>> returned;
    {
        const std::lock_guard lock(state.mutex);
        const auto isReturned = [&](const std::shared_ptr<Buffer>& buffer) {
            if (!buffer || buffer->used == 0 || (buffer->open > 0 && !isForced))
                return false;
            buffer->isGone = true;
            returned.push_back(buffer);
            return true;
        };
        std::erase_if(state.full, isReturned);
        std::erase_if(state.current, [&](const auto& entry) { return isReturned(entry.second); });
    }
    for (const auto& buffer : returned)
        state.complete(nullptr, 0, buffer->memory, buffer->size, buffer->used);
    return CUPTI_SUCCESS;
}

CUptiResult getNextRecord(std::uint8_t* buffer, std::size_t valid, CUpti_Activity** record)
{
    auto* next = *record == nullptr ? buffer : reinterpret_cast<std::uint8_t*>(*record) + sizeOf((*record)->kind);
    if (next >= buffer + valid)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = reinterpret_cast<CUpti_Activity*>(next);
    return CUPTI_SUCCESS;
}

CUptiResult pushId(CUpti_ExternalCorrelationKind, std::uint64_t id)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    state.ids[std::this_thread::get_id()].push_back(id);
    return CUPTI_SUCCESS;
}

CUptiResult popId(CUpti_ExternalCorrelationKind, std::uint64_t* last)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    auto& ids = state.ids[std::this_thread::get_id()];
    if (ids.empty())
        return CUPTI_ERROR_QUEUE_EMPTY;
    *last = ids.back();
    ids.pop_back();
    return CUPTI_SUCCESS;
}

}  // namespace

std::shared_ptr<PendingRecord> recordCall(std::uint32_t runtimeCall, RecordType type)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    const std::uint32_t call = callLocked(runtimeCall);
    switch (type) {
        case RecordType::Kernel:
            return pendingLocked<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, call);
        case RecordType::Copy:
            return pendingLocked<CUpti_ActivityMemcpy6>(CUPTI_ACTIVITY_KIND_MEMCPY, call);
        case RecordType::PeerCopy:
            return pendingLocked<CUpti_ActivityMemcpyPtoP4>(CUPTI_ACTIVITY_KIND_MEMCPY2, call);
        case RecordType::Graph:
            return pendingLocked<CUpti_ActivityGraphTrace2>(CUPTI_ACTIVITY_KIND_GRAPH_TRACE,
                                                            call + (state.isRestarted ? 1 : 0));
    }
    return nullptr;
}

void recordCall(std::uint32_t runtimeCall)
{
    Cupti& state = cupti();
    const std::lock_guard lock(state.mutex);
    static_cast<void>(callLocked(runtimeCall));
}

}  // namespace fake

namespace engine::devices::cuda::plugin {

const Profiler* loadProfiler(std::string&)
{
    static constexpr Profiler kProfiler = {
        .getVersion = fake::getVersion,
        .getTimestamp = fake::getTimestamp,
        .setAttribute = fake::setAttribute,
        .registerCallbacks = fake::registerCallbacks,
        .enable = fake::enable,
        .enableRuntimeApi = fake::enableRuntimeApi,
        .enableDriverApi = fake::enableDriverApi,
        .flushAll = fake::flushAll,
        .getNextRecord = fake::getNextRecord,
        .pushId = fake::pushId,
        .popId = fake::popId,
    };
    return &kProfiler;
}

}  // namespace engine::devices::cuda::plugin
