#pragma once

#include "engine/analysis/comparison.h"
#include "ui/model/time_range.h"

#include <cstdint>
#include <vector>

namespace ui::compare {

/// A stretch of a curve: how many units work in it, on average.
struct CurvePiece {
    engine::Nanoseconds begin{};
    engine::Nanoseconds end{};
    double units = 0;
};

/// How many units work at once over a run, ready to be drawn at any zoom. What is too short to be seen is averaged, not
/// left out: the area under the pieces is the busy time of all units. Immutable; any thread.
class BusyCurve {
public:
    BusyCurve() = default;
    /// `steps` as RunComparison has them, from 0 to `length`.
    BusyCurve(std::vector<engine::analysis::BusyStep> steps, engine::Nanoseconds length);

    /// Pieces that cover what of the run lies in `range`, in order. Steps of at least `shortest` keep their place;
    /// shorter ones are averaged with their neighbours, and averages of nearly one level are one piece. Cost: the steps
    /// in range, at most some thousand.
    [[nodiscard]] std::vector<CurvePiece> pieces(const model::TimeRange& range, engine::Nanoseconds shortest) const;

    [[nodiscard]] engine::Nanoseconds length() const { return m_length; }
    /// Busy time of all units up to a moment.
    [[nodiscard]] std::int64_t busyUntil(engine::Nanoseconds time) const;

private:
    [[nodiscard]] std::size_t stepAt(engine::Nanoseconds time) const;
    [[nodiscard]] engine::Nanoseconds endOf(std::size_t step) const;
    [[nodiscard]] CurvePiece average(engine::Nanoseconds begin, engine::Nanoseconds end) const;

    std::vector<engine::analysis::BusyStep> m_steps;
    std::vector<std::int64_t> m_busy;  ///< of all units, up to the begin of each step
    engine::Nanoseconds m_length{};
};

}  // namespace ui::compare
