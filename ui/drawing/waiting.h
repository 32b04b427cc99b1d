#pragma once

#include "ui/drawing/scene.h"

#include <QRectF>
#include <vector>

class QPainter;

namespace ui::drawing {

/// The box of a wait: pale, with thin rising lines, and an outline.
void paintWaitBox(QPainter& painter, const Scene& scene, const QRectF& rect, double radius);

/// Where the program is seen to wait: the share of every pixel column of the device.
class WaitedColumns {
public:
    /// `ratio`: device pixels per unit.
    WaitedColumns(const QRectF& bars, double ratio);

    void add(double left, double right);
    /// 0 to 1.
    [[nodiscard]] float share(int column) const;
    /// Mean share from `left` to `right`, 0 to 1.
    [[nodiscard]] double mean(double left, double right) const;

private:
    double m_left;
    double m_ratio;
    std::vector<float> m_shares;
};

/// Waits too narrow to be told apart: many in a row that fill most of their stretch are one, others are marks. Units:
/// pixels.
class NarrowWaits {
public:
    /// `waited`: of the same waits, added before they are added here.
    NarrowWaits(QPainter& painter, const Scene& scene, const QRectF& bars, const WaitedColumns& waited)
        : m_painter(painter), m_scene(scene), m_bars(bars), m_waited(waited)
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
    const WaitedColumns& m_waited;
    std::vector<QRectF> m_run;
};

}  // namespace ui::drawing
