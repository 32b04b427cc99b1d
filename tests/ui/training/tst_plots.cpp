#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/training/plots.h"
#include "ui/training/why_card.h"

#include <QTest>
#include <cmath>

using namespace engine;
using namespace engine::trace;
using namespace ui::charts;
using namespace ui::training;

namespace {

TracePtr traceWith(const std::vector<MetricRecord>& metrics, const std::string& source = {})
{
    Recorder recorder;
    auto info = std::make_shared<RunInfo>();
    info->source = source;
    recorder.write(std::shared_ptr<const RunInfo>(std::move(info)));
    for (const MetricRecord& metric : metrics)
        recorder.write(metric);
    recorder.write(EndRecord{Nanoseconds{100}, true});
    recorder.finish();
    return recorder.snapshot();
}

/// Records a loop of `rounds` operations on the CPU. Each takes 10 µs to issue and 30 µs to compute. The program waits
/// after each operation (`waits`) or once at the end. A wait returns 5 µs after the operation is complete.
void writeLoop(Recorder& recorder, Nanoseconds& now, int& op, int rounds, bool waits, const std::string& label,
               std::string_view result)
{
    using std::chrono::microseconds;
    const Nanoseconds begin = now;
    Nanoseconds free = now;
    const NameId name = recorder.intern("add"), batch = recorder.intern(result);
    const auto wait = [&](OpId last) {
        WaitRecord record;
        record.begin = now;
        now = std::max(now, free) + microseconds(5);
        record.end = now;
        record.releasedBy = last;
        recorder.write(record);
    };
    OpId last;
    for (int i = 0; i < rounds; ++i) {
        last = OpId{op++};
        IssueRecord issue;
        issue.op = last;
        issue.begin = now;
        now += microseconds(10);
        issue.end = now;
        issue.name = name;
        issue.label = batch;
        issue.device = DeviceId{0};
        recorder.write(issue);
        MemoryRecord memory{now, DeviceId{0}, MemoryAct::Allocate, Bytes{8}, {}, {}, {}, VariableId{last.index}, last};
        recorder.write(memory);
        const Nanoseconds started = std::max(now, free);
        free = started + microseconds(30);
        recorder.write(LifeRecord{last, LaneId{0}, now, started, free, OpState::Done, {}, {}, {}});
        if (waits)
            wait(last);
        memory.time = free;
        memory.act = MemoryAct::Free;
        recorder.write(memory);
    }
    if (!waits)
        wait(last);
    recorder.write(BlockRecord{begin, now, 1, label, toSeconds(now - begin), false});
}

TracePtr loops(std::string_view result = "X")
{
    Recorder recorder;
    recorder.write(std::make_shared<const RunInfo>());
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", "", {}, {}, 0});
    recorder.write(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::CpuWorker, 0, "compute", 0});
    Nanoseconds now{};
    int op = 0;
    writeLoop(recorder, now, op, 100, true, "synchronous", result);
    writeLoop(recorder, now, op, 100, false, "asynchronous", result);
    recorder.write(EndRecord{now, true});
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace

class TestPlots : public QObject {
    Q_OBJECT

private slots:
    void trainingPlotHasLossAndAccuracyPerRun()
    {
        const auto training = analysis::training(*tests::trainingTrace({{1, 2}, 3, 8}));

        const Plot plot = trainingPlot(training, TrainingAxis::Time);

        QCOMPARE(plot.series.size(), std::size_t{4});
        QVERIFY(plot.hasRight());
        QCOMPARE(plot.left.shown.value().to, 1.0);
        QCOMPARE(plot.series[1].points.size(), std::size_t{3});
        QCOMPARE(plot.series[0].points.size(), std::size_t{24});
        QCOMPARE(plot.series[1].points.back().x(), toSeconds(training.runs[0].time()));
        QVERIFY(plot.series[1].look != plot.series[3].look);
        QVERIFY(plot.series[3].legend.startsWith(QStringLiteral("2 GPUs")));
        QCOMPARE(plot.series[2].legend, QStringLiteral("2 GPUs: loss"));
        QVERIFY(plot.series[3].legend.endsWith(QStringLiteral(": accuracy")));
        for (const Series& series : plot.series)
            QVERIFY(std::is_sorted(series.points.begin(), series.points.end(),
                                   [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); }));
    }

    void accuraciesArePlottedAtWholeEpochs()
    {
        const Plot plot = trainingPlot(analysis::training(*tests::trainingTrace({{1}, 3, 4})), TrainingAxis::Epochs);

        QCOMPARE(plot.series[1].points[0].x(), 1.0);
        QCOMPARE(plot.series[1].points[2].x(), 3.0);
    }

