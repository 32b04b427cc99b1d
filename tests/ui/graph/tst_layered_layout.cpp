#include "ui/graph/layered_layout.h"

#include <QElapsedTimer>
#include <QTest>
#include <random>

using namespace ui::graph;

namespace {

struct Graph {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;
};

Graph randomGraph(unsigned seed, int count, int edges, int bands)
{
    std::mt19937 random(seed);
    Graph graph;
    for (int i = 0; i < count; ++i) {
        LayoutNode node;
        node.width = 40 + static_cast<double>(random() % 80);
        node.height = 20 + static_cast<double>(random() % 30);
        node.band = static_cast<int>(random() % static_cast<unsigned>(bands));
        graph.nodes.push_back(node);
    }
    for (int i = 0; i < edges && count > 1; ++i) {
        const int a = static_cast<int>(random() % static_cast<unsigned>(count));
        const int b = static_cast<int>(random() % static_cast<unsigned>(count));
        if (a != b)
            graph.edges.push_back({std::min(a, b), std::max(a, b)});
    }
    return graph;
}

/// A graph of layers of 30 nodes, with random edges from each layer to the next one.
Graph layeredGraph(unsigned seed, int count, int edges)
{
    std::mt19937 random(seed);
    Graph graph;
    graph.nodes.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < edges; ++i) {
        const int from = static_cast<int>(random() % static_cast<unsigned>(count - 60));
        graph.edges.push_back({from, from - from % 30 + 30 + static_cast<int>(random() % 30)});
    }
    return graph;
}

}  // namespace

