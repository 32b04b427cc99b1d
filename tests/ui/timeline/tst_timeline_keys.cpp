#include "tests/ui/timeline/sample_stage.h"

#include <QAction>
#include <QTest>

using engine::Nanoseconds;
using engine::OpId;
using tests::Sample;
using ui::drawing::ArrowMode;
using ui::model::TimeRange;
using Stage = tests::SampleStage;

/// Tests the commands of the timeline and their keys.
class TestTimelineKeys : public QObject {
    Q_OBJECT

private slots:
    void letterKeysZoomAndPan();
    void arrowKeysSelectNeighboursAndLanes();
    void squareBracketKeysSelectAlongDependencies();
    void historyKeysRestoreEarlierTimeRanges();
    void keysSwitchWhichDependencyArrowsAreShown();
    void escapeClearsSelectionAndRuler();
    void everyTimelineCommandIsAnAction();
};

void TestTimelineKeys::letterKeysZoomAndPan()
{
    Stage stage(Sample::TwoGpus);
    const auto length = [&] { return stage.range.range().length(); };

    const Nanoseconds whole = length();
    stage.key(Qt::Key_W);
    QVERIFY(length() < whole);
    const Nanoseconds closer = length();
    const Nanoseconds begin = stage.range.range().begin;
    stage.key(Qt::Key_D);
    QVERIFY(stage.range.range().begin > begin);
    QCOMPARE(length(), closer);
    stage.key(Qt::Key_A);
    QVERIFY(std::abs((stage.range.range().begin - begin).count()) < 10);
    stage.key(Qt::Key_S);
    QVERIFY(length() > closer);
    stage.key(Qt::Key_0);
    QVERIFY(stage.range.isFitted());
}

void TestTimelineKeys::arrowKeysSelectNeighboursAndLanes()
{
    Stage stage(Sample::TwoGpus);
    const OpId op = stage.labelled("y[17]", "GPU 1");
    stage.selection.selectOp(op);

    stage.key(Qt::Key_Right);
    QCOMPARE(stage.selection.op().index, stage.labelled("y[18]", "GPU 1").index);
    stage.key(Qt::Key_Left);
    QCOMPARE(stage.selection.op().index, op.index);
    stage.key(Qt::Key_Up);
    QVERIFY2(stage.feed.trace()->op(stage.selection.op()).lane != stage.feed.trace()->op(op).lane, "another lane");
    stage.key(Qt::Key_Down);
    QVERIFY(stage.feed.trace()->op(stage.selection.op()).lane == stage.feed.trace()->op(op).lane);
}

void TestTimelineKeys::squareBracketKeysSelectAlongDependencies()
{
    Stage stage(Sample::CopyOverlap);
    const auto& trace = *stage.feed.trace();
    OpId copy;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (trace.op(OpId{i}).kind == engine::trace::Kind::CopyOut)
            copy = OpId{i};
    QVERIFY(copy.isValid());
    stage.selection.selectOp(copy);

    stage.key(Qt::Key_BracketLeft);
    const OpId producer = stage.selection.op();
    QVERIFY(producer != copy);
    QVERIFY(trace.op(producer).kind == engine::trace::Kind::Compute);
    stage.key(Qt::Key_BracketRight);
    QCOMPARE(stage.selection.op().index, copy.index);
}

void TestTimelineKeys::historyKeysRestoreEarlierTimeRanges()
{
    Stage stage(Sample::TwoGpus);
    const TimeRange opening = stage.range.range();
    stage.key(Qt::Key_W);
    const TimeRange closer = stage.range.range();

    stage.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(stage.range.range(), opening);
    stage.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(stage.range.range(), closer);
    stage.key(Qt::Key_Backspace);
    QCOMPARE(stage.range.range(), opening);
}

void TestTimelineKeys::keysSwitchWhichDependencyArrowsAreShown()
{
    Stage stage(Sample::TwoGpus);
    const auto isPressed = [&](const char* name) { return stage.view.action(QLatin1String(name))->isChecked(); };
    QCOMPARE(stage.view.scene().selection.arrows, ArrowMode::Selected);
    QVERIFY(isPressed("arrows") && !isPressed("criticalPath"));

    stage.key(Qt::Key_E);
    QCOMPARE(stage.view.scene().selection.arrows, ArrowMode::All);
    QVERIFY(isPressed("arrows"));
    stage.key(Qt::Key_E);
    QCOMPARE(stage.view.scene().selection.arrows, ArrowMode::None);
    QVERIFY(!isPressed("arrows"));
    stage.key(Qt::Key_X);
    QCOMPARE(stage.view.scene().selection.arrows, ArrowMode::CriticalPath);
    QVERIFY(!stage.view.scene().selection.criticalPath.empty());
    QVERIFY(!isPressed("arrows") && isPressed("criticalPath"));
    stage.key(Qt::Key_X);
    QCOMPARE(stage.view.scene().selection.arrows, ArrowMode::Selected);
    stage.view.action(QStringLiteral("criticalPath"))->trigger();
    QVERIFY(isPressed("criticalPath"));
}

void TestTimelineKeys::escapeClearsSelectionAndRuler()
{
    Stage stage(Sample::TwoGpus);
    stage.selection.selectOp(stage.labelled("y[17]", "GPU 1"));
    stage.key(Qt::Key_M);
    QVERIFY(stage.selection.ruler().has_value());

    stage.key(Qt::Key_Escape);

    QVERIFY(!stage.selection.op().isValid());
    QVERIFY(!stage.selection.ruler().has_value());
}

void TestTimelineKeys::everyTimelineCommandIsAnAction()
{
    Stage stage(Sample::TwoGpus);

    for (const char* name :
         {"zoomIn",   "zoomOut", "panLeft",      "panRight",     "fit",    "zoomSelection", "centre",
          "back",     "forward", "previous",     "next",         "laneUp", "laneDown",      "producer",
          "consumer", "arrows",  "criticalPath", "mark",         "follow", "flipSync",      "foldRows",
          "ruler",    "clear",   "latestFirst",  "alikeTogether"}) {
        QAction* action = stage.view.action(QLatin1String(name));
        QVERIFY2(action != nullptr, name);
        QVERIFY(!action->text().isEmpty());
        action->trigger();
    }
    stage.settle();
}

QTEST_MAIN(TestTimelineKeys)
#include "tst_timeline_keys.moc"
