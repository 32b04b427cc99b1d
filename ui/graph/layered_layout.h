#pragma once

#include <QPointF>
#include <QRectF>
#include <cstddef>
#include <vector>

namespace ui::graph {

/// What the layout needs to know of a node. Sizes in pixels at 100 %.
struct LayoutNode {
    double width = 92;
    double height = 34;
    int band = 0;         ///< nodes of a smaller band stand left of those of a larger one
    int minimumRank = 0;  ///< rows above it at least
    bool isWide = false;  ///< takes the whole width, alone in its row
    bool sinks = true;    ///< without a predecessor it may move down to what first needs it
};

struct LayoutEdge {
    int from = 0;
    int to = 0;
};

struct LayoutSpacing {
    double row = 37;   ///< between rows
    double node = 16;  ///< between neighbours
    double band = 16;  ///< between bands
    double margin = 16;
    double top = 12;
};

struct Layout {
    std::vector<QRectF> rects;                 ///< as the nodes
    std::vector<std::vector<QPointF>> routes;  ///< as the edges; downwards from border to border
    std::vector<int> ranks;
    QSizeF size;
    std::size_t crossings = 0;  ///< between neighbouring rows
};

/// Rows by longest path, at most 24 barycentre sweeps within the bands, isotonic x. Any edges are accepted: those that
/// close a cycle are drawn but do not decide a row. Deterministic. Cost: O(sweeps · (V + E) log V), with long edges
/// routed around the nodes of the rows that they pass.
[[nodiscard]] Layout layOut(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
                            const LayoutSpacing& spacing = {});

/// Positions with `gaps[i]` at least between i and i + 1, within [low, high], nearest to `targets` (least squares).
/// The room must suffice for the gaps. Exposed for its test.
[[nodiscard]] std::vector<double> isotonic(const std::vector<double>& targets, const std::vector<double>& weights,
                                           const std::vector<double>& gaps, double low, double high);

}  // namespace ui::graph
