#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/devices/cuda/abi.h"
#include "engine/devices/cuda/detail/backlog.h"
#include "engine/devices/cuda/detail/event_clock.h"
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

/// A place in a stream: everything up to and including entry `number`.
struct Point {
    GpuStream* stream = nullptr;
    std::uint64_t number = 0;
    OpId op;  ///< the last operation up to there
};

/// What streams of one GPU share.
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

    /// The device works no more; every operation on it fails from here on.
    void lose(const std::string& reason);
    [[nodiscard]] Error lostError() const;

private:
    mutable std::mutex m_mutex;  ///< guards m_reason
    std::string m_reason;
};

/// One queue of a GPU: the host issues ahead, a thread of its own sleeps until the oldest entry has ended.
/// Threads: all functions any.
class GpuStream {
public:
    /// An operation, or a service without a number, on its way into the stream.
    struct Entry {
        OpId op{};
        std::string name{};
        std::vector<Point> after{};  ///< on other streams, or of the past
        std::function<Status(abi::Stream*)> launch{};
        std::shared_ptr<void> keep{};                 ///< what must live until it has ended
        std::function<void(Nanoseconds)> whenDone{};  ///< on the stream's thread; not called if the device is lost
        abi::Event* marker = nullptr;                 ///< is recorded besides; of whoever gave it
        Nanoseconds modelled{10'000};                 ///< how long it would take at the device's best
    };

    static Result<std::unique_ptr<GpuStream>> make(GpuState& state, abi::StreamRole role, LaneId lane,
                                                   const std::string& name);
    /// Everything in it has ended.
    ~GpuStream();
    GpuStream(const GpuStream&) = delete;
    GpuStream& operator=(const GpuStream&) = delete;

    /// Issues; waits only while so much is under way that a stop would take long. Errors: what the launch says; the
    /// device was lost; Cancelled.
    Result<Point> submit(Entry entry);
    /// What is issued from here on runs after `point`, on the device.
    Status follow(const Point& point);

    [[nodiscard]] bool isDone(std::uint64_t number) const;
    /// Sleeps until the entry has ended. Errors: the device was lost; Cancelled. `hasWaited`: it had not ended yet.
    [[nodiscard]] Status await(std::uint64_t number, bool& hasWaited);
    /// The same for everything in it; not ended by cancelling.
    void drain();
    [[nodiscard]] Point last() const;
    [[nodiscard]] std::size_t underWay() const;
    void wake();

    [[nodiscard]] GpuState& state() { return m_state; }
    [[nodiscard]] LaneId lane() const { return m_lane; }
    [[nodiscard]] abi::StreamRole role() const { return m_role; }

private:
    struct InFlight {
        std::uint64_t number = 0;
        OpId op;
        abi::Event* begin = nullptr;
        abi::Event* end = nullptr;
        std::shared_ptr<void> keep;
        std::function<void(Nanoseconds)> whenDone;
        Nanoseconds issued{};
        std::string name;
        Nanoseconds modelled{};
        std::vector<OpId> after;  ///< of a service: what had ended before it did
    };

    GpuStream(GpuState& state, abi::StreamRole role, LaneId lane) : m_state(state), m_role(role), m_lane(lane) {}

    [[nodiscard]] Status followLocked(const Point& point);
    [[nodiscard]] Result<abi::Event*> takeEvent(bool isTiming);
    [[nodiscard]] Result<InFlight> issue(Entry& entry);
    void waitForRoom(const Entry& entry);
    [[nodiscard]] std::vector<OpId> predecessors() const;
    void watch();
    void end(InFlight& entry, abi::Code code, const std::string& reason);
    [[nodiscard]] std::optional<LifeLedger::Interval> timesOf(const InFlight& entry) const;

    GpuState& m_state;
    const abi::StreamRole m_role;
    const LaneId m_lane;
    abi::Stream* m_stream = nullptr;

    std::mutex m_issue;  ///< held while one entry is issued; guards m_seen and m_predecessors
    std::map<const GpuStream*, std::uint64_t> m_seen;  ///< what this stream waits for already
    std::vector<Point> m_predecessors;                 ///< of the next operation, by follow()

    mutable std::mutex m_mutex;  ///< guards everything below
    std::deque<InFlight> m_inFlight;
    std::uint64_t m_issued = 0;
    std::uint64_t m_done = 0;
    OpId m_lastOp;
    Backlog m_backlog;
    Nanoseconds m_lastEnd{};  ///< when the newest that has ended was seen to have
    bool m_isEnding = false;
    bool m_isLettingGo = false;         ///< what an entry keeps goes just now; it may belong to who drains
    std::vector<abi::Event*> m_timing;  ///< for use again
    std::vector<abi::Event*> m_plain;
    std::condition_variable m_changed;
    std::thread m_watcher;
};

/// Adds a point to those that a newcomer has to follow, one per stream.
void addPoint(std::vector<Point>& points, const Point& point);

}  // namespace engine::devices::cuda::detail
