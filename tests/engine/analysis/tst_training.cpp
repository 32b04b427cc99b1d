#include "engine/analysis/training_difference.h"
#include "engine/trace/recorder.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/training_sample.h"

#include <QTest>

using namespace engine;
using namespace engine::trace;
using namespace engine::analysis;

class TestTraining : public QObject {
    Q_OBJECT

private slots:
    void trainingRunStartsWhereTheEpochNumberRestarts();
    void continuedEpochNumbersInAnotherLoopStartANewRun();
    void epochTimesExcludeEvaluation();
    void metricsAreAssignedToTheEpochThatRecordedThem();
    void accuracyIsRecognisedByItsName_data();
    void accuracyIsRecognisedByItsName();
    void lossesOfSeveralDevicesAreAveraged();
    void resultsOfALiveRunIncludeTheUnfinishedEpoch();
    void stoppedEpochIsNotComplete_data();
    void stoppedEpochIsNotComplete();
    void loopOverBatchesWithoutEpochsIsARunOfOneEpoch();
    void secondLoopInAnEpochIsEvaluation();
    void runsWithEqualNamesAreNumbered();
    void epochIsIncompleteWhileItsWorkIsPending();
    void epochsOfAProgramThatRunsAheadDoNotOverlap();
    void batchAtReturnsTheBatchThatContainsTheTime();
    void partsOfABatchSumToItsLength();
    void gradientsAreExchangedOnlyIfThereAreSeveralGpus();
    void comparisonReturnsThePartWithTheLargestIncrease();
    void runsWithDifferentBatchCountsAreComparedPerEpoch();
    void measuredRunsDifferOnlyIfTheDifferenceExceedsTheirSpread_data();
    void measuredRunsDifferOnlyIfTheDifferenceExceedsTheirSpread();
    void trainingPartIsDerivedFromTheOperationsPhaseAndKind_data();
    void trainingPartIsDerivedFromTheOperationsPhaseAndKind();
    void traceWithoutStepsHasNoTraining();
};

void TestTraining::trainingRunStartsWhereTheEpochNumberRestarts()
{
    const TracePtr trace = tests::trainingTrace({{1, 2}, 3, 8});

    const Training result = training(*trace);

    QCOMPARE(result.runs.size(), std::size_t{2});
    QCOMPARE(result.runs[0].name, std::string("1 GPU"));
    QCOMPARE(result.runs[1].name, std::string("2 GPUs"));
    QCOMPARE(result.runs[0].epochs.size(), std::size_t{3});
    QCOMPARE(result.runs[1].epochs.size(), std::size_t{3});
    QCOMPARE(result.batches.size(), std::size_t{2 * 3 * 8});
    QCOMPARE(result.runs[1].epochs[2].batches(), std::size_t{8});
    QCOMPARE(result.batches[result.runs[1].epochs[2].firstBatch].run, 1U);
    QCOMPARE(result.batches[result.runs[1].epochs[2].firstBatch].epoch, 2U);
}

void TestTraining::epochTimesExcludeEvaluation()
{
    const TracePtr trace = tests::trainingTrace({{1}, 2, 6});

    const Training result = training(*trace);

    const EpochFigures& epoch = result.runs[0].epochs[0];
    const Nanoseconds lastBatch = result.batches[epoch.lastBatch - 1].end;
    QVERIFY(epoch.trained <= lastBatch);
    QVERIFY(epoch.trained > result.batches[epoch.lastBatch - 1].begin);
    QVERIFY(trace->programPart().steps[6].kind == StepKind::Epoch);
    QVERIFY(epoch.trained < trace->programPart().steps[6].end);
}

void TestTraining::accuracyIsRecognisedByItsName_data()
{
    QTest::addColumn<QString>("metric");
    QTest::addColumn<bool>("isOne");
    for (const char* name : {"accuracy", "Test accuracy", "val_acc", "acc", "trainAcc", "acc@1", "top-5 acc."})
        QTest::newRow(name) << QString(name) << true;
    for (const char* name : {"accumulated time", "accept rate", "gradient accumulation", "a c c", "ac", ""})
        QTest::newRow(*name != 0 ? name : "no name") << QString(name) << false;
}

void TestTraining::accuracyIsRecognisedByItsName()
{
    QFETCH(QString, metric);
    QFETCH(bool, isOne);
    Store store;
    store.apply(MetricRecord{.name = metric.toStdString(), .value = 0.5, .step = 1});

    QCOMPARE(isTraining(*store.snapshot()), isOne);
}

