#pragma once

#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// Paints brackets of the timed blocks of a run, and a line at the time of its failure.
class PanelPainter {
public:
    PanelPainter(const Ink& ink, const PanelPlan& panel, double left, double right)
        : m_ink(ink), m_panel(panel), m_trace(*panel.trace), m_left(left), m_right(right)
    {
    }

    void brackets() const;
    void bracket(const BlockText& text, const QColor& ink) const;
    /// Paints the line from a bracket to its text above it.
    void lineUp(const BlockText& text) const;
    /// Paints a line at the time of the failure, between two heights.
    void failure(double top, double bottom) const;
    /// Paints this line with the time above it.
    void failureWithTime(double top, double bottom) const;

private:
    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return m_left + model::timeToPixel(time, m_panel.range, m_right - m_left);
    }
    void aboveBracket(const BlockText& text, const QColor& ink) const;
    [[nodiscard]] double baselineOf(const BlockText& text) const;

    const Ink& m_ink;
    const PanelPlan& m_panel;
    const engine::trace::Trace& m_trace;
    double m_left, m_right;
};

}  // namespace ui::figure::detail
