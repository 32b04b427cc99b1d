#pragma once

#include "ui/timeline/scene.h"

#include <QRectF>
#include <vector>

class QPainter;

namespace ui::timeline {

/// Waits too narrow to be told apart: many in a row are one stretch of waiting, a few are marks. Units: pixels.
class NarrowWaits {
public:
    NarrowWaits(QPainter& painter, const Scene& scene, const QRectF& bars)
        : m_painter(painter), m_scene(scene), m_bars(bars)
    {
    }

    /// From left to right.
    void add(const QRectF& rect);
    /// Draws what was added.
    void flush();

private:
    QPainter& m_painter;
    const Scene& m_scene;
    QRectF m_bars;
    std::vector<QRectF> m_run;
};

/// Where the program is seen to wait: the share of every pixel column of the device.
class WaitedColumns {
public:
    /// `ratio`: device pixels per unit.
    WaitedColumns(const QRectF& bars, double ratio);

    void add(double left, double right);
    /// 0 to 1.
    [[nodiscard]] float share(int column) const;

private:
    double m_left;
    double m_ratio;
    std::vector<float> m_shares;
};

}  // namespace ui::timeline