void TestTraining::metricsAreAssignedToTheEpochThatRecordedThem()
{
    const TracePtr trace = tests::trainingTrace({{1, 2}, 2, 8});

    const Training result = training(*trace);

    for (const TrainingRun& run : result.runs) {
        QCOMPARE(run.accuracy.size(), std::size_t{2});
        QCOMPARE(run.loss.size(), std::size_t{16});
        QCOMPARE(*run.epochs[0].accuracy, 0.10);
        QCOMPARE(*run.epochs[1].accuracy, 0.60);
        QVERIFY(*run.epochs[0].loss > *run.epochs[1].loss);
        QCOMPARE(run.accuracy[0].epochs, 1.0);
        QCOMPARE(run.accuracy[1].epochs, 2.0);
        QCOMPARE(run.accuracy[1].trained, run.time());
        for (std::size_t i = 1; i < run.loss.size(); ++i)
            QVERIFY(run.loss[i].trained > run.loss[i - 1].trained && run.loss[i].epochs > run.loss[i - 1].epochs);
    }
}

void TestTraining::resultsOfALiveRunIncludeTheUnfinishedEpoch()
{
    const TracePtr trace = tests::trainingTrace({{1, 2}, 2, 8, 3});

    const Training result = training(*trace);

    QVERIFY(trace->isLive());
    QCOMPARE(result.runs.size(), std::size_t{2});
    QCOMPARE(result.runs[1].epochs.size(), std::size_t{2});
    QVERIFY(result.runs[1].epochs[1].isOpen);
    QVERIFY(!result.runs[1].epochs[0].isOpen);
    QCOMPARE(result.runs[1].epochs[1].batches(), std::size_t{3});
    QVERIFY(result.runs[1].loss.back().epochs < 1.5);
}

namespace {

TracePtr traceOf(const std::vector<StepRecord>& steps)
{
    Recorder recorder;
    recorder.write(std::make_shared<const RunInfo>());
    Nanoseconds end{};
    for (const StepRecord& step : steps) {
        recorder.write(step);
        end = std::max(end, step.end);
    }
    recorder.write(EndRecord{end, true});
    recorder.finish();
    return recorder.snapshot();
}

StepRecord step(StepKind kind, int begin, int end, int index, int count)
{
    return {Nanoseconds{begin}, Nanoseconds{end}, kind, index, count, 1};
}

}  // namespace

void TestTraining::lossesOfSeveralDevicesAreAveraged()
{
    using enum StepKind;
    Recorder recorder;
    recorder.write(std::make_shared<const RunInfo>());
    recorder.write(MetricRecord{Nanoseconds{9}, "train loss", 1.0, 0});
    recorder.write(MetricRecord{Nanoseconds{9}, "train loss", 3.0, 0});
    recorder.write(step(Batch, 0, 10, 0, 2));
    recorder.write(MetricRecord{Nanoseconds{19}, "train loss", 1.5, 1});
    recorder.write(step(Batch, 10, 20, 1, 2));
    recorder.write(EndRecord{Nanoseconds{20}, true});
    recorder.finish();

    const Training result = training(*recorder.snapshot());

    QCOMPARE(result.runs[0].loss.size(), std::size_t{2});
    QCOMPARE(result.runs[0].loss[0].value, 2.0);
    QCOMPARE(result.runs[0].loss[1].value, 1.5);
}

void TestTraining::stoppedEpochIsNotComplete_data()
{
    QTest::addColumn<bool>("isComplete");
    QTest::addColumn<bool>("hasFailed");
    QTest::addColumn<int>("last");
    QTest::addColumn<bool>("isCut");
    QTest::newRow("stopped in the middle") << false << false << 1 << true;
    QTest::newRow("failed in the middle") << true << true << 1 << true;
    QTest::newRow("stopped in the last batch") << false << false << 3 << true;
    QTest::newRow("ended by the program") << true << false << 1 << false;
}

