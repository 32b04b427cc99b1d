#include "ui/graph/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace ui::graph {

namespace {

constexpr int kSweeps = 24;         // as many as Graphviz makes; kPatience usually ends the search earlier
constexpr int kPatience = 5;        // sweeps without improvement before the search stops
constexpr int kPositionRounds = 6;  // sweeps, alternately downwards and upwards
// If more bends than this are needed, edges have none and may cross nodes, because the layout would take too long.
constexpr std::size_t kMaxBends = 40000;
constexpr double kBendWidth = 6;

using Lists = std::vector<std::vector<int>>;

std::vector<LayoutEdge> withoutLoops(const std::vector<LayoutEdge>& edges)
{
    std::vector<LayoutEdge> kept;
    for (const LayoutEdge& edge : edges)
        if (edge.from != edge.to)
            kept.push_back(edge);
    return kept;
}

/// Assigns a rank (row) to each node: the length of the longest path to it, but at least LayoutNode::minimumRank. If
/// only cycles remain, ranks the first unranked node in list order next.
std::vector<int> ranksOf(const std::vector<LayoutNode>& nodes, const Lists& out, const Lists& in)
{
    const auto n = static_cast<int>(nodes.size());
    std::vector<int> rank(nodes.size()), open(nodes.size()), queue;
    std::vector<char> isDone(nodes.size(), 0);
    for (int v = 0; v < n; ++v) {
        rank[static_cast<std::size_t>(v)] = nodes[static_cast<std::size_t>(v)].minimumRank;
        open[static_cast<std::size_t>(v)] = static_cast<int>(in[static_cast<std::size_t>(v)].size());
        if (open[static_cast<std::size_t>(v)] == 0)
            queue.push_back(v);
    }
    int next = 0;
    for (std::size_t head = 0; head < nodes.size(); ++head) {
        while (head >= queue.size()) {  // only cycles remain: rank the first node
            while (isDone[static_cast<std::size_t>(next)] || open[static_cast<std::size_t>(next)] <= 0)
                ++next;
            open[static_cast<std::size_t>(next)] = 0;
            queue.push_back(next);
        }
        const auto v = static_cast<std::size_t>(queue[head]);
        isDone[v] = 1;
        for (const int w : out[v]) {
            const auto to = static_cast<std::size_t>(w);
            if (isDone[to] || open[to] <= 0)
                continue;
            rank[to] = std::max(rank[to], rank[v] + 1);
            if (--open[to] == 0)
                queue.push_back(w);
        }
    }
    return rank;
}

/// Moves nodes without predecessors, if LayoutNode::sinks, down to just above their first consumer.
void sinkSources(const std::vector<LayoutNode>& nodes, const Lists& out, const Lists& in, std::vector<int>& rank)
{
    for (std::size_t v = 0; v < nodes.size(); ++v) {
        if (!nodes[v].sinks || !in[v].empty() || out[v].empty())
            continue;
        int lowest = rank[static_cast<std::size_t>(out[v].front())];
        for (const int w : out[v])
            lowest = std::min(lowest, rank[static_cast<std::size_t>(w)]);
        rank[v] = std::max(rank[v], lowest - 1);
    }
}

/// Gives each wide node a separate row: a wide node that shares its row gets a new row below the shared one, and all
/// rows below the new row move down by one.
void isolateWide(const std::vector<LayoutNode>& nodes, std::vector<int>& rank)
{
    std::vector<int> wide;
    for (std::size_t v = 0; v < nodes.size(); ++v)
        if (nodes[v].isWide)
            wide.push_back(static_cast<int>(v));
    std::ranges::stable_sort(
        wide, [&](int a, int b) { return rank[static_cast<std::size_t>(a)] < rank[static_cast<std::size_t>(b)]; });
    for (const int w : wide) {
        const int row = rank[static_cast<std::size_t>(w)];
        bool isShared = false;
        for (std::size_t v = 0; v < nodes.size(); ++v)
            isShared = isShared || (static_cast<int>(v) != w && rank[v] == row);
        if (!isShared)
            continue;
        for (std::size_t v = 0; v < nodes.size(); ++v)
            if (rank[v] > row)
                ++rank[v];
        rank[static_cast<std::size_t>(w)] = row + 1;
    }
}

/// Splits rows in which a band is wider than its share of `spacing.most`: the nodes that do not fit get new rows below,
/// which is possible since no edge joins nodes of one row. If a row needs too many parts, no row is split, because
/// edges would hide such a large graph.
void splitWideRows(const std::vector<LayoutNode>& nodes, const LayoutSpacing& spacing, std::vector<int>& rank)
{
    constexpr int kMostParts = 4;
    std::set<int> bands;
    for (const LayoutNode& node : nodes)
        if (!node.isWide)
            bands.insert(node.band);
    const double count = static_cast<double>(std::max<std::size_t>(bands.size(), 1));
    const double room = (spacing.most - 2 * spacing.margin - spacing.band * (count - 1)) / count;
    std::map<int, std::vector<std::size_t>> rows;
    for (std::size_t v = 0; v < nodes.size(); ++v)
        rows[rank[v]].push_back(v);
    std::vector<int> part(nodes.size(), 0);
    std::map<int, int> partsOf;
    for (const auto& [row, members] : rows) {
        std::map<int, std::pair<double, int>> filled;  // for each band: width and number of the band's last part
        for (const std::size_t v : members) {
            if (nodes[v].isWide)
                continue;
            auto& [width, last] = filled[nodes[v].band];
            const double wanted = (width > 0 ? width + spacing.node : 0) + nodes[v].width;
            last += width > 0 && wanted > room ? 1 : 0;
            width = width > 0 && wanted > room ? nodes[v].width : wanted;
            part[v] = last;
            partsOf[row] = std::max(partsOf[row], last + 1);
        }
        if (partsOf[row] > kMostParts)
            return;
    }
    int moved = 0;
    for (const auto& [row, members] : rows) {
        for (const std::size_t v : members)
            rank[v] += moved + part[v];
        moved += std::max(0, partsOf[row] - 1);
    }
}

/// The graph with a bend point in each row that a long edge passes.
struct Layers {
    struct Slot {
        double width = 0, height = 0;
        int band = 0;
        int node = -1;  ///< index of the node; -1: a bend
    };
    std::vector<Slot> spots;
    Lists rows;                           // indices into `spots` for each row, in order
    Lists up, down;                       // neighbours in the adjacent rows
    std::vector<std::vector<int>> chain;  // spots of each edge from `from` to `to`; empty: straight line
    std::vector<int> position;            // position of each spot in its row
};

Layers buildLayers(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
                   const std::vector<int>& rank)
{
    Layers layers;
    const int rowCount = nodes.empty() ? 0 : 1 + *std::ranges::max_element(rank);
    layers.rows.resize(static_cast<std::size_t>(rowCount));
    for (std::size_t v = 0; v < nodes.size(); ++v) {
        layers.spots.push_back({nodes[v].width, nodes[v].height, nodes[v].band, static_cast<int>(v)});
        layers.rows[static_cast<std::size_t>(rank[v])].push_back(static_cast<int>(v));
    }
    std::size_t bends = 0;
    for (const LayoutEdge& e : edges)
        bends += static_cast<std::size_t>(
            std::max(0, std::abs(rank[static_cast<std::size_t>(e.to)] - rank[static_cast<std::size_t>(e.from)]) - 1));
    const bool hasBends = bends <= kMaxBends;
    layers.chain.resize(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const int from = edges[e].from, to = edges[e].to;
        const int first = rank[static_cast<std::size_t>(from)], last = rank[static_cast<std::size_t>(to)];
        if (last <= first || (last > first + 1 && !hasBends))
            continue;
        auto& chain = layers.chain[e];
        chain.push_back(from);
        for (int row = first + 1; row < last; ++row) {
            chain.push_back(static_cast<int>(layers.spots.size()));
            layers.rows[static_cast<std::size_t>(row)].push_back(chain.back());
            layers.spots.push_back({kBendWidth, 0, nodes[static_cast<std::size_t>(to)].band, -1});
        }
        chain.push_back(to);
    }
    layers.up.resize(layers.spots.size());
    layers.down.resize(layers.spots.size());
    for (const auto& chain : layers.chain)
        for (std::size_t i = 1; i < chain.size(); ++i) {
            layers.down[static_cast<std::size_t>(chain[i - 1])].push_back(chain[i]);
            layers.up[static_cast<std::size_t>(chain[i])].push_back(chain[i - 1]);
        }
    layers.position.resize(layers.spots.size());
    return layers;
}

void renumber(Layers& layers, const std::vector<int>& row)
{
    for (std::size_t i = 0; i < row.size(); ++i)
        layers.position[static_cast<std::size_t>(row[i])] = static_cast<int>(i);
}

/// Counts the edge crossings between a row and the next row, with a Fenwick tree over the positions in the next row.
std::size_t crossingsBelow(const Layers& layers, std::size_t row)
{
    if (row + 1 >= layers.rows.size())
        return 0;
    const std::size_t width = layers.rows[row + 1].size();
    std::vector<std::size_t> tree(width + 1, 0);
    std::size_t crossings = 0, seen = 0;
    std::vector<int> targets;
    for (const int slot : layers.rows[row]) {
        targets.clear();
        for (const int below : layers.down[static_cast<std::size_t>(slot)])
            targets.push_back(layers.position[static_cast<std::size_t>(below)]);
        std::ranges::sort(targets);
        for (const int at : targets) {
            std::size_t notRight = 0;
            for (auto i = static_cast<std::size_t>(at) + 1; i > 0; i -= i & (~i + 1))
                notRight += tree[i];
            crossings += seen - notRight;
        }
        for (const int at : targets) {
            for (auto i = static_cast<std::size_t>(at) + 1; i <= width; i += i & (~i + 1))
                ++tree[i];
            ++seen;
        }
    }
    return crossings;
}

std::size_t allCrossings(const Layers& layers)
{
    std::size_t sum = 0;
    for (std::size_t row = 0; row < layers.rows.size(); ++row)
        sum += crossingsBelow(layers, row);
    return sum;
}

void sweepRow(Layers& layers, std::size_t row, const Lists& neighbours)
{
    std::vector<int>& spots = layers.rows[row];
    std::vector<std::pair<double, int>> keyed;
    keyed.reserve(spots.size());
    for (std::size_t i = 0; i < spots.size(); ++i) {
        const auto& list = neighbours[static_cast<std::size_t>(spots[i])];
        double sum = 0;
        for (const int other : list)
            sum += layers.position[static_cast<std::size_t>(other)];
        keyed.emplace_back(list.empty() ? -1.0 : sum / static_cast<double>(list.size()), spots[i]);
    }
    // A node or bend without edges to the adjacent row stays to the right of its left neighbour.
    for (std::size_t i = 0; i < keyed.size(); ++i)
        if (keyed[i].first < 0)
            keyed[i].first = i > 0 ? keyed[i - 1].first : 0;
    std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) {
        const int bandA = layers.spots[static_cast<std::size_t>(a.second)].band;
        const int bandB = layers.spots[static_cast<std::size_t>(b.second)].band;
        return bandA != bandB ? bandA < bandB : a.first < b.first;
    });
    for (std::size_t i = 0; i < keyed.size(); ++i)
        spots[i] = keyed[i].second;
    renumber(layers, spots);
}

