#include "engine/trace/imported.h"
#include "tests/engine/trace/one_operation.h"
#include "tests/ui/compare/sample_pairs.h"
#include "ui/compare/labels.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"

#include <QTest>

using namespace ui::compare;
using engine::Nanoseconds;
using namespace std::chrono_literals;
using engine::analysis::wholeSide;
using tests::naturalOf;
using tests::Sample;

/// Tests the texts of a comparison: the reason, the differences and their units.
class TestCompareWords : public QObject {
    Q_OBJECT

private slots:
    void reasonContainsTheLineOfTheWait();
    void explanationWarnsOfAClockThatStoppedTooEarly();
    void explanationReportsABenchmarkWhoseClockMissesWork();
    void smallDifferenceIsNotExplained();
    void comparisonWithAStoppedRunHasNoVerdict();
    void comparisonWithAMeasuredRunGivesNoReason_data();
    void comparisonWithAMeasuredRunGivesNoReason();
    void repeatedRunsDifferOnlyIfTheDifferenceExceedsTheirSpread_data();
    void repeatedRunsDifferOnlyIfTheDifferenceExceedsTheirSpread();
    void displayedDifferenceMatchesTheDisplayedValues();
    void rowOfMeasuresUsesOneUnitAndIgnoresSmallDifferences();
    void comparedLanesHaveTheNamesThatTheTimelineShows();
};

void TestCompareWords::reasonContainsTheLineOfTheWait()
{
    const PairPtr pair = naturalOf(Sample::TwoGpus);

    const QString why = whyText(pair->comparison());

    QVERIFY2(why.contains("line 15"), qPrintable(why));
    QVERIFY2(why.contains("run(x_gpu2)"), qPrintable(why));
    QVERIFY2(why.contains("GPU 1 starts"), qPrintable(why));
    QCOMPARE(pair->of(Which::A).title, QStringLiteral("With synchronize"));
    QCOMPARE(pair->of(Which::B).title, QStringLiteral("Without"));
}

void TestCompareWords::explanationWarnsOfAClockThatStoppedTooEarly()
{
    using namespace engine;
    const auto runUntil = [](std::int64_t milliseconds) {
        trace::Recorder recorder;
        tests::writeOneOperation(recorder, Nanoseconds{milliseconds * 1'000'000}, Bytes{1});
        recorder.write(trace::BlockRecord{Nanoseconds{0}, Nanoseconds{5'000'000}, 1, "all", 0.005, false});
        recorder.write(trace::EndRecord{Nanoseconds{30'000'000}, true});
        recorder.finish();
        return analysis::sideOfBlocks(recorder.snapshot(), 0, 0);
    };

    const QString early = whyText(analysis::compareRuns(runUntil(4), runUntil(24)));
    const QString sound = whyText(analysis::compareRuns(runUntil(4), runUntil(5)));

    QVERIFY2(early.contains(QLatin1String("The clock of B stopped too early: GPU 0 continues for 19")),
             qPrintable(early));
    QVERIFY2(!early.contains(QLatin1String("clock of A")), qPrintable(early));
    QVERIFY2(!sound.contains(QLatin1String("clock")), qPrintable(sound));
}

