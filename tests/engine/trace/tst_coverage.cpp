#include "engine/trace/coverage.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace engine;
using namespace engine::trace;

class TestCoverage : public QObject {
    Q_OBJECT

private slots:
    void timeCoveredByDrawnColumnsEqualsTheBusyTimeAtEveryZoom_data();
    void timeCoveredByDrawnColumnsEqualsTheBusyTimeAtEveryZoom();
    void busyTimeOfEveryPixelColumnEqualsBruteForce();
    void longestSpanEqualsBruteForce();
    void wideSpansAreDrawnAsSeparateSlices();
    void pixelColumnHasTheKindOfItsLongestSpan();
    void lateSpansAreInsertedInOrder();
    void insertReturnsWhetherASpanOverlaps();
    void insertingIntoAnIndexDoesNotChangeItsSharedCopy();
    void coverageOfAnEmptyTimeRangeIsEmpty();
    void indexTakesLessThan28BytesPerSpan();
};

namespace {

Span makeSpan(std::int64_t begin, std::int64_t length, Kind kind = Kind::Compute)
{
    Span span;
    span.begin = Nanoseconds{begin};
    span.setDuration(Nanoseconds{length});
    span.kind = kind;
    return span;
}

struct Shape {
    int spans;
    int longest;
    int gap;
};

LaneIndex makeLane(std::mt19937& random, const Shape& shape)
{
    LaneIndex lane;
    std::int64_t t = 0;
    for (int i = 0; i < shape.spans; ++i) {
        t += static_cast<std::int64_t>(random() % static_cast<unsigned>(shape.gap + 1));
        // Lengths span many orders of magnitude, and some are 0.
        const double magnitude = static_cast<double>(random() % 1000) / 1000.0;
        const auto length = static_cast<std::int64_t>(std::pow(static_cast<double>(shape.longest), magnitude)) - 1;
        lane.insert(makeSpan(t, length, static_cast<Kind>(random() % 6)));
        t += length;
    }
    return lane;
}

/// Busy time in ns within [begin, end), computed from every span.
double busyByBruteForce(const LaneIndex& lane, double begin, double end)
{
    double busy = 0;
    for (const Span& span : lane.spans())
        busy += std::max(0.0, std::min(end, static_cast<double>(span.end().count())) -
                                  std::max(begin, static_cast<double>(span.begin.count())));
    return busy;
}

double painted(const Coverage& coverage, const Window& window)
{
    const double column =
        static_cast<double>((window.end - window.begin).count()) / static_cast<double>(window.columns);
    double columns = 0;
    for (const Coverage::Slice& slice : coverage.slices)
        columns += std::min(static_cast<double>(window.columns), static_cast<double>(slice.right)) -
                   std::max(0.0, static_cast<double>(slice.left));
    for (const Coverage::Column& each : coverage.columns)
        columns += static_cast<double>(each.busy);
    return columns * column;
}

}  // namespace

void TestCoverage::timeCoveredByDrawnColumnsEqualsTheBusyTimeAtEveryZoom_data()
{
    QTest::addColumn<int>("spans");
    QTest::addColumn<int>("longest");
    QTest::addColumn<int>("gap");
    QTest::newRow("no span") << 0 << 1 << 1;
    QTest::newRow("one span") << 1 << 1000 << 100;
    QTest::newRow("one span less than a block") << 15 << 1000 << 100;
    QTest::newRow("spans of one block") << 16 << 1000 << 100;
    QTest::newRow("few spans") << 100 << 5000 << 1000;
    QTest::newRow("tiny touching spans") << 5000 << 20 << 0;
    QTest::newRow("tiny distant spans") << 5000 << 20 << 10'000;
    QTest::newRow("lengths of all magnitudes") << 20'000 << 1'000'000 << 2000;
    QTest::newRow("very short spans") << 3000 << 2 << 3;
}

