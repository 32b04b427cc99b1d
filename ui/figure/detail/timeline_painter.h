#pragma once

#include "ui/figure/detail/geometry.h"
#include "ui/figure/detail/plan.h"

#include <optional>

namespace ui::figure::detail {

/// Draws lanes of a plan: the program's row, the spans with patterns and labels. Drawing is bounded by lanes × width.
class TimelinePainter {
public:
    /// `until`: what is later has no words; none: the end of the range.
    TimelinePainter(const Ink& ink, const engine::trace::Trace& trace, const FigureOptions& options, double left,
                    double right, const model::TimeRange& range,
                    std::optional<engine::Nanoseconds> until = std::nullopt);

    void program(const RowPlan& row) const;
    void programLabels(const RowPlan& row) const;
    void lane(const RowPlan& row) const;
    void laneLabels(const RowPlan& row) const;
    /// Names of the lanes, left of the plot.
    void labels(const std::vector<RowPlan>& rows) const;

    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return m_left + model::timeToPixel(time, m_range, m_right - m_left);
    }

private:
    struct Group {
        std::size_t first = 0, last = 0;  ///< spans
        double left = 0, right = 0;
    };

    struct WaitRun {
        std::size_t first = 0, count = 0;
        double left = 0, right = 0;
        engine::Nanoseconds time{};
    };

    [[nodiscard]] LaneGeometry geometryOf(const RowPlan& row) const;
    [[nodiscard]] std::vector<WaitRun> waitRuns() const;
    void bars(const LaneGeometry& geometry) const;
    void columns(const LaneGeometry& geometry) const;
    void stillDraining(const RowPlan& row, const LaneGeometry& geometry) const;
    void spanLabels(const RowPlan& row, const LaneGeometry& geometry, const std::vector<Group>& named) const;
    void groupLabels(const RowPlan& row, const std::vector<Group>& groups) const;
    void idleLabels(const RowPlan& row) const;
    [[nodiscard]] std::vector<Group> groupsOf(const RowPlan& row) const;
    bool plate(const QRectF& room, const QStringList& texts, const QColor& ink, int size, QFont::Weight weight) const;

    const Ink& m_ink;
    const engine::trace::Trace& m_trace;
    const FigureOptions& m_options;
    double m_left, m_right;
    model::TimeRange m_range;
    engine::Nanoseconds m_until;
    double m_stop;  ///< where m_until lies
    double
        m_failed;  ///< where the program failed: what ran on after it is pale; the end of the range or later: nothing
};

}  // namespace ui::figure::detail
