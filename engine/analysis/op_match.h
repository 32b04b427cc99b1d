#pragma once

#include "engine/analysis/line_match.h"
#include "engine/analysis/timed_block.h"

#include <optional>
#include <vector>

namespace engine::analysis {

/// One side of a comparison: a run, or a part of a run.
struct Side {
    trace::TracePtr trace;  ///< never null
    Scope scope;
    LineSpan lines;  ///< lines of the listing that issued the work
    /// The last timed block, whose clock may stop before the end of `scope`. None: a whole run.
    std::optional<TimedBlock> last = {};

    /// The time in which the program issued the work.
    [[nodiscard]] Scope program() const { return {scope.begin, last ? last->clock : scope.end}; }
};

/// The run as one side, with runScope() as its scope.
[[nodiscard]] Side wholeSide(trace::TracePtr trace);
/// The timed blocks from `first` to `last` with all their work, and the lines of the listing that they cover.
[[nodiscard]] Side sideOfBlocks(trace::TracePtr trace, std::size_t first, std::size_t last);

/// Pairs the operations of two runs. Two operations match if the same statement issued them as its n-th operation of
/// that name on the device of the same name. Statements are matched by their text, so that edits of other statements
/// and added waits do not disturb the pairing. The remaining operations (another dialect, a rewritten statement) are
/// matched in order by the work that they do.
struct OpMatch {
    std::vector<OpId> bOf;  ///< match of each operation of A; none: it exists only in A
    std::vector<OpId> aOf;
    std::size_t pairs = 0;
    std::size_t onlyA = 0;  ///< number of operations that only A issued
    std::size_t onlyB = 0;

    /// Whether each operation has a match. True also if neither side has operations.
    [[nodiscard]] bool areSame() const { return onlyA == 0 && onlyB == 0; }
    [[nodiscard]] OpId ofA(OpId op) const { return op.index < bOf.size() ? bOf[op.index] : OpId{}; }
    [[nodiscard]] OpId ofB(OpId op) const { return op.index < aOf.size() ? aOf[op.index] : OpId{}; }
};

/// The operations that a side issued. If the side covers the whole trace: all operations, even if their records are not
/// in time order.
[[nodiscard]] OpRange issuedBy(const Side& side);

/// Cost: linear in the operations of both sides.
[[nodiscard]] OpMatch matchOps(const Side& a, const Side& b, const LineMatch& lines);

/// The lane of run `to` with the same role and number, on the device of the same name (for a lane without a device:
/// with the same name); none: `to` has no such lane.
[[nodiscard]] LaneId matchingLane(const trace::Trace& from, LaneId lane, const trace::Trace& to);
/// The device of run `to` with the same name; none: `to` has no such device.
[[nodiscard]] DeviceId matchingDevice(const trace::Trace& from, DeviceId device, const trace::Trace& to);

}  // namespace engine::analysis