    void sweepsAreParsedFromMetricNames()
    {
        const TracePtr trace = traceWith({{Nanoseconds{1}, "sweep:speed|2 streams|n|speed-up", 1.5, 1024},
                                          {Nanoseconds{2}, "sweep:speed|2 streams|n|speed-up", 1.9, 32},
                                          {Nanoseconds{3}, "sweep:speed|4 streams|n|speed-up", 2.5, 32},
                                          {Nanoseconds{4}, "sweep:share|x=0.5", 7, 0}});

        const std::vector<Plot> plots = sweepPlots(*trace);

        QCOMPARE(plots.size(), std::size_t{2});
        QCOMPARE(plots[0].title, QStringLiteral("speed"));
        QCOMPARE(plots[0].bottom.title, QStringLiteral("n"));
        QCOMPARE(plots[0].left.title, QStringLiteral("speed-up"));
        QCOMPARE(plots[0].series.size(), std::size_t{2});
        QCOMPARE(plots[0].series[0].points.front().x(), 32.0);
        QCOMPARE(plots[1].series[0].points.front(), QPointF(0.5, 7));
        QVERIFY(!plots[0].bottom.isLogarithmic);
        QVERIFY(metricPlots(*trace).empty());
    }

    void sweepsWithoutAPlotNameShareOnePlot()
    {
        const TracePtr trace = traceWith({{Nanoseconds{1}, "sweep:one stream, ms", 5, 32},
                                          {Nanoseconds{2}, "sweep:all streams, ms", 1, 32},
                                          {Nanoseconds{3}, "sweep:one stream, ms", 4000, 4096}});

        const std::vector<Plot> plots = sweepPlots(*trace);

        QCOMPARE(plots.size(), std::size_t{1});
        QCOMPARE(plots[0].series.size(), std::size_t{2});
        QCOMPARE(plots[0].series[0].name, QStringLiteral("one stream"));
        QCOMPARE(plots[0].left.title, QStringLiteral("ms"));
        QVERIFY(plots[0].bottom.isLogarithmic && plots[0].left.isLogarithmic);
    }

    void sweepAxisIsNamedAfterTheLoopVariable()
    {
        const std::vector<MetricRecord> metrics{{Nanoseconds{1}, "sweep:ms, 2 streams", 5, 0},
                                                {Nanoseconds{2}, "sweep:ms, 2 streams", 500, 50}};

        const auto named = sweepPlots(*traceWith(
            metrics,
            "for products in (1, 50):\n    overlap.plot(f'ms, {len(streams)} streams', products, 1000 * t)\n"));
        const auto unnamed = sweepPlots(*traceWith(metrics, "overlap.plot('ms', 2 * n, t)\n"));

        QCOMPARE(named.front().bottom.title, QStringLiteral("products"));
        QVERIFY(unnamed.front().bottom.title.isEmpty());
    }

    void metricsOtherThanLossAndAccuracyGetSeparatePlots()
    {
        const std::vector<Plot> plots = metricPlots(*traceWith({{Nanoseconds{1}, "queue depth", 3, 0},
                                                                {Nanoseconds{2}, "queue depth", 5, 1},
                                                                {Nanoseconds{3}, "accept rate", 0.5, 1},
                                                                {Nanoseconds{4}, "train loss", 1, 0}}));

        QCOMPARE(plots.size(), std::size_t{2});
        QCOMPARE(plots[0].series[0].points.size(), std::size_t{2});
    }

    void pipelineModelReproducesTheMeasuredTimes()
    {
        const TracePtr trace = loops();

        const auto measured = analysis::pipelineCase(*trace, analysis::training(*trace));

        QVERIFY(measured.has_value());
        QCOMPARE(measured->times.rounds, std::int64_t{100});
        QVERIFY(std::abs(measured->times.issue - 10e-6) < 1e-7);
        QVERIFY(std::abs(measured->times.compute - 30e-6) < 1e-9);
        QVERIFY(std::abs(measured->times.notice - 5e-6) < 1e-9);
        // The pipeline model reproduces the measured times.
        QVERIFY(std::abs(measured->times.waiting() / measured->waitingSeconds - 1) < 0.01);
        QVERIFY(std::abs(measured->times.overlapped() / measured->overlappedSeconds - 1) < 0.01);
        QVERIFY(!analysis::pipelineCase(*tests::sampleTrace(tests::Sample::TwoGpus), {}));
    }

    void pipelineFormulasMatchTimesComputedByHand()
    {
        analysis::PipelineTimes times{2e-3, 2e-3, 0, 10};
        QCOMPARE(times.waiting(), 10 * 4e-3);
        QVERIFY(std::abs(times.overlapped() - 22e-3) < 1e-12);
        times.rounds = 0;
        QCOMPARE(times.overlapped(), 0.0);

        const Plot plot = pipelinePlot({2e-3, 5e-3, 1e-3, 10});
        QCOMPARE(plot.marks.size(), std::size_t{2});
        QCOMPARE(plot.marks[1].x, 2.0);
    }

