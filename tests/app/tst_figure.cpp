#include "tests/app/program_runs.h"
#include "ui/graph/picture.h"

#include <QtTest>

using namespace engine;
using frontend::Dialect;

/// The two-layer program, drawn by the desktop's graph, is the book's figure.
class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void oneTurnIsDrawn_data();
    void oneTurnIsDrawn();
    void aWaitWithinTheTurnsUnfoldsThem();

private:
    ProgramRuns m_runs;
};

void TestFigure::oneTurnIsDrawn_data()
{
    QTest::addColumn<QString>("iterations");
    QTest::newRow("as it opens") << "3";
    QTest::newRow("many turns") << "40";
}

void TestFigure::oneTurnIsDrawn()
{
    QFETCH(QString, iterations);
    auto request = m_runs.request("13.3-figure", Dialect::MXNet);
    request.parameters["iterations"] = iterations.toStdString();
    const auto trace = m_runs.trace(request);
    QVERIFY(!trace->error());

    const ui::graph::Picture picture = ui::graph::makePicture(*trace, 0);

    std::size_t nodes = 0;
    std::size_t operations = 0;
    for (const ui::graph::Node& node : picture.nodes)
        if (node.shape == ui::graph::NodeShape::Fold) {
            ++nodes;
            operations += node.ops.size();
        }
    QCOMPARE(nodes, std::size_t{19});
    QCOMPARE(operations, picture.operations);
    std::size_t edges = 0;
    std::size_t back = 0;
    for (const ui::graph::Edge& edge : picture.edges) {
        edges += edge.style != ui::graph::EdgeStyle::Wait ? 1 : 0;
        const bool isBack = edge.to < edge.from;  // To the next turn
        back += isBack ? 1 : 0;
        if (edge.style != ui::graph::EdgeStyle::Wait)
            QCOMPARE(edge.points.front().y() > edge.points.back().y(), isBack);
    }
    QCOMPARE(edges, std::size_t{24});
    QCOMPARE(back, std::size_t{4});
    for (std::size_t a = 0; a < picture.nodes.size(); ++a)
        for (std::size_t b = a + 1; b < picture.nodes.size(); ++b)
            QVERIFY(!picture.nodes[a].rect.intersects(picture.nodes[b].rect));
}

/// With the wait the turns follow each other, and the operations are shown one by one again.
void TestFigure::aWaitWithinTheTurnsUnfoldsThem()
{
    auto request = m_runs.request("13.3-figure", Dialect::MXNet);
    request.off.clear();
    const auto trace = m_runs.trace(request);
    QVERIFY(!trace->error());

    const ui::graph::Picture picture = ui::graph::makePicture(*trace, 0);

    QVERIFY(picture.nodes.size() > 40);
}

QTEST_GUILESS_MAIN(TestFigure)
#include "tst_figure.moc"
