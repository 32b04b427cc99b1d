#pragma once

#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// What stands on the rows of one run: brackets of its timed blocks, and where its waits end.
class PanelPainter {
public:
    PanelPainter(const Ink& ink, const PanelPlan& panel, double left, double right)
        : m_ink(ink), m_panel(panel), m_trace(*panel.trace), m_left(left), m_right(right)
    {
    }

    void brackets() const;
    void bracket(const BlockText& text, const QColor& ink) const;
    /// From a bracket to its text above it.
    void lineUp(const BlockText& text) const;
    void syncMarks() const;
    /// Where the program failed, as a line between two heights. Moment: stands at the upper end. Cause: what was
    /// refused and by which line stands in the row of the program.
    enum class Says : std::uint8_t { Moment, Cause };
    void failure(double top, double bottom, Says says) const;
    /// How many lanes work at once, as three steps; areas are true, as those of lanes are.
    void overlap() const;

private:
    void step(const engine::trace::LaneIndex& spans, const QRectF& area, const QColor& colour) const;
    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return m_left + model::timeToPixel(time, m_panel.range, m_right - m_left);
    }
    void cause(double at) const;
    [[nodiscard]] QString refusedText() const;
    void aboveBracket(const BlockText& text, const QColor& ink) const;
    [[nodiscard]] double baselineOf(const BlockText& text) const;
    [[nodiscard]] bool isWaitedFor(const engine::trace::WaitRecord& wait, const RowPlan& row) const;

    const Ink& m_ink;
    const PanelPlan& m_panel;
    const engine::trace::Trace& m_trace;
    double m_left, m_right;
};

}  // namespace ui::figure::detail
