#pragma once

#include "engine/trace/column.h"
#include "engine/trace/rank_records.h"

#include <vector>

namespace engine::ranks {

/// Maps the times of one rank to those of rank 0: linear between measured points, and beyond them with the slope of the
/// nearest two. Without points, both clocks are the same. A later time never maps to an earlier one. A value type.
class ClockMap {
public:
    ClockMap() = default;
    /// Ignores points that do not ascend in both times.
    explicit ClockMap(const trace::Column<trace::ClockRecord, 64>& points);
    explicit ClockMap(std::vector<trace::ClockRecord> points);

    /// Whether times of the rank equal times of rank 0, without uncertainty.
    [[nodiscard]] bool isExact() const { return m_points.empty() && m_doubt == Nanoseconds{}; }
    /// Converts a time of the rank to rank 0's clock.
    [[nodiscard]] Nanoseconds toReference(Nanoseconds local) const;
    /// Converts a time of rank 0's clock to the rank's clock.
    [[nodiscard]] Nanoseconds toLocal(Nanoseconds reference) const;
    /// Returns by how much toReference() may be off: the larger uncertainty of the two points around `local`, plus
    /// doubt().
    [[nodiscard]] Nanoseconds uncertaintyAt(Nanoseconds local) const;
    /// The largest uncertainty at any time; 0 if isExact().
    [[nodiscard]] Nanoseconds largestUncertainty() const;
    /// Adds `by` to all results of toReference(); toLocal() stays its inverse.
    void shift(Nanoseconds by);
    /// How far this clock contradicts the clocks of other ranks, in addition to the uncertainties of the clocks; 0: no
    /// contradiction.
    [[nodiscard]] Nanoseconds doubt() const { return m_doubt; }
    void setDoubt(Nanoseconds doubt) { m_doubt = doubt; }

    [[nodiscard]] const std::vector<trace::ClockRecord>& points() const { return m_points; }

private:
    std::vector<trace::ClockRecord> m_points;
    Nanoseconds m_doubt{};
};

/// Whether a comparison of clocks during the run improves the map: its uncertainty is at most 20 us or 4 times that
/// of the `first` comparison, whichever is larger, and the clocks moved apart only by drift. A larger change shows that
/// a clock was set between the two comparisons. A line through points before and after a jump of a clock would be
/// wrong.
[[nodiscard]] bool refines(const trace::ClockRecord& first, const trace::ClockRecord& point);

}  // namespace engine::ranks
