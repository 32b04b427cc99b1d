#pragma once

#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// What stands on the rows of one run: brackets of its timed blocks, and where its waits end.
class PanelPainter {
public:
    PanelPainter(const Ink& ink, const PanelPlan& panel, const FigureOptions& options, double left, double right)
        : m_ink(ink), m_panel(panel), m_trace(*panel.trace), m_options(options), m_left(left), m_right(right)
    {
    }

    void brackets() const;
    void syncMarks() const;
    /// How many lanes work at once, as three steps; areas are true, as those of lanes are.
    void overlap() const;

private:
    void step(const engine::trace::LaneIndex& spans, const QRectF& area, const QColor& colour) const;
    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return m_left + model::timeToPixel(time, m_panel.range, m_right - m_left);
    }
    void bracket(const engine::trace::BlockRecord& block, double from, double to) const;
    void aboveBracket(const QString& time, double middle, const QColor& ink) const;
    void bookNumber(const engine::trace::BlockRecord& block, double middle) const;
    [[nodiscard]] bool isWaitedFor(const engine::trace::WaitRecord& wait, const RowPlan& row) const;

    const Ink& m_ink;
    const PanelPlan& m_panel;
    const engine::trace::Trace& m_trace;
    const FigureOptions& m_options;
    double m_left, m_right;
    mutable double m_lastAbove = -1000;
};

}  // namespace ui::figure::detail
