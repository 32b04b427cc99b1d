#pragma once

#include "engine/analysis/comparison.h"

/// Functions that decide whether a difference between two compared runs matters, or exists only because a timed block's
/// clock stopped before its work ended.
namespace engine::analysis {

/// Whether the durations of the sides differ by less than 1 %.
[[nodiscard]] bool isNegligible(const RunComparison& comparison);
/// Whether a row's values differ by less than 1 %: of the larger value or, for a time that is a portion of the run, of
/// the longer run. For fractions: whether the values, rounded to percent, differ by at most 1.
[[nodiscard]] bool isNegligible(const RunComparison& comparison, const MeasureRow& row);

/// The benchmark with the largest difference. Null: no benchmark differs by more than 2 % of the longer run.
[[nodiscard]] const MeasureRow* largestShift(const RunComparison& comparison);

/// Work that still runs when a scope ends.
struct LateWork {
    OpId last;           ///< the operation that finishes last
    Nanoseconds time{};  ///< from the end of the scope to the end of `last`
};
/// The work of a scope that still runs at its end; none: no operation issued within the scope ended after the scope.
[[nodiscard]] std::optional<LateWork> lateWork(const trace::Trace& trace, Scope scope);
/// The work that still runs when the shorter block of a Benchmark row ends.
[[nodiscard]] std::optional<LateWork> lateWork(const RunComparison& comparison, const MeasureRow& row);
/// Whether one side of a benchmark is shorter only because its clock stopped before its work had ended.
[[nodiscard]] bool isClockStoppedEarly(const RunComparison& comparison, const MeasureRow& row);

}  // namespace engine::analysis