void TestTraining::stoppedEpochIsNotComplete()
{
    QFETCH(bool, isComplete);
    QFETCH(bool, hasFailed);
    QFETCH(int, last);
    QFETCH(bool, isCut);
    Recorder recorder;
    recorder.write(std::make_shared<const RunInfo>());
    const auto batch = [&](int number, int index) {
        recorder.write(
            StepRecord{Nanoseconds{10 * number}, Nanoseconds{10 * number + 10}, StepKind::Batch, index, 4, 1});
    };
    for (int i = 0; i < 4; ++i)
        batch(i, i);
    recorder.write(StepRecord{Nanoseconds{0}, Nanoseconds{40}, StepKind::Epoch, 0, 2, 1});
    for (int i = 0; i <= last; ++i)
        batch(4 + i, i);
    recorder.write(StepRecord{Nanoseconds{40}, Nanoseconds{50 + 10 * last}, StepKind::Epoch, 1, 2, 1});
    if (hasFailed)
        recorder.write(ErrorRecord{Nanoseconds{60}, 1, "RuntimeError", "out of memory", {}, {}});
    recorder.write(EndRecord{Nanoseconds{100}, isComplete});
    recorder.finish();

    const Training result = training(*recorder.snapshot());

    QCOMPARE(result.runs.size(), std::size_t{1});
    QVERIFY(result.runs[0].epochs[0].isWhole());
    QCOMPARE(result.runs[0].epochs[1].isCut, isCut);
    QCOMPARE(result.runs[0].isWhole(), !isCut);
    QCOMPARE(result.cutAt().has_value(), isCut);
    if (isCut)
        QCOMPARE(result.cutAt()->index, last);
}

void TestTraining::loopOverBatchesWithoutEpochsIsARunOfOneEpoch()
{
    using enum StepKind;
    const TracePtr trace = traceOf(
        {step(Batch, 0, 10, 0, 2), step(Batch, 10, 20, 1, 2), step(Batch, 30, 45, 0, 2), step(Batch, 45, 60, 1, 2)});

    const Training result = training(*trace);

    QCOMPARE(result.runs.size(), std::size_t{2});
    QCOMPARE(result.runs[0].epochs.size(), std::size_t{1});
    QCOMPARE(result.runs[0].time(), Nanoseconds{20});
    QCOMPARE(result.runs[1].time(), Nanoseconds{30});
    QCOMPARE(result.runs[0].name, std::string("CPU · 1"));
}

void TestTraining::continuedEpochNumbersInAnotherLoopStartANewRun()
{
    using enum StepKind;
    const auto at = [](StepRecord record, int line) {
        record.line = line;
        return record;
    };
    const TracePtr trace = traceOf({at(step(Epoch, 0, 10, 0, 0), 5), at(step(Epoch, 20, 30, 1, 0), 5),
                                    at(step(Epoch, 40, 50, 2, 0), 6), at(step(Epoch, 60, 70, 3, 0), 6)});

    const Training result = training(*trace);

    QCOMPARE(result.runs.size(), std::size_t{2});
    QCOMPARE(result.runs[1].epochs.size(), std::size_t{2});
    QCOMPARE(result.runs[1].epochs[0].index, 0);
    QCOMPARE(result.runs[1].epochs[1].index, 1);
    QCOMPARE(result.runs[1].line, 6);
}

void TestTraining::secondLoopInAnEpochIsEvaluation()
{
    using enum StepKind;
    const TracePtr trace = traceOf({step(Batch, 0, 10, 0, 2), step(Batch, 10, 20, 1, 2), step(Batch, 25, 30, 0, 2),
                                    step(Batch, 30, 40, 1, 2), step(Epoch, 0, 45, 0, 1)});

    const Training result = training(*trace);

    QCOMPARE(result.runs.size(), std::size_t{1});
    QCOMPARE(result.batches.size(), std::size_t{2});
    QCOMPARE(result.runs[0].epochs[0].time(), Nanoseconds{20});
}

/// The program has issued all batches of the epoch, but the work is not complete.
void TestTraining::epochIsIncompleteWhileItsWorkIsPending()
{
    using enum StepKind;
    for (const bool isPending : {true, false}) {
        Recorder recorder;
        for (int i = 0; i < 2; ++i) {
            IssueRecord issue;
            issue.op = OpId{i};
            issue.begin = issue.end = Nanoseconds{5 + 10 * i};
            recorder.write(issue);
            if (isPending && i == 1)
                continue;
            LifeRecord life;
            life.op = issue.op;
            life.started = Nanoseconds{20 + 10 * i};
            life.finished = Nanoseconds{30 + 10 * i};
            recorder.write(life);
        }
        recorder.write(step(Batch, 0, 10, 0, 2));
        recorder.write(step(Batch, 10, 20, 1, 2));
        recorder.write(step(Epoch, 0, 20, 0, 1));

        const Training result = training(*recorder.snapshot());

        QCOMPARE(result.runs.size(), std::size_t{1});
        QCOMPARE(result.runs[0].epochs[0].isWhole(), !isPending);
    }
}

void TestTraining::runsWithEqualNamesAreNumbered()
{
    const Training result = training(*tests::trainingTrace({{2, 2}, 1, 2}));

    QCOMPARE(result.runs[0].name, std::string("2 GPUs · 1"));
    QCOMPARE(result.runs[1].name, std::string("2 GPUs · 2"));
}

