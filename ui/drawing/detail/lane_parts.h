#pragma once

#include "ui/drawing/lane_strip.h"
#include "ui/drawing/scene.h"

#include <QFontMetricsF>

namespace ui::drawing::detail {

/// One lane and its pixel columns, which its bars and its labels share.
struct LaneCanvas {
    LaneCanvas(const Surface& painter, const Scene& scene, const Row& row);

    /// Computes the pixel columns of the lane at the first call. Returns the device pixels per unit.
    double prepare();

    Surface painter;
    const Scene& scene;
    const Row& row;
    const engine::trace::LaneIndex& index;
    QRectF bars;
    QFont font;
    QFontMetricsF metrics;
    LaneStrip strip;
};

void paintBars(LaneCanvas& lane);
/// Paints the labels of a lane. If the bars are painted too, call paintBars() first.
[[nodiscard]] IdleLabels paintLabels(LaneCanvas& lane);
[[nodiscard]] IdleLabels idleLabels(LaneCanvas& lane);

/// Base of the painters of a lane.
class LanePart {
protected:
    explicit LanePart(LaneCanvas& lane)
        : m_lane(lane),
          m_painter(lane.painter),
          m_scene(lane.scene),
          m_row(lane.row),
          m_index(lane.index),
          m_bars(lane.bars),
          m_metrics(lane.metrics),
          m_strip(lane.strip)
    {
    }

    LaneCanvas& m_lane;
    Surface m_painter;
    const Scene& m_scene;
    const Row& m_row;
    const engine::trace::LaneIndex& m_index;
    const QRectF& m_bars;
    const QFontMetricsF& m_metrics;
    LaneStrip& m_strip;
};

/// The rectangle of the bars of a row.
[[nodiscard]] QRectF barsOf(const Scene& scene, const Row& row);
[[nodiscard]] QColor groundOf(const Scene& scene);
/// The rectangle of a slice. On the screen, clipped ends extend beyond the plot.
[[nodiscard]] QRectF rectOfSlice(const Scene& scene, const engine::trace::Coverage::Slice& slice, const QRectF& bars,
                                 double ratio);
/// The operation of a span, or the operation that it is a part of: the spans of a link belong to copies.
[[nodiscard]] engine::OpId operationOf(const Scene& scene, const engine::trace::Span& span);
/// The widest part of `rect` that no edge of the frame around the magnified range crosses.
[[nodiscard]] QRectF besideFrame(const Scene& scene, QRectF rect);

}  // namespace ui::drawing::detail
