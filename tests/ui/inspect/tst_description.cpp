#include "engine/analysis/out_of_memory.h"
#include "engine/trace/imported.h"
#include "engine/trace/recorder.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/one_operation.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/inspect/description.h"
#include "ui/inspect/life_bar.h"
#include "ui/inspect/memory_story.h"
#include "ui/look/format.h"
#include "ui/model/operation_labels.h"
#include "ui/model/visible_range.h"

#include <QTest>
#include <algorithm>
#include <numeric>

using namespace engine;
using namespace ui::inspect;
using tests::Sample;

namespace {

QString valueOf(const Description& d, const QString& name)
{
    for (const Row& row : d.rows)
        if (row.name == name)
            return row.value;
    return {};
}

/// The last issued operation with this label.
OpId lastNamed(const trace::Trace& trace, const QString& label)
{
    for (std::size_t i = trace.opCount(); i-- > 0;)
        if (nameOf(trace, OpId(i)) == label)
            return OpId(i);
    return {};
}

}  // namespace

class TestDescription : public QObject {
    Q_OBJECT

private slots:
    void timesInTheWarmUpAreCountedFromTheStartOfTheRun()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        const trace::Op& op = trace->op(OpId{5});
        QVERIFY(op.finished < ui::model::originOf(*trace));

        const Description d = describeOp(*trace, op.id, op.finished);

