#pragma once

#include "ui/drawing/scene.h"

#include <QRectF>
#include <vector>

namespace ui::drawing {

/// Paints the box of a wait: pale, with thin rising lines and an outline.
void paintWaitBox(const Surface& painter, const Scene& scene, const QRectF& rect, double radius);

/// Accumulates, for each column of device pixels, the fraction of its time in which the program waits.
class WaitedColumns {
public:
    /// `ratio`: device pixels per unit.
    WaitedColumns(const QRectF& bars, double ratio);

    void add(double left, double right);
    /// The fraction of a column in which the program waits, 0 to 1.
    [[nodiscard]] float share(int column) const;
    /// The fraction of the interval from `left` to `right` in which the program waits, 0 to 1.
    [[nodiscard]] double mean(double left, double right) const;

private:
    double m_left;
    double m_ratio;
    std::vector<float> m_shares;
};

/// Paints waits that are too narrow for separate boxes: a dense sequence of many is painted as one box, others as
/// marks. Units: pixels.
class NarrowWaits {
public:
    /// `waited`: must already contain the waits that are added here.
    NarrowWaits(const Surface& painter, const Scene& scene, const QRectF& bars, const WaitedColumns& waited)
        : m_painter(painter), m_scene(scene), m_bars(bars), m_waited(waited)
    {
    }

    /// Call it for waits from left to right.
    void add(const QRectF& rect);
    /// Paints the waits that were added.
    void flush();

private:
    Surface m_painter;
    const Scene& m_scene;
    QRectF m_bars;
    const WaitedColumns& m_waited;
    std::vector<QRectF> m_run;
};

}  // namespace ui::drawing
