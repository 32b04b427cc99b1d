#include "engine/trace/recorder.h"

#include "engine/base/expect.h"
#include "engine/trace/detail/names.h"
#include "engine/trace/detail/writer_lane.h"
#include "engine/trace/store.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <pthread.h>

namespace engine::trace {

namespace {

/// Number of records that are applied before the store is unlocked for other threads; takes about a millisecond.
constexpr std::uint64_t kBatch = 8192;

std::uint64_t nextRecorder()
{
    static std::atomic<std::uint64_t> last = 0;
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// The lane to which this thread wrote last. The number distinguishes recorders that were created at the same address.
struct LastLane {
    std::uint64_t recorder = 0;
    detail::WriterLane* lane = nullptr;
};

LastLane& lastLane()
{
    thread_local LastLane last;
    return last;
}

/// Returns the highest name id that a record uses, plus 1; 0 if it uses none.
std::size_t namesUsedBy(const Record& record)
{
    const auto highest = [](auto... names) {
        return std::max({std::size_t{0}, (names.isValid() ? std::size_t{names.index} + 1 : 0)...});
    };
    return std::visit(
        [&]<typename R>(const R& r) -> std::size_t {
            if constexpr (std::is_same_v<R, IssueRecord>)
                return highest(r.name, r.label, r.text, r.phase, r.layer, r.shape);
            else if constexpr (std::is_same_v<R, LabelRecord>)
                return highest(r.label, r.text);
            else if constexpr (std::is_same_v<R, WaitRecord>)
                return highest(r.call);
            else if constexpr (std::is_same_v<R, HostRecord>)
                return highest(r.name);
            else
                return 0;
        },
        record);
}

}  // namespace

struct Recorder::State {
    const std::uint64_t number = nextRecorder();

    std::atomic<detail::WriterLane*> lanes = nullptr;  ///< a list that only grows, so that version() needs no lock
    std::mutex lanesMutex;                             ///< guards additions to `lanes`

    mutable std::mutex namesMutex;  ///< guards names
    detail::Names names;

    std::mutex storeMutex;  ///< guards store, shown, sink, namesTaken, and the reader's side of the lanes
    Store store;
    TracePtr shown;  ///< the trace that show() received; null: none
    std::atomic<std::uint64_t> shownVersion = 0;
    std::shared_ptr<Sink> sink;
    std::size_t namesTaken = 0;

    std::mutex collectorMutex;  ///< guards hasWork and the start of the collector
    std::condition_variable_any wakeUp;
    bool hasWork = false;
    std::jthread collector;  ///< declared last, because it must end before the members that it uses