/// Two runs of equal length. In the second run nothing waits inside the benchmark, so its clock stops immediately.
void TestCompareWords::explanationReportsABenchmarkWhoseClockMissesWork()
{
    using namespace engine;
    const auto runWith = [](std::int64_t milliseconds) {
        trace::Recorder recorder;
        tests::writeOneOperation(recorder, Nanoseconds{20'000'000}, Bytes{1});
        recorder.write(trace::BlockRecord{Nanoseconds{0}, Nanoseconds{milliseconds * 1'000'000}, 1, "asscalar",
                                          static_cast<double>(milliseconds) * 1e-3, false});
        recorder.write(trace::EndRecord{Nanoseconds{30'000'000}, true});
        recorder.finish();
        return wholeSide(recorder.snapshot());
    };
    const auto rowOf = [](const analysis::RunComparison& comparison) {
        return comparison.measure(analysis::Measure::Benchmark, 0);
    };

    const analysis::RunComparison shorter = analysis::compareRuns(runWith(20), runWith(1));
    const analysis::RunComparison same = analysis::compareRuns(runWith(20), runWith(20));
    const analysis::RunComparison whole = analysis::compareRuns(runWith(30), runWith(30));

    QVERIFY(rowOf(shorter) != nullptr);
    QCOMPARE(measureName(shorter, *rowOf(shorter)), QStringLiteral("Benchmark asscalar"));
    QCOMPARE(rowOf(shorter)->a, 0.02);
    QCOMPARE(rowOf(shorter)->b, 0.001);
    QVERIFY(isClockStoppedEarly(shorter, *rowOf(shorter)));
    QCOMPARE(betterOf(shorter, *rowOf(shorter)), 0);
    QCOMPARE(differenceText(shorter, *rowOf(shorter)), QStringLiteral("stopped early"));
    QVERIFY(!isClockStoppedEarly(same, *rowOf(same)));
    QCOMPARE(whyTitle(shorter), QStringLiteral("Equally long in total, not in the benchmark"));
    const QString why = whyText(shorter);
    QVERIFY2(why.contains(QStringLiteral("Benchmark asscalar: 20.0\u00A0ms in A, 1.0\u00A0ms in B.")), qPrintable(why));
    QVERIFY2(why.contains(
                 QLatin1String("The clock in B does not include work that nothing waits for: GPU 0 continues for 19")),
             qPrintable(why));
    QCOMPARE(whyTitle(same), QStringLiteral("Equally long"));
    QVERIFY2(!whyText(same).contains(QLatin1String("asscalar")), qPrintable(whyText(same)));
    QVERIFY2(rowOf(whole) == nullptr, "the makespan says it already");
}

void TestCompareWords::comparisonWithAMeasuredRunGivesNoReason_data()
{
    QTest::addColumn<bool>("isImported");
    QTest::addColumn<int>("milliseconds");  // duration of B; A lasts 20 ms
    QTest::addColumn<QString>("title");
    QTest::newRow("half as long") << false << 10 << "Too few runs";
    QTest::newRow("equally long") << false << 20 << "No difference that one run shows";
    QTest::newRow("imported traces have a reason") << true << 10 << "Why is B faster?";
}

void TestCompareWords::comparisonWithAStoppedRunHasNoVerdict()
{
    using namespace engine;
    const auto failed = wholeSide(tests::sampleTrace(Sample::OutOfMemory));
    const auto ended = wholeSide(tests::sampleTrace(Sample::TwoGpus));

    const analysis::RunComparison comparison = analysis::compareRuns(failed, ended);

    QVERIFY(comparison.isUndecided());
    QCOMPARE(factorText(comparison), QStringLiteral("a run stopped early"));
    QVERIFY2(whyText(comparison).startsWith(QStringLiteral("A stopped with ")), qPrintable(whyText(comparison)));
    QVERIFY(!whyText(comparison).contains(QStringLiteral("B stopped")));
    for (const analysis::MeasureRow& row : comparison.measures)
        QCOMPARE(differenceText(comparison, row), QStringLiteral("not compared"));
}

void TestCompareWords::comparisonWithAMeasuredRunGivesNoReason()
{
    using namespace engine;
    QFETCH(bool, isImported);
    QFETCH(int, milliseconds);
    QFETCH(QString, title);
    const auto runOf = [&](std::int64_t time) {
        trace::Recorder recorder;
        trace::RunInfo info;
        info.platform = trace::PlatformKind::Real;
        info.machine = isImported ? trace::kImportedMachine : "this-computer";
        recorder.write(std::make_shared<const trace::RunInfo>(info));
        tests::writeOneOperation(recorder, Nanoseconds{time * 1'000'000}, Bytes{1});
        recorder.write(trace::EndRecord{Nanoseconds{time * 1'000'000}, true});
        recorder.finish();
        return wholeSide(recorder.snapshot());
    };

    const analysis::RunComparison comparison = analysis::compareRuns(runOf(20), runOf(milliseconds));

    QCOMPARE(whyTitle(comparison), title);
    QCOMPARE(factorText(comparison) == QStringLiteral("too few runs"), !isImported);
    QCOMPARE(whyText(comparison).contains(QStringLiteral("after one run")), !isImported);
    for (const analysis::MeasureRow& row : comparison.measures)
        QVERIFY(isImported || betterOf(comparison, row) == 0);
}