void TestCoverage::timeCoveredByDrawnColumnsEqualsTheBusyTimeAtEveryZoom()
{
    QFETCH(int, spans);
    QFETCH(int, longest);
    QFETCH(int, gap);
    std::mt19937 random(static_cast<unsigned>(spans + longest));
    const LaneIndex lane = makeLane(random, {spans, longest, gap});
    const std::int64_t extent = lane.empty() ? 1000 : lane.spans().back().end().count() + 1;

    Coverage coverage;
    for (int round = 0; round < 150; ++round) {
        const double zoom = std::pow(2.0, static_cast<double>(random() % 24));
        const auto width = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(extent) / zoom));
        const std::int64_t begin = static_cast<std::int64_t>(random() % static_cast<unsigned long>(extent)) - width / 3;
        const Window window{Nanoseconds{begin}, Nanoseconds{begin + width}, 1 + static_cast<int>(random() % 1600)};

        lane.cover(window, coverage);

        const double busy = busyByBruteForce(lane, static_cast<double>(begin), static_cast<double>(begin + width));
        const double error = std::abs(painted(coverage, window) - busy) / static_cast<double>(width);
        QVERIFY2(error * window.columns < 0.01, qPrintable(QString("painted %1, busy %2 of %3 ns in %4 columns")
                                                               .arg(painted(coverage, window))
                                                               .arg(busy)
                                                               .arg(width)
                                                               .arg(window.columns)));
        QVERIFY(std::abs(static_cast<double>(lane.busy(window.begin, window.end).count()) - busy) < 0.5);
        QVERIFY(coverage.columns.size() <= static_cast<std::size_t>(window.columns));
        for (std::size_t i = 1; i < coverage.columns.size(); ++i)
            QVERIFY(coverage.columns[i].x > coverage.columns[i - 1].x);
        for (const Coverage::Column& column : coverage.columns)
            QVERIFY(column.busy >= 0 && column.busy < 1.0001F);
    }
}

void TestCoverage::busyTimeOfEveryPixelColumnEqualsBruteForce()
{
    std::mt19937 random(5);
    const LaneIndex lane = makeLane(random, {2000, 300, 200});
    const Window window{Nanoseconds{100}, lane.spans().back().end() - Nanoseconds{100}, 333};
    Coverage coverage;

    lane.cover(window, coverage);

    const double width = static_cast<double>((window.end - window.begin).count()) / window.columns;
    std::vector<double> columns(static_cast<std::size_t>(window.columns));
    std::uint32_t spans = 0;
    for (const Coverage::Column& column : coverage.columns) {
        columns[static_cast<std::size_t>(column.x)] += static_cast<double>(column.busy);
        spans += column.spans;
    }
    for (const Coverage::Slice& slice : coverage.slices)
        for (std::size_t x = 0; x < columns.size(); ++x)
            columns[x] += std::max(0.0, std::min(static_cast<double>(slice.right), static_cast<double>(x + 1)) -
                                            std::max(static_cast<double>(slice.left), static_cast<double>(x)));
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const double begin = 100.0 + width * static_cast<double>(x);
        QVERIFY(std::abs(columns[x] - busyByBruteForce(lane, begin, begin + width) / width) < 1e-3);
    }
    const std::size_t visible = lane.firstBeginningAt(window.end) - lane.firstEndingAfter(window.begin);
    QCOMPARE(spans + coverage.slices.size(), visible);
}

void TestCoverage::longestSpanEqualsBruteForce()
{
    std::mt19937 random(9);
    const LaneIndex lane = makeLane(random, {10'000, 10'000, 5});
    for (int round = 0; round < 500; ++round) {
        const std::size_t from = random() % lane.spans().size();
        const std::size_t to = from + 1 + random() % (lane.spans().size() - from);
        std::size_t expected = from;
        for (std::size_t i = from; i < to; ++i)
            if (lane.spans()[i].duration() > lane.spans()[expected].duration())
                expected = i;
        QCOMPARE(lane.longest(from, to), expected);
    }
}

void TestCoverage::wideSpansAreDrawnAsSeparateSlices()
{
    LaneIndex lane;
    lane.insert(makeSpan(0, 100));
    lane.insert(makeSpan(100, 10));
    lane.insert(makeSpan(110, 90));
    Coverage coverage;

    lane.cover({Nanoseconds{50}, Nanoseconds{150}, 20}, coverage);

    QCOMPARE(coverage.slices.size(), std::size_t{2});
    QCOMPARE(coverage.slices[0].left, -10.0F);
    QCOMPARE(coverage.slices[0].right, 10.0F);
    QCOMPARE(coverage.slices[1].span, 2U);
    QCOMPARE(coverage.columns.size(), std::size_t{2});
    QCOMPARE(coverage.columns[0].x, 10);
    QCOMPARE(coverage.columns[0].busy, 1.0F);
    QCOMPARE(coverage.columns[0].spans, 1U);
    QCOMPARE(coverage.columns[0].first, 1U);
}

