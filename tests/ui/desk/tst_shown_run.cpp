#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/runs/bench_without_window.h"
#include "ui/desk/shown_run.h"

#include <QTest>

using engine::Nanoseconds;
using engine::trace::TracePtr;
using tests::Sample;
using ui::desk::ShownRun;
using ui::model::TimeRange;

/// Tests scope, visible range and playhead of a displayed run.
class TestShownRun : public QObject {
    Q_OBJECT

private slots:
    void init();
    void scopeOfAnOpenedProgramIsItsLastTimedBlock();
    void scopeOfAnOpenedTrainingIsTheWholeRun();
    void chosenScopeIsKeptUntilAnotherProgramOpens();
    void scopeIsReplacedIfTheRunLacksItsBlock();
    void rangeOfTheLastSessionIsShownForTheFirstProgramOnly_data();
    void rangeOfTheLastSessionIsShownForTheFirstProgramOnly();
    void playheadIsAtTheEndForInstantPaceAndAtTheStartForAReplay();
    void onlyAReplayThatStoppedBeforeItsEndIsPaused();
    void openedTraceCountsAsAFileUntilARunOfTheListingIsAnnounced();
    void clearedDisplayShowsNoProgram();

private:
    /// Displays a run of the listing.
    void run(ShownRun& shown, const TracePtr& trace)
    {
        m_bench->bench().feed.show(trace, {});
        shown.expectRun();
        shown.showRun(QStringLiteral("p"));
    }
    [[nodiscard]] int block() const { return m_bench->bench().selection.block(); }
    [[nodiscard]] static int lastBlockOf(const TracePtr& trace) { return static_cast<int>(trace->blocks().size()) - 1; }

    std::unique_ptr<tests::BenchWithoutWindow> m_bench;
};

void TestShownRun::init()
{
    m_bench = std::make_unique<tests::BenchWithoutWindow>(std::vector<engine::frontend::Program>());
    m_bench->bench().playhead.setPace(ui::model::Pace::Instant);
}

void TestShownRun::scopeOfAnOpenedProgramIsItsLastTimedBlock()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
    QVERIFY(lastBlockOf(trace) > 0);

    run(shown, trace);

    QCOMPARE(block(), lastBlockOf(trace));
    QVERIFY(shown.isOf(QStringLiteral("p")) && !shown.isOf(QStringLiteral("q")) && !shown.isFile());
}

void TestShownRun::scopeOfAnOpenedTrainingIsTheWholeRun()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    engine::trace::Store store;
    store.apply(std::make_shared<const engine::trace::RunInfo>());
    store.apply(engine::trace::BlockRecord{Nanoseconds{0}, Nanoseconds{100}, 1, "epoch", 1e-7, false});
    store.apply(engine::trace::StepRecord{Nanoseconds{0}, Nanoseconds{50}});
    m_bench->bench().selection.setBlock(0);

    run(shown, store.snapshot());

    QCOMPARE(block(), -1);
}

void TestShownRun::chosenScopeIsKeptUntilAnotherProgramOpens()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
    run(shown, trace);
    m_bench->bench().selection.setBlock(0);

    run(shown, tests::sampleTrace(Sample::TwoGpus));
    QCOMPARE(block(), 0);

    shown.expectOther();
    run(shown, trace);
    QCOMPARE(block(), lastBlockOf(trace));
}

void TestShownRun::scopeIsReplacedIfTheRunLacksItsBlock()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    run(shown, tests::sampleTrace(Sample::TwoGpus));
    engine::trace::Store store;
    store.apply(std::make_shared<const engine::trace::RunInfo>());
    store.apply(engine::trace::BlockRecord{Nanoseconds{0}, Nanoseconds{100}, 1, "only", 1e-7, false});

    run(shown, store.snapshot());

    QCOMPARE(block(), 0);
}

void TestShownRun::rangeOfTheLastSessionIsShownForTheFirstProgramOnly_data()
{
    QTest::addColumn<int>("endInPercent");
    QTest::addColumn<bool>("isUsed");
    QTest::newRow("within the run") << 50 << true;
    QTest::newRow("of a run that was longer") << 190 << true;
    QTest::newRow("of a much longer run") << 210 << false;
}

void TestShownRun::rangeOfTheLastSessionIsShownForTheFirstProgramOnly()
{
    QFETCH(int, endInPercent);
    QFETCH(bool, isUsed);
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
    ShownRun withoutStored(m_bench->bench(), {}, nullptr);
    run(withoutStored, trace);
    const TimeRange opening = m_bench->bench().range.range();
    ShownRun shown(m_bench->bench(), TimeRange{trace->extent() / 10, trace->extent() * endInPercent / 100}, nullptr);

    run(shown, trace);
    QCOMPARE(m_bench->bench().range.range() != opening, isUsed);

    shown.expectOther();
    run(shown, trace);
    QCOMPARE(m_bench->bench().range.range(), opening);
}

void TestShownRun::playheadIsAtTheEndForInstantPaceAndAtTheStartForAReplay()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
    ui::model::Playhead& playhead = m_bench->bench().playhead;

    run(shown, trace);
    QVERIFY(playhead.time() > Nanoseconds{0} && !playhead.isPlaying());

    playhead.setPace(ui::model::Pace::SlowMotion);
    run(shown, trace);
    QCOMPARE(playhead.time(), Nanoseconds{0});
    QVERIFY(playhead.isPlaying());
}

void TestShownRun::onlyAReplayThatStoppedBeforeItsEndIsPaused()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    ui::model::Playhead& playhead = m_bench->bench().playhead;
    playhead.setPace(ui::model::Pace::SlowMotion);
    run(shown, tests::sampleTrace(Sample::TwoGpus));
    QVERIFY(!shown.isPaused());

    playhead.pause();
    QVERIFY(shown.isPaused());

    playhead.play();
    playhead.setTime(playhead.extent());
    playhead.pause();
    QVERIFY(!shown.isPaused());
}

void TestShownRun::openedTraceCountsAsAFileUntilARunOfTheListingIsAnnounced()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

    shown.showFile(trace, {});
    QVERIFY(shown.isFile());
    QCOMPARE(m_bench->bench().feed.trace(), trace);
    QCOMPARE(block(), lastBlockOf(trace));

    shown.expectRun();
    QVERIFY(!shown.isFile());
}

void TestShownRun::clearedDisplayShowsNoProgram()
{
    ShownRun shown(m_bench->bench(), {}, nullptr);
    run(shown, tests::sampleTrace(Sample::TwoGpus));

    shown.clear({});

    QVERIFY(!shown.isOf(QStringLiteral("p")) && !shown.isPaused());
    QCOMPARE(m_bench->bench().feed.trace()->opCount(), std::size_t{0});
}

QTEST_MAIN(TestShownRun)
#include "tst_shown_run.moc"