std::size_t orderRows(Layers& layers)
{
    for (auto& row : layers.rows) {
        std::ranges::stable_sort(row, [&](int a, int b) {
            return layers.spots[static_cast<std::size_t>(a)].band < layers.spots[static_cast<std::size_t>(b)].band;
        });
        renumber(layers, row);
    }
    Lists best = layers.rows;
    std::size_t fewest = allCrossings(layers);
    int idle = 0;
    for (int sweep = 0; sweep < kSweeps && fewest > 0 && idle < kPatience; ++sweep) {
        if (sweep % 2 == 0)
            for (std::size_t row = 1; row < layers.rows.size(); ++row)
                sweepRow(layers, row, layers.up);
        else
            for (std::size_t row = layers.rows.size(); row-- > 1;)
                sweepRow(layers, row - 1, layers.down);
        const std::size_t crossings = allCrossings(layers);
        ++idle;
        if (crossings < fewest) {
            fewest = crossings;
            best = layers.rows;
            idle = 0;
        }
    }
    layers.rows = std::move(best);
    for (const auto& row : layers.rows)
        renumber(layers, row);
    return fewest;
}

/// Left and right end of each band, as wide as its widest row.
struct Bands {
    std::vector<int> numbers;  // band numbers, ascending
    std::vector<double> left, right;

