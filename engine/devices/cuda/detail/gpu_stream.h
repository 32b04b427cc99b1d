#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/devices/cuda/abi.h"
#include "engine/devices/cuda/detail/backlog.h"
#include "engine/devices/cuda/detail/event_clock.h"
#include "engine/devices/cuda/detail/event_pool.h"
#include "engine/devices/cuda/detail/life_ledger.h"
#include "engine/devices/cuda/module.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace engine::devices::cuda::detail {

class GpuStream;

/// A position in a stream: everything up to and including entry `number`.
struct Point {
    GpuStream* stream = nullptr;
    std::uint64_t number = 0;
    OpId op;  ///< the last operation up to this position
};

/// State that all streams of one GPU share.
struct GpuState {
    ModulePtr module;
    abi::Gpu* gpu = nullptr;
    DeviceId device;
    std::string name;  ///< "GPU 0"
    abi::TimeSource times = abi::TimeSource::Host;
    LifeLedger* ledger = nullptr;
    std::function<Nanoseconds()> now;
    EventClock clock;
    std::atomic<bool>* isCancelled = nullptr;
    std::atomic<bool> isLost{false};

    /// Marks the device as lost; every later operation on the device fails. Sums of other GPUs stop waiting for the
    /// device.
    void lose(const std::string& reason);
    /// Marks the device as lost; later operations report `error`.
    void lose(Error error);
    [[nodiscard]] Error lostError() const;

private:
    mutable std::mutex m_mutex;  ///< guards m_error
    Error m_error;
};

/// An entry that was issued and has not ended.
struct IssuedEntry {
    std::uint64_t number = 0;
    OpId op;
    abi::Event* begin = nullptr;  ///< null unless events measure the times
    abi::Event* end = nullptr;    ///< event that the watcher waits for; null for most entries
    abi::Event* order = nullptr;  ///< event that other streams wait for
    std::shared_ptr<void> keep;
    std::function<void(Nanoseconds)> whenDone;
    std::function<void()> whenOver;
    Nanoseconds issued{};
    std::string name;
    Nanoseconds modelled{};
    std::vector<OpId> after;  ///< for a service: operations that have ended if the service has ended
};

/// One queue of a GPU. The host issues work in advance. An event per entry would cost more than a short kernel's
/// launch. If the profiler measures the times, an end event therefore covers up to 16 entries or about 0.2 ms of work,
/// less if a thread waits or an entry has a callback; else each entry has its own end event. A separate thread sleeps
/// until the oldest end event was reached. A stream that follows an entry waits for the first event at or after this
/// entry; if there is none, one is recorded. Threads: any.
class GpuStream {
public:
    /// An operation, or a service (such as an event) that is not an operation, to be queued in the stream.
    struct Entry {
        OpId op{};
        std::string name{};
        std::vector<Point> after{};  ///< positions that the entry must follow, in other streams or earlier in this one
        std::function<Status(abi::Stream*)> launch{};
        std::shared_ptr<void> keep{};  ///< object that must stay alive until the entry has ended
        // Called on the stream's thread unless the device is lost.
        std::function<void(Nanoseconds)> whenDone{};  ///< called before waiting threads are notified
        std::function<void()> whenOver{};             ///< called after isDone() has become true
        abi::Event* marker = nullptr;                 ///< additional event to record; owned by the caller
        Nanoseconds modelled{10'000};                 ///< estimated shortest duration
        bool isUnbounded = false;  ///< submit() ignores the limit on queued work; for work that can be ended early
        std::optional<Nanoseconds> posted{};  ///< time of issue of an entry that has since waited for other ranks
    };

    static Result<std::unique_ptr<GpuStream>> make(GpuState& state, abi::StreamRole role, LaneId lane,
                                                   const std::string& name);
    /// Call after all entries have ended.
    ~GpuStream();
    GpuStream(const GpuStream&) = delete;
    GpuStream& operator=(const GpuStream&) = delete;