    ~State();
    detail::WriterLane& laneOfThisThread();
    void callCollector();
    void collect(const std::stop_token& stop);
    bool drain(std::uint64_t most);
    void writeNamesOf(const Record& record);
    void apply(const Record& record);
};

Recorder::State::~State()
{
    if (collector.joinable()) {
        collector.request_stop();
        collector.join();
    }
    for (detail::WriterLane* lane = lanes.load(std::memory_order_acquire); lane != nullptr;)
        delete std::exchange(lane, lane->next);
}

detail::WriterLane& Recorder::State::laneOfThisThread()
{
    LastLane& last = lastLane();
    if (last.recorder == number)
        return *last.lane;
    const std::lock_guard lock(lanesMutex);
    const std::thread::id thread = std::this_thread::get_id();
    detail::WriterLane* lane = lanes.load(std::memory_order_relaxed);
    while (lane != nullptr && lane->thread() != thread)
        lane = lane->next;
    if (lane == nullptr) {
        lane = new detail::WriterLane(thread);
        lane->next = lanes.load(std::memory_order_relaxed);
        lanes.store(lane, std::memory_order_release);
    }
    last = {number, lane};
    return *lane;
}

void Recorder::State::callCollector()
{
    {
        const std::lock_guard lock(collectorMutex);
        hasWork = true;
        try {
            if (!collector.joinable())
                collector = std::jthread([this](const std::stop_token& stop) { collect(stop); });
        } catch (const std::system_error&) {
            // If the system refuses a thread, snapshot() and finish() process the records.
        }
    }
    wakeUp.notify_one();
}

void Recorder::State::collect(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "recorder");
    while (true) {
        {
            std::unique_lock lock(collectorMutex);
            if (!wakeUp.wait(lock, stop, [this] { return hasWork; }))
                return;
            hasWork = false;
        }
        bool isBehind = true;
        while (isBehind && !stop.stop_requested()) {
            const std::lock_guard lock(storeMutex);
            isBehind = drain(kBatch);
        }
    }
}

/// Applies up to `most` pending records; returns whether there are more. Requires storeMutex. First counts the records
/// of lanes that issue no operations, then those of issuing lanes. Applies the issuing lanes first, so that the
/// IssueRecord of an operation is applied before the counted records of the operation, and records rarely wait in the
/// store.
bool Recorder::State::drain(std::uint64_t most)
{
    struct Cut {
        detail::WriterLane* lane;
        std::uint64_t records;
    };
    std::vector<Cut> cuts;
    for (detail::WriterLane* lane = lanes.load(std::memory_order_acquire); lane != nullptr; lane = lane->next)
        cuts.push_back({lane, 0});
    std::stable_partition(cuts.begin(), cuts.end(), [](const Cut& cut) { return !cut.lane->issues; });
    for (Cut& cut : cuts)
        cut.records = cut.lane->written();
    for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
        for (; cut->lane->readCount() < cut->records; --most) {
            if (most == 0)
                return true;
            const Record record = cut->lane->pop();
            cut->lane->issues |= std::holds_alternative<IssueRecord>(record);
            writeNamesOf(record);
            apply(record);
        }
    }
    return false;
}

/// Writes the names up to the last one that `record` uses. The positions of NameRecords depend only on the other
/// records, not on the collector's progress, so a run written by one thread always gives the same sequence of records.
void Recorder::State::writeNamesOf(const Record& record)
{
    const std::size_t last = namesUsedBy(record);
    if (last <= namesTaken)
        return;
    const std::lock_guard lock(namesMutex);
    for (; namesTaken < last && namesTaken < names.size(); ++namesTaken)
        apply(NameRecord{NameId{namesTaken}, names.text(namesTaken)});
}

void Recorder::State::apply(const Record& record)
{
    store.apply(record);
    if (sink)
        sink->write(record);
}

Recorder::Recorder() : m_state(std::make_unique<State>()) {}

Recorder::~Recorder() = default;

void Recorder::write(Record record)
{
    const bool isStep = std::holds_alternative<StepRecord>(record);
    if (m_state->laneOfThisThread().write(std::move(record)) || (isStep && m_state->sink))
        m_state->callCollector();
}

NameId Recorder::intern(std::string_view text)
{
    const std::lock_guard lock(m_state->namesMutex);
    return m_state->names.intern(text);
}

TracePtr Recorder::snapshot()
{
    const std::lock_guard lock(m_state->storeMutex);
    if (m_state->shown)
        return m_state->shown;
    m_state->drain(4 * kBatch);
    return m_state->store.snapshot();
}

void Recorder::show(TracePtr trace)
{
    const std::lock_guard lock(m_state->storeMutex);
    m_state->shownVersion = trace->version();
    m_state->shown = std::move(trace);
}

std::uint64_t Recorder::version() const
{
    std::uint64_t version = m_state->shownVersion.load(std::memory_order_relaxed);
    for (const detail::WriterLane* lane = m_state->lanes.load(std::memory_order_acquire); lane != nullptr;
         lane = lane->next)
        version += lane->written();
    return version;
}

void Recorder::finish()
{
    for (bool isBehind = true; isBehind;) {
        const std::lock_guard lock(m_state->storeMutex);
        isBehind = m_state->drain(kBatch);
    }
    const std::lock_guard lock(m_state->storeMutex);
    m_state->store.close();
}

void Recorder::tee(std::shared_ptr<Sink> sink)
{
    ENGINE_EXPECT(!sink || version() == 0);
    const std::lock_guard lock(m_state->storeMutex);
    m_state->sink = std::move(sink);
}

}  // namespace engine::trace
