#pragma once

#include "engine/analysis/scope.h"

namespace engine::analysis {

/// Four sets of sections of the whole run: in which any operation, several operations, a copy, or a copy together with
/// another operation run. An operation on several cores counts once. Each set is stored like the spans of a lane, so
/// that views draw it exactly at any zoom and sum any part of it in logarithmic time.
class Concurrency {
public:
    Concurrency() = default;
    /// Cost: the spans of the trace times the logarithm of its lanes. Memory: for each of the four sets, at most that
    /// of one lane with all spans. Throws std::bad_alloc.
    explicit Concurrency(const trace::Trace& trace);

    /// Spans in which at least one operation runs.
    [[nodiscard]] const trace::LaneIndex& any() const { return m_any; }
    /// Spans in which two or more operations run.
    [[nodiscard]] const trace::LaneIndex& many() const { return m_many; }
    /// Spans in which at least one copy runs.
    [[nodiscard]] const trace::LaneIndex& copying() const { return m_copying; }
    /// Spans in which at least one copy and at least one operation other than a copy run.
    [[nodiscard]] const trace::LaneIndex& hidden() const { return m_hidden; }

    /// Fraction of the busy time in which two or more operations run; 0 if nothing runs.
    [[nodiscard]] double overlapShare(Scope scope) const;
    /// Fraction of the copying time in which an operation other than a copy runs; 0 without copies.
    [[nodiscard]] double hiddenShare(Scope scope) const;

private:
    trace::LaneIndex m_any, m_many, m_copying, m_hidden;
};

/// For each operation that runs at `moment`, its first work lane, in the order of Trace::lanes(). Cost: logarithmic per
/// lane.
[[nodiscard]] std::vector<LaneId> busyLanesAt(const trace::Trace& trace, Nanoseconds moment);

}  // namespace engine::analysis
