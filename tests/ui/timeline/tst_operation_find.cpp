#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/timeline/timeline_stage.h"
#include "ui/model/find_operations.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <algorithm>

using engine::OpId;
using engine::trace::Trace;
using tests::Sample;
using tests::TimelineStage;
using ui::model::findOperations;

namespace {

TimelineStage& keysTo(TimelineStage& stage, const QString& text)
{
    QTest::keyClick(&stage.view, Qt::Key_Slash);
    QTest::keyClicks(stage.view.findChild<QLineEdit*>("timelineFindText"), text);
    return stage;
}

QString countOf(const TimelineStage& stage)
{
    return stage.view.findChild<QLabel*>("timelineFindCount")->text();
}

}  // namespace

class TestOperationFind : public QObject {
    Q_OBJECT

private slots:
    void searchFindsOperationsByDeviceLineOrName()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        std::size_t onTwo = 0, onLine = 0;
        const engine::trace::Op& some = trace->op(OpId{0});
        for (std::uint32_t i = 0; i < trace->opCount(); ++i) {
            const engine::trace::Op& op = trace->op(OpId{i});
            onTwo += trace->devices()[op.device.index].name == "GPU 1" ? 1 : 0;
            onLine += QString::number(op.line).startsWith(QString::number(some.line)) ? 1 : 0;
        }

        QVERIFY(onTwo > 0);
        QCOMPARE(findOperations(*trace, "gpu 1").size(), onTwo);
        QCOMPARE(findOperations(*trace, QString("line %1").arg(some.line)).size(), onLine);
        QVERIFY(!findOperations(*trace, QString::fromUtf8(trace->text(some.name).data()).toUpper()).empty());
        QVERIFY(findOperations(*trace, "  ").empty());
        QVERIFY(findOperations(*trace, "no such thing").empty());
    }

    void matchesAreOrderedByTime()
    {
        const auto trace = tests::sampleTrace(Sample::CopyOverlap);
        const std::vector<OpId> found = findOperations(*trace, "gpu");

        QVERIFY(found.size() > 10);
        for (std::size_t i = 1; i < found.size(); ++i)
            QVERIFY(trace->op(found[i - 1]).started <= trace->op(found[i]).started);
    }

    void typingSelectsTheFirstMatchAndEnterSelectsTheNext()
    {
        TimelineStage stage(tests::sampleTrace(Sample::TwoGpus));
        const Trace& trace = *stage.feed.trace();
        const std::vector<OpId> all = findOperations(trace, "GPU 1");
        keysTo(stage, "GPU 1");
        auto* line = stage.view.findChild<QLineEdit*>("timelineFindText");

        const OpId first = stage.selection.op();
        QVERIFY(first.isValid());
        QCOMPARE(trace.devices()[trace.op(first).device.index].name, std::string("GPU 1"));
        QVERIFY2(countOf(stage).endsWith(QString(" of %1").arg(all.size())), qPrintable(countOf(stage)));
        QTest::keyClick(line, Qt::Key_Return);
        const OpId second = stage.selection.op();
        QVERIFY(second != first && trace.op(second).started >= trace.op(first).started);
        QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(stage.selection.op(), first);

        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!line->isVisible());
        QCOMPARE(stage.selection.op(), first);
    }

    void newRunIsSearchedWithoutMovingTheView()
    {
        TimelineStage stage(tests::sampleTrace(Sample::TwoGpus));
        keysTo(stage, "GPU 1");
        stage.selection.selectOp(OpId{0});
        const auto before = stage.range.range();

        stage.feed.show(tests::sampleTrace(Sample::TwoGpus), {});
        stage.settle();

        const auto all = findOperations(*stage.feed.trace(), "GPU 1");
        QCOMPARE(countOf(stage), QString("%1 found").arg(all.size()));
        QVERIFY(stage.selection.op() == OpId{0} || !stage.selection.op().isValid());
        QCOMPARE(stage.range.range(), before);
        QTest::keyClick(stage.view.findChild<QLineEdit*>("timelineFindText"), Qt::Key_Return);
        QVERIFY(std::find(all.begin(), all.end(), stage.selection.op()) != all.end());
    }

    void searchBarInputDoesNotMoveTheView()
    {
        TimelineStage stage(tests::sampleTrace(Sample::TwoGpus));
        keysTo(stage, "GPU 1");
        const OpId selected = stage.selection.op();
        const auto before = stage.range.range();

        QTest::mouseClick(stage.view.findChild<QLabel*>("timelineFindCount"), Qt::LeftButton);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up, Qt::Key_PageDown})
            QTest::keyClick(stage.view.findChild<QLineEdit*>("timelineFindText"), key);

        QCOMPARE(stage.selection.op(), selected);
        QCOMPARE(stage.range.range(), before);
    }

    void searchWithoutMatchesReportsNothingFound()
    {
        TimelineStage stage(tests::sampleTrace(Sample::TwoGpus));
        keysTo(stage, "nowhere");

        QCOMPARE(countOf(stage), QString("nothing found"));
    }
};

QTEST_MAIN(TestOperationFind)
#include "tst_operation_find.moc"