void TestCoverage::pixelColumnHasTheKindOfItsLongestSpan()
{
    LaneIndex lane;
    for (int i = 0; i < 100; ++i)
        lane.insert(makeSpan(i * 10, i == 37 ? 9 : 5, i == 37 ? Kind::CopyOut : Kind::Compute));
    Coverage coverage;

    lane.cover({Nanoseconds{0}, Nanoseconds{1000}, 1}, coverage);

    QCOMPARE(coverage.columns.size(), std::size_t{1});
    QCOMPARE(coverage.columns[0].kind, Kind::CopyOut);
    QCOMPARE(coverage.columns[0].spans, 100U);
    QVERIFY(std::abs(coverage.columns[0].busy - 0.504F) < 1e-4F);
}

void TestCoverage::lateSpansAreInsertedInOrder()
{
    std::mt19937 random(2);
    const LaneIndex sorted = makeLane(random, {1000, 500, 50});
    std::vector<std::size_t> order(sorted.spans().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The order of spans that threads write: nearly sorted, with some very late.
    for (std::size_t i = 0; i + 40 < order.size(); i += 7)
        std::swap(order[i], order[i + random() % 40]);
    LaneIndex lane;
    for (const std::size_t i : order)
        lane.insert(sorted.spans()[i]);

    QCOMPARE(lane.busy().count(), sorted.busy().count());
    for (std::size_t i = 0; i < order.size(); ++i)
        QCOMPARE(lane.spans()[i].begin.count(), sorted.spans()[i].begin.count());
    for (int round = 0; round < 100; ++round) {
        const std::size_t from = random() % 999;
        const std::size_t to = from + 1 + random() % (999 - from);
        QCOMPARE(lane.spans()[lane.longest(from, to)].duration().count(),
                 sorted.spans()[sorted.longest(from, to)].duration().count());
        const Nanoseconds begin{static_cast<std::int64_t>(random() % 50'000)};
        QCOMPARE(lane.busy(begin, begin * 2).count(), sorted.busy(begin, begin * 2).count());
    }
}

void TestCoverage::insertReturnsWhetherASpanOverlaps()
{
    LaneIndex lane;
    QVERIFY(!lane.insert(makeSpan(100, 50)));
    QVERIFY(!lane.insert(makeSpan(150, 50)));
    QVERIFY(lane.insert(makeSpan(199, 50)));
    QVERIFY(!lane.insert(makeSpan(0, 100)));
    QVERIFY(lane.insert(makeSpan(20, 10)));
    // An index with overlaps can still be drawn.
    Coverage coverage;
    lane.cover({Nanoseconds{0}, Nanoseconds{300}, 10}, coverage);
    lane.cover({Nanoseconds{0}, Nanoseconds{300}, 2}, coverage);
    QVERIFY(!coverage.columns.empty());
}

void TestCoverage::insertingIntoAnIndexDoesNotChangeItsSharedCopy()
{
    LaneIndex lane;
    for (int i = 0; i < 1000; ++i)
        lane.insert(makeSpan(i * 10, 5));
    const LaneIndex copy = lane.share();
    const std::size_t longest = copy.longest(0, 1000);
    for (int i = 999; i >= 0; --i)
        lane.insert(makeSpan(i * 10 + 5, 4));

    QCOMPARE(copy.spans().size(), std::size_t{1000});
    QCOMPARE(copy.busy().count(), std::int64_t{5000});
    QCOMPARE(copy.longest(0, 1000), longest);
    for (std::size_t i = 0; i < 1000; ++i)
        QCOMPARE(copy.spans()[i].begin.count(), static_cast<std::int64_t>(i) * 10);
    QCOMPARE(lane.busy().count(), std::int64_t{9000});
}

void TestCoverage::coverageOfAnEmptyTimeRangeIsEmpty()
{
    LaneIndex lane;
    lane.insert(makeSpan(0, 100));
    Coverage coverage;
    lane.cover({Nanoseconds{5}, Nanoseconds{5}, 100}, coverage);
    QVERIFY(coverage.slices.empty() && coverage.columns.empty());
    lane.cover({Nanoseconds{5}, Nanoseconds{1}, 100}, coverage);
    QVERIFY(coverage.slices.empty() && coverage.columns.empty());
    lane.cover({Nanoseconds{0}, Nanoseconds{10}, 0}, coverage);
    QVERIFY(coverage.slices.empty() && coverage.columns.empty());
    lane.cover({Nanoseconds{200}, Nanoseconds{300}, 10}, coverage);
    QVERIFY(coverage.slices.empty() && coverage.columns.empty());
}

void TestCoverage::indexTakesLessThan28BytesPerSpan()
{
    LaneIndex lane;
    for (int i = 0; i < 500'000; ++i)
        lane.insert(makeSpan(i * 10, 5));
    QVERIFY(static_cast<double>(lane.bytes()) / 500'000 < 28.0);
}

QTEST_APPLESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
