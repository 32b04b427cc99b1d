#pragma once

#include <QPointF>
#include <QRectF>
#include <cstddef>
#include <vector>

namespace ui::graph {

/// Input of the layout for one node. Sizes are in pixels at a scale of 100 %.
struct LayoutNode {
    double width = 92;
    double height = 34;
    int band = 0;         ///< bands are placed side by side, the smallest number leftmost
    int minimumRank = 0;  ///< the node's row is at least this one
    bool isWide = false;  ///< spans the whole width and is alone in its row
    bool sinks = true;    ///< if it has no predecessor, it may move down to just above its first consumer
};

struct LayoutEdge {
    int from = 0;
    int to = 0;
};

struct LayoutSpacing {
    double row = 37;   ///< gap between rows
    double node = 16;  ///< gap between nodes of one row
    double band = 16;  ///< gap between bands
    double margin = 16;
    double top = 12;
    double most = 0;  ///< maximum width of a row: wider rows are split, if each needs only a few parts; 0: no limit
};

struct Layout {
    std::vector<QRectF> rects;  ///< one for each node, in the order of the nodes
    std::vector<std::vector<QPointF>>
        routes;  ///< one for each edge, from the border of one node to that of the other node, top down
    std::vector<int> ranks;
    QSizeF size;
    std::size_t crossings = 0;  ///< number of edge crossings between adjacent rows
};

/// Assigns rows by longest path, orders each row by at most 24 barycentre sweeps within the bands, and computes x by
/// isotonic regression. Accepts cycles: an edge that closes a cycle is drawn but ignored when rows are assigned. Routes
/// long edges around the nodes of the rows they pass, unless this needs more than 40,000 bends. Deterministic. Cost:
/// O(sweeps · (V + E) log V).
[[nodiscard]] Layout layOut(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
                            const LayoutSpacing& spacing = {});

/// Returns the positions nearest to `targets` (weighted least squares) such that positions i and i + 1 are at least
/// `gaps[i]` apart and all lie within [low, high]. The interval must be at least as long as the sum of the gaps. Public
/// for its test.
[[nodiscard]] std::vector<double> isotonic(const std::vector<double>& targets, const std::vector<double>& weights,
                                           const std::vector<double>& gaps, double low, double high);

}  // namespace ui::graph
