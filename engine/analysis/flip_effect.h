#pragma once

#include "engine/analysis/bound.h"

#include <optional>

namespace engine::analysis {

/// The time for which the program was blocked in waits on `line`.
[[nodiscard]] Nanoseconds blockedOn(const trace::Trace& trace, int line);

/// The differences between two runs of a listing. One run waits on a line, the other does not: the wait was switched,
/// or inserted as a line. Each member is set only if its condition holds for the two traces; a message about the change
/// states only members that are set. The time for which the program was blocked or worked on pages is counted from the
/// first timed block. If the program waits on the line in the warm-up, before that block, the time is counted from the
/// start.
struct FlipEffect {
    /// A timed block around the wait. In the run without the wait, the block's clock stops before its work is done. In
    /// the run with the wait, the clock stops after the work is done, or at least later by more than 1 % of the block's
    /// work.
    struct Clock {
        std::size_t block = 0;     ///< index of the block in the run without the wait
        Nanoseconds work{};        ///< from the start of the block to the end of its work, in the run without the wait
        bool isEarlyWith = false;  ///< even with the wait, the clock stops before the work is done
    };
    std::optional<Clock> clock;

    /// The first operation that the program issued after the longest wait on the flipped line. Without the wait it
    /// starts earlier by more than 2 % of the run with the wait and by more than 0.2 ms. Both starts count from the
    /// first timed block.
    struct Start {
        OpId op;  ///< operation of the run without the wait
        Nanoseconds earlier{};
    };
    std::optional<Start> start;

    /// Another line (numbered as in the run without the wait) that blocks the program longer in the run without the
    /// wait, by at least 80 % of the time blocked on the flipped line.
    struct MovedWait {
        int line = 0;
        Nanoseconds longer{};
    };
    std::optional<MovedWait> moved;

    /// A timed block that is delayed by work issued before the block; this happens only in the run without the wait.
    std::optional<std::size_t> earlierWork;

    /// If the program waits on the line in the warm-up: work of the warm-up that still runs when the first timed block
    /// begins, for more than 0.2 ms in the run without the wait, and for at most 0.2 ms in the other run.
    struct WarmUp {
        OpId op;             ///< the operation of the warm-up that ends last, in the run without the wait
        Nanoseconds into{};  ///< from the begin of the block to the end of the operation
    };
    std::optional<WarmUp> warmUp;

    /// The following members are set only if none of the members above is set.

    struct Times {
        Nanoseconds with{}, without{};
    };
    /// The times for which the program was blocked in all waits, if they differ by more than 0.5 % of the longer run.
    /// If the lengths of the runs differ by more than 1 %, the blocked time changed in the same direction as the
    /// length, by 50 to 150 % of the change of the length, or by more with `pages` set.
    std::optional<Times> blocked;
    /// The times for which the program's thread worked on pages of host memory. Set only with `blocked`, if page work
    /// replaced a part of the blocked time: the blocked time changed by more than the length, and page work changed in
    /// the opposite direction by at least half of the excess.
    std::optional<Times> pages;

    /// The part of the critical path that changed most in the same direction as the length: `before` with the wait,
    /// `now` without it. Set only if the lengths of the runs differ by more than 1 % and `blocked` is not set.
    std::optional<PathChange> path;

    /// At most one of the next two members is set. Both require that the lengths of the runs differ by at most 1 %, and
    /// that `line` blocked the program for more than 2 % of the longer run.
    std::optional<Nanoseconds>
        stillBlocked;  ///< time blocked on `line` without the wait: at least half of that with the wait
    std::optional<Nanoseconds> elsewhere;  ///< time by which other lines block the program longer without the wait

    /// The time for which the wait blocked the program. Set only if the lengths of the runs differ by at most 1 % and
    /// this time is at most 2 % of the longer run.
    std::optional<Nanoseconds> hardlyBlocked;
};

/// `with` waits on `line` of its listing, `without` does not; otherwise they have the same settings.
/// Cost: linear in the operations of both runs.
[[nodiscard]] FlipEffect flipEffect(const trace::TracePtr& with, const trace::TracePtr& without, int line);

/// FLOP of all operations of a run.
[[nodiscard]] double flopsOf(const trace::Trace& trace);

}  // namespace engine::analysis
