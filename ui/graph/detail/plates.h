#pragma once

#include "ui/graph/detail/diagram_painter.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace ui::graph::detail {

/// A label of a cluster at low zoom.
struct Plate {
    QRectF rect;  ///< rectangle in the diagram's units
    QStringList lines;
    QRectF frame;  ///< frame of its cluster
};

/// The rectangle drawn around a cluster's nodes.
[[nodiscard]] QRectF frameOf(const Cluster& cluster);

/// Size of text that does not scale with the zoom, in pixels at an interface scale of 100 %.
inline constexpr double kFontSize = 11;

/// Pixels on the screen (at 100 % interface scale) per unit of the diagram.
[[nodiscard]] double zoomed(const PaintState& state);

/// A font with the same size on the screen at every zoom.
[[nodiscard]] QFont screenFont(const PaintState& state, double pixels, QFont::Weight weight);
/// The font of a line of a cluster's label.
[[nodiscard]] QFont plateFont(const PaintState& state, qsizetype line);
[[nodiscard]] double plateLineHeight(const PaintState& state);

/// Places a label for each cluster within `visible`: near its frame, fully visible, overlapping no node and no other
/// label. All labels show the same level of detail, the most that fits. If not even the names fit, clusters without
/// room get no label. Cost at worst: visible clusters × some hundred candidate positions × visible nodes.
[[nodiscard]] std::vector<Plate> placePlates(const Diagram& diagram, const PaintState& state, const QRectF& visible);

/// Caches the placed labels while the zoom and the visible rectangle are unchanged: a moving playhead causes 60
/// repaints per second.
class PlateCache {
public:
    /// `diagram` must be the one of the previous call, unless forget() was called in between.
    [[nodiscard]] const std::vector<Plate>& plates(const Diagram& diagram, const PaintState& state,
                                                   const QRectF& visible);
    void forget() { m_plates.reset(); }

private:
    std::optional<std::vector<Plate>> m_plates;
    QRectF m_visible;
    double m_scale = 0;
    double m_themeScale = 0;
};

}  // namespace ui::graph::detail
