#include "engine/trace/store.h"
#include "ui/graph/diagram.h"

#include <QTest>

using namespace engine;

/// Tests the shape that a diagram shows for the result of an operation.
class TestShapeText : public QObject {
    Q_OBJECT

private slots:
    void displayedTensorShapeIsTheRecordedShape_data();
    void displayedTensorShapeIsTheRecordedShape();
};

void TestShapeText::displayedTensorShapeIsTheRecordedShape_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("statement");
    QTest::addColumn<QString>("shown");
    QTest::newRow("the statement has another shape") << "4x8"
                                                     << "randn(16, 2).reshape(4, 8)"
                                                     << "4 × 8";
    QTest::newRow("a scalar") << "scalar"
                              << "x.sum((0, 1))"
                              << "scalar";
    QTest::newRow("no record, a shape of the same size in the statement") << ""
                                                                          << "randn(16, 2)"
                                                                          << "16 × 2";
    QTest::newRow("no record, another size in the statement") << ""
                                                              << "randn(3, 3)"
                                                              << "128 B";
}

void TestShapeText::displayedTensorShapeIsTheRecordedShape()
{
    QFETCH(QString, recorded);
    QFETCH(QString, statement);
    trace::Store store;
    store.apply(std::make_shared<const trace::RunInfo>());
    store.apply(trace::DeviceRecord{DeviceId(0), trace::DeviceKind::Cpu, "CPU", "", {}, {}, 0});
    store.apply(trace::NameRecord{NameId(0), "randn"});
    store.apply(trace::NameRecord{NameId(1), statement.toStdString()});
    store.apply(trace::NameRecord{NameId(2), recorded.toStdString()});
    trace::IssueRecord issue;
    issue.op = OpId(0);
    issue.name = NameId(0);
    issue.text = NameId(1);
    issue.shape = recorded.isEmpty() ? NameId() : NameId(2);
    issue.outputBytes = Bytes{128};
    issue.device = DeviceId(0);
    store.apply(issue);

    const ui::graph::Diagram diagram = ui::graph::makeDiagram(*store.snapshot(), -1);

    QVERIFY(!diagram.nodes.empty());
    QTEST(diagram.nodes.front().extent, "shown");
}

QTEST_MAIN(TestShapeText)
#include "tst_shape_text.moc"
