#include "engine/devices/cuda/detail/gpu_stream.h"

#include "engine/messages/messages.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>

namespace engine::devices::cuda::detail {

namespace {

/// An entry gets an end event if the entries since the last end event are this many, or this much work.
constexpr int kMostUnwatched = 16;
constexpr Nanoseconds kLongestUnwatched{200'000};
/// Time after which the last entries of a queue get an end event, if no thread waits for them earlier.
constexpr std::chrono::milliseconds kIdle{1};
/// If a thread waits, the watcher polls for this time before it sleeps, because a wake-up would take longer.
constexpr Nanoseconds kSpin{20'000};

Error cancelled()
{
    return makeError(ErrorCode::Cancelled, message("run.stopped"));
}

/// The type of end events: timing events only if events measure the times.
abi::EventUse endUseOf(const GpuState& state)
{
    return state.times == abi::TimeSource::Events ? abi::EventUse::TimingWait : abi::EventUse::Wait;
}

std::vector<OpId> opsOf(const std::vector<Point>& points)
{
    std::vector<OpId> all;
    for (const Point& point : points)
        all.push_back(point.op);
    return all;
}

/// Sleeps until the event was reached. `isWanted`: a thread waits for the event, so this function polls before it
/// sleeps.
abi::Code waitFor(const GpuState& state, abi::Event* event, bool isWanted)
{
    if (event == nullptr)
        return abi::Code::Lost;  // the device was lost before the event was recorded
    const abi::Module& module = **state.module;
    const Nanoseconds begin = state.now();
    abi::Code code = module.query(event);
    while (code == abi::Code::NotReady && isWanted && state.now() - begin < kSpin)
        code = module.query(event);
    return code == abi::Code::NotReady ? module.synchronize(event) : code;
}

std::optional<LifeLedger::Interval> timesOf(const GpuState& state, const IssuedEntry& entry)
{
    const std::optional<EventClock::Anchor> anchor = state.clock.anchor();
    if (entry.begin == nullptr || !anchor)
        return {};
    const abi::Module& module = **state.module;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    if (module.elapsed(anchor->event, entry.begin, &begin) != abi::Code::Ok ||
        module.elapsed(anchor->event, entry.end, &end) != abi::Code::Ok)
        return {};
    return LifeLedger::Interval{EventClock::map(*anchor, Nanoseconds{begin}),
                                EventClock::map(*anchor, Nanoseconds{end})};
}

void endEntry(GpuState& state, IssuedEntry& entry, abi::Code code, const std::string& reason)
{
    if (code != abi::Code::Ok)
        state.lose(reason);
    const Nanoseconds seen = state.now();
    const bool hasFailed = state.isLost;
    if (entry.op.isValid())
        state.ledger->ended(entry.op, seen, hasFailed ? LifeLedger::Outcome::Failed : LifeLedger::Outcome::Done,
                            timesOf(state, entry));
    else if (!hasFailed)
        state.ledger->endedBefore(entry.after, seen);  // the streams of these operations may observe their ends later
    if (!hasFailed && entry.whenDone)
        entry.whenDone(seen);
}

}  // namespace

void GpuState::lose(const std::string& reason)
{
    lose(makeError(ErrorCode::DeviceFailure, message("run.gpu-lost", name, reason)));
}

void GpuState::lose(Error error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (isLost.exchange(true))
            return;
        m_error = std::move(error);
    }
    if (gpu != nullptr)
        (*module)->abandon(gpu);
}

Error GpuState::lostError() const
{
    const std::lock_guard lock(m_mutex);
    return m_error;
}

void addPoint(std::vector<Point>& points, const Point& point)
{
    if (point.stream == nullptr)
        return;
    for (Point& known : points)
        if (known.stream == point.stream) {
            if (known.number < point.number)
                known = point;
            return;
        }
    points.push_back(point);
}

Result<std::unique_ptr<GpuStream>> GpuStream::make(GpuState& state, abi::StreamRole role, LaneId lane,
                                                   const std::string& name)
{
    std::unique_ptr<GpuStream> stream(new GpuStream(state, role, lane));
    const abi::Code code = (*state.module)->createStream(state.gpu, role, name.c_str(), &stream->m_stream);
    if (Status status = state.module->check(code, "make a stream on " + state.name); !status)
        return std::move(status).error();
    stream->m_watcher = std::jthread([raw = stream.get()](const std::stop_token& stop) { raw->watch(stop); });
    return stream;
}

GpuStream::~GpuStream()
{
    {
        const std::lock_guard lock(m_mutex);
        m_watcher.request_stop();
    }
    m_queued.notify_all();
    if (m_watcher.joinable())
        m_watcher.join();
    if (m_stream != nullptr)
        (*m_state.module)->destroyStream(m_stream);
}

// -- events

/// Whether the entry needs an end event. Without the profiler, each entry needs one. With the profiler, several entries
/// may share an end event, because the profiler measures their times even if their ends are observed late.
bool GpuStream::needsEnd(const Entry& entry) const
{
    return m_state.times != abi::TimeSource::Activity || entry.whenDone != nullptr || entry.whenOver != nullptr ||
           m_next.tail.count + 1 >= kMostUnwatched || m_next.tail.modelled + entry.modelled >= kLongestUnwatched;
}

abi::Event* GpuStream::eventAfterLocked(std::uint64_t number) const
{
    const std::size_t first = number - m_inFlight.front().number;
    for (std::size_t i = first; i < m_inFlight.size(); ++i)
        if (abi::Event* event = m_inFlight[i].order != nullptr ? m_inFlight[i].order : m_inFlight[i].end)
            return event;
    return nullptr;
}

/// Records an event of type `use` after the last entry, unless that entry has ended or has an event that serves the
/// same purpose. The caller must have locked m_issue.
void GpuStream::recordTail(abi::EventUse use)
{
    const bool isEnd = use != abi::EventUse::Order;
    {
        const std::lock_guard lock(m_mutex);
        if (m_last.watched == m_last.issued || (!isEnd && m_inFlight.back().order != nullptr))
            return;
    }
    const Result<abi::Event*> event = m_events.acquire(use);
    abi::Code code = abi::Code::Lost;
    if (event)
        code = (*m_state.module)->record(*event, m_stream);
    if (code != abi::Code::Ok)
        m_state.lose((*m_state.module)->lastError());
    const std::lock_guard lock(m_mutex);
    InFlight& last = m_inFlight.back();  // exists, because the watcher ends entries only up to an end event
    (isEnd ? last.end : last.order) = event ? *event : nullptr;
    if (!isEnd)
        return;
    m_last.watched = m_last.issued;
    m_next.tail = {};
    m_queued.notify_all();
}

/// Records the end event that a thread waits for. If another thread has locked m_issue, that thread records the event
/// after it has released m_issue.
void GpuStream::recordWanted()
{
    while (true) {
        {
            const std::lock_guard lock(m_mutex);
            if (m_last.wanted <= m_last.watched)
                return;
        }
        const std::unique_lock issue(m_issue, std::try_to_lock);
        if (!issue)
            return;
        recordTail(endUseOf(m_state));
    }
}

void GpuStream::requestEnd(std::uint64_t number)
{
    {
        const std::lock_guard lock(m_mutex);
        m_last.wanted = std::max(m_last.wanted, number);
    }
    recordWanted();
}

/// Makes sure that there is an event at or after the entry, for streams that wait for it.
Status GpuStream::ensureEvent(std::uint64_t number)
{
    const auto isThere = [&] {
        const std::lock_guard lock(m_mutex);
        return m_last.done >= number || eventAfterLocked(number) != nullptr;
    };
    if (isThere())
        return {};
    {
        const std::lock_guard issue(m_issue);
        recordTail(abi::EventUse::Order);
    }
    recordWanted();
    return m_state.isLost ? Status(m_state.lostError()) : Status();
}

// -- issuing

void GpuStream::waitForRoom(const Entry& entry)
{
    const auto hasRoom = [&] {
        return m_backlog.hasRoomFor(entry.name, entry.modelled) || m_state.isCancelled->load();
    };
    {
        const std::lock_guard lock(m_mutex);
        if (hasRoom())
            return;
    }
    recordTail(endUseOf(m_state));
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, hasRoom);
}

Status GpuStream::followLocked(const Point& point)
{
    if (point.stream == nullptr)
        return {};
    if (point.op.isValid())
        addPoint(m_next.predecessors, point);
    if (point.stream == this)
        return {};
    std::uint64_t& seen = m_next.seen[point.stream];
    if (seen >= point.number)
        return {};
    GpuStream& other = *point.stream;
    // `other` reuses events that were reached. The lock prevents a reuse between the search for the event and the wait.
    const std::lock_guard lock(other.m_mutex);
    if (other.m_last.done < point.number) {
        abi::Event* event = other.eventAfterLocked(point.number);  // exists, because ensureEvent() was called
        const abi::Code code = event != nullptr ? (*m_state.module)->wait(m_stream, event) : abi::Code::Lost;
        if (Status status = m_state.module->check(code, "make a stream of " + m_state.name + " wait"); !status)
            return status;
    }
    seen = point.number;
    return {};
}

Status GpuStream::follow(const Point& point)
{
    if (point.stream != nullptr && point.stream != this)
        if (Status status = point.stream->ensureEvent(point.number); !status)
            return status;
    Status status;
    {
        const std::lock_guard issue(m_issue);
        status = followLocked(point);
    }
    recordWanted();
    return status;
}

Result<GpuStream::InFlight> GpuStream::issue(Entry& entry)
{
    const abi::Module& module = **m_state.module;
    for (const Point& point : entry.after)
        if (Status status = followLocked(point); !status)
            return std::move(status).error();
    InFlight flight;
    flight.op = entry.op;
    const bool isTiming = m_state.times == abi::TimeSource::Events;
    if (isTiming && entry.op.isValid()) {
        Result<abi::Event*> begin = m_events.acquire(abi::EventUse::Timing);
        if (!begin)
            return std::move(begin).error();
        flight.begin = *begin;
        static_cast<void>(module.record(flight.begin, m_stream));  // the launch reports a lost device
    }
    if (needsEnd(entry)) {
        Result<abi::Event*> end = m_events.acquire(endUseOf(m_state));
        if (!end)
            return std::move(end).error();
        flight.end = *end;
    }
    // Recorded before the launch, because the operation may begin, and the profiler's times may arrive, before the
    // launch has returned.
    const bool isProfiled = m_state.times == abi::TimeSource::Activity && entry.op.isValid();
    if (isProfiled)
        m_state.ledger->issued(entry.op, m_lane, m_state.device, m_state.now(), opsOf(m_next.predecessors),
                               LifeLedger::Timing::Follow, entry.posted);
    if (entry.op.isValid())
        module.beginOperation(m_stream, entry.op.index, entry.name.c_str());
    Status status = entry.launch ? entry.launch(m_stream) : Status();
    if (entry.op.isValid())
        module.endOperation(m_stream);
    abi::Code code = entry.marker != nullptr ? module.record(entry.marker, m_stream) : abi::Code::Ok;
    if (code == abi::Code::Ok && flight.end != nullptr)
        code = module.record(flight.end, m_stream);
    if (status)
        status = m_state.module->check(
            code, "queue " + (entry.name.empty() ? "a service" : entry.name) + " on " + m_state.name);
    if (!status) {
        if (isProfiled)
            m_state.ledger->discard(entry.op);
        m_events.release(endUseOf(m_state), flight.end);
        m_events.release(abi::EventUse::Timing, flight.begin);
        if (code == abi::Code::Lost)
            m_state.lose((*m_state.module)->lastError());
        if (m_state.isLost)
            return m_state.lostError();
        return m_state.isCancelled->load() ? cancelled() : std::move(status).error();
    }
    flight.keep = std::move(entry.keep);
    flight.whenDone = std::move(entry.whenDone);
    flight.whenOver = std::move(entry.whenOver);
    return flight;
}

Result<Point> GpuStream::submit(Entry entry)
{
    // Done before this stream is locked: two streams that follow each other at the same time would otherwise wait for
    // each other's lock.
    for (const Point& point : entry.after)
        if (point.stream != nullptr && point.stream != this)
            if (Status status = point.stream->ensureEvent(point.number); !status)
                return std::move(status).error();
    Result<Point> point = [&] {
        const std::lock_guard issue(m_issue);
        return submitLocked(entry);
    }();
    recordWanted();
    return point;
}

Result<Point> GpuStream::submitLocked(Entry& entry)
{
    if (!entry.isUnbounded)
        waitForRoom(entry);
    if (m_state.isLost)
        return m_state.lostError();
    if (m_state.isCancelled->load())
        return cancelled();
    Result<InFlight> flight = issue(entry);
    if (!flight)
        return std::move(flight).error();
    const Nanoseconds issued = m_state.now();  // after the launch, because the first launch may set up libraries
    Point point{this, 0, entry.op};
    if (entry.op.isValid()) {
        if (m_state.times != abi::TimeSource::Activity)
            m_state.ledger->issued(entry.op, m_lane, m_state.device, issued, opsOf(m_next.predecessors),
                                   LifeLedger::Timing::None, entry.posted);
        m_next.predecessors.clear();
    } else {
        flight->after = opsOf(m_next.predecessors);
    }
    const bool hasEnd = flight->end != nullptr;
    m_next.tail = hasEnd ? Tail{} : Tail{m_next.tail.count + 1, m_next.tail.modelled + entry.modelled};
    const std::lock_guard lock(m_mutex);
    flight->number = ++m_last.issued;
    flight->issued = issued;
    flight->name = std::move(entry.name);
    flight->modelled = entry.modelled;
    m_backlog.add(flight->name, flight->modelled);
    point.number = m_last.issued;
    if (entry.op.isValid())
        m_lastOp = entry.op;
    point.op = m_lastOp;
    m_inFlight.push_back(*std::move(flight));
    if (hasEnd)
        m_last.watched = m_last.issued;
    if (hasEnd || m_next.tail.count == 1)
        m_queued.notify_all();
    return point;
}

bool GpuStream::isDone(std::uint64_t number) const
{
    const std::lock_guard lock(m_mutex);
    return m_last.done >= number;
}

Status GpuStream::await(std::uint64_t number)
{
    requestEnd(number);
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_last.done >= number || m_state.isCancelled->load(); });
    if (m_last.done < number)
        return cancelled();
    return m_state.isLost ? Status(m_state.lostError()) : Status();
}

