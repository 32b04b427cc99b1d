#pragma once

#include "engine/analysis/scope.h"

namespace engine::analysis {

/// When work happens at once, over the whole run. Each of the four is kept as the spans of a lane are, so that any zoom
/// of it is drawn by exact coverage and any part of it is summed in logarithmic time.
///
/// A work lane computes or copies (isWorkLane()). What a lane does is the kind of its span: a copy that occupies a
/// compute stream is a copy.
class Concurrency {
public:
    Concurrency() = default;
    /// Cost: the spans of the trace, times the logarithm of its lanes; at most the memory of one lane with all of them
    /// for each of the four. Throws std::bad_alloc.
    explicit Concurrency(const trace::Trace& trace);

    /// At least one work lane works.
    [[nodiscard]] const trace::LaneIndex& any() const { return m_any; }
    /// Two or more work at once.
    [[nodiscard]] const trace::LaneIndex& many() const { return m_many; }
    /// At least one copies.
    [[nodiscard]] const trace::LaneIndex& copying() const { return m_copying; }
    /// At least one copies while at least one computes: copying that costs no time of its own.
    [[nodiscard]] const trace::LaneIndex& hidden() const { return m_hidden; }

    /// Share of the time in which something works, in which two or more lanes do; 0 if nothing works.
    [[nodiscard]] double overlapShare(Scope scope) const;
    /// Share of the time in which something is copied, in which something is computed as well; 0 without copies.
    [[nodiscard]] double hiddenShare(Scope scope) const;

private:
    trace::LaneIndex m_any, m_many, m_copying, m_hidden;
};

/// The work lanes that work at a moment, in the order of Trace::lanes(). Cost: logarithmic per lane.
[[nodiscard]] std::vector<LaneId> lanesAtWork(const trace::Trace& trace, Nanoseconds moment);

}  // namespace engine::analysis
