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

/// Puts together when operations of GPUs ran: what the host saw (issued, seen to have ended) encloses what the device
/// or its profiler measured. A life is written once all that it came after are written, so that every start lies after
/// every end it waited for; a measured time is moved by as much as that takes, and how much is kept.
/// Threads: any.
class LifeLedger {
public:
    using Write = std::function<void(const trace::LifeRecord&)>;
    explicit LifeLedger(Write write) : m_write(std::move(write)) {}

    struct Interval {
        Nanoseconds begin{};
        Nanoseconds end{};
    };

    /// `after`: operations that the device waits for before it starts; those of the processor have ended.
    /// `hasTimes`: an interval will come by timed().
    void issued(OpId op, LaneId lane, DeviceId device, Nanoseconds at, std::span<const OpId> after, bool hasTimes);
    /// It was not queued after all: the newest of its lane, which nothing follows yet.
    void withdraw(OpId op);
    /// The host has seen that it ended; `measured` if that is known already.
    void ended(OpId op, Nanoseconds seen, bool hasFailed, const std::optional<Interval>& measured);
    /// They had ended by `seen`, whenever their own streams look: something that waited for them has ended.
    void hadEnded(std::span<const OpId> ops, Nanoseconds seen);
    /// What the profiler says, perhaps in parts; unsound intervals count as none. Later than ended() as a rule.
    void timed(OpId op, const Interval& measured);
    /// The profiler was asked for what it has of `device`. It hands a buffer over once everything in it has ended,
    /// which takes long while operations are queued ahead: what has ended is complete when times of a later one were
    /// known before it was asked, with everything older ended too, or when it was asked twice while nothing was under
    /// way.
    void flushed(DeviceId device);
    /// Nothing more will come by timed(): what has ended is written.
    void settle();

    [[nodiscard]] bool knows(OpId op) const;
    /// Calls back with its end once it is written: at once, or from another thread. Unknown operations: never.
    void whenWritten(OpId op, std::function<void(Nanoseconds)> use);

    struct Adjustments {
        std::int64_t moved = 0;    ///< operations whose measured time was moved by more than a microsecond
        std::int64_t missing = 0;  ///< ended, but their times never came
        Nanoseconds most{};
    };
    [[nodiscard]] Adjustments adjustments() const;

private:
    struct Entry {
        LaneId lane;
        DeviceId device;
        Nanoseconds issued{};
        Nanoseconds seen{};
        Nanoseconds bound = Nanoseconds::max();  ///< when a successor was seen to have ended
        std::optional<Interval> measured;
        std::vector<OpId> after;
        std::vector<OpId> successors;  ///< that wait for this one to be written
        std::vector<std::function<void(Nanoseconds)>> uses;
        int missing = 0;  ///< predecessors that are not written
        bool hasEnded = false;
        bool hasFailed = false;
        bool hasTimes = false;  ///< some may still come
        bool wantsTimes = false;
        bool isTimed = false;      ///< some came
        std::uint64_t number = 0;  ///< on its device
        OpId before;               ///< in its lane

        [[nodiscard]] Nanoseconds seenBy() const { return hasEnded ? std::min(seen, bound) : bound; }
    };
    struct Lane {
        OpId last;
        Nanoseconds end{};
    };
    /// How far the profiler has come with the operations of a device, which are numbered as they are issued.
    struct Progress {
        std::uint64_t issued = 0;
        std::uint64_t proven = 0;  ///< all below had ended, and times of this one were known, when it was asked last
        std::int64_t open = 0;     ///< operations that have not ended
        int idleFlushes = 0;       ///< since something was under way
    };
    struct Written {
        trace::LifeRecord life;
        std::vector<std::function<void(Nanoseconds)>> uses;
    };

    [[nodiscard]] std::uint64_t provenOf(DeviceId device) const;
    void bound(std::span<const OpId> ops, Nanoseconds seen);
    void writeWhatCan(OpId first, std::vector<Written>& written);
    [[nodiscard]] trace::LifeRecord lifeOf(OpId op, const Entry& entry);
    void tell(std::vector<Written>& written);
    void note(Nanoseconds moved);

    const Write m_write;
    mutable std::mutex m_mutex;  ///< guards everything below
    std::mutex m_order;          ///< held while lives are handed on, so that those of a lane keep their order
    std::unordered_map<std::uint32_t, Entry> m_entries;
    std::unordered_map<std::uint32_t, Nanoseconds> m_ends;  ///< of what is written
    std::unordered_map<std::uint32_t, Lane> m_lanes;
    std::unordered_map<std::uint32_t, Progress> m_progress;  ///< by device
    bool m_isSettled = false;
    Adjustments m_adjustments;
};

}  // namespace engine::devices::cuda::detail