void GpuStream::drain()
{
    requestEnd(last().number);
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_inFlight.empty() && !m_isDestroyingEntry; });
}

Point GpuStream::last() const
{
    const std::lock_guard lock(m_mutex);
    return {const_cast<GpuStream*>(this), m_last.issued, m_lastOp};
}

Point GpuStream::pointOf(OpId op) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_inFlight, op, &InFlight::op);
    return found == m_inFlight.end() ? Point() : Point{const_cast<GpuStream*>(this), found->number, op};
}

std::size_t GpuStream::inFlight() const
{
    const std::lock_guard lock(m_mutex);
    return m_inFlight.size();
}

void GpuStream::wake()
{
    // The lock ensures that no thread is between its check of the flag and its sleep, where it would miss the
    // notification.
    {
        const std::lock_guard lock(m_mutex);
    }
    m_changed.notify_all();
}

void GpuStream::watch(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "gpu stream");
    std::unique_lock lock(m_mutex);
    while (true) {
        const auto isWatching = [&] { return stop.stop_requested() || m_last.watched > m_last.done; };
        if (m_last.issued == m_last.watched) {
            m_queued.wait(lock, [&] { return isWatching() || m_last.issued > m_last.watched; });
        } else if (!m_queued.wait_for(lock, kIdle, isWatching)) {
            m_last.wanted = m_last.issued;
            lock.unlock();
            recordWanted();
            lock.lock();
        }
        if (m_last.watched > m_last.done)
            endGroup(lock);
        else if (m_inFlight.empty() && stop.stop_requested())
            return;
    }
}

