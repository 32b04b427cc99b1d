#include "ui/graph/detail/net_edges.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ui::graph::detail {

using engine::trace::DependencyKind;

namespace {

using Column = NetPlaces::Column;

constexpr double kLane = 8;    // distance from a box to a line beside it
constexpr double kAbove = 5;   // distance from a box to a line above it
constexpr double kCorner = 7;  // distance from the corner of a box to the line that loops around it

class Router {
public:
    Router(const NetPlaces& places, Diagram& diagram) : m_places(places), m_diagram(diagram)
    {
        std::map<std::pair<Column, std::size_t>, std::vector<int>> columns;
        for (std::size_t i = 0; i < places.at.size(); ++i)
            if (!places.at[i].isBranch)
                columns[{places.at[i].column, places.at[i].device}].push_back(static_cast<int>(i));
        m_order.assign(diagram.nodes.size(), 0);
        m_isLast.assign(diagram.nodes.size(), 0);
        for (auto& [column, nodes] : columns) {
            std::ranges::stable_sort(nodes, [this](int a, int b) { return rect(a).top() < rect(b).top(); });
            for (std::size_t i = 0; i < nodes.size(); ++i)
                m_order[static_cast<std::size_t>(nodes[i])] = static_cast<int>(i);
            if (!nodes.empty())
                m_isLast[static_cast<std::size_t>(nodes.back())] = 1;
        }
    }

    void add(int from, int to, int count)
    {
        const NetPlaces::Place &a = place(from), &b = place(to);
        const bool isSameDevice = a.device == b.device;
        const bool isPass = (a.column == Column::Forward || a.column == Column::Backward) && a.column == b.column;
        if (isPass && isSameDevice && (a.isBranch || b.isBranch))
            return addBranch(from, to, count);
        if (a.column == Column::Forward && b.column == Column::Forward && isSameDevice)
            return addForward(from, to, count);
        if (a.column == Column::Backward && b.column == Column::Backward && isSameDevice &&
            order(to) == order(from) - 1)
            return push(from, to, EdgeStyle::Data, count, stepBetween(from, to, rect(from).top(), rect(to).bottom()));
        if (a.column == Column::Forward && b.column == Column::Backward && isSameDevice && a.key == b.key)
            return addSaved(from, to, count);
        if (a.column == Column::Backward && b.column == Column::Middle)
            return addGradient(from, to, count);
        if (a.column == Column::Middle && b.column == Column::Middle && a.key == b.key &&
            rect(from).right() <= rect(to).left())
            return push(from, to, EdgeStyle::Gradient, count,
                        {{rect(from).right(), rect(from).center().y()}, {rect(to).left(), rect(to).center().y()}});
        const bool isFirst = b.column == Column::Forward && order(to) == 0;
        if (a.column == Column::Before && isFirst)
            return addDown(from, to, count);
        if (a.column == Column::Forward && b.column == Column::After && isLast(from))
            return addToBand(from, to, count);
        if (a.column == Column::After && b.column == Column::Backward && isLast(to))
            return addFromBand(from, to, count);
    }

    /// Draws a residual connection around each closed box that contains one.
    void addForks()
    {
        for (std::size_t i = 0; i < m_places.at.size(); ++i) {
            const Node& node = m_diagram.nodes[i];
            if (!node.hasFork || node.rect.height() < 2 * kCorner)
                continue;
            const QRectF& r = node.rect;
            const bool isLeft = m_places.at[i].device == 0;
            const double edge = isLeft ? r.left() : r.right(), x = isLeft ? edge - kLane : edge + kLane;
            push(static_cast<int>(i), static_cast<int>(i), EdgeStyle::Residual, 1,
                 {{edge, r.top() + kCorner},
                  {x, r.top() + kCorner},
                  {x, r.bottom() - kCorner},
                  {edge, r.bottom() - kCorner}});
        }
    }

private:
    [[nodiscard]] const NetPlaces::Place& place(int node) const { return m_places.at[static_cast<std::size_t>(node)]; }
    [[nodiscard]] const QRectF& rect(int node) const { return m_diagram.nodes[static_cast<std::size_t>(node)].rect; }
    [[nodiscard]] int order(int node) const { return m_order[static_cast<std::size_t>(node)]; }
    [[nodiscard]] bool isLast(int node) const { return m_isLast[static_cast<std::size_t>(node)] != 0; }