    /// Issues the entry. Blocks while so much work is queued that Stop would take too long. Errors: the error of the
    /// launch; the device was lost; Cancelled.
    Result<Point> submit(Entry entry);
    /// Makes later entries of this stream wait on the device for `point`.
    Status follow(const Point& point);

    [[nodiscard]] bool isDone(std::uint64_t number) const;
    /// Sleeps until the entry has ended. Errors: the device was lost; Cancelled.
    [[nodiscard]] Status await(std::uint64_t number);
    /// Waits for all entries; cancelling does not end the wait.
    void drain();
    [[nodiscard]] Point last() const;
    /// Returns the position of an operation that is in flight in this stream; for others, a Point without a stream.
    [[nodiscard]] Point pointOf(OpId op) const;
    [[nodiscard]] std::size_t inFlight() const;
    void wake();

    [[nodiscard]] GpuState& state() { return m_state; }
    [[nodiscard]] LaneId lane() const { return m_lane; }
    [[nodiscard]] abi::StreamRole role() const { return m_role; }

private:
    using InFlight = IssuedEntry;
    /// The entries at the end of the queue that no end event covers.
    struct Tail {
        int count = 0;
        Nanoseconds modelled{};
    };

    GpuStream(GpuState& state, abi::StreamRole role, LaneId lane)
        : m_state(state), m_role(role), m_lane(lane), m_events(state)
    {
    }

    [[nodiscard]] bool needsEnd(const Entry& entry) const;
    [[nodiscard]] Status ensureEvent(std::uint64_t number);
    [[nodiscard]] abi::Event* eventAfterLocked(std::uint64_t number) const;
    void recordTail(abi::EventUse use);
    void recordWanted();
    void requestEnd(std::uint64_t number);
    [[nodiscard]] Status followLocked(const Point& point);
    [[nodiscard]] Result<InFlight> issue(Entry& entry);
    [[nodiscard]] Result<Point> submitLocked(Entry& entry);
    void waitForRoom(const Entry& entry);
    void watch(const std::stop_token& stop);
    void endGroup(std::unique_lock<std::mutex>& lock);

    GpuState& m_state;
    const abi::StreamRole m_role;
    const LaneId m_lane;
    abi::Stream* m_stream = nullptr;
    EventPool m_events;

    std::mutex m_issue;  ///< held while an entry or an event is issued. After a thread has released it, the thread must
                         ///< call recordWanted().
    struct NextOperation {
        std::map<const GpuStream*, std::uint64_t> seen;  ///< per stream: last entry waited for so far
        std::vector<Point> predecessors;                 ///< points that the next operation follows; added by follow()
        Tail tail;
    };
    NextOperation m_next;  ///< guarded by m_issue

    mutable std::mutex m_mutex;  ///< guards everything below
    std::deque<InFlight> m_inFlight;
    /// Numbers of the last entry that was issued, the last one that has an end event, the last one for which a thread
    /// waits, and the last one that has ended.
    struct EntryNumbers {
        std::uint64_t issued = 0;
        std::uint64_t watched = 0;  ///< last entry with an end event; changes only while m_issue is held
        std::uint64_t wanted = 0;   ///< last entry for whose end a thread waits
        std::uint64_t done = 0;
    };
    EntryNumbers m_last;
    OpId m_lastOp;
    Backlog m_backlog;
    Nanoseconds m_lastEnd{};           ///< time at which the latest end of an entry was observed
    bool m_isDestroyingEntry = false;  ///< an entry's `keep` is being destroyed; drain() waits for this
    std::condition_variable m_changed;
    std::condition_variable m_queued;  ///< wakes the watcher
    std::jthread m_watcher;
};

/// Adds `point` to the points that an entry must follow; stores only the last point of each stream.
void addPoint(std::vector<Point>& points, const Point& point);

}  // namespace engine::devices::cuda::detail