        const QString ran = valueOf(d, QStringLiteral("Ran"));
        QCOMPARE(ran, ui::look::intervalText(op.started, op.finished, ui::model::originOf(*trace)));
        QVERIFY2(ran.startsWith(QLatin1String("in the warm-up, 0.0")), qPrintable(ran));
        QVERIFY2(!d.why.contains(QChar(0x2212)) && d.why.contains(QLatin1String("after the start (in the warm-up)")),
                 qPrintable(d.why));
        QCOMPARE(valueOf(d, QStringLiteral("Times counted")), QStringLiteral("from line 13"));
    }

    void dependenciesOfAnImportedOperationAreShownAsNotRecorded()
    {
        trace::Recorder recorder;
        trace::RunInfo info;
        info.machine = trace::kImportedMachine;
        recorder.write(std::make_shared<const trace::RunInfo>(info));
        tests::writeOneOperation(recorder, Nanoseconds{1000}, Bytes{1});
        recorder.write(trace::EndRecord{Nanoseconds{1000}, true});
        recorder.finish();
        const trace::TracePtr trace = recorder.snapshot();

        const Description d = describeOp(*trace, OpId{0}, trace->extent());

        QVERIFY2(d.why.contains(QLatin1String("does not record dependencies")), qPrintable(d.why));
    }

    void descriptionStatesThatAnImportedTraceContainsNoWaits()
    {
        trace::Recorder recorder;
        trace::RunInfo info;
        info.machine = trace::kImportedMachine;
        recorder.write(std::make_shared<const trace::RunInfo>(info));
        tests::writeOneOperation(recorder, Nanoseconds{1000}, Bytes{1});
        recorder.write(trace::EndRecord{Nanoseconds{1000}, true});
        recorder.finish();

        const Description d = describeRun(*recorder.snapshot(), Nanoseconds{1000}, {});

        QCOMPARE(valueOf(d, QStringLiteral("The program waits")), QStringLiteral("not in this trace"));
    }

    void descriptionOfARunningMatrixProductStatesPlaceTimesAndRate()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        const OpId op = lastNamed(*trace, QStringLiteral("y[17]"));
        const trace::Op& y = trace->op(op);

        const Description d = describeOp(*trace, op, y.started + Nanoseconds{1});

        QCOMPARE(d.kindText, QStringLiteral("Compute"));
        QCOMPARE(d.stateText, QStringLiteral("running"));
        QCOMPARE(d.title, QStringLiteral("y[17] = x_gpu2.mm(x_gpu2)"));
        QCOMPARE(d.place, QStringLiteral("GPU 1, compute stream · line 23 of the listing"));
        QVERIFY(!valueOf(d, QStringLiteral("Issued, ready")).isEmpty());
        QVERIFY2(valueOf(d, QStringLiteral("Rate")).endsWith(QLatin1String(" %")), "rate with its share of the peak");
        QCOMPARE(valueOf(d, QStringLiteral("Reads")), QStringLiteral("x_gpu2 · RAW"));
        QCOMPARE(valueOf(d, QStringLiteral("Writes")), QStringLiteral("y[17] · 61.04 MiB"));
        // The described time, like the times of the ruler, counts from the start of the first timed block.
        const Nanoseconds began = y.started - trace->blocks().front().begin;
        QVERIFY2(valueOf(d, QStringLiteral("Ran")).startsWith(QString::number(engine::toSeconds(began), 'f', 4)),
                 qPrintable(valueOf(d, QStringLiteral("Ran"))));
        QCOMPARE(valueOf(d, QStringLiteral("Times counted")), QStringLiteral("from line 13"));
        QCOMPARE(d.whyTitle, QStringLiteral("Why now?"));
        QVERIFY2(d.why.startsWith(QLatin1String("The input was ready, but the stream was busy with `y[16]` until ")),
                 qPrintable(d.why));
        QCOMPARE(d.life.size(), std::size_t{2});
        QVERIFY(d.life[0].label.startsWith(QLatin1String("waits for the stream ")));
    }

    void descriptionOfACopyStatesStartCauseAndHostMemoryType_data()
    {
        using trace::CauseKind;
        QTest::addColumn<int>("cause");
        for (const CauseKind cause : {CauseKind::Stream, CauseKind::CopyEngine, CauseKind::Worker, CauseKind::Resource,
                                      CauseKind::Memory, CauseKind::Synchronise})
            QTest::addRow("%d", static_cast<int>(cause)) << static_cast<int>(cause);
    }

    void descriptionOfACopyStatesStartCauseAndHostMemoryType()
    {
        QFETCH(int, cause);
        const auto memory = trace::HostMemory::PinnedPool;
        trace::Recorder recorder;
        tests::writeOneOperation(recorder, Nanoseconds{1}, Bytes{1});
        trace::IssueRecord issue;
        issue.op = OpId{1};
        issue.kind = trace::Kind::CopyOut;
        issue.device = DeviceId{0};
        issue.hostMemory = memory;
        recorder.write(issue);
        trace::LifeRecord life;
        life.op = OpId{1};
        life.lane = LaneId{0};
        life.started = Nanoseconds{1000};
        life.finished = Nanoseconds{2000};
        life.startCause = {static_cast<trace::CauseKind>(cause), OpId{0}};
        recorder.write(life);
        recorder.finish();
        const trace::TracePtr trace = recorder.snapshot();

        const Description d = describeOp(*trace, OpId{1}, trace->extent());

        const QString waited = ui::model::waitedFor(*trace, trace->op(OpId{1}));
        QVERIFY(!waited.isEmpty());
        QVERIFY2(d.life.front().label.startsWith(QStringLiteral("waits for %1 ").arg(waited)),
                 qPrintable(d.life.front().label));
        QVERIFY(std::ranges::any_of(d.rows,
                                    [&](const Row& row) { return row.value == ui::model::hostMemoryName(memory); }));
    }

    void descriptionOfACopyStatesItsSourceAndTheCopyEngine()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);
        const OpId op = lastNamed(*trace, QStringLiteral("y_cpu[3]"));

        const Description d = describeOp(*trace, op, trace->op(op).started + Nanoseconds{1});

        QCOMPARE(d.kindText, QStringLiteral("Copy to host"));
        QCOMPARE(d.title, QStringLiteral("y_cpu[3] ← y[3]"));
        QVERIFY2(d.why.contains(QLatin1String("`y[3]` was ready at ")), qPrintable(d.why));
        QVERIFY(d.why.contains(QLatin1String("the copy engine towards the CPU was busy with `y_cpu[2]`")));
        QCOMPARE(d.life.size(), std::size_t{3});
        QCOMPARE(valueOf(d, QStringLiteral("Reads")), QStringLiteral("y[3] on GPU 0 · RAW"));
    }

    void descriptionShowsTheStateOfTheOperationAtThePlayhead()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        const OpId op = lastNamed(*trace, QStringLiteral("y[17]"));
        const trace::Op& y = trace->op(op);

        QCOMPARE(describeOp(*trace, op, y.issueBegin - Nanoseconds{1}).stateText, QStringLiteral("not issued"));
        QCOMPARE(describeOp(*trace, op, y.issued).stateText, QStringLiteral("queued"));
        QCOMPARE(describeOp(*trace, op, y.started).stateText, QStringLiteral("running"));
        QCOMPARE(describeOp(*trace, op, y.finished).stateText, QStringLiteral("done"));
        const Description waiting = describeOp(*trace, op, y.started - Nanoseconds{1000});
        QCOMPARE(waiting.whyTitle, QStringLiteral("Why not yet?"));
        QVERIFY2(waiting.why.contains(QLatin1String("`y[16]`")), qPrintable(waiting.why));
    }

    void descriptionOfASkippedOperationStatesTheFailedOne()
    {
        trace::Store store;
        store.apply(trace::DeviceRecord{DeviceId(0), trace::DeviceKind::Cpu, "CPU", "", {}, {}, 0});
        store.apply(trace::LaneRecord{LaneId(0), DeviceId(0), trace::LaneRole::CpuWorker, 0, "compute", 0});
        store.apply(trace::NameRecord{NameId(0), "dot"});
        store.apply(trace::NameRecord{NameId(1), "a"});
        for (int i = 0; i < 2; ++i) {
            trace::IssueRecord issue;
            issue.op = OpId(i);
            issue.begin = issue.end = Nanoseconds{i};
            issue.name = NameId(0);
            issue.label = i == 0 ? NameId(1) : NameId{};
            issue.device = DeviceId(0);
            store.apply(issue);
        }
        trace::LifeRecord life;
        life.op = OpId(0);
        life.lane = LaneId(0);
        life.finished = Nanoseconds{10};
        life.state = trace::OpState::Failed;
        store.apply(life);
        life.op = OpId(1);
        life.lane = {};
        life.state = trace::OpState::Skipped;
        life.culprit = OpId(0);
        store.apply(life);
        const trace::TracePtr trace = store.snapshot();

        const Description failed = describeOp(*trace, OpId(0), Nanoseconds{20});
        const Description skipped = describeOp(*trace, OpId(1), Nanoseconds{20});

        QCOMPARE(failed.stateText, QStringLiteral("failed"));
        QCOMPARE(skipped.stateText, QStringLiteral("skipped"));
        QVERIFY(skipped.why.contains(QLatin1String("`a`, which failed")));
    }

    /// The CPU is busy with the first operation when the second one is issued, but free before the second one starts.
    void descriptionStatesThatTheLaneBecameFreeBeforeTheStart()
    {
        const auto us = [](int t) { return Nanoseconds{1000 * t}; };
        trace::Store store;
        store.apply(trace::DeviceRecord{DeviceId(0), trace::DeviceKind::Cpu, "CPU", "", {}, {}, 0});
        store.apply(trace::LaneRecord{LaneId(0), DeviceId(0), trace::LaneRole::CpuWorker, 0, "compute", 0});
        for (int i = 0; i < 2; ++i) {
            trace::IssueRecord issue;
            issue.op = OpId(i);
            issue.begin = issue.end = us(20 * i);
            issue.device = DeviceId(0);
            store.apply(issue);
            trace::LifeRecord life;
            life.op = OpId(i);
            life.lane = LaneId(0);
            life.ready = us(20 * i);
            life.readyCause.kind = life.startCause.kind = trace::CauseKind::Issued;
            life.started = us(45 * i);
            life.finished = us(45 * i + 30);
            store.apply(life);
        }
        const trace::TracePtr trace = store.snapshot();

        const QString first = describeOp(*trace, OpId(0), us(50)).why, second = describeOp(*trace, OpId(1), us(50)).why;

        QVERIFY2(first.startsWith(QLatin1String("Nothing delayed it: the CPU was free")), qPrintable(first));
        QVERIFY2(second.contains(QLatin1String("and the CPU was free by then.")), qPrintable(second));
    }

    void waitDescriptionStatesWhichDevicesTheProgramWaitsFor()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        const std::size_t last = trace->waits().size() - 1;

        const Description d = describeWait(*trace, last, trace->waits()[last].begin);

        QCOMPARE(d.kindText, QStringLiteral("Wait"));
        QCOMPARE(d.stateText, QStringLiteral("waiting"));
        QCOMPARE(valueOf(d, QStringLiteral("Waits for")), QStringLiteral("all streams of GPU 0"));
        QVERIFY2(d.why.contains(QLatin1String("It does not wait for GPU 1")), qPrintable(d.why));
    }

    void descriptionOfATimedBlockStatesWorkThatContinuesAfterIt()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        ui::model::RunContext context;
        context.bookResults.insert(QStringLiteral("GPU1 & GPU2"), 0.5);

        const Description first = describeBlock(*trace, 0, context);
        const Description last = describeBlock(*trace, 2, context);

        QCOMPARE(valueOf(first, QStringLiteral("Printed")), QStringLiteral("0.4967 s"));
        QVERIFY(valueOf(first, QStringLiteral("The book prints")).isEmpty());
        QCOMPARE(valueOf(last, QStringLiteral("The book prints")), QStringLiteral("0.5000 s"));
        QCOMPARE(valueOf(last, QStringLiteral("Operations issued")), QStringLiteral("100"));
        QVERIFY2(last.why.contains(QLatin1String("GPU 1 continues for")), qPrintable(last.why));
        QVERIFY(first.why.startsWith(QLatin1String("All work of the block was complete")));
    }

    /// The printed time is that of the first repeat. The displayed run is another repeat.
    void descriptionOfARepeatedTimedBlockStatesPrintedTimeAndMedian()
    {
        auto repeats = std::make_shared<engine::analysis::Repeats>();
        repeats->makespan.samples = 5;
        repeats->blocks.assign(1, {5, 0.49, 0.4912, 0.4922, 0.4932});
        ui::model::RunContext context;
        context.repeats = repeats;
        trace::Recorder first;
        first.write(trace::BlockRecord{Nanoseconds{0}, Nanoseconds{300'000'000}, 1, "GPU1 time", 0.3, false});
        first.finish();
        context.printed = first.snapshot();

        const Description d = describeBlock(*tests::sampleTrace(Sample::TwoGpus), 0, context);

        QCOMPARE(valueOf(d, QStringLiteral("Printed, first run")), QStringLiteral("0.3000 s"));
        QCOMPARE(valueOf(d, QStringLiteral("Median, quartiles")), QStringLiteral("0.492 s (0.491–0.493)"));
        QCOMPARE(valueOf(describeBlock(*tests::sampleTrace(Sample::TwoGpus), 1, context), QStringLiteral("Printed")),
                 QStringLiteral("0.5151 s"));
    }

    void invalidIndexesGiveEmptyDescriptions()
    {
        QVERIFY(!describeRun(*tests::sampleTrace(Sample::TwoGpus), {}).rows.empty());
        QCOMPARE(describeRun(*trace::Store().snapshot(), {}).title, QStringLiteral("No run yet"));
        QVERIFY(describeOp(*tests::sampleTrace(Sample::Empty), OpId(5), {}).title.isEmpty());
        QVERIFY(describeWait(*tests::sampleTrace(Sample::Empty), 5, {}).title.isEmpty());
        QVERIFY(describeBlock(*tests::sampleTrace(Sample::Empty), 5, {}).title.isEmpty());
    }

    void blocksOfTheOutOfMemoryExplanationAreNamed()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::OutOfMemory);
        const auto cause = analysis::outOfMemory(*trace);
        QVERIFY(cause.has_value());

        const std::vector<BlockGroup> groups = groupsOf(*trace, cause->blocks);

        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups.front().count, 45);
        QCOMPARE(groups.front().size, Bytes{62 * kMiB.value});
        QCOMPARE(groups.front().names, QStringLiteral("x_gpu1 and 44 products"));
        QCOMPARE(wordFor(*trace, cause->ahead), QStringLiteral("products"));
    }

    void partsOfTheLifeBarAddUpToItsWidthAndHaveAMinimumWidth()
    {
        const std::vector<LifePart> parts{{LifePart::Role::Input, Nanoseconds{1}, {}},
                                          {LifePart::Role::Waiting, Nanoseconds{1'000'000'000}, {}},
                                          {LifePart::Role::Running, Nanoseconds{5}, {}}};

        const std::vector<double> widths = lifeWidths(parts, 276, 15, 1);

        QCOMPARE(std::accumulate(widths.begin(), widths.end(), 2.0), 276.0);
        QVERIFY(widths.front() >= 15 && widths.back() >= 15);
        QVERIFY(lifeWidths({}, 276, 15, 1).empty());
        QCOMPARE(lifeWidths({{LifePart::Role::Running, Nanoseconds{0}, {}}}, 100, 15, 1).front(), 100.0);
    }
};

QTEST_APPLESS_MAIN(TestDescription)
#include "tst_description.moc"
