#include "ui/model/selection.h"
#include "ui/model/visible_range.h"

#include <QSignalSpy>
#include <QTest>

using engine::Nanoseconds;
using ui::model::Selection;
using ui::model::TimeRange;
using ui::model::VisibleRange;
using namespace std::chrono_literals;

class TestVisibleRange : public QObject {
    Q_OBJECT

private slots:
    void zoomKeepsTheTimeUnderTheCursor_data();
    void zoomKeepsTheTimeUnderTheCursor();
    void pixelToTimeIsTheInverseOfTimeToPixel();
    void rangeStaysWithinTheExtentAndItsMargin();
    void rangeIsNeverShorterThanTwentyNanoseconds();
    void fittedRangeFollowsAGrowingExtent();
    void chosenRangeIsKeptWhenTheExtentGrows();
    void historyOfRangesGoesBackAndForward();
    void historyOfRangesIsLimitedToFiftyEntries();
    void visitingTheSameRangeAddsNoHistory();
    void selectionNotifiesOnlyOfChanges();
    void blockAndRangeReplaceEachOtherAsTheScope();
    void clearingTheSelectionKeepsBlockAndLine();
};

void TestVisibleRange::zoomKeepsTheTimeUnderTheCursor_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<double>("factor");
    QTest::addColumn<qint64>("cursor");

    QTest::newRow("zoom in at the left") << qint64{0} << qint64{1'000'000} << 2.0 << qint64{0};
    QTest::newRow("zoom in in the middle") << qint64{0} << qint64{1'000'000} << 1.5 << qint64{500'000};
    QTest::newRow("zoom out at the right") << qint64{100} << qint64{9'999'999} << 0.4 << qint64{9'999'000};
    QTest::newRow("a run of a day") << qint64{0} << qint64{86'400'000'000'000} << 3.0 << qint64{40'000'000'000'000};
}

void TestVisibleRange::zoomKeepsTheTimeUnderTheCursor()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(double, factor);
    QFETCH(qint64, cursor);
    const TimeRange before{Nanoseconds{begin}, Nanoseconds{end}};

    const TimeRange after = before.zoomedAround(Nanoseconds{cursor}, factor);

    const double drift =
        timeToPixel(Nanoseconds{cursor}, after, 800.0) - timeToPixel(Nanoseconds{cursor}, before, 800.0);
    QVERIFY2(std::abs(drift) < 0.5, "the cursor must stay within its pixel");
}

void TestVisibleRange::pixelToTimeIsTheInverseOfTimeToPixel()
{
    const TimeRange range{12ms, 3456ms};

    for (double x = 0; x <= 1600; x += 7.3) {
        const double back = timeToPixel(pixelToTime(x, range, 1600), range, 1600);
        QVERIFY(std::abs(back - x) < 1e-3);
    }
}

void TestVisibleRange::rangeStaysWithinTheExtentAndItsMargin()
{
    VisibleRange range;
    range.setExtent({0s, 10s});

    range.setRange({-100s, -90s});
    QCOMPARE(range.range().begin, Nanoseconds{-200ms});
    range.setRange({95s, 100s});
    QCOMPARE(range.range().end, Nanoseconds{10s + 200ms});
    QCOMPARE(range.range().length(), Nanoseconds{5s});
    range.setRange({-100s, 100s});
    QCOMPARE(range.range(), (TimeRange{-200ms, 10s + 200ms}));
}

void TestVisibleRange::rangeIsNeverShorterThanTwentyNanoseconds()
{
    VisibleRange range;
    range.setExtent({0s, 10s});

    range.setRange({5s, 5s});

    QCOMPARE(range.range().length(), Nanoseconds{20});
    QVERIFY(range.range().contains(5s));
}

void TestVisibleRange::fittedRangeFollowsAGrowingExtent()
{
    VisibleRange range;
    range.setExtent({0s, 1s});
    range.fit();

    range.setExtent({0s, 5s});

    QVERIFY(range.isFitted());
    QCOMPARE(range.range().end, Nanoseconds{5s + 100ms});
}

void TestVisibleRange::chosenRangeIsKeptWhenTheExtentGrows()
{
    VisibleRange range;
    range.setExtent({0s, 1s});
    range.setRange({200ms, 300ms});

    range.setExtent({0s, 5s});

    QCOMPARE(range.range(), (TimeRange{200ms, 300ms}));
}

void TestVisibleRange::historyOfRangesGoesBackAndForward()
{
    VisibleRange range;
    range.setExtent({0s, 10s});
    range.visit({1s, 2s});
    range.visit({1500ms, 1600ms});

    range.back();
    QCOMPARE(range.range(), (TimeRange{1s, 2s}));
    range.forward();
    QCOMPARE(range.range(), (TimeRange{1500ms, 1600ms}));
    range.back();
    range.visit({3s, 4s});
    range.forward();
    QVERIFY2((range.range() == TimeRange{3s, 4s}), "a new step ends what lay ahead");
}

void TestVisibleRange::historyOfRangesIsLimitedToFiftyEntries()
{
    VisibleRange range;
    range.setExtent({0s, 100s});
    for (int i = 1; i < 80; ++i)
        range.visit({i * 1s, i * 1s + 1s});

    int steps = 0;
    while (range.canGoBack() && steps < 1000) {
        range.back();
        ++steps;
    }

    QCOMPARE(steps, 50);
}

void TestVisibleRange::visitingTheSameRangeAddsNoHistory()
{
    VisibleRange range;
    range.setExtent({0s, 10s});
    range.visit({1s, 2s});
    QSignalSpy changed(&range, &VisibleRange::changed);

    range.visit({1s, 2s});
    range.back();

    QCOMPARE(changed.count(), 1);
    QVERIFY(!range.canGoBack());
}

void TestVisibleRange::selectionNotifiesOnlyOfChanges()
{
    Selection selection;
    QSignalSpy op(&selection, &Selection::opChanged);
    QSignalSpy line(&selection, &Selection::lineChanged);

    selection.selectOp(engine::OpId{3});
    selection.selectOp(engine::OpId{3});
    selection.setLine(0);
    selection.setLine(7);

    QCOMPARE(op.count(), 1);
    QCOMPARE(line.count(), 1);
}

void TestVisibleRange::blockAndRangeReplaceEachOtherAsTheScope()
{
    Selection selection;
    QSignalSpy changed(&selection, &Selection::scopeChanged);

    selection.setBlock(1);
    selection.setRange({1s, 2s});
    selection.setRange({1s, 2s});

    QCOMPARE(changed.count(), 2);
    QCOMPARE(selection.block(), -1);
    QVERIFY(selection.range());
    selection.setBlock(-1);
    QCOMPARE(changed.count(), 3);
    QVERIFY(!selection.range());
}

void TestVisibleRange::clearingTheSelectionKeepsBlockAndLine()
{
    Selection selection;
    selection.selectOp(engine::OpId{3});
    selection.setBlock(1);
    selection.setLine(7);
    selection.setRuler(TimeRange{1s, 2s});

    selection.clear();

    QVERIFY(!selection.op().isValid());
    QVERIFY(!selection.ruler());
    QCOMPARE(selection.block(), 1);
    QCOMPARE(selection.line(), 7);
}

QTEST_APPLESS_MAIN(TestVisibleRange)
#include "tst_visible_range.moc"
