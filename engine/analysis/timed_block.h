#pragma once

#include "engine/analysis/scope.h"

#include <vector>

namespace engine::analysis {

/// A timed block. Its clock may stop before its work is complete, so it has two ends.
struct TimedBlock {
    Nanoseconds begin{};
    Nanoseconds clock{};  ///< time at which the program read its clock
    /// latest end of an operation that the block issued; `begin` if it issued none
    Nanoseconds work{};
    /// An operation of the block that started later because `earlier`, which the program issued before the block, still
    /// ran when the block began.
    struct Delay {
        OpId delayed;
        OpId earlier;
    };
    std::vector<Delay> delays;  ///< first delay on each device that did earlier work; empty for an epoch
    bool isFailed = false;      ///< an exception ended the block, so that its time is not a result

    /// The time that figures of the block cover.
    [[nodiscard]] Scope scope() const { return {begin, std::max(clock, work)}; }
    /// Whether the work ended after the program read the clock, by more than 1 % of the timed duration and by more than
    /// 0.2 ms.
    [[nodiscard]] bool isClockEarly() const;
    /// Whether the printed time is not that of the block's work alone: the clock stopped early, or earlier work delayed
    /// the block.
    [[nodiscard]] bool isMistimed() const { return !isFailed && (isClockEarly() || !delays.empty()); }
};

/// `block`: index into Trace::blocks(). Cost: the operations that the block issued, and the steps in it.
[[nodiscard]] TimedBlock timedBlock(const trace::Trace& trace, std::size_t block);
/// Returns timedBlock() of each block of the trace, in the order of Trace::blocks().
[[nodiscard]] std::vector<TimedBlock> timedBlocks(const trace::Trace& trace);

/// Returns TimedBlock::scope() of a block; the run if there is no such block.
[[nodiscard]] Scope workScope(const trace::Trace& trace, std::size_t block);

}  // namespace engine::analysis