    void push(int from, int to, EdgeStyle style, int count, std::vector<QPointF> points)
    {
        Edge edge;
        edge.from = from;
        edge.to = to;
        edge.style = style;
        edge.count = count;
        edge.points = std::move(points);
        m_diagram.edges.push_back(std::move(edge));
    }

    /// The points of an edge between two boxes of a column. An edge into or out of an open layer follows the middle of
    /// the column, where it does not cross the layer's title, and turns beside the box inside the layer.
    [[nodiscard]] std::vector<QPointF> stepBetween(int from, int to, double start, double end) const
    {
        const double source = rect(from).center().x(), target = rect(to).center().x();
        if (std::abs(source - target) < 1)
            return {{target, start}, {target, end}};
        const double down = end > start ? 1 : -1;
        const bool entersLayer = rect(to).width() < rect(from).width();
        const double turn = entersLayer ? end - down * kLane : start + down * kAbove;
        return {{source, start}, {source, turn}, {target, turn}, {target, end}};
    }

    void addForward(int from, int to, int count)
    {
        if (order(to) <= order(from))
            return;
        if (order(to) == order(from) + 1)
            return push(from, to, EdgeStyle::Data, count, stepBetween(from, to, rect(from).bottom(), rect(to).top()));
        const bool isLeft = place(from).device == 0;
        const double side = isLeft ? std::min(rect(from).left(), rect(to).left()) - kLane
                                   : std::max(rect(from).right(), rect(to).right()) + kLane;
        const auto edgeOf = [&](int node) { return isLeft ? rect(node).left() : rect(node).right(); };
        push(from, to, EdgeStyle::Residual, count,
             {{edgeOf(from), rect(from).center().y()},
              {side, rect(from).center().y()},
              {side, rect(to).center().y()},
              {edgeOf(to), rect(to).center().y()}});
    }

    /// Adds an edge to or from a branch. Where branches separate, the edge turns above or below the boxes beside the
    /// branch; where branches meet, it ends at the side of the box.
    void addBranch(int from, int to, int count)
    {
        const QRectF &source = rect(from), &target = rect(to);
        const double sourceX = source.center().x(), targetX = target.center().x();
        if (place(from).isBranch && place(from).column == Column::Forward)
            return push(
                from, to, EdgeStyle::Residual, count,
                {{sourceX, source.bottom()}, {sourceX, target.center().y()}, {target.right(), target.center().y()}});
        if (place(to).isBranch && place(to).column == Column::Backward)
            return push(
                from, to, EdgeStyle::Residual, count,
                {{source.left(), source.center().y()}, {targetX, source.center().y()}, {targetX, target.bottom()}});
        const bool isForward = place(to).column == Column::Forward;
        const double start = isForward ? source.bottom() : source.top(),
                     end = isForward ? target.top() : target.bottom();
        const double turn = isForward ? start + kAbove : start - kAbove;
        push(from, to, EdgeStyle::Residual, count,
             {{sourceX, start}, {sourceX, turn}, {targetX, turn}, {targetX, end}});
    }

    void addSaved(int from, int to, int count)
    {
        const double y = rect(to).center().y();
        if (y < rect(from).top() || y > rect(from).bottom())
            return;
        const bool isRight = rect(to).left() > rect(from).right();
        push(
            from, to, EdgeStyle::Saved, count,
            {{isRight ? rect(from).right() : rect(from).left(), y}, {isRight ? rect(to).left() : rect(to).right(), y}});
    }

    void addGradient(int from, int to, int count)
    {
        const QRectF &source = rect(from), &target = rect(to);
        if (source.right() <= target.left()) {  // the source is on the opened device
            const double y = source.center().y(), x = target.left() - kLane;
            if (y >= target.top() && y <= target.bottom())
                return push(from, to, EdgeStyle::Gradient, count, {{source.right(), y}, {target.left(), y}});
            return push(from, to, EdgeStyle::Gradient, count,
                        {{source.right(), y}, {x, y}, {x, target.center().y()}, {target.left(), target.center().y()}});
        }
        // The edge turns in the gap above the row, which contains no boxes.
        const double x = source.left() - kLane, y = source.top() + kAbove, above = target.top() - kAbove;
        push(from, to, EdgeStyle::Gradient, count,
             {{source.left(), y},
              {x, y},
              {x, above},
              {target.center().x(), above},
              {target.center().x(), target.top()}});
    }

