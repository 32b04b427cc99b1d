#include "ui/graph/diagram.h"

#include "engine/analysis/scope.h"
#include "engine/trace/decisive_cause.h"
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
#include <utility>

namespace ui::graph {

using detail::Quotient;
using detail::Scope;

namespace {

constexpr double kInset = 9;     // distance from the matrix's border to its cells
constexpr double kHeading = 29;  // height of the text above the cells
constexpr int kMaxCells = 1000;
constexpr double kLane = 7;     // distance between edges that point back up
constexpr double kGlyph = 6.7;  // character width of the mono font at 11 pixels

/// Chooses cell size and columns of a matrix: few large cells or many small ones.
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

/// Merges more operations until the text of the diagram is readable at the width of `limits`. Leaves the diagram
/// unchanged if that would not make even small text readable, or if the scope has too many operations.
void narrow(const Trace& trace, const Scope& scope, const DiagramLimits& limits, Diagram& diagram)
{
    constexpr double kReadable = 0.64;  // at this scale, the font of 11 pixels has 7 pixels
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

/// The position of operations on a path.
class PathSteps {
public:
    explicit PathSteps(const std::vector<OpId>& path)
    {
        if (path.empty())
            return;
        const auto [low, high] = std::ranges::minmax(path);
        m_low = low.index;
        m_steps.resize(high.index - low.index + std::size_t{1});
        for (std::size_t i = path.size(); i > 0; --i)
            m_steps[path[i - 1].index - m_low] = static_cast<int>(i);
    }

    /// The step number of an operation, counted from 1; 0: it is not on the path.
    [[nodiscard]] int of(OpId op) const
    {
        return op.isValid() && op.index >= m_low && op.index - m_low < m_steps.size() ? m_steps[op.index - m_low] : 0;
    }

private:
    std::uint32_t m_low = 0;
    std::vector<int> m_steps;  ///< step numbers, by index of the operation minus m_low
};

/// Marks the edges of a path: edges between nodes that follow each other on the path, unless the program released the
/// second node, and edges from operations of the path to the program's waits for these operations.
void markEdges(Diagram& diagram, const Trace& trace, const std::vector<OpId>& path, const std::vector<int>& nodeOf)
{
    std::set<std::pair<int, int>> passed;
    std::vector<OpId> waitedFor;  // operations whose successor on the path was released by the program
    std::pair<int, int> last{-1, -1};
    int from = -1;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (nodeOf[i] >= 0) {
            if (const std::pair step{from, nodeOf[i]}; from >= 0 && step != last)
                passed.insert(last = step);
            from = nodeOf[i];
        }
        if (i + 1 < path.size() && engine::trace::decisiveCause(trace.op(path[i + 1])).op == path[i])
            continue;
        waitedFor.push_back(path[i]);
        from = -1;
    }
    std::ranges::sort(waitedFor);
    for (Edge& edge : diagram.edges) {
        const Node& source = diagram.nodes[static_cast<std::size_t>(edge.from)];
        const Node& target = diagram.nodes[static_cast<std::size_t>(edge.to)];
        if (target.shape == NodeShape::Wait) {
            const OpId released = trace.waits()[static_cast<std::size_t>(target.wait)].releasedBy;
            edge.isCritical =
                std::ranges::binary_search(waitedFor, released) && std::ranges::binary_search(source.ops, released);
        } else if (diagram.isNet) {  // a path need not follow the data edges of a net
            edge.isCritical = source.isCritical && target.isCritical;
        } else {
            edge.isCritical = edge.style != EdgeStyle::Wait && passed.contains({edge.from, edge.to});
        }
    }
}

Diagram diagramOf(const Trace& trace, const Scope& scope, OpId focus, const DiagramLimits& limits)
{
    Diagram diagram;
    diagram.operations = scope.operations();
    diagram.counts = scope.edges.counts;
    const engine::analysis::CriticalPath path = detail::criticalPath(trace, scope);
    if (limits.grouping != Grouping::Alike) {
        Quotient quotient = detail::groupScope(trace, scope, limits);
        placeLayered(quotient, limits, diagram);
    } else if (const std::optional<detail::Stairs> stairs = detail::stairsOf(trace, scope)) {
        detail::placeStairs(trace, *stairs, focus, limits, diagram);
    } else {
        std::optional<Quotient> loop = detail::foldLoop(trace, scope, limits.opened);
        const bool isLoop = loop.has_value();
        Quotient quotient =
            isLoop ? *std::move(loop) : detail::foldScope(trace, scope, limits.visibleNodes, limits.opened);
        placeLayered(quotient, limits, diagram);
        if (!isLoop && limits.opened.empty())
            narrow(trace, scope, limits, diagram);
    }
    markPath(diagram, trace, detail::operationsOf(path, scope));
    diagram.caption = detail::captionOf(trace, scope, path);
    detail::addFacts(trace, scope, diagram);
    return diagram;
}

}  // namespace

void markPath(Diagram& diagram, const Trace& trace, const std::vector<OpId>& path, StepNumbers numbers)
{
    const PathSteps steps(path);
    std::vector<int> nodeOf(path.size(), -1);
    for (std::size_t v = 0; v < diagram.nodes.size(); ++v) {
        Node& node = diagram.nodes[v];
        node.isCritical = false;
        node.steps.clear();
        if (node.shape == NodeShape::Input || node.shape == NodeShape::Wait || node.shape == NodeShape::Result)
            continue;
        int first = 0, last = 0;
        for (const OpId op : node.ops)
            if (const int step = steps.of(op); step > 0) {
                nodeOf[static_cast<std::size_t>(step) - 1] = static_cast<int>(v);
                first = first == 0 ? step : std::min(first, step);
                last = std::max(last, step);
            }
        node.isCritical = first > 0;
        if (numbers == StepNumbers::Shown && first > 0)
            node.steps = first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last);
    }
    markEdges(diagram, trace, path, nodeOf);
}

Diagram makeDiagram(const Trace& trace, int block, OpId focus, const DiagramLimits& limits)
{
    return diagramOf(trace, detail::scopeOf(trace, block), focus, limits);
}

Diagram makeDiagram(const Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end, const DiagramLimits& limits,
                    PathEnd pathEnd)
{
    Scope scope =
        detail::scopeOf(trace, begin, end, limits.hasInputs ? detail::Inputs::Included : detail::Inputs::LeftOut);
    if (pathEnd == PathEnd::Work)
        scope.end = std::max(end, engine::analysis::workEnd(trace, {begin, end}));
    return diagramOf(trace, scope, {}, limits);
}

}  // namespace ui::graph