    [[nodiscard]] std::size_t indexOf(int band) const
    {
        return static_cast<std::size_t>(std::ranges::lower_bound(numbers, band) - numbers.begin());
    }
};

double gapBetween(const Layers::Slot& a, const Layers::Slot& b, const LayoutSpacing& spacing)
{
    // Bends may be closer together than nodes.
    return a.node < 0 || b.node < 0 ? spacing.node / 2 : spacing.node;
}

Bands bandsOf(const Layers& layers, const std::vector<LayoutNode>& nodes, const LayoutSpacing& spacing)
{
    Bands bands;
    for (const LayoutNode& node : nodes)
        if (!node.isWide)
            bands.numbers.push_back(node.band);
    for (const Layers::Slot& slot : layers.spots)
        if (slot.node < 0)
            bands.numbers.push_back(slot.band);
    std::ranges::sort(bands.numbers);
    bands.numbers.erase(std::unique(bands.numbers.begin(), bands.numbers.end()), bands.numbers.end());
    std::vector<double> width(bands.numbers.size(), 0);
    for (const auto& row : layers.rows) {
        std::vector<double> used(bands.numbers.size(), 0);
        const Layers::Slot* before = nullptr;
        for (const int s : row) {
            const Layers::Slot& slot = layers.spots[static_cast<std::size_t>(s)];
            if (slot.node >= 0 && nodes[static_cast<std::size_t>(slot.node)].isWide)
                continue;
            const std::size_t band = bands.indexOf(slot.band);
            if (before && before->band == slot.band)
                used[band] += gapBetween(*before, slot, spacing);
            used[band] += slot.width;
            before = &slot;
        }
        for (std::size_t b = 0; b < used.size(); ++b)
            width[b] = std::max(width[b], used[b]);
    }
    double x = spacing.margin;
    for (const double w : width) {
        bands.left.push_back(x);
        bands.right.push_back(x + w);
        x += w + spacing.band;
    }
    return bands;
}