void TestTraining::epochsOfAProgramThatRunsAheadDoNotOverlap()
{
    using enum StepKind;
    Recorder recorder;
    recorder.write(std::make_shared<const RunInfo>());
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
    recorder.write(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::Compute, 0, "compute", 0});
    for (const std::uint32_t i : {0U, 1U}) {
        IssueRecord issue;
        issue.op = OpId{i};
        issue.device = DeviceId{0};
        issue.begin = issue.end = Nanoseconds{1 + 10 * i};
        recorder.write(issue);
        LifeRecord life;
        life.op = OpId{i};
        life.lane = LaneId{0};
        life.started = Nanoseconds{100 + 100 * i};
        life.finished = Nanoseconds{200 + 100 * i};
        recorder.write(life);
    }
    for (const StepRecord& record :
         {step(Batch, 0, 9, 0, 1), step(Epoch, 0, 10, 0, 2), step(Batch, 10, 19, 0, 1), step(Epoch, 10, 20, 1, 2)})
        recorder.write(record);
    recorder.write(EndRecord{Nanoseconds{300}, true});
    recorder.finish();
    const TracePtr trace = recorder.snapshot();

    const Training result = training(*trace);

    QCOMPARE(result.runs.size(), std::size_t{1});
    QCOMPARE(result.runs[0].epochs[0].time(), Nanoseconds{200});
    QCOMPARE(result.runs[0].epochs[1].time(), Nanoseconds{100});
    QCOMPARE(result.runs[0].time(), Nanoseconds{300});
    QCOMPARE(viewOf(*trace, result.batches[0]).begin, Nanoseconds{100});
    QCOMPARE(viewOf(*trace, result.batches[0]).end, Nanoseconds{200});
}

void TestTraining::batchAtReturnsTheBatchThatContainsTheTime()
{
    const Training result = training(*tests::trainingTrace({{1}, 2, 4}));

    for (std::size_t i = 0; i < result.batches.size(); ++i) {
        QCOMPARE(result.batchAt(result.batches[i].begin), std::optional<std::size_t>(i));
        QCOMPARE(result.batchAt(result.batches[i].end - Nanoseconds{1}), std::optional<std::size_t>(i));
    }
    QVERIFY(!result.batchAt(Nanoseconds{0}));
    QVERIFY(!result.batchAt(result.batches.back().end));
}

void TestTraining::partsOfABatchSumToItsLength()
{
    const TracePtr trace = tests::trainingTrace({{1, 2}, 2, 8});
    const Training result = training(*trace);

    for (std::size_t run = 0; run < result.runs.size(); ++run) {
        const BatchParts parts = batchParts(*trace, result, run);
        Nanoseconds sum{};
        for (const Nanoseconds part : parts.perBatch)
            sum += part;
        QCOMPARE(parts.batches, std::size_t{8});
        QVERIFY(std::abs((sum - parts.length).count()) <= static_cast<std::int64_t>(kParts));
        QVERIFY(parts.of(Part::Read) >= fromSeconds(0.9e-3));  // reading a batch on the program's thread
        QVERIFY(parts.of(Part::Forward) > Nanoseconds{0});
    }
}

void TestTraining::gradientsAreExchangedOnlyIfThereAreSeveralGpus()
{
    const TracePtr trace = tests::trainingTrace({{1, 2}, 2, 8});
    const Training result = training(*trace);

    QCOMPARE(batchParts(*trace, result, 0).of(Part::Exchange), Nanoseconds{0});
    QVERIFY(batchParts(*trace, result, 1).of(Part::Exchange) > Nanoseconds{0});
}

void TestTraining::comparisonReturnsThePartWithTheLargestIncrease()
{
    const TracePtr trace = tests::trainingTrace({{1, 2}, 2, 8});
    const Training result = training(*trace);
    const BatchParts one = batchParts(*trace, result, 0);
    const BatchParts two = batchParts(*trace, result, 1);

    const Comparison slower = compare(one, two);
    const Comparison faster = compare(two, one);

    QVERIFY(slower.speedUp < 1);
    QVERIFY(!slower.isPerEpoch);
    QVERIFY(slower.difference > Nanoseconds{0});
    QCOMPARE(two.of(slower.decisive) - one.of(slower.decisive), slower.difference);
    for (std::size_t part = 0; part < kParts; ++part)
        QVERIFY(two.perBatch[part] - one.perBatch[part] <= slower.difference);
    QVERIFY(slower.operationsSecond > 2 * slower.operationsFirst);
    QVERIFY(faster.speedUp > 1);
    QVERIFY(std::abs(faster.speedUp * slower.speedUp - 1) < 1e-9);
    QVERIFY(faster.difference < Nanoseconds{0});
}