/// Waits for the oldest end event, and ends the entries up to it.
void GpuStream::endGroup(std::unique_lock<std::mutex>& lock)
{
    std::vector<InFlight*> group;  // pointers stay valid, since other threads only append entries
    Nanoseconds modelled{};
    for (InFlight& entry : m_inFlight) {
        group.push_back(&entry);
        modelled += entry.modelled;
        if (entry.end != nullptr || entry.number == m_last.watched)
            break;
    }
    const InFlight& last = *group.back();
    abi::Event* event = last.end;
    const bool isWanted = m_last.wanted >= group.front()->number;
    lock.unlock();
    const abi::Code code = waitFor(m_state, event, isWanted);
    const std::string reason = code == abi::Code::Ok ? std::string() : (*m_state.module)->lastError();
    for (InFlight* entry : group)
        endEntry(m_state, *entry, code, reason);
    const Nanoseconds seen = m_state.now();
    std::vector<InFlight> gone;
    lock.lock();
    m_last.done = last.number;
    // Only the time of the whole group was observed. This time is divided in proportion to the modelled times of the
    // entries.
    const double taken =
        toSeconds(seen - std::max(group.front()->issued, m_lastEnd)) / std::max(toSeconds(modelled), 1e-9);
    for (const InFlight* entry : group)
        m_backlog.end(entry->name, entry->modelled, fromSeconds(toSeconds(entry->modelled) * taken));
    m_lastEnd = seen;
    for (std::size_t i = 0; i < group.size(); ++i) {
        gone.push_back(std::move(m_inFlight.front()));
        m_inFlight.pop_front();
    }
    m_isDestroyingEntry = true;
    lock.unlock();
    m_changed.notify_all();
    for (const InFlight& entry : gone) {
        if (entry.whenOver && !m_state.isLost)
            entry.whenOver();
        m_events.release(endUseOf(m_state), entry.end);
        m_events.release(abi::EventUse::Order, entry.order);
        m_events.release(abi::EventUse::Timing, entry.begin);
    }
    gone.clear();  // without the lock, because the destructor of `keep` may call this stream
    lock.lock();
    m_isDestroyingEntry = false;
    m_changed.notify_all();
}

}  // namespace engine::devices::cuda::detail
