#pragma once

#include "engine/analysis/scope.h"

namespace engine::analysis {

/// When lanes work at the same time, over the whole run. Each of the four sets is stored like the spans of a lane, so
/// that views draw it exactly at any zoom and sum any part of it in logarithmic time.
///
/// A work lane computes or copies (isWorkLane()). The kind of its span decides which: a copy that occupies a compute
/// stream counts as a copy.
class Concurrency {
public:
    Concurrency() = default;
    /// Cost: the spans of the trace times the logarithm of its lanes. Memory: for each of the four sets, at most that
    /// of one lane with all spans. Throws std::bad_alloc.
    explicit Concurrency(const trace::Trace& trace);

    /// At least one work lane works.
    [[nodiscard]] const trace::LaneIndex& any() const { return m_any; }
    /// Two or more work lanes work.
    [[nodiscard]] const trace::LaneIndex& many() const { return m_many; }
    /// At least one work lane copies.
    [[nodiscard]] const trace::LaneIndex& copying() const { return m_copying; }
    /// At least one work lane copies while at least one computes: these copies add no time to the run.
    [[nodiscard]] const trace::LaneIndex& hidden() const { return m_hidden; }

    /// Fraction of the busy time in which two or more work lanes work; 0 if nothing works.
    [[nodiscard]] double overlapShare(Scope scope) const;
    /// Fraction of the copying time in which something is computed as well; 0 without copies.
    [[nodiscard]] double hiddenShare(Scope scope) const;

private:
    trace::LaneIndex m_any, m_many, m_copying, m_hidden;
};

/// The work lanes that work at `moment`, in the order of Trace::lanes(). Cost: logarithmic per lane.
[[nodiscard]] std::vector<LaneId> busyLanesAt(const trace::Trace& trace, Nanoseconds moment);

}  // namespace engine::analysis
