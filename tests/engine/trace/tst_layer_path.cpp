#include "engine/trace/layer_path.h"

#include <QTest>
#include <limits>

using namespace engine::trace;

/// Tests the paths of layers that a front end records.
class TestLayerPath : public QObject {
    Q_OBJECT

private slots:
    void pathIsReadFromTheOutermostLayer();
    void damagedPathsAreReadAsFarAsPossible_data();
    void damagedPathsAreReadAsFarAsPossible();
    void elementCountOfALayersShapeIsLimited();
};

void TestLayerPath::pathIsReadFromTheOutermostLayer()
{
    const std::vector<PathLayer> layers = layersOf("net:Sequential/3:Residual/conv1:Conv2d[64x32x3x3 64]");

    QCOMPARE(layers.size(), std::size_t{3});
    QCOMPARE(layers[0].name, std::string("net"));
    QCOMPARE(layers[0].type, std::string("Sequential"));
    QVERIFY(layers[0].shapes.empty());
    QCOMPARE(layers[1].name, std::string("3"));
    QCOMPARE(layers[2].type, std::string("Conv2d"));
    QCOMPARE(layers[2].shapes, (std::vector<Extents>{{64, 32, 3, 3}, {64}}));
    QCOMPARE(elementsOf(layers[2].shapes[0]), std::int64_t{18432});
}

void TestLayerPath::damagedPathsAreReadAsFarAsPossible_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<int>("shapes");
    QTest::newRow("only a type") << QByteArray("Linear") << QByteArray("Linear") << 0;
    QTest::newRow("no type") << QByteArray("fc:") << QByteArray("") << 0;
    QTest::newRow("no shape") << QByteArray("fc:Linear[]") << QByteArray("Linear") << 0;
    QTest::newRow("an open bracket") << QByteArray("fc:Linear[") << QByteArray("Linear") << 0;
    QTest::newRow("an open shape") << QByteArray("fc:Linear[3x") << QByteArray("Linear") << 1;
}

void TestLayerPath::damagedPathsAreReadAsFarAsPossible()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, type);

    const std::vector<PathLayer> layers = layersOf(path.toStdString());

    QCOMPARE(layers.size(), std::size_t{1});
    QCOMPARE(layers[0].type, type.toStdString());
    QTEST(static_cast<int>(layers[0].shapes.size()), "shapes");
}

void TestLayerPath::elementCountOfALayersShapeIsLimited()
{
    QVERIFY(layersOf("").empty());
    QCOMPARE(elementsOf({}), std::int64_t{1});
    QCOMPARE(elementsOf(layersOf("a:B[-3x2]")[0].shapes[0]), std::int64_t{0});
    const std::int64_t most = elementsOf(layersOf("a:B[9999999999x9999999999]")[0].shapes[0]);
    QCOMPARE(most, std::int64_t{1} << 40);
    // The size of a million such arrays in bytes does not overflow.
    QVERIFY(most <= std::numeric_limits<std::int64_t>::max() / 4 / 1'000'000);
}

QTEST_GUILESS_MAIN(TestLayerPath)
#include "tst_layer_path.moc"
