#include "ui/graph/diagram.h"

#include "ui/graph/detail/caption.h"
#include "ui/graph/detail/facts.h"
#include "ui/graph/detail/loop.h"
#include "ui/graph/detail/quotient.h"
#include "ui/graph/detail/staircase.h"
#include "ui/graph/detail/zoom_painter.h"
#include "ui/graph/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace ui::graph {

using detail::Quotient;
using detail::Scope;
using engine::OpId;
using engine::trace::Trace;

namespace {

constexpr double kInset = 9;     // from the matrix's border to its cells
constexpr double kHeading = 29;  // height of the text above the cells
constexpr int kMaxCells = 1000;
constexpr double kLane = 7;     // between edges that point back up
constexpr double kGlyph = 6.7;  // character width of the mono font at 11 pixels

/// Chooses cell size and columns of a matrix of `count` operations: few large cells or many small ones.
void sizeMatrix(Node& node, double room, int perRow)
{
    const auto count = static_cast<int>(node.ops.size());
    node.opsPerCell = (count + kMaxCells - 1) / kMaxCells;
    const int cells = (count + node.opsPerCell - 1) / node.opsPerCell;
    struct Measure {
        int most;
        QSizeF cell, pitch;
    };
    for (const Measure& m :
         {Measure{80, {9, 12}, {11.1, 16}}, Measure{320, {7, 8}, {9, 10}}, Measure{kMaxCells, {5, 5}, {7, 7}}}) {
        if (cells > m.most)
            continue;
        node.cell = m.cell;
        node.pitch = m.pitch;
        break;
    }
    // Ten cells per row are easy to count; use more only where ten would make the matrix or the page too tall.
    const int most = std::max(
        10, static_cast<int>((room - 2 * kInset + node.pitch.width() - node.cell.width()) / node.pitch.width()));
    const int wanted =
        cells <= 60 ? std::min(perRow, std::max(cells, 10))
                    : static_cast<int>(std::ceil(std::sqrt(cells * node.pitch.height() / node.pitch.width() * 1.4)));
    node.columns = std::clamp(wanted, std::min(10, std::max(cells, 1)), most);
    const int rows = (cells + node.columns - 1) / node.columns;
    const double width =
        std::max(128.0, 2 * kInset + node.columns * node.pitch.width() - node.pitch.width() + node.cell.width());
    node.firstCell = QPointF((width - (node.columns - 1) * node.pitch.width() - node.cell.width()) / 2, kHeading);
    node.rect.setSize({width, kHeading + rows * node.pitch.height() - node.pitch.height() + node.cell.height() + 11});
}

double textWidth(const QString& text)
{
    return static_cast<double>(text.size()) * kGlyph;
}

void sizeNode(Node& node, double room, int perRow)
{
    switch (node.shape) {
        case NodeShape::Input:
            node.rect.setSize(
                {std::clamp(std::max(textWidth(node.title), textWidth(node.subtitle)) + 20, 104.0, 180.0), 34});
            break;
        case NodeShape::Matrix:
            sizeMatrix(node, room, perRow);
            break;
        case NodeShape::Wait:
            node.rect.setSize(
                {std::max(200.0, std::min(room, textWidth(node.title) + textWidth(node.subtitle) + 64)), 28});
            break;
        case NodeShape::Fold:
            node.rect.setSize(
                {std::clamp(std::max(textWidth(node.title), textWidth(node.subtitle)) + 22, 110.0, 180.0), 34});
            break;
        default:
            node.rect.setSize({std::clamp(std::max(textWidth(node.title), textWidth(node.subtitle)) + 22, 64.0, 170.0),
                               node.subtitle.isEmpty() ? 24.0 : 34.0});
            break;
    }
}

/// Assigns rows such that each wait is below all operations issued before it and above all issued after it.
std::vector<int> rowsOf(const Quotient& quotient)
{
    const std::size_t count = quotient.nodes.size();
    std::vector<std::pair<int, int>> edges;
    for (const Edge& edge : quotient.edges)
        edges.emplace_back(edge.from, edge.to);
    const std::vector<int> topological = detail::components(static_cast<int>(count), edges);
    std::vector<std::vector<int>> into(count);
    for (const auto& [from, to] : edges)
        into[static_cast<std::size_t>(to)].push_back(from);
    std::vector<int> order(count);
    for (std::size_t v = 0; v < count; ++v)
        order[v] = static_cast<int>(v);
    const auto isWait = [&](int v) { return quotient.nodes[static_cast<std::size_t>(v)].shape == NodeShape::Wait; };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const int segmentA = quotient.segments[static_cast<std::size_t>(a)],
                  segmentB = quotient.segments[static_cast<std::size_t>(b)];
        if (segmentA != segmentB)
            return segmentA < segmentB;
        if (isWait(a) && isWait(b))
            return a < b;
        if (isWait(a) != isWait(b))
            return isWait(b);
        return topological[static_cast<std::size_t>(a)] < topological[static_cast<std::size_t>(b)];
    });
    std::vector<int> row(count, 0);
    int base = 0, lowest = -1;
    for (const int v : order) {
        const auto node = static_cast<std::size_t>(v);
        row[node] = base;
        for (const int from : into[node])
            row[node] = std::max(row[node], row[static_cast<std::size_t>(from)] + 1);
        if (isWait(v)) {
            row[node] = std::max(row[node], lowest + 1);
            base = row[node] + 1;
        }
        lowest = std::max(lowest, row[node]);
    }
    return row;
}