class TestLayeredLayout : public QObject {
    Q_OBJECT

private slots:
    void wideRowIsSplitUnlessThisNeedsManyRows()
    {
        Graph graph;
        graph.nodes.resize(8);  // one source, six nodes beside each other, one sink
        for (int i = 1; i <= 6; ++i) {
            graph.edges.push_back({0, i});
            graph.edges.push_back({i, 7});
        }
        LayoutSpacing spacing;
        const double whole = layOut(graph.nodes, graph.edges, spacing).size.width();
        spacing.most = 300;

        const Layout layout = layOut(graph.nodes, graph.edges, spacing);

        QVERIFY(whole > 600);
        QVERIFY2(layout.size.width() <= 300, qPrintable(QString::number(layout.size.width())));
        QCOMPARE(layout.ranks[7], 4);
        for (const LayoutEdge& edge : graph.edges)
            QVERIFY(layout.ranks[static_cast<std::size_t>(edge.from)] <
                    layout.ranks[static_cast<std::size_t>(edge.to)]);
        graph.nodes.resize(60);
        QVERIFY2(layOut(graph.nodes, graph.edges, spacing).size.width() > 1000, "too many for a few rows");
    }
    /// The nodes of the first layer are on average in the left 68 % of the graph's width.
    void graphWithASingleBandStartsAtTheLeft()
    {
        for (unsigned seed = 1; seed <= 40; ++seed) {
            const Graph graph = randomGraph(seed, 24, 40, 1);

            const Layout layout = layOut(graph.nodes, graph.edges);

            double first = 0, left = layout.size.width(), right = 0;
            int count = 0;
            for (std::size_t v = 0; v < graph.nodes.size(); ++v) {
                left = std::min(left, layout.rects[v].left());
                right = std::max(right, layout.rects[v].right());
                if (layout.ranks[v] == 0) {
                    first += layout.rects[v].center().x();
                    ++count;
                }
            }
            QVERIFY2(first / count <= left + 0.68 * (right - left), qPrintable(QString::number(seed)));
        }
    }
    void nodesNeverOverlap_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("edges");
        QTest::addColumn<int>("bands");
        QTest::newRow("no node") << 0 << 0 << 1;
        QTest::newRow("one node") << 1 << 0 << 1;
        QTest::newRow("five nodes without edges") << 5 << 0 << 2;
        QTest::newRow("sparse") << 60 << 70 << 3;
        QTest::newRow("dense") << 40 << 400 << 2;
        QTest::newRow("large") << 300 << 500 << 4;
    }
    void nodesNeverOverlap()
    {
        QFETCH(int, count);
        QFETCH(int, edges);
        QFETCH(int, bands);
        for (unsigned seed = 1; seed <= 10; ++seed) {
            const Graph graph = randomGraph(seed, count, edges, bands);

            const Layout layout = layOut(graph.nodes, graph.edges);

            QCOMPARE(layout.rects.size(), graph.nodes.size());
            for (std::size_t a = 0; a < layout.rects.size(); ++a)
                for (std::size_t b = a + 1; b < layout.rects.size(); ++b)
                    QVERIFY2(!layout.rects[a].intersects(layout.rects[b]), "two nodes lie on each other");
            for (const QRectF& rect : layout.rects)
                QVERIFY(QRectF(QPointF(0, 0), layout.size).contains(rect));
        }
    }

    void edgesPointDown()
    {
        const Graph graph = randomGraph(7, 120, 300, 3);

        const Layout layout = layOut(graph.nodes, graph.edges);

        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            QVERIFY(layout.ranks[static_cast<std::size_t>(graph.edges[e].from)] <
                    layout.ranks[static_cast<std::size_t>(graph.edges[e].to)]);
            QVERIFY(layout.routes[e].size() >= 2);
            QVERIFY(layout.routes[e].front().y() <= layout.routes[e].back().y());
        }
    }

    void bandsDoNotOverlapHorizontally()
    {
        const Graph graph = randomGraph(3, 150, 250, 4);

        const Layout layout = layOut(graph.nodes, graph.edges);

        for (std::size_t a = 0; a < graph.nodes.size(); ++a)
            for (std::size_t b = 0; b < graph.nodes.size(); ++b)
                if (graph.nodes[a].band < graph.nodes[b].band)
                    QVERIFY2(layout.rects[a].right() <= layout.rects[b].left(), "a node lies in the band of another");
    }

    void wideNodeHasASeparateRow()
    {
        Graph graph = randomGraph(5, 30, 40, 2);
        graph.nodes[20].isWide = true;

        const Layout layout = layOut(graph.nodes, graph.edges);

        for (std::size_t v = 0; v < graph.nodes.size(); ++v)
            if (v != 20)
                QVERIFY(layout.ranks[v] != layout.ranks[20]);
    }

    void cyclesAndSelfLoopsAreAccepted()
    {
        const std::vector<LayoutNode> nodes(4);

        const Layout layout = layOut(nodes, {{0, 1}, {1, 2}, {2, 0}, {3, 3}});

        QCOMPARE(layout.rects.size(), std::size_t{4});
    }

    void isotonicRegressionKeepsDistancesAndBounds()
    {
        const std::vector<double> placed = isotonic({50, 10, 90, 95}, {1, 1, 1, 1}, {20, 20, 20}, 0, 100);

        QVERIFY(placed.front() >= 0 && placed.back() <= 100);
        for (std::size_t i = 1; i < placed.size(); ++i)
            QVERIFY(placed[i] - placed[i - 1] >= 20 - 1e-9);
    }

    void reorderingRemovesTheEdgeCrossingsOfTwoChains()
    {
        // Two chains, 0-3-4 and 1-2-5. Without reordering, their edges would cross between the first two layers and
        // between the last two.
        std::vector<LayoutNode> nodes(6);
        const Layout layout = layOut(nodes, {{0, 3}, {1, 2}, {2, 5}, {3, 4}});

        QCOMPARE(layout.crossings, std::size_t{0});
    }

    void layoutIsDeterministic()
    {
        const Graph graph = randomGraph(11, 100, 200, 3);

        const Layout a = layOut(graph.nodes, graph.edges), b = layOut(graph.nodes, graph.edges);

        QVERIFY(a.rects == b.rects);
    }

    void threeThousandNodesAreLaidOut()
    {
        const Graph graph = layeredGraph(1, 3000, 5760);
        QElapsedTimer clock;
        clock.start();

        const Layout layout = layOut(graph.nodes, graph.edges);

        qInfo("3000 nodes, 5760 edges: %lld ms, %zu crossings", clock.elapsed(), layout.crossings);
        QCOMPARE(layout.rects.size(), std::size_t{3000});
    }
};

QTEST_APPLESS_MAIN(TestLayeredLayout)
#include "tst_layered_layout.moc"
