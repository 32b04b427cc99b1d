#pragma once

#include "engine/analysis/line_match.h"
#include "engine/analysis/scope.h"

#include <vector>

namespace engine::analysis {

/// One side of a comparison: a run, or a part of it.
struct Side {
    trace::TracePtr trace;  ///< never null
    Scope scope;
    LineSpan lines;  ///< of the listing
};

/// The whole of a run, from its first stopwatch on.
[[nodiscard]] Side wholeSide(trace::TracePtr trace);
/// The blocks from `first` to `last`, and the lines that they stand on.
[[nodiscard]] Side sideOfBlocks(trace::TracePtr trace, std::size_t first, std::size_t last);

/// Which operations of two runs are the same one: issued by the same statement, as the same one of its operations, on
/// the device of the same name. Statements are matched by their text, so that edits and other waits do no harm; what is
/// left is matched by what it does and in which order (another dialect, a statement that was rewritten).
struct OpMatch {
    std::vector<OpId> bOf;  ///< by operation of A; none: only in A
    std::vector<OpId> aOf;
    std::size_t pairs = 0;
    std::size_t onlyA = 0;  ///< of the operations that the sides issued
    std::size_t onlyB = 0;

    [[nodiscard]] OpId ofA(OpId op) const { return op.index < bOf.size() ? bOf[op.index] : OpId{}; }
    [[nodiscard]] OpId ofB(OpId op) const { return op.index < aOf.size() ? aOf[op.index] : OpId{}; }
};

/// Cost: the operations of both.
[[nodiscard]] OpMatch matchOps(const Side& a, const Side& b, const LineMatch& lines);

/// Where a lane of one run lies in another: the same role and number on the device of the same name; none: nowhere.
[[nodiscard]] LaneId laneAcross(const trace::Trace& from, LaneId lane, const trace::Trace& to);
[[nodiscard]] DeviceId deviceAcross(const trace::Trace& from, DeviceId device, const trace::Trace& to);

}  // namespace engine::analysis