void TestTraining::runsWithDifferentBatchCountsAreComparedPerEpoch()
{
    BatchParts one, two;
    one.length = Nanoseconds{100};
    one.perBatch[static_cast<std::size_t>(Part::Forward)] = Nanoseconds{100};
    one.ofEpoch = 20;
    two.length = Nanoseconds{120};
    two.perBatch[static_cast<std::size_t>(Part::Forward)] = Nanoseconds{120};
    two.ofEpoch = 10;

    const Comparison result = compare(one, two);

    QVERIFY(result.isPerEpoch);
    QCOMPARE(result.speedUp, 2000.0 / 1200.0);
    QVERIFY(result.decisive == Part::Forward);
    QCOMPARE(result.difference, Nanoseconds{-800});
}

void TestTraining::measuredRunsDifferOnlyIfTheDifferenceExceedsTheirSpread_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QList<double>>("first");  // durations of batches, ms
    QTest::addColumn<QList<double>>("second");
    QTest::addColumn<int>("difference");
    const auto row = [](const char* name, QStringList names, QList<double> first, QList<double> second,
                        Difference difference) {
        QTest::newRow(name) << names << first << second << static_cast<int>(difference);
    };
    row("the CPU twice, however long", {"1 CPU", "2 CPU"}, {10, 10, 10}, {20, 20, 20}, Difference::None);
    row("two trainings on the CPU", {"CPU", "CPU (2)"}, {10, 10, 10}, {20, 20, 20}, Difference::Shown);
    row("one and two GPUs", {"1 GPU", "2 GPUs"}, {10, 11, 10, 11}, {6, 7, 6, 7}, Difference::Shown);
    row("within the spread", {"1 GPU", "2 GPUs"}, {10, 14, 8, 12}, {9, 13, 7, 11}, Difference::None);
    row("one batch", {"1 GPU", "2 GPUs"}, {10}, {6}, Difference::OneRun);
}

void TestTraining::measuredRunsDifferOnlyIfTheDifferenceExceedsTheirSpread()
{
    QFETCH(QStringList, names);
    QFETCH(QList<double>, first);
    QFETCH(QList<double>, second);
    QFETCH(int, difference);
    Training training;
    for (std::uint32_t run = 0; run < 2; ++run) {
        TrainingRun& made = training.runs.emplace_back();
        made.name = names[run].toStdString();
        made.gpus = names[run].contains(QLatin1String("GPU")) ? 1 : 0;
        made.epochs.emplace_back().lastBatch = static_cast<std::size_t>(first.size());
        for (const double milliseconds : run == 0 ? first : second) {
            Batch& batch = training.batches.emplace_back();
            batch.end = fromSeconds(milliseconds * 1e-3);
            batch.run = run;
        }
    }

    QCOMPARE(static_cast<int>(measuredDifference(training, 0, 1)), difference);
}

void TestTraining::trainingPartIsDerivedFromTheOperationsPhaseAndKind_data()
{
    QTest::addColumn<QString>("phase");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* phase, Kind kind, const char* part) {
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(phase).arg(static_cast<int>(kind))))
            << QString(phase) << static_cast<int>(kind) << QString(part);
    };
    row("forward", Kind::Compute, "forward");
    row("lenet", Kind::Elementwise, "forward");
    row("", Kind::Backward, "backward");
    row("backward", Kind::Elementwise, "backward");
    row("allreduce", Kind::Elementwise, "allreduce");
    row("", Kind::CopyPeer, "allreduce");
    row("sgd", Kind::Elementwise, "sgd");
    row("split_and_load", Kind::CopyIn, "read, split");
    row("", Kind::CopyIn, "read, split");
    row("evaluate_accuracy", Kind::Compute, "evaluate");
}

void TestTraining::trainingPartIsDerivedFromTheOperationsPhaseAndKind()
{
    QFETCH(QString, phase);
    QFETCH(int, kind);
    QFETCH(QString, part);

    QCOMPARE(QString::fromStdString(nameOf(partOf(phase.toStdString(), static_cast<Kind>(kind))).english()), part);
}

void TestTraining::traceWithoutStepsHasNoTraining()
{
    const TracePtr trace = traceOf({});

    QVERIFY(!isTraining(*trace));
    QVERIFY(training(*trace).empty());
    QCOMPARE(batchParts(*trace, training(*trace), 0).batches, std::size_t{0});
}

QTEST_GUILESS_MAIN(TestTraining)
#include "tst_training.moc"