/// An edge that points back up: it leaves to the right, runs up at `x`, and enters from the right, where no other edge
/// ends.
std::vector<QPointF> routeBack(const QRectF& from, const QRectF& to, double x)
{
    return {
        {from.right(), from.center().y()}, {x, from.center().y()}, {x, to.center().y()}, {to.right(), to.center().y()}};
}

void placeLayered(Quotient& quotient, const DiagramLimits& limits, Diagram& diagram)
{
    LayoutSpacing spacing;
    std::set<engine::DeviceId> devices;
    for (const Node& node : quotient.nodes)
        if (node.shape != NodeShape::Wait)
            devices.insert(node.device);
    const double share = devices.empty() ? 1 : static_cast<double>(devices.size());
    const double room = (limits.width - 4 - spacing.band * (share - 1)) / share;
    spacing.most = limits.width + 2 * spacing.margin;
    const std::vector<int> rows = rowsOf(quotient);
    std::vector<LayoutNode> nodes;
    for (std::size_t v = 0; v < quotient.nodes.size(); ++v) {
        Node& node = quotient.nodes[v];
        const bool isWait = node.shape == NodeShape::Wait;
        sizeNode(node, isWait ? limits.width - 4 : room, limits.cellsPerRow);
        nodes.push_back({node.rect.width(), node.rect.height(), static_cast<int>(node.device.index), rows[v], isWait,
                         node.shape == NodeShape::Input});
    }
    std::vector<LayoutEdge> edges;
    for (const Edge& edge : quotient.edges)
        edges.push_back({edge.from, edge.to});
    Layout layout = layOut(nodes, edges, spacing);
    for (std::size_t v = 0; v < quotient.nodes.size(); ++v)
        quotient.nodes[v].rect = layout.rects[v];
    int lanes = 0;  // number of edges that point back up, drawn beside the diagram
    for (std::size_t e = 0; e < quotient.edges.size(); ++e) {
        Edge& edge = quotient.edges[e];
        const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
        edge.points = layout.ranks[from] > layout.ranks[to]
                          ? routeBack(layout.rects[from], layout.rects[to], layout.size.width() + kLane * lanes++)
                          : std::move(layout.routes[e]);
    }
    layout.size.rwidth() += kLane * lanes;
    diagram.nodes = std::move(quotient.nodes);
    diagram.edges = std::move(quotient.edges);
    diagram.isCollapsed = quotient.isCollapsed;
    diagram.size = layout.size;
}

/// Merges more operations until the text of the diagram is readable at the width of `limits`. Leaves the diagram as it
/// is if not even small text can be shown then.
void narrow(const Trace& trace, const Scope& scope, const DiagramLimits& limits, Diagram& diagram)
{
    constexpr double kReadable = 0.64;  // 7 pixels of 11
    constexpr std::size_t kFewest = 8, kMany = 20'000;
    const auto fits = [&](const Diagram& one, double scale) { return one.size.width() * scale <= limits.width; };
    if (fits(diagram, kReadable) || scope.operations() > kMany)
        return;
    Diagram narrower = diagram;
    while (!fits(narrower, kReadable)) {
        Quotient quotient = detail::foldScope(trace, scope, narrower.nodes.size() - 1);
        if (quotient.nodes.size() < kFewest || quotient.nodes.size() >= narrower.nodes.size())
            break;
        placeLayered(quotient, limits, narrower);
    }
    if (fits(narrower, detail::kTextFrom))
        diagram = std::move(narrower);
}

/// The node of each operation in scope; -1: none.
std::vector<int> nodesOf(const Scope& scope, const Diagram& diagram)
{
    std::vector<int> nodeOf(scope.operations(), -1);
    for (std::size_t v = 0; v < diagram.nodes.size(); ++v)
        for (const OpId op : diagram.nodes[v].ops)
            if (scope.contains(op))
                nodeOf[op.index - scope.first] = static_cast<int>(v);
    return nodeOf;
}

