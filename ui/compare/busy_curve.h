#pragma once

#include "engine/analysis/comparison.h"
#include "ui/model/time_range.h"

#include <cstdint>
#include <vector>

namespace ui::compare {

/// An interval of a curve with the average number of busy units.
struct CurvePiece {
    engine::Nanoseconds begin{};
    engine::Nanoseconds end{};
    double units = 0;
};

/// The number of units that are busy at each time of a run, for drawing at any zoom. Intervals too short to be visible
/// are averaged, not left out: the area under the pieces is the busy time of all units. Immutable; any thread.
class BusyCurve {
public:
    BusyCurve() = default;
    /// `steps` as in RunComparison, from 0 to `length`.
    BusyCurve(std::vector<engine::analysis::BusyStep> steps, engine::Nanoseconds length);

    /// Returns consecutive pieces that cover the part of the run in `range`. Steps of at least `shortest` keep their
    /// position, except after a very short gap; shorter ones are averaged with their neighbours, and adjacent averages
    /// of similar level are merged. If `range` contains more than about 4000 steps, each piece is the average of an
    /// interval of `shortest` instead.
    [[nodiscard]] std::vector<CurvePiece> pieces(const model::TimeRange& range, engine::Nanoseconds shortest) const;

    [[nodiscard]] engine::Nanoseconds length() const { return m_length; }
    /// Total busy time of all units until `time`, in nanoseconds.
    [[nodiscard]] std::int64_t busyUntil(engine::Nanoseconds time) const;

private:
    [[nodiscard]] std::size_t stepAt(engine::Nanoseconds time) const;
    [[nodiscard]] engine::Nanoseconds endOf(std::size_t step) const;
    [[nodiscard]] CurvePiece average(engine::Nanoseconds begin, engine::Nanoseconds end) const;

    std::vector<engine::analysis::BusyStep> m_steps;
    std::vector<std::int64_t> m_busy;  ///< total busy time of all units until the begin of each step, in nanoseconds
    engine::Nanoseconds m_length{};
};

}  // namespace ui::compare
