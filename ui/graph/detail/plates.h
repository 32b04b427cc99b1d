#pragma once

#include "ui/graph/detail/picture_painter.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace ui::graph::detail {

/// What is told of a cluster from far away, and where.
struct Plate {
    QRectF rect;  ///< in the picture's units
    QStringList lines;
    QRectF frame;  ///< of its cluster
};

/// Around the nodes of a cluster.
[[nodiscard]] QRectF frameOf(const Cluster& cluster);

/// Letters that do not grow with the zoom, in pixels at 100 %.
inline constexpr double kLetters = 11;

/// Pixels at 100 % per unit of the picture.
[[nodiscard]] double zoomed(const PaintState& state);

/// A font of the same size on the screen at every zoom.
[[nodiscard]] QFont screenFont(const PaintState& state, double pixels, QFont::Weight weight);
/// Of a plate's line.
[[nodiscard]] QFont plateFont(const PaintState& state, qsizetype line);
[[nodiscard]] double plateLineHeight(const PaintState& state);

/// Plates for the clusters within `visible`: at their frames, within sight, on no node and on no other plate. All say
/// as much as there is room for beside each other; a cluster that has no room for its name alone has none. Cost: the
/// visible clusters times some hundred places each times the visible nodes, at worst.
[[nodiscard]] std::vector<Plate> placePlates(const Picture& picture, const PaintState& state, const QRectF& visible);

/// The plates as they were placed last, while the zoom and what is visible stay: a playhead repaints 60 times a second.
class KeptPlates {
public:
    /// `picture`: the same as the last time, unless forget() was called since.
    [[nodiscard]] const std::vector<Plate>& plates(const Picture& picture, const PaintState& state,
                                                   const QRectF& visible);
    void forget() { m_plates.reset(); }

private:
    std::optional<std::vector<Plate>> m_plates;
    QRectF m_visible;
    double m_scale = 0;
    double m_themeScale = 0;
};

}  // namespace ui::graph::detail
