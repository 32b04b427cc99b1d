#pragma once

#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// Paints the frame of a page: heading, axis, legend, caption.
class FramePainter {
public:
    FramePainter(const Ink& ink, const Plan& plan) : m_ink(ink), m_plan(plan) {}

    void heading() const;
    void scaleBar(const model::TimeRange& range, double y) const;
    /// Paints the axis; its grid lines extend up to `top`.
    void axis(double top) const;
    void legend() const;
    void foot() const;

private:
    void swatch(const Plan::LegendEntry& entry, QPointF at) const;

    const Ink& m_ink;
    const Plan& m_plan;
};

}  // namespace ui::figure::detail
