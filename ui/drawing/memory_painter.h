#pragma once

#include "ui/drawing/memory_track.h"
#include "ui/drawing/scene.h"

#include <QRectF>
#include <vector>

class QPainter;

namespace ui::drawing {

/// Everything that the memory row of a device depends on, as values.
struct MemoryScene {
    const MemoryTrack& track;
    const look::Theme& theme;
    model::TimeRange range;
    engine::Nanoseconds end{};  ///< of the run, or the time of a page of a replay: nothing later is painted
    PaintPath path = PaintPath::Screen;
    double devicePixelRatio = 1.0;
    engine::OpId selected{};  ///< the block that this operation allocated is highlighted

    /// Where the curve is painted in a plot. On paper it has the same place whatever its scale is.
    [[nodiscard]] QRectF curveArea(const QRectF& plot) const;
    /// The plot whose curve is painted at `area` on paper.
    [[nodiscard]] static QRectF plotAround(const QRectF& area, const look::Theme& theme);
};

/// Levels, blocks, capacity, peak and the refused block. Returns where texts are.
[[nodiscard]] std::vector<QRectF> paintMemory(QPainter& painter, const MemoryScene& scene, const QRectF& plot);
/// The numbers of the scale, right-aligned in `header`. On paper the highest one has the unit.
void paintMemoryScale(QPainter& painter, const MemoryScene& scene, const QRectF& header);

/// What the legend of memory rows explains.
enum class MemoryMark : std::uint8_t { Held, Reserved, Pool, Others };
/// The marks that the rows of these devices have.
[[nodiscard]] std::vector<MemoryMark> marksOf(const std::vector<const MemoryTrack*>& tracks);
[[nodiscard]] QString nameOf(MemoryMark mark);
void paintMemoryMark(QPainter& painter, const look::Theme& theme, PaintPath path, double devicePixelRatio,
                     const QRectF& box, MemoryMark mark);

}  // namespace ui::drawing
