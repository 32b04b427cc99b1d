#include "engine/analysis/repeats.h"
#include "engine/analysis/summary.h"
#include "engine/trace/recorder.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace engine;
using namespace engine::analysis;
using namespace engine::trace;

/// Tests the statistics of several measured runs of one program.
class TestRepeats : public QObject {
    Q_OBJECT

private slots:
    void medianRunHasTheLengthClosestToTheMedian_data();
    void medianRunHasTheLengthClosestToTheMedian();
    void quartilesAreComputedOnlyForTimedBlocksOfAllRuns();
    void runShorterThanTwoSecondsIsRepeated_data();
    void runShorterThanTwoSecondsIsRepeated();
    void summaryOfRepeatedRunsHasMedianAndQuartiles();
};

namespace {

/// Returns a run with a warm-up of 10 s, and then one timed block for each of the durations in `blocks` (in s).
TracePtr runOf(const QList<double>& blocks)
{
    Recorder recorder;
    Nanoseconds now = fromSeconds(10);
    int line = 1;
    for (const double seconds : blocks) {
        const Nanoseconds end = now + fromSeconds(seconds);
        recorder.write(BlockRecord{.begin = now, .end = end, .line = line++, .label = "block"});
        now = end;
    }
    recorder.write(EndRecord{.time = now, .isComplete = true});
    recorder.finish();
    return recorder.snapshot();
}

std::vector<TracePtr> runsOf(const QList<double>& seconds)
{
    std::vector<TracePtr> runs;
    for (const double one : seconds)
        runs.push_back(runOf({one}));
    return runs;
}

}  // namespace

void TestRepeats::medianRunHasTheLengthClosestToTheMedian_data()
{
    QTest::addColumn<QList<double>>("seconds");
    QTest::addColumn<double>("median");
    QTest::addColumn<int>("run");
    QTest::newRow("one run") << QList{1.5} << 1.5 << 0;
    QTest::newRow("five runs") << QList{1.4, 1.1, 1.3, 1.2, 1.9} << 1.3 << 2;
    QTest::newRow("of four runs the first of the two in the middle") << QList{1.0, 3.0, 2.0, 4.0} << 2.5 << 1;
}

void TestRepeats::medianRunHasTheLengthClosestToTheMedian()
{
    QFETCH(QList<double>, seconds);
    QFETCH(double, median);
    QFETCH(int, run);

    const Repeats repeats = repeatsOf(runsOf(seconds), 0);

    QCOMPARE(repeats.makespan.samples, int(seconds.size()));
    QVERIFY(std::abs(repeats.makespan.median - median) < 1e-9);
    QCOMPARE(int(repeats.medianRun), run);
}

void TestRepeats::quartilesAreComputedOnlyForTimedBlocksOfAllRuns()
{
    // The last run has fewer blocks.
    const Repeats repeats = repeatsOf({runOf({1, 5}), runOf({2, 7}), runOf({3, 6}), runOf({4})}, 0);

    QCOMPARE(repeats.blocks.size(), std::size_t{1});
    QVERIFY(std::abs(repeats.blocks[0].median - 2.5) < 1e-9);
    QVERIFY(std::abs(repeats.blocks[0].iqr() - 1.5) < 1e-9);
}

void TestRepeats::runShorterThanTwoSecondsIsRepeated_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<int>("runs");
    QTest::newRow("under two seconds") << 1.99 << 5;
    QTest::newRow("two seconds") << 2.0 << 1;
    QTest::newRow("an empty run") << 0.0 << 5;
}

void TestRepeats::runShorterThanTwoSecondsIsRepeated()
{
    QFETCH(double, seconds);

    QTEST(usualRepeats(fromSeconds(seconds)), "runs");
}

void TestRepeats::summaryOfRepeatedRunsHasMedianAndQuartiles()
{
    const std::vector<TracePtr> runs = runsOf({1.0, 2.0, 3.0});
    const Repeats repeats = repeatsOf(runs, 0.25);

    const auto once = nlohmann::json::parse(summaryJson(*runs[0]));
    const auto several = nlohmann::json::parse(summaryJson(*runs[repeats.medianRun], &repeats));

    QCOMPARE(once["repeats"]["runs"].get<int>(), 1);
    QVERIFY(once["repeats"]["makespan"].is_null() && once["benchmarks"][0]["repeats"].is_null());
    QCOMPARE(several["repeats"]["runs"].get<int>(), 3);
    QCOMPARE(several["repeats"]["other_load"].get<double>(), 0.25);
    QCOMPARE(several["benchmarks"][0]["repeats"]["median"].get<double>(),
             several["benchmarks"][0]["seconds"].get<double>());
    QCOMPARE(several["repeats"]["makespan"]["lower_quartile"].get<double>(), 1.5);
    QCOMPARE(several["repeats"]["makespan"]["upper_quartile"].get<double>(), 2.5);
}

QTEST_APPLESS_MAIN(TestRepeats)
#include "tst_repeats.moc"