void TestCompareWords::repeatedRunsDifferOnlyIfTheDifferenceExceedsTheirSpread_data()
{
    QTest::addColumn<double>("spread");  // spread of the repeated runs, in seconds
    QTest::addColumn<QString>("title");
    QTest::newRow("runs vary less") << 0.001 << "Why is B faster?";
    QTest::newRow("runs vary more") << 0.012 << "No difference that this machine shows";
}

void TestCompareWords::repeatedRunsDifferOnlyIfTheDifferenceExceedsTheirSpread()
{
    using namespace engine;
    QFETCH(double, spread);
    QFETCH(QString, title);
    const auto sideOf = [spread](std::int64_t milliseconds) {
        trace::Recorder recorder;
        trace::RunInfo info;
        info.platform = trace::PlatformKind::Real;
        info.machine = "this-computer";
        recorder.write(std::make_shared<const trace::RunInfo>(info));
        tests::writeOneOperation(recorder, Nanoseconds{milliseconds * 1'000'000}, Bytes{1});
        recorder.write(trace::EndRecord{Nanoseconds{milliseconds * 1'000'000}, true});
        recorder.finish();
        analysis::Repeats repeats;
        const double median = static_cast<double>(milliseconds) * 1e-3;
        repeats.makespan = {
            .samples = 5, .minimum = median, .lower = median, .median = median, .upper = median + spread};
        ComparedRun compared{.side = wholeSide(recorder.snapshot()), .context = {}, .title = {}, .name = {}};
        compared.context.repeats = std::make_shared<const analysis::Repeats>(repeats);
        return compared;
    };

    const ComparedPair pair(sideOf(20), sideOf(10));

    QCOMPARE(whyTitle(pair.comparison()), title);
    QCOMPARE(factorText(pair.comparison()) == QStringLiteral("no difference shown"), spread > 0.01);
}