    void unfreedResultsAccumulateOnlyWithoutWaits()
    {
        const TracePtr trace = loops();

        const auto live = analysis::liveCounts(*trace, {});

        QVERIFY(live.has_value());
        QCOMPARE(live->label, std::string("X"));
        QVERIFY(live->peak > 50);
        const Nanoseconds half = trace->blocks()[0].end;
        for (const auto& [time, count] : live->counts)
            if (time <= half)
                QVERIFY(count <= 2);
        QVERIFY(livePlot(*trace, {}).has_value());
        QVERIFY(!livePlot(*traceWith({}), {}));
        QVERIFY(!livePlot(*loops("X[0]"), {}));  // "X[0]" is not the name of a variable
    }

    void timingOnlyTrainingIsPlottedByEpochAndByTime()
    {
        analysis::Training training = analysis::training(*tests::trainingTrace({{1}, 3, 4}));
        training.runs[0].accuracy.clear();
        training.runs[0].loss.clear();

        const Plot byEpoch = trainingPlot(training, TrainingAxis::Epochs),
                   byTime = trainingPlot(training, TrainingAxis::Time);

        QCOMPARE(byEpoch.series[0].points.size(), byTime.series[0].points.size());
        QCOMPARE(byEpoch.series[0].points.back().x(), 3.0);
        QCOMPARE(byTime.series[0].points.back().x(), engine::toSeconds(training.runs[0].time()));
        QCOMPARE(byTime.series[0].points.back().y(), byEpoch.series[0].points.back().y());
    }

    void reasonForASlowerRunContainsOperationCountAndDecisivePart()
    {
        const TracePtr trace = tests::trainingTrace({{1, 2}, 2, 8});
        const auto training = analysis::training(*trace);
        const auto one = analysis::batchParts(*trace, training, 0), two = analysis::batchParts(*trace, training, 1);
        const auto slower = analysis::compare(one, two);

        const QString sentence = whySentence(QStringLiteral("1 GPU"), QStringLiteral("2 GPUs"), slower);

        QCOMPARE(whyTitle(QStringLiteral("2 GPUs"), slower), QStringLiteral("Why are 2 GPUs slower here?"));
        QVERIFY(sentence.contains(QString::number(slower.operationsSecond)));
        QVERIFY(sentence.contains(QString::fromStdString(analysis::nameOf(slower.decisive).english()),
                                  Qt::CaseInsensitive));
        QVERIFY(sentence.contains(QStringLiteral("more")));
        QVERIFY(whyTitle(QStringLiteral("1 GPU"), analysis::compare(two, one)).contains(QStringLiteral("faster")));
        QVERIFY(slower.hasMoreGpus && !analysis::compare(two, one).hasMoreGpus);
    }

    /// In each data row, the program issues operations nearly all of the time.
    void sentenceStatesThatMoreGpusDoNotHelpIfTheRunIsNotFaster_data()
    {
        QTest::addColumn<double>("speedUp");
        QTest::addColumn<bool>("hasMoreGpus");
        QTest::addColumn<bool>("isUseless");
        QTest::newRow("slower") << 0.9 << true << true;
        QTest::newRow("as fast") << 1.01 << true << true;
        QTest::newRow("faster") << 1.16 << true << false;
        QTest::newRow("as many GPUs") << 0.9 << false << false;
    }
    void sentenceStatesThatMoreGpusDoNotHelpIfTheRunIsNotFaster()
    {
        QFETCH(double, speedUp);
        QFETCH(bool, hasMoreGpus);
        QFETCH(bool, isUseless);
        analysis::Comparison comparison;
        comparison.speedUp = speedUp;
        comparison.hasMoreGpus = hasMoreGpus;
        comparison.isHostBound = true;
        for (const bool isIssueBound : {false, true}) {
            comparison.isIssueBound = isIssueBound;

            const QString text = whySentence(QStringLiteral("1 GPU"), QStringLiteral("2 GPUs"), comparison);

            QCOMPARE(text.endsWith(QLatin1String("more devices do not help.")), isUseless);
            QCOMPARE(text.endsWith(QLatin1String("the devices wait for it.")), !isUseless);
        }
    }

    void measuredRunsWithoutADifferenceGetNoReason()
    {
        const TracePtr trace = tests::trainingTrace({{1, 2}, 2, 8});
        const auto training = analysis::training(*trace);
        const auto one = analysis::batchParts(*trace, training, 0), two = analysis::batchParts(*trace, training, 1);

        const QString title = noDifferenceTitle(QStringLiteral("CPU"), QStringLiteral("2 CPU"), Difference::None);
        const QString few = noDifferenceTitle(QStringLiteral("CPU"), QStringLiteral("2 CPU"), Difference::OneRun);
        const QString sentence = noDifferenceSentence(QStringLiteral("CPU"), QStringLiteral("2 CPU"), one, two);

        QCOMPARE(title, QStringLiteral("CPU and 2 CPU: no difference that this machine shows"));
        QVERIFY(few.contains(QStringLiteral("too few batches")));
        QVERIFY(sentence.startsWith(QStringLiteral("A batch takes")) && sentence.endsWith(QStringLiteral("2 CPU.")));
    }
};

QTEST_MAIN(TestPlots)
#include "tst_plots.moc"
