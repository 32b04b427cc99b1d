#include "tests/app/program_runs.h"
#include "ui/graph/detail/plates.h"
#include "ui/graph/detail/zoom_painter.h"
#include "ui/graph/diagram.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

/// Tests that the graph view draws the two-layer program like the figure in the book.
class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void repeatedIterationsAreDrawnOnce_data();
    void repeatedIterationsAreDrawnOnce();
    void loopWithAWaitIsDrawnAsOneIteration();
    void descriptionOfAClusterCoversNoNode_data();
    void descriptionOfAClusterCoversNoNode();

private:
    ProgramRuns m_runs;
};

void TestFigure::repeatedIterationsAreDrawnOnce_data()
{
    QTest::addColumn<QString>("iterations");
    QTest::newRow("default iterations") << "3";
    QTest::newRow("many iterations") << "40";
}

void TestFigure::repeatedIterationsAreDrawnOnce()
{
    QFETCH(QString, iterations);
    auto request = m_runs.request("13.3-figure", Dialect::MXNet);
    request.parameters["iterations"] = iterations.toStdString();
    const auto trace = m_runs.trace(request);
    QVERIFY(!trace->error());

    const ui::graph::Diagram diagram = ui::graph::makeDiagram(*trace, 0);

    std::size_t nodes = 0;
    std::size_t operations = 0;
    for (const ui::graph::Node& node : diagram.nodes)
        if (node.shape == ui::graph::NodeShape::Fold) {
            ++nodes;
            operations += node.ops.size();
        }
    QCOMPARE(nodes, std::size_t{21});
    QCOMPARE(operations, diagram.operations);
    std::size_t edges = 0;
    std::size_t back = 0;
    for (const ui::graph::Edge& edge : diagram.edges) {
        edges += edge.style != ui::graph::EdgeStyle::Wait ? 1 : 0;
        const bool isBack = edge.to < edge.from;  // the edge points to the next iteration
        back += isBack ? 1 : 0;
        if (edge.style != ui::graph::EdgeStyle::Wait)
            QCOMPARE(edge.points.front().y() > edge.points.back().y(), isBack);
    }
    QCOMPARE(edges, std::size_t{26});
    QCOMPARE(back, std::size_t{4});
    for (std::size_t a = 0; a < diagram.nodes.size(); ++a)
        for (std::size_t b = a + 1; b < diagram.nodes.size(); ++b)
            QVERIFY(!diagram.nodes[a].rect.intersects(diagram.nodes[b].rect));
}

/// With the wait, iterations run one after the other. The graph view then shows one iteration, as the book does.
void TestFigure::loopWithAWaitIsDrawnAsOneIteration()
{
    auto request = m_runs.request("13.3-figure", Dialect::MXNet);
    request.off.clear();
    const auto trace = m_runs.trace(request);
    QVERIFY(!trace->error());

    const ui::graph::Diagram diagram = ui::graph::makeDiagram(*trace, 0);

    QVERIFY(diagram.isCollapsed);
    QVERIFY2(diagram.nodes.size() < 40, qPrintable(QString::number(diagram.nodes.size())));
}

void TestFigure::descriptionOfAClusterCoversNoNode_data()
{
    QTest::addColumn<QString>("program");
    for (const auto& program : m_runs.runner().programs())
        QTest::newRow(program.id.c_str()) << QString::fromStdString(program.id);
}

/// At a small scale, a box describes each cluster. No box may overlap a node of any cluster or another box, whether the
/// graph view is in its pane or fills the window.
void TestFigure::descriptionOfAClusterCoversNoNode()
{
    QFETCH(QString, program);
    const auto trace = m_runs.trace(m_runs.request(program.toStdString(), Dialect::MXNet));
    const ui::look::Theme theme;
    const int blocks = static_cast<int>(trace->blocks().size());
    for (int block = std::max(-1, blocks - 4); block < blocks; ++block) {
        const ui::graph::Diagram diagram = ui::graph::makeDiagram(*trace, block);
        for (const double scale : {0.44, 0.3, 0.2, 300 / diagram.size.width(), 900 / diagram.size.width()}) {
            if (scale >= ui::graph::detail::kTextFrom)
                continue;
            ui::graph::detail::PaintState state;
            state.trace = trace.get();
            state.theme = &theme;
            state.scale = scale;
            // The visible area of the canvas has space for a description above the diagram.
            QRectF visible(0, -60 / scale, std::max(diagram.size.width(), 304 / scale),
                           std::max(diagram.size.height() + 90 / scale, 360 / scale));
            visible.moveCenter({diagram.size.width() / 2, visible.center().y()});
            const auto plates = ui::graph::detail::placePlates(diagram, state, visible);

            QVERIFY(diagram.clusters.empty() || !plates.empty());
            for (std::size_t i = 0; i < plates.size(); ++i) {
                for (const ui::graph::Node& node : diagram.nodes)
                    QVERIFY2(node.shape == ui::graph::NodeShape::Header ||
                                 node.shape == ui::graph::NodeShape::Ellipsis || !plates[i].rect.intersects(node.rect),
                             qPrintable(plates[i].lines.join(QLatin1Char(' ')) + QStringLiteral(" on ") + node.title));
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(!plates[i].rect.intersects(plates[j].rect));
            }
        }
    }
}

QTEST_MAIN(TestFigure)
#include "tst_figure.moc"