/// Computes the centres of one band's nodes and bends in one row, as near as possible to their neighbours in the
/// adjacent row.
void placeRun(const Layers& layers, const std::vector<int>& run, const Lists& neighbours, double left, double right,
              const LayoutSpacing& spacing, std::vector<double>& centre)
{
    std::vector<double> targets, weights, gaps;
    for (std::size_t i = 0; i < run.size(); ++i) {
        const auto s = static_cast<std::size_t>(run[i]);
        double sum = 0, weight = 0;
        for (const int other : neighbours[s]) {
            // A segment between two bends gets the largest weight, so that long edges are straight.
            const double w = layers.spots[s].node < 0 && layers.spots[static_cast<std::size_t>(other)].node < 0 ? 8 : 1;
            sum += w * centre[static_cast<std::size_t>(other)];
            weight += w;
        }
        targets.push_back(weight > 0 ? sum / weight : centre[s]);
        weights.push_back(weight > 0 ? weight : 0.5);
        if (i > 0) {
            const Layers::Slot& a = layers.spots[static_cast<std::size_t>(run[i - 1])];
            const Layers::Slot& b = layers.spots[s];
            gaps.push_back(a.width / 2 + b.width / 2 + gapBetween(a, b, spacing));
        }
    }
    const double low = left + layers.spots[static_cast<std::size_t>(run.front())].width / 2;
    const double high = right - layers.spots[static_cast<std::size_t>(run.back())].width / 2;
    const std::vector<double> placed = isotonic(targets, weights, gaps, low, high);
    for (std::size_t i = 0; i < run.size(); ++i)
        centre[static_cast<std::size_t>(run[i])] = placed[i];
}

