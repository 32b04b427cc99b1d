#include "engine/devices/cuda/detail/gpu_stream.h"

#include "engine/messages/messages.h"

#include <pthread.h>

#include <algorithm>

namespace engine::devices::cuda::detail {

namespace {

Error cancelled()
{
    return makeError(ErrorCode::Cancelled, messages::message("run.stopped"));
}

}  // namespace

void GpuState::lose(const std::string& reason)
{
    const std::lock_guard lock(m_mutex);
    if (!isLost.exchange(true))
        m_reason = reason;
}

Error GpuState::lostError() const
{
    const std::lock_guard lock(m_mutex);
    return makeError(ErrorCode::DeviceFailure, messages::message("run.gpu-lost", name, m_reason));
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
    m_changed.notify_all();
    if (m_watcher.joinable())
        m_watcher.join();
    const abi::Module& module = **m_state.module;
    for (abi::Event* event : m_timing)
        module.destroyEvent(event);
    for (abi::Event* event : m_plain)
        module.destroyEvent(event);
    if (m_stream != nullptr)
        module.destroyStream(m_stream);
}

Result<abi::Event*> GpuStream::acquireEvent(bool isTiming)
{
    {
        const std::lock_guard lock(m_mutex);
        std::vector<abi::Event*>& spare = isTiming ? m_timing : m_plain;
        if (!spare.empty()) {
            abi::Event* event = spare.back();
            spare.pop_back();
            return event;
        }
    }
    abi::Event* event = nullptr;
    const abi::Code code =
        (*m_state.module)->createEvent(m_state.gpu, isTiming ? abi::EventUse::TimingWait : abi::EventUse::Wait, &event);
    if (Status status = m_state.module->check(code, "make an event on " + m_state.name); !status)
        return std::move(status).error();
    return event;
}

void GpuStream::waitForRoom(const Entry& entry)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock,
                   [&] { return m_backlog.hasRoomFor(entry.name, entry.modelled) || m_state.isCancelled->load(); });
}

std::vector<OpId> GpuStream::predecessors() const
{
    std::vector<OpId> all;
    for (const Point& point : m_predecessors)
        all.push_back(point.op);
    return all;
}

Status GpuStream::followLocked(const Point& point)
{
    if (point.stream == nullptr)
        return {};
    if (point.op.isValid())
        addPoint(m_predecessors, point);
    if (point.stream == this)
        return {};
    std::uint64_t& seen = m_seen[point.stream];
    if (seen >= point.number)
        return {};
    GpuStream& other = *point.stream;
    // A stream reuses its events after they were reached, so none may be reached between this search and the wait.
    const std::lock_guard lock(other.m_mutex);
    if (other.m_done < point.number) {
        const InFlight& entry = other.m_inFlight[point.number - other.m_inFlight.front().number];
        const abi::Code code = (*m_state.module)->wait(m_stream, entry.end);
        if (Status status = m_state.module->check(code, "make a stream of " + m_state.name + " wait"); !status)
            return status;
    }
    seen = point.number;
    return {};
}

Status GpuStream::follow(const Point& point)
{
    const std::lock_guard issue(m_issue);
    return followLocked(point);
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
        Result<abi::Event*> begin = acquireEvent(true);
        if (!begin)
            return std::move(begin).error();
        flight.begin = *begin;
        static_cast<void>(module.record(flight.begin, m_stream));  // the launch reports a lost device
    }
    Result<abi::Event*> end = acquireEvent(isTiming);
    if (!end)
        return std::move(end).error();
    flight.end = *end;
    // The profiler's times may arrive before the launch has returned, and its begin may be earlier than that.
    const bool isProfiled = m_state.times == abi::TimeSource::Activity && entry.op.isValid();
    if (isProfiled)
        m_state.ledger->issued(entry.op, m_lane, m_state.device, m_state.now(), predecessors(), true);
    if (entry.op.isValid())
        module.beginOperation(m_stream, entry.op.index, entry.name.c_str());
    Status status = entry.launch ? entry.launch(m_stream) : Status();
    if (entry.op.isValid())
        module.endOperation(m_stream);
    abi::Code code = entry.marker != nullptr ? module.record(entry.marker, m_stream) : abi::Code::Ok;
    if (code == abi::Code::Ok)
        code = module.record(flight.end, m_stream);
    if (status)
        status = m_state.module->check(
            code, "queue " + (entry.name.empty() ? "a service" : entry.name) + " on " + m_state.name);
    if (!status) {
        if (isProfiled)
            m_state.ledger->discard(entry.op);
        const std::lock_guard lock(m_mutex);
        m_plain.insert(m_plain.end(), isTiming ? 0 : 1, flight.end);
        m_timing.insert(m_timing.end(), isTiming ? 1 : 0, flight.end);
        if (flight.begin != nullptr)
            m_timing.push_back(flight.begin);
        if (code == abi::Code::Lost)
            m_state.lose((*m_state.module)->lastError());
        return m_state.isLost ? m_state.lostError() : std::move(status).error();
    }
    flight.keep = std::move(entry.keep);
    flight.whenDone = std::move(entry.whenDone);
    return flight;
}