void TestCompareWords::smallDifferenceIsNotExplained()
{
    engine::analysis::RunComparison comparison = naturalOf(Sample::TwoGpus)->comparison();
    comparison.b.scope = comparison.a.scope;
    QCOMPARE(whyTitle(comparison), QStringLiteral("Equally long"));

    comparison.b.scope.end -= engine::Nanoseconds{600'000};

    QVERIFY(comparison.saved() * 100 < comparison.lengthA());
    QCOMPARE(whyTitle(comparison), QStringLiteral("Equally long"));
    QVERIFY2(whyText(comparison).contains(QStringLiteral("600")), qPrintable(whyText(comparison)));
    QVERIFY2(!whyText(comparison).contains(QLatin1String("line")), qPrintable(whyText(comparison)));

    // The wait delays a start by less than the displayed precision.
    comparison = naturalOf(Sample::TwoGpus)->comparison();
    comparison.reason.start = engine::Nanoseconds{1'010'400'000};
    comparison.reason.startInFaster = engine::Nanoseconds{1'010'200'000};
    QVERIFY2(!whyText(comparison).contains(QLatin1String("not 1.01")), qPrintable(whyText(comparison)));
}

void TestCompareWords::displayedDifferenceMatchesTheDisplayedValues()
{
    using engine::analysis::Measure;
    using engine::analysis::MeasureRow;
    engine::analysis::RunComparison comparison = naturalOf(Sample::TwoGpus)->comparison();
    const MeasureRow faster{Measure::Makespan, -1, 1.0118, 0.5};
    QCOMPARE(differenceText(comparison, faster), QChar(0x2212) + QStringLiteral("0.5118 s"));
    QCOMPARE(betterOf(comparison, faster), 1);
    const MeasureRow busier{Measure::Busy, 0, 0.49, 0.99};
    QCOMPARE(differenceText(comparison, busier), QStringLiteral("+50"));
    QCOMPARE(betterOf(comparison, busier), 1);
    const MeasureRow alike{Measure::ManyBusy, -1, 0.3249, 0.3251};
    QCOMPARE(differenceText(comparison, alike), QStringLiteral("+1"));  // displayed as 32 % and 33 %
    QCOMPARE(betterOf(comparison, alike), 0);
    const MeasureRow idler{Measure::ManyBusy, -1, 0.9, 0.1};
    QCOMPARE(betterOf(comparison, idler), -1);
    const MeasureRow shorter{Measure::ProgramWaits, -1, 0.022251, 0.022249};
    QCOMPARE(differenceText(comparison, shorter),
             QChar(0x2212) + ui::look::durationText(2us));  // both times are displayed as 22.25 ms
    const MeasureRow same{Measure::PeakMemory, -1, 3.26e9, 3.26e9};
    QCOMPARE(differenceText(comparison, same), QStringLiteral("equal"));
    QCOMPARE(betterOf(comparison, same), 0);
}

/// Both numbers of a row use the same unit. Negligible differences are neither better nor worse.
void TestCompareWords::rowOfMeasuresUsesOneUnitAndIgnoresSmallDifferences()
{
    using engine::analysis::Measure;
    using engine::analysis::MeasureRow;
    const engine::analysis::RunComparison comparison = naturalOf(Sample::TwoGpus)->comparison();

    const MeasureRow start{Measure::Start, 0, 14.5e-6, 1.14e-3};
    QCOMPARE(valueText(start, start.a), QStringLiteral("0.01 ms"));
    QCOMPARE(valueText(start, start.b), QStringLiteral("1.14 ms"));
    QCOMPARE(differenceText(comparison, start), QStringLiteral("+1.13 ms"));
    QCOMPARE(betterOf(comparison, start), 0);  // the difference is negligible in a run of one second
    const MeasureRow idle{Measure::Idle, -1, 1.0317, 0.0392};
    QCOMPARE(valueText(idle, idle.b), QStringLiteral("0.0392 s"));
    QCOMPARE(betterOf(comparison, idle), 1);
    const MeasureRow hardlyShorter{Measure::Makespan, -1, 7.3881, 7.3500};
    QCOMPARE(betterOf(comparison, hardlyShorter), 0);
}

/// Lanes are shown by their display names, not by the engine's names.
void TestCompareWords::comparedLanesHaveTheNamesThatTheTimelineShows()
{
    engine::analysis::RunComparison comparison = naturalOf(Sample::CopyOverlap)->comparison();
    engine::analysis::Unit unit{"CPU", false, engine::trace::LaneRole::CpuWorker, 0, "CPU", false};
    QCOMPARE(unitName(comparison, unit), QStringLiteral("CPU"));
    unit.lane = "no lane of these runs";
    QCOMPARE(unitName(comparison, unit), QStringLiteral("CPU no lane of these runs"));

    bool isAnyLane = false;
    for (const auto& each : comparison.units) {
        const auto& trace = *comparison.a.trace;
        for (const auto& lane : trace.lanes())
            if (!each.isDevice && lane.role == each.role && lane.index == each.index &&
                each.device == ui::model::deviceName(trace, lane.device).toStdString()) {
                isAnyLane = true;
                QCOMPARE(unitName(comparison, each),
                         QString::fromStdString(each.device) + QLatin1Char(' ') + ui::model::laneName(trace, lane));
            }
    }
    QVERIFY(isAnyLane);
}

QTEST_MAIN(TestCompareWords)
#include "tst_compare_words.moc"
