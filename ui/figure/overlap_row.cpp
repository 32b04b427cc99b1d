#include "engine/analysis/concurrency.h"
#include "ui/figure/detail/geometry.h"
#include "ui/figure/detail/panel_painter.h"

namespace ui::figure::detail {

void PanelPainter::overlap() const
{
    if (!m_panel.overlap)
        return;
    const RowPlan& row = *m_panel.overlap;
    const engine::analysis::Concurrency atOnce(m_trace);
    const QRectF area(m_left, row.top, m_right - m_left, row.height);
    // The paler step is half as high; the darker one stands in front of it.
    step(atOnce.any(), area.adjusted(0, area.height() / 2, 0, 0), m_ink.oneWorks());
    step(atOnce.many(), area, m_ink.manyWork());
    m_ink.line(area.bottomLeft(), area.bottomRight(), m_ink.text3(), 0.8);
}

void PanelPainter::step(const engine::trace::LaneIndex& spans, const QRectF& area, const QColor& colour) const
{
    const LaneGeometry geometry = laneGeometry(spans, m_panel.range, area);
    QPainterPath path;
    for (const LaneGeometry::Bar& bar : geometry.bars)
        path.addRect(bar.rect);
    for (const auto& [kind, rects] : geometry.columns)
        for (const QRectF& rect : rects)
            path.addRect(rect);
    m_ink.fill(path, colour);
}

}  // namespace ui::figure::detail
