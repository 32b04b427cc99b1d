#include "ui/graph/detail/plates.h"

#include <QTest>

using namespace ui::graph;
using namespace ui::graph::detail;

/// Tests plates, which are the labels of clusters at low zoom.
class TestPlates : public QObject {
    Q_OBJECT

private slots:
    void init();
    void allClusterLabelsHaveTheSameNumberOfLines();
    void clusterLabelsAreCachedUntilForgetIsCalledOrTheViewChanges();

private:
    [[nodiscard]] PaintState state(double scale) const;
    [[nodiscard]] QRectF all() const { return {QPointF(), m_diagram.size}; }

    ui::look::Theme m_theme;
    Diagram m_diagram;
};

void TestPlates::init()
{
    m_diagram = {};
    m_diagram.size = {4000, 2000};
    for (const double x : {200.0, 2200.0}) {
        Cluster cluster;
        cluster.rect = QRectF(x, 400, 1600, 1200);
        cluster.name = QStringLiteral("forward");
        cluster.operations = 1000;
        cluster.time = engine::Nanoseconds{5'000'000};
        m_diagram.clusters.push_back(cluster);
    }
}

PaintState TestPlates::state(double scale) const
{
    PaintState state;
    state.theme = &m_theme;
    state.scale = scale;
    return state;
}

void TestPlates::allClusterLabelsHaveTheSameNumberOfLines()
{
    const auto whole = placePlates(m_diagram, state(0.2), all());
    QCOMPARE(whole.size(), std::size_t{2});
    QCOMPARE(whole[0].lines.size(), 3);

    // Between the nodes of the second cluster there is room for one line only, so the labels of both clusters have one.
    for (double y = 0; y < 2000; y += 210) {
        Node node;
        node.rect = QRectF(1900, y, 2100, 60);
        m_diagram.nodes.push_back(node);
    }
    const auto narrow = placePlates(m_diagram, state(0.2), all());
    QCOMPARE(narrow.size(), std::size_t{2});
    for (const Plate& plate : narrow)
        QCOMPARE(plate.lines, QStringList(QStringLiteral("forward")));

    // A cluster without room for a line has no label.
    m_diagram.nodes.front().rect = QRectF(1900, 0, 2100, 2000);
    QCOMPARE(placePlates(m_diagram, state(0.2), all()).size(), std::size_t{1});
}

void TestPlates::clusterLabelsAreCachedUntilForgetIsCalledOrTheViewChanges()
{
    PlateCache kept;
    const QRectF before = kept.plates(m_diagram, state(0.2), all())[0].rect;
    m_diagram.clusters[0].rect.translate(0, 200);

    QVERIFY2(kept.plates(m_diagram, state(0.2), all())[0].rect == before, "they were placed again");

    const QRectF moved = placePlates(m_diagram, state(0.2), all())[0].rect;
    QVERIFY(moved != before);
    kept.forget();
    QCOMPARE(kept.plates(m_diagram, state(0.2), all())[0].rect, moved);
    QVERIFY(kept.plates(m_diagram, state(0.3), all())[0].rect != moved);
    QCOMPARE(kept.plates(m_diagram, state(0.2), all().adjusted(0, 0, -2200, 0)).size(), std::size_t{1});
}

QTEST_MAIN(TestPlates)
#include "tst_plates.moc"