    void addDown(int from, int to, int count)
    {
        const QRectF &band = rect(from), &target = rect(to);
        const double x = target.center().x(), y = band.center().y();
        if (x > band.left() && x < band.right())
            return push(from, to, EdgeStyle::Data, count, {{x, band.bottom()}, {x, target.top()}});
        push(from, to, EdgeStyle::Data, count,
             {{x < band.left() ? band.left() : band.right(), y}, {x, y}, {x, target.top()}});
    }

    void addToBand(int from, int to, int count)
    {
        const QRectF &source = rect(from), &band = rect(to);
        const double x = source.center().x(), y = band.center().y();
        if (x > band.left() && x < band.right())
            return push(from, to, EdgeStyle::Data, count, {{x, source.bottom()}, {x, band.top()}});
        push(from, to, EdgeStyle::Data, count,
             {{x, source.bottom()}, {x, y}, {x < band.left() ? band.left() : band.right(), y}});
    }

    void addFromBand(int from, int to, int count)
    {
        const QRectF &band = rect(from), &target = rect(to);
        const double x = target.center().x();
        if (x > band.left() && x < band.right())
            return push(from, to, EdgeStyle::Data, count, {{x, band.top()}, {x, target.bottom()}});
        const bool isLeft = x < band.left();
        const double start = isLeft ? band.left() + 2 * kLane : band.right() - 2 * kLane, y = band.top() - kAbove;
        push(from, to, EdgeStyle::Data, count, {{start, band.top()}, {start, y}, {x, y}, {x, target.bottom()}});
    }

    const NetPlaces& m_places;
    Diagram& m_diagram;
    std::vector<int> m_order;  ///< position of each node in its column
    std::vector<char> m_isLast;
};

}  // namespace

void addNetEdges(const Trace& trace, const Scope& scope, const NetPlaces& places, Diagram& diagram)
{
    std::map<std::pair<int, int>, int> counts;
    scope.forEachEdge(trace, [&](const engine::trace::Edge& edge) {
        if (edge.kind != DependencyKind::ReadAfterWrite || !scope.contains(edge.from))
            return;
        const int from = places.nodeOf[edge.from.index - scope.first], to = places.nodeOf[edge.to.index - scope.first];
        if (from >= 0 && to >= 0 && from != to)
            ++counts[{from, to}];
    });
    Router router(places, diagram);
    for (const auto& [ends, count] : counts)
        router.add(ends.first, ends.second, count);
    router.addForks();
}

bool reads(const Trace& trace, const NetLayer& of, const NetLayer& from)
{
    const std::vector<OpId>& results = from.on[0].forward;
    const std::vector<OpId>& ops = of.on[0].forward;
    return std::ranges::any_of(ops, [&](OpId op) {
        const auto edges = trace.edges().into(op);
        return std::ranges::any_of(edges, [&](const engine::trace::Edge& edge) {
            return edge.kind == engine::trace::DependencyKind::ReadAfterWrite &&
                   std::ranges::binary_search(results, edge.from);
        });
    });
}

bool hasFork(const Trace& trace, const Scope& scope, const Net& net, const std::vector<OpId>& ops)
{
    const auto isForward = [&](OpId op) {
        const int of = net.layerOf[op.index - scope.first];
        const auto holds = [op](const NetLayer::Passes& on) { return std::ranges::binary_search(on.forward, op); };
        return of >= 0 && std::ranges::any_of(net.layers[static_cast<std::size_t>(of)].on, holds);
    };
    return std::ranges::any_of(ops, [&](OpId op) {
        int producers = 0;
        bool isInside = false;  // the box contains at least one of the branches
        for (const engine::trace::Edge& edge : trace.edges().into(op)) {
            if (edge.kind != engine::trace::DependencyKind::ReadAfterWrite || !scope.contains(edge.from) ||
                !isForward(edge.from))
                continue;
            ++producers;
            isInside = isInside || std::ranges::binary_search(ops, edge.from);
        }
        return producers > 1 && isInside;
    });
}

}  // namespace ui::graph::detail