/// Marks the nodes and edges on the critical path.
void markCritical(const Trace& trace, const std::vector<OpId>& path, const Scope& scope, Diagram& diagram)
{
    const std::vector<int> nodeOf = nodesOf(scope, diagram);
    std::set<std::pair<int, int>> passed;
    std::pair<int, int> last{-1, -1};
    for (const OpId op : path) {
        const int to = nodeOf[op.index - scope.first];
        if (to < 0)
            continue;
        diagram.nodes[static_cast<std::size_t>(to)].isCritical = true;
        const OpId before = scope.releasedBy[op.index - scope.first];
        const std::pair step{scope.contains(before) ? nodeOf[before.index - scope.first] : -1, to};
        if (step != last)
            passed.insert(last = step);
    }
    const OpId firstOp = path.empty() ? OpId{} : path.front();
    for (Edge& edge : diagram.edges) {
        const Node& from = diagram.nodes[static_cast<std::size_t>(edge.from)];
        const Node& to = diagram.nodes[static_cast<std::size_t>(edge.to)];
        if (to.shape == NodeShape::Wait) {
            const OpId released = trace.waits()[static_cast<std::size_t>(to.wait)].releasedBy;
            edge.isCritical = released.isValid() && released == (path.empty() ? OpId{} : path.back()) &&
                              std::binary_search(from.ops.begin(), from.ops.end(), released);
        } else if (from.shape == NodeShape::Input) {
            edge.isCritical = std::binary_search(to.ops.begin(), to.ops.end(), firstOp);
        } else if (edge.style != EdgeStyle::Wait) {
            edge.isCritical = passed.count({edge.from, edge.to}) > 0;
        }
    }
}

Diagram diagramOf(const Trace& trace, const Scope& scope, OpId focus, const DiagramLimits& limits)
{
    Diagram diagram;
    diagram.operations = scope.operations();
    diagram.counts = scope.edges.counts;
    const std::vector<OpId> path = detail::criticalPath(trace, scope);
    if (limits.grouping != Grouping::Alike) {
        Quotient quotient = detail::groupScope(trace, scope, limits);
        placeLayered(quotient, limits, diagram);
        markCritical(trace, path, scope, diagram);
    } else if (const std::optional<detail::Stairs> stairs = detail::stairsOf(trace, scope)) {
        detail::placeStairs(trace, scope, *stairs, focus, limits, diagram);
    } else {
        std::optional<Quotient> loop = detail::foldLoop(trace, scope, limits.opened);
        const bool isLoop = loop.has_value();
        Quotient quotient =
            isLoop ? *std::move(loop) : detail::foldScope(trace, scope, limits.visibleNodes, limits.opened);
        placeLayered(quotient, limits, diagram);
        if (!isLoop && limits.opened.empty())
            narrow(trace, scope, limits, diagram);
        markCritical(trace, path, scope, diagram);
    }
    diagram.caption = detail::captionOf(trace, scope, path);
    detail::addFacts(trace, scope, diagram);
    return diagram;
}

}  // namespace

void numberPath(Diagram& diagram, const std::vector<OpId>& path)
{
    std::unordered_map<std::uint32_t, int> steps;
    for (std::size_t i = 0; i < path.size(); ++i)
        steps.emplace(path[i].index, static_cast<int>(i) + 1);
    for (Node& node : diagram.nodes) {
        const bool isMade = node.shape != NodeShape::Input && node.shape != NodeShape::Wait;
        int first = 0, last = 0;
        for (const OpId op : node.ops) {
            const auto found = isMade ? steps.find(op.index) : steps.end();
            if (found == steps.end())
                continue;
            first = first == 0 ? found->second : std::min(first, found->second);
            last = std::max(last, found->second);
        }
        node.isCritical = first > 0;
        node.steps = first == 0      ? QString()
                     : first == last ? QString::number(first)
                                     : QStringLiteral("%1–%2").arg(first).arg(last);
    }
    const auto isOnPath = [&](int node) { return diagram.nodes[static_cast<std::size_t>(node)].isCritical; };
    for (Edge& edge : diagram.edges)
        edge.isCritical = isOnPath(edge.from) && isOnPath(edge.to);
}

Diagram makeDiagram(const Trace& trace, int block, OpId focus, const DiagramLimits& limits)
{
    return diagramOf(trace, detail::scopeOf(trace, block), focus, limits);
}

Diagram makeDiagram(const Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end, const DiagramLimits& limits)
{
    const Scope scope = detail::scopeOf(trace, begin, end, limits.hasInputs);
    return diagramOf(trace, scope, {}, limits);
}

}  // namespace ui::graph
