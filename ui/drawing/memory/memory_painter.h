#pragma once

#include "ui/drawing/memory/memory_track.h"
#include "ui/drawing/scene.h"

#include <QPen>
#include <QRectF>
#include <optional>
#include <vector>

namespace ui::drawing {

/// Everything that the memory row of a device depends on. The references and `labels` need to be valid only while the
/// row is painted.
struct MemoryScene {
    const MemoryTrack& track;
    const look::Theme& theme;
    model::TimeRange range;
    engine::Nanoseconds end{};  ///< end of the run, or the time that a replay has reached; nothing later is painted
    PaintPath path = PaintPath::Screen;
    double devicePixelRatio = 1.0;
    engine::OpId selected{};             ///< the block that this operation allocated is highlighted
    const LabelCache* labels = nullptr;  ///< null: without a cache

    /// The part of a plot in which the curve is painted. On paper it does not depend on the scale.
    [[nodiscard]] QRectF curveArea(const QRectF& plot) const;
    /// The plot whose curveArea() on paper is `area`.
    [[nodiscard]] static QRectF plotAround(const QRectF& area, const look::Theme& theme);
};

/// Paints levels, blocks, capacity, peak and the refused block.
void paintMemory(const Surface& painter, const MemoryScene& scene, const QRectF& plot);
/// Paints the allocated level as a dashed outline: the memory of the previous run.
void paintMemoryOutline(const Surface& painter, const MemoryScene& scene, const QRectF& plot);
/// Paints the numbers of the scale, right-aligned in `header`. In files, the highest one has the unit.
void paintMemoryScale(const Surface& painter, const MemoryScene& scene, const QRectF& header);

/// Paints a memory row that adds no information as a line from the first record to the end, with a gap for `text`. The
/// text starts at `begin` if that is in view.
void paintThinMemory(const Surface& painter, const MemoryScene& scene, const QRectF& plot, const QString& text,
                     std::optional<engine::Nanoseconds> begin);

/// Paints the heading above the rows.
void paintMemoryTitle(const Surface& painter, const look::Theme& theme, const QRectF& header);
/// Paints icon and name of a device in the header of its row.
void paintMemoryName(const Surface& painter, const look::Theme& theme, const QRectF& header, const QString& name);
/// Paints the arrow that opens a thin row or closes an opened one.
enum class Fold : std::uint8_t { Closed, Open };
void paintFoldArrow(const Surface& painter, const look::Theme& theme, const QPointF& centre, Fold fold);

/// The entries of the legend of memory rows.
enum class MemoryMark : std::uint8_t { Held, Reserved, Pool, Others };
/// The marks that the rows of these devices may contain.
[[nodiscard]] std::vector<MemoryMark> marksOf(const std::vector<const MemoryTrack*>& tracks);
/// The name of a mark in a legend, in the current language.
[[nodiscard]] QString nameOf(MemoryMark mark);
/// The pen of the line at a device's capacity, also in a legend. `isReached`: an allocation was refused.
[[nodiscard]] QPen capacityPen(const look::Tokens& tokens, bool isReached);
void paintMemoryMark(const Surface& painter, const look::Theme& theme, PaintPath path, double devicePixelRatio,
                     const QRectF& box, MemoryMark mark);
/// Paints, on the screen, a bar with the legend of these devices and, at its right, their unit.
void paintMemoryKey(const Surface& painter, const look::Theme& theme, const std::vector<const MemoryTrack*>& tracks,
                    const QRectF& plot, double devicePixelRatio);

}  // namespace ui::drawing
