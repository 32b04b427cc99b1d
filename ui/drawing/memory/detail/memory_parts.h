#pragma once

#include "ui/drawing/memory/memory_painter.h"
#include "ui/look/theme.h"

#include <QBrush>
#include <algorithm>
#include <cmath>

namespace ui::drawing::detail {

/// Base of the painters of a memory row.
class MemoryPart {
protected:
    MemoryPart(const Surface& painter, const MemoryScene& scene, const QRectF& plot)
        : m_painter(painter),
          m_scene(scene),
          m_track(scene.track),
          m_tokens(scene.theme.tokens()),
          m_plot(plot),
          m_area(scene.curveArea(plot)),
          m_s(scene.theme.scale()),
          m_isPaper(scene.path == PaintPath::Vector)
    {
    }

    [[nodiscard]] double y(double bytes) const
    {
        return m_area.bottom() - m_track.scale.pixels(bytes, m_area.height());
    }
    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return m_area.left() + model::timeToPixel(time, m_scene.range, m_area.width());
    }
    /// Aligns a line of one pixel to the pixels of the screen.
    [[nodiscard]] double crisp(double at) const { return m_isPaper ? at : std::floor(at) + 0.5; }
    [[nodiscard]] double others() const { return static_cast<double>(m_track.others()); }
    /// Nothing is painted after this time.
    [[nodiscard]] engine::Nanoseconds last() const { return std::min(m_scene.range.end, m_scene.end); }

    Surface m_painter;
    const MemoryScene& m_scene;
    const MemoryTrack& m_track;
    const look::Tokens& m_tokens;
    QRectF m_plot, m_area;
    double m_s;
    bool m_isPaper;
};

/// Paints the lines of the scale and the levels. Returns the part of the pool's area in which a text has room.
[[nodiscard]] QRectF paintMemoryLevels(const Surface& painter, const MemoryScene& scene, const QRectF& plot);
/// Paints blocks, capacity, peak, the refused block and all texts over the levels.
void paintMemoryMarks(const Surface& painter, const MemoryScene& scene, const QRectF& plot, const QRectF& poolRoom);

/// The fill of memory that no result uses and that the allocator has not released.
[[nodiscard]] QBrush poolFill(const look::Tokens& tokens);
[[nodiscard]] QPen poolPen(const look::Tokens& tokens);

/// A patterned fill: a texture on the screen, lines in a file.
struct Hatch {
    look::Pattern pattern;
    QColor ground, lines;
};

void fillHatched(const Surface& painter, const look::Theme& theme, PaintPath path, double ratio, const QRectF& rect,
                 const Hatch& hatch);
[[nodiscard]] Hatch othersHatch(const look::Tokens& tokens);
/// Whether there is space for a break and the line of a capacity far above the curve.
[[nodiscard]] bool showsBreak(const MemoryScene& scene, const QRectF& plot);

}  // namespace ui::drawing::detail