std::vector<double> placeAcross(const Layers& layers, const std::vector<LayoutNode>& nodes, const Bands& bands,
                                const LayoutSpacing& spacing)
{
    std::vector<double> centre(layers.spots.size(), 0);
    const auto forRuns = [&](std::size_t row, const auto& visit) {
        std::vector<int> run;
        const auto flush = [&] {
            if (!run.empty())
                visit(run, bands.indexOf(layers.spots[static_cast<std::size_t>(run.front())].band));
            run.clear();
        };
        for (const int s : layers.rows[row]) {
            const Layers::Slot& slot = layers.spots[static_cast<std::size_t>(s)];
            if (slot.node >= 0 && nodes[static_cast<std::size_t>(slot.node)].isWide) {
                centre[static_cast<std::size_t>(s)] =
                    (bands.left.empty() ? 0 : (bands.left.front() + bands.right.back()) / 2);
                continue;
            }
            if (!run.empty() && layers.spots[static_cast<std::size_t>(run.front())].band != slot.band)
                flush();
            run.push_back(s);
        }
        flush();
    };
    const Lists nothing(layers.spots.size());
    for (std::size_t row = 0; row < layers.rows.size(); ++row)
        forRuns(row, [&](const std::vector<int>& run, std::size_t band) {
            for (const int s : run)
                centre[static_cast<std::size_t>(s)] = (bands.left[band] + bands.right[band]) / 2;
            placeRun(layers, run, nothing, bands.left[band], bands.right[band], spacing, centre);
        });
    for (int round = 0; round < kPositionRounds; ++round) {
        const bool isDown = round % 2 == 0;
        for (std::size_t i = 0; i < layers.rows.size(); ++i) {
            const std::size_t row = isDown ? i : layers.rows.size() - 1 - i;
            forRuns(row, [&](const std::vector<int>& run, std::size_t band) {
                placeRun(layers, run, isDown ? layers.up : layers.down, bands.left[band], bands.right[band], spacing,
                         centre);
            });
        }
    }
    return centre;
}

/// Mirrors a graph of one band whose first row is at the right end, because people read from the left. Bands without
/// nodes are ignored: they contain only bends of edges to wide nodes.
void startAtTheLeft(const Layers& layers, const std::vector<LayoutNode>& nodes, const Bands& bands,
                    std::vector<double>& centre)
{
    std::set<int> used;
    for (const LayoutNode& node : nodes)
        if (!node.isWide)
            used.insert(node.band);
    if (used.size() != 1 || layers.rows.front().empty())
        return;
    double first = 0;
    for (const int s : layers.rows.front())
        first += centre[static_cast<std::size_t>(s)] / static_cast<double>(layers.rows.front().size());
    const double left = bands.left.front(), right = bands.right.back();
    if (first > left + 0.6 * (right - left))
        for (double& x : centre)
            x = left + right - x;
}

