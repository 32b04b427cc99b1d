#include "engine/frontend/record_limit.h"

#include "engine/base/text.h"
#include "engine/frontend/detail/memory_guard.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

#include <pthread.h>

namespace engine::frontend {

namespace {

constexpr std::chrono::milliseconds kPause{20};
/// Upper bound of the memory of one record (most use 0.2 KiB). The next check is scheduled with this bound, so that the
/// check happens before the records reach their limit.
constexpr std::int64_t kMaxOfARecord = 1024;
constexpr std::uint64_t kFewRecords = 1024;
/// Number of records after which the computer's free memory is queried again.
constexpr std::uint64_t kManyRecords = std::uint64_t{1} << 18;
/// If the computer's memory runs short, a program run whose records use less than 1/16 of their limit is not stopped,
/// because it is not the cause.
constexpr std::int64_t kLargePart = 16;

/// Memory used by records: those in the trace, and those that the collector has not read yet.
struct RecordMemory {
    std::size_t operations = 0;
    Bytes bytes;
};

RecordMemory memoryOf(trace::Recorder& recorder)
{
    const trace::TracePtr trace = recorder.snapshot();
    const std::uint64_t unread = std::max(recorder.version(), trace->version()) - trace->version();
    return {trace->opCount(), Bytes{static_cast<std::int64_t>(trace->bytes() + unread * sizeof(trace::Record))}};
}

}  // namespace

RecordLimit::Limits RecordLimit::ofThisComputer()
{
    const MemoryGuard::Limits python = MemoryGuard::ofThisComputer();
    Limits limits{python.most, Bytes{python.spared.value / 2}, python.available};
    const char* const chosen = std::getenv("OVERLAP_RUN_MEMORY");
    if (chosen == nullptr || *chosen == '\0')
        return limits;
    const auto mebibytes = parseNumber<std::int64_t>(chosen);
    if (mebibytes && *mebibytes > 0 && *mebibytes <= std::numeric_limits<std::int64_t>::max() / kMiB.value) {
        limits.most = kMiB * *mebibytes;
        limits.isChosen = true;
    } else {
        limits.remark = message("run.memory-variable", chosen, messages::bytesText(limits.most));
    }
    return limits;
}

RecordLimit::RecordLimit(trace::Recorder& recorder, Limits limits, std::function<void()> stop)
    : m_recorder(recorder),
      m_begin(recorder.version()),
      m_limits(std::move(limits)),
      m_stop(std::move(stop)),
      m_watching([this](const std::stop_token& token) { watch(token); })
{
}

Message RecordLimit::end()
{
    if (m_watching.joinable()) {
        m_watching.request_stop();
        m_watching.join();
    }
    return std::exchange(m_sentence, {});
}

void RecordLimit::watch(const std::stop_token& token)
{
    pthread_setname_np(pthread_self(), "record limit");
    std::mutex mutex;  // required by `ended`; guards nothing
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    const auto after = [](Bytes room) {
        return std::max(kFewRecords, static_cast<std::uint64_t>(std::max<std::int64_t>(room.value, 0) / kMaxOfARecord));
    };
    std::uint64_t nextCheck = m_begin + after(m_limits.most);
    std::uint64_t nextQuery = m_begin + kManyRecords;
    while (!token.stop_requested()) {
        ended.wait_for(lock, token, kPause, [] { return false; });
        const std::uint64_t version = m_recorder.version();
        if (version < std::min(nextCheck, nextQuery))
            continue;
        const Bytes available = m_limits.available();
        nextQuery = version + kManyRecords;
        const bool isScarce = available < m_limits.spared;
        if (version < nextCheck && !isScarce)
            continue;
        const RecordMemory held = memoryOf(m_recorder);
        if (held.bytes >= m_limits.most)
            return stopRun(held.operations, held.bytes, Bytes{});
        if (isScarce && held.bytes.value >= m_limits.most.value / kLargePart)
            return stopRun(held.operations, held.bytes, available);
        nextCheck = version + after(m_limits.most - held.bytes);
    }
}

/// Stops the program run. `available`: the computer's free memory if too little is free, else 0.
void RecordLimit::stopRun(std::size_t operations, Bytes held, Bytes available)
{
    Message why = available.value > 0 ? message("run.bound-free", messages::bytesText(available))
                  : m_limits.isChosen ? message("run.bound-chosen", messages::bytesText(m_limits.most))
                                      : message("run.bound-most", messages::bytesText(m_limits.most));
    m_sentence = message("run.bound", operations, messages::bytesText(held), std::move(why));
    m_stop();
}

bool wasStoppedByRecordLimit(const trace::Trace& trace)
{
    return std::any_of(trace.notes().begin(), trace.notes().end(),
                       [](const trace::NoteRecord& note) { return note.text.text() == messages::row("run.bound"); });
}

}  // namespace engine::frontend
