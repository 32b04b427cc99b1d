#pragma once

#include "engine/base/id.h"
#include "engine/base/units.h"
#include "engine/trace/record.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace engine::devices::cuda::detail {

/// Determines when GPU operations ran. The host observes when an operation was issued and when it had ended; the times
/// measured by the device or its profiler are between these two. A lifetime is written after the lifetimes of all its
/// predecessors, so that no operation starts before its predecessors end. Measured times are moved as far as this rule
/// requires, and the ledger counts these adjustments.
/// Threads: any.
class LifeLedger {
public:
    using Write = std::function<void(const trace::LifeRecord&)>;
    explicit LifeLedger(Write write) : m_write(std::move(write)) {}

    struct Interval {
        Nanoseconds begin{};
        Nanoseconds end{};
    };

    /// Whether timed() will be called for an operation.
    enum class Timing : std::uint8_t { None, Follow };
    enum class Outcome : std::uint8_t { Done, Failed };

    /// `after`: GPU operations that the device waits for before the start; CPU operations have already ended. `posted`:
    /// when an operation that has since waited for other ranks was ready on the host.
    void issued(OpId op, LaneId lane, DeviceId device, Nanoseconds at, std::span<const OpId> after, Timing timing,
                std::optional<Nanoseconds> posted = {});
    /// Removes an operation whose launch failed. It must be the newest of its lane, without successors.
    void discard(OpId op);
    /// Call when the host has observed the end of the operation. `measured`: its times, if they are known already.
    void ended(OpId op, Nanoseconds seen, Outcome outcome, const std::optional<Interval>& measured);
    /// Records that the operations ended by `seen`, because work that waited for them has ended. Their streams may
    /// observe the ends later.
    void endedBefore(std::span<const OpId> ops, Nanoseconds seen);
    /// Adds times of the profiler, possibly only of a part of the operation; ignores invalid intervals. Usually called
    /// after ended().
    void timed(OpId op, const Interval& measured);
    /// Call after the profiler was asked for the records of `device`. The profiler returns a buffer only after all
    /// operations in it have ended, which takes long while operations are queued ahead. The times of operation A, which
    /// has ended, are complete if an earlier request returned times of a later operation B when all operations before B
    /// had ended. They are also complete at the second request while the device is idle.
    void flushed(DeviceId device);
    /// Call after the last call of timed(): writes all operations that have ended.
    void finish();

    [[nodiscard]] bool contains(OpId op) const;
    struct Times {
        Nanoseconds ready{};
        Nanoseconds begin{};
        Nanoseconds end{};
    };
    using Use = std::function<void(const Times&)>;
    /// Calls `use` when the lifetime is written: immediately if it is written already, else later on another thread.
    /// Does not call `use` for unknown operations.
    void whenWritten(OpId op, Use use);

    struct Adjustments {
        std::int64_t moved = 0;    ///< operations whose measured time was moved by more than a microsecond
        std::int64_t missing = 0;  ///< operations that ended, but whose times never arrived
        Nanoseconds most{};
    };
    [[nodiscard]] Adjustments adjustments() const;

private:
    struct Entry {
        LaneId lane;
        DeviceId device;
        Nanoseconds posted{};
        Nanoseconds issued{};
        Nanoseconds seen{};
        Nanoseconds bound = Nanoseconds::max();  ///< time at which the end of a successor was observed
        std::optional<Interval> measured;
        std::vector<OpId> after;
        std::vector<OpId> successors;  ///< operations whose LifeRecords must follow that of this operation
        std::vector<Use> uses;
        int missing = 0;  ///< number of predecessors whose lifetimes are not written
        bool hasEnded = false;
        bool hasFailed = false;
        bool hasTimes = false;
        bool wantsTimes = false;
        bool isTimed = false;      ///< at least one time has arrived
        std::uint64_t number = 0;  ///< position in the order of issue on the device
        OpId before;               ///< previous operation of the lane

        [[nodiscard]] Nanoseconds seenBy() const { return hasEnded ? std::min(seen, bound) : bound; }
    };
    struct Lane {
        OpId last;
        Nanoseconds end{};
    };
    /// Up to which operation the profiler has returned the times of a device's operations, which are numbered in the
    /// order of issue.
    struct Progress {
        std::uint64_t issued = 0;
        std::uint64_t proven = 0;  ///< the last request proves that times of operations below this number are complete
        std::int64_t open = 0;     ///< operations that have not ended
        int idleFlushes = 0;       ///< number of flush requests since the device was last busy
    };
    struct WrittenLife {
        trace::LifeRecord life;
        std::vector<Use> uses;
    };

    [[nodiscard]] std::uint64_t provenOf(DeviceId device) const;
    void bound(std::span<const OpId> ops, Nanoseconds seen);
    void writeComplete(OpId first, std::vector<WrittenLife>& written);
    [[nodiscard]] trace::LifeRecord lifeOf(OpId op, const Entry& entry);
    void notify(std::vector<WrittenLife>& written);
    void note(Nanoseconds moved);

    const Write m_write;
    mutable std::mutex m_mutex;  ///< guards everything below
    std::mutex m_order;          ///< held while lifetimes are written, to keep the order within a lane
    std::unordered_map<std::uint32_t, Entry> m_entries;
    std::unordered_map<std::uint32_t, Times> m_times;  ///< times of operations whose lifetimes are written
    std::unordered_map<std::uint32_t, Lane> m_lanes;
    std::unordered_map<std::uint32_t, Progress> m_progress;  ///< by device
    bool m_isFinished = false;
    Adjustments m_adjustments;
};

}  // namespace engine::devices::cuda::detail