std::vector<double> rowTops(const Layers& layers, const LayoutSpacing& spacing, std::vector<double>& heights)
{
    std::vector<double> tops;
    double y = spacing.top;
    for (const auto& row : layers.rows) {
        double height = 0;
        for (const int s : row)
            height = std::max(height, layers.spots[static_cast<std::size_t>(s)].height);
        tops.push_back(y);
        heights.push_back(height);
        y += height > 0 ? height + spacing.row : 0;
    }
    return tops;
}

}  // namespace

Layout layOut(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& allEdges,
              const LayoutSpacing& spacing)
{
    Layout layout;
    layout.routes.resize(allEdges.size());
    if (nodes.empty())
        return layout;
    Lists out(nodes.size()), in(nodes.size());
    for (const LayoutEdge& edge : withoutLoops(allEdges)) {
        out[static_cast<std::size_t>(edge.from)].push_back(edge.to);
        in[static_cast<std::size_t>(edge.to)].push_back(edge.from);
    }
    layout.ranks = ranksOf(nodes, out, in);
    sinkSources(nodes, out, in, layout.ranks);
    isolateWide(nodes, layout.ranks);
    if (spacing.most > 0)
        splitWideRows(nodes, spacing, layout.ranks);
    Layers layers = buildLayers(nodes, allEdges, layout.ranks);
    layout.crossings = orderRows(layers);
    const Bands bands = bandsOf(layers, nodes, spacing);
    std::vector<double> centre = placeAcross(layers, nodes, bands, spacing);
    startAtTheLeft(layers, nodes, bands, centre);
    std::vector<double> heights;
    const std::vector<double> tops = rowTops(layers, spacing, heights);

    double contentRight = bands.right.empty() ? spacing.margin : bands.right.back();
    for (const LayoutNode& node : nodes)
        if (node.isWide)
            contentRight = std::max(contentRight, spacing.margin + node.width);
    const double narrow = bands.right.empty() ? 0 : (contentRight - bands.right.back()) / 2;  // centres a narrow graph
    layout.rects.resize(nodes.size());
    for (std::size_t v = 0; v < nodes.size(); ++v) {
        const auto row = static_cast<std::size_t>(layout.ranks[v]);
        const double top = tops[row] + (heights[row] - nodes[v].height) / 2;
        layout.rects[v] = nodes[v].isWide
                              ? QRectF(spacing.margin, top, contentRight - spacing.margin, nodes[v].height)
                              : QRectF(centre[v] + narrow - nodes[v].width / 2, top, nodes[v].width, nodes[v].height);
    }
    for (std::size_t e = 0; e < allEdges.size(); ++e) {
        const QRectF& from = layout.rects[static_cast<std::size_t>(allEdges[e].from)];
        const QRectF& to = layout.rects[static_cast<std::size_t>(allEdges[e].to)];
        const bool fromIsWide = nodes[static_cast<std::size_t>(allEdges[e].from)].isWide;
        const bool toIsWide = nodes[static_cast<std::size_t>(allEdges[e].to)].isWide;
        QPointF begin(from.center().x(), from.bottom()), end(to.center().x(), to.top());
        if (toIsWide && !fromIsWide)
            end.setX(std::clamp(begin.x(), to.left(), to.right()));
        if (fromIsWide && !toIsWide)
            begin.setX(std::clamp(end.x(), from.left(), from.right()));
        auto& route = layout.routes[e];
        route.push_back(begin);
        const auto& chain = layers.chain[e];
        for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
            const auto row = static_cast<std::size_t>(layout.ranks[static_cast<std::size_t>(allEdges[e].from)]) + i;
            const double x = centre[static_cast<std::size_t>(chain[i])] + narrow;
            route.emplace_back(x, tops[row]);
            route.emplace_back(x, tops[row] + heights[row]);
        }
        route.push_back(end);
    }
    const double bottom = tops.back() + heights.back();
    layout.size = QSizeF(contentRight + spacing.margin, bottom + spacing.top);
    return layout;
}

}  // namespace ui::graph