Result<Point> GpuStream::submit(Entry entry)
{
    const std::lock_guard issueLock(m_issue);
    waitForRoom(entry);
    if (m_state.isLost)
        return m_state.lostError();
    if (m_state.isCancelled->load())
        return cancelled();
    Result<InFlight> flight = issue(entry);
    if (!flight)
        return std::move(flight).error();
    const Nanoseconds issued = m_state.now();  // after the launch, so without the first setup of libraries
    Point point{this, 0, entry.op};
    if (entry.op.isValid()) {
        if (m_state.times != abi::TimeSource::Activity)
            m_state.ledger->issued(entry.op, m_lane, m_state.device, issued, predecessors(), false);
        m_predecessors.clear();
    } else {
        flight->after = predecessors();
    }
    {
        const std::lock_guard lock(m_mutex);
        flight->number = ++m_issued;
        flight->issued = issued;
        flight->name = std::move(entry.name);
        flight->modelled = entry.modelled;
        m_backlog.add(flight->name, flight->modelled);
        point.number = m_issued;
        if (entry.op.isValid())
            m_lastOp = entry.op;
        point.op = m_lastOp;
        m_inFlight.push_back(*std::move(flight));
    }
    m_changed.notify_all();
    return point;
}

bool GpuStream::isDone(std::uint64_t number) const
{
    const std::lock_guard lock(m_mutex);
    return m_done >= number;
}

Status GpuStream::await(std::uint64_t number, bool& hasWaited)
{
    std::unique_lock lock(m_mutex);
    hasWaited = m_done < number;
    m_changed.wait(lock, [&] { return m_done >= number || m_state.isCancelled->load(); });
    if (m_done < number)
        return cancelled();
    return m_state.isLost ? Status(m_state.lostError()) : Status();
}

void GpuStream::drain()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_inFlight.empty() && !m_isDestroyingEntry; });
}

Point GpuStream::last() const
{
    const std::lock_guard lock(m_mutex);
    return {const_cast<GpuStream*>(this), m_issued, m_lastOp};
}

std::size_t GpuStream::inFlight() const
{
    const std::lock_guard lock(m_mutex);
    return m_inFlight.size();
}

void GpuStream::wake()
{
    // A thread that is about to sleep has checked the flag under this lock.
    {
        const std::lock_guard lock(m_mutex);
    }
    m_changed.notify_all();
}

void GpuStream::watch(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "gpu stream");
    const abi::Module& module = **m_state.module;
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [&] { return stop.stop_requested() || !m_inFlight.empty(); });
        if (m_inFlight.empty())
            return;
        InFlight& entry = m_inFlight.front();  // stays valid: other threads only append
        abi::Event* event = entry.end;
        lock.unlock();
        abi::Code code = module.query(event);
        if (code == abi::Code::NotReady)
            code = module.synchronize(event);
        end(entry, code, code == abi::Code::Ok ? std::string() : module.lastError());
        const Nanoseconds seen = m_state.now();
        lock.lock();
        m_done = entry.number;
        m_backlog.end(entry.name, entry.modelled, seen - std::max(entry.issued, m_lastEnd));
        m_lastEnd = seen;
        const bool isTiming = m_state.times == abi::TimeSource::Events;
        (isTiming ? m_timing : m_plain).push_back(entry.end);
        if (entry.begin != nullptr)
            m_timing.push_back(entry.begin);
        {
            const InFlight gone = std::move(entry);
            m_inFlight.pop_front();
            m_isDestroyingEntry = true;
            lock.unlock();  // the destructor of `keep` may call this stream
            m_changed.notify_all();
        }
        lock.lock();
        m_isDestroyingEntry = false;
        m_changed.notify_all();
    }
}

std::optional<LifeLedger::Interval> GpuStream::timesOf(const InFlight& entry) const
{
    const std::optional<EventClock::Anchor> anchor = m_state.clock.anchor();
    if (entry.begin == nullptr || !anchor)
        return {};
    const abi::Module& module = **m_state.module;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    if (module.elapsed(anchor->event, entry.begin, &begin) != abi::Code::Ok ||
        module.elapsed(anchor->event, entry.end, &end) != abi::Code::Ok)
        return {};
    return LifeLedger::Interval{EventClock::map(*anchor, Nanoseconds{begin}),
                                EventClock::map(*anchor, Nanoseconds{end})};
}

void GpuStream::end(InFlight& entry, abi::Code code, const std::string& reason)
{
    if (code != abi::Code::Ok)
        m_state.lose(reason);
    const Nanoseconds seen = m_state.now();
    const bool hasFailed = m_state.isLost;
    if (entry.op.isValid())
        m_state.ledger->ended(entry.op, seen, hasFailed, timesOf(entry));
    else if (!hasFailed)
        m_state.ledger->endedBefore(entry.after, seen);  // their own watchers may observe their ends later
    if (!hasFailed && entry.whenDone)
        entry.whenDone(seen);
}

}  // namespace engine::devices::cuda::detail
