#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/runs/bench_without_window.h"
#include "ui/run_choice/compare_sides.h"

#include <QSignalSpy>
#include <QTest>

using engine::trace::PlatformKind;
using engine::trace::TracePtr;
using tests::FakeFrontEnd;
using tests::Sample;
using ui::compare::Which;
using ui::run_choice::CompareSides;
using ui::run_choice::CompareSource;

/// Tests the two sides of a comparison, and the runs that are pending for them.
class TestCompareSides : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void sideThatFollowsTheDisplayedRunIsUpdatedWithIt();
    void pendingRunOfASideMovesWithTheSide();
    void anotherChoiceOrComparisonReplacesThePendingRunOfASide();
    void trustedListingRunsUnaskedOnlyOnVirtualMachines();
    void bothSidesAreRunAgainOnTheirMachines();
    void sideOnThisComputerIsNotRunAgain();
    void resultOfAnAbandonedComparisonIsDropped();
    void reasonOfARefusedRunIsReported();

private:
    [[nodiscard]] static CompareSource keptSide(Sample sample)
    {
        return CompareSource::kept({tests::sampleTrace(sample), {}});
    }
    /// Makes a side that is run again on `machine`.
    [[nodiscard]] CompareSource repeatedOn(const std::string& machine) const
    {
        CompareSource source = keptSide(Sample::TwoGpus);
        source.request = [this, machine] {
            auto request = m_bench->bench().document.request();
            request.machine = machine;
            return request;
        };
        return source;
    }
    [[nodiscard]] TracePtr traceOf(Which which) const { return m_sides->compared(which).side.trace; }

    std::unique_ptr<tests::BenchWithoutWindow> m_bench;
    std::unique_ptr<CompareSides> m_sides;
    std::vector<engine::device::MachineInfo> m_machines{
        {"virtual", "Virtual", PlatformKind::Virtual, 2, "/m/virtual.json", {}, {}},
        {"real", "Real", PlatformKind::Real, 0, "", {}, {}}};
};

/// Opens a program and displays a run of it.
void TestCompareSides::init()
{
    const engine::frontend::Program program = FakeFrontEnd::program("13.3.1", "wait()\n");
    m_bench = std::make_unique<tests::BenchWithoutWindow>(std::vector{program});
    m_sides = std::make_unique<CompareSides>(
        m_bench->bench(),
        CompareSides::Machines{[this]() -> const auto& { return m_machines;
}
, [] { return QString(); }
});
QTRY_COMPARE(m_bench->bench().controller.state(), ui::runs::RunController::State::Idle);
m_bench->bench().document.open(program, engine::frontend::Dialect::Torch);
auto info = std::make_shared<engine::trace::RunInfo>();
info->program = program.id;
engine::trace::Store store;
store.apply(engine::trace::RunRecord(info));
m_bench->bench().feed.show(store.snapshot(), {});
}

void TestCompareSides::cleanup()
{
    m_sides.reset();
    m_bench.reset();
}

void TestCompareSides::sideThatFollowsTheDisplayedRunIsUpdatedWithIt()
{
    m_sides->set(keptSide(Sample::TwoGpus), {});
    const TracePtr kept = traceOf(Which::A);
    const TracePtr next = tests::sampleTrace(Sample::TwoGpusOverlap);

    m_bench->bench().feed.show(next, {});

    QCOMPARE(traceOf(Which::A), kept);
    QCOMPARE(traceOf(Which::B), next);
    QVERIFY(m_sides->areFollowing());
    m_sides->replace(Which::B, keptSide(Sample::CopyOverlap));
    QVERIFY(!m_sides->areFollowing());
}

void TestCompareSides::pendingRunOfASideMovesWithTheSide()
{
    m_sides->set(keptSide(Sample::TwoGpus), {});
    const TracePtr kept = traceOf(Which::A);
    const quint64 choice = m_sides->await(Which::A);
    QCOMPARE(m_sides->sideThatAwaits(choice), std::optional(Which::A));
    QSignalSpy changed(m_sides.get(), &CompareSides::changed);

    m_sides->swap();

    QCOMPARE(changed.size(), 1);
    QCOMPARE(m_sides->sideThatAwaits(choice), std::optional(Which::B));
    QCOMPARE(traceOf(Which::B), kept);
}

void TestCompareSides::anotherChoiceOrComparisonReplacesThePendingRunOfASide()
{
    m_sides->set({}, {});
    const quint64 first = m_sides->await(Which::A);
    const quint64 second = m_sides->await(Which::A);
    QVERIFY(!m_sides->sideThatAwaits(first));
    QCOMPARE(m_sides->sideThatAwaits(second), std::optional(Which::A));

    m_sides->set({}, {});
    QVERIFY(!m_sides->sideThatAwaits(second));

    const quint64 third = m_sides->await(Which::B);
    m_sides->abandon();
    QVERIFY(!m_sides->sideThatAwaits(third));
}

void TestCompareSides::trustedListingRunsUnaskedOnlyOnVirtualMachines()
{
    QVERIFY(m_sides->canRunUnasked(QStringLiteral("virtual")));
    QVERIFY(!m_sides->canRunUnasked(QStringLiteral("real")));
    QVERIFY(!m_sides->canRunUnasked(QStringLiteral("missing")));

    m_bench->bench().document.setTrusted(false);
    QVERIFY(!m_sides->canRunUnasked(QStringLiteral("virtual")));

    m_bench->bench().document.setTrusted(true);
    m_bench->bench().feed.show(tests::sampleTrace(Sample::CopyOverlap), {});  // displays a run of another program
    QVERIFY(!m_sides->canRunUnasked(QStringLiteral("virtual")));
}

void TestCompareSides::bothSidesAreRunAgainOnTheirMachines()
{
    m_sides->set(repeatedOn("virtual"), repeatedOn("virtual"));
    const TracePtr before = traceOf(Which::A);
    QSignalSpy changed(m_sides.get(), &CompareSides::changed);

    m_sides->runAgain();

    QVERIFY(changed.wait());
    QCOMPARE(changed.size(), 1);  // emitted once, after both runs
    QVERIFY(traceOf(Which::A) != before && traceOf(Which::B) != before);
    QCOMPARE(traceOf(Which::A)->run().machine, std::string("virtual"));
}

void TestCompareSides::sideOnThisComputerIsNotRunAgain()
{
    m_sides->set(repeatedOn("real"), keptSide(Sample::TwoGpus));
    const TracePtr before = traceOf(Which::A);
    QSignalSpy changed(m_sides.get(), &CompareSides::changed);

    m_sides->runAgain();

    QCOMPARE(changed.size(), 1);
    QCOMPARE(traceOf(Which::A), before);
    QCOMPARE(m_bench->frontEnd().runs.load(), 0);
}

void TestCompareSides::resultOfAnAbandonedComparisonIsDropped()
{
    m_sides->set(repeatedOn("virtual"), keptSide(Sample::TwoGpus));
    const TracePtr before = traceOf(Which::A);
    m_bench->frontEnd().isHeld = true;
    m_sides->runAgain();
    QTRY_COMPARE(m_bench->frontEnd().runs.load(), 1);
    m_sides->abandon();
    QSignalSpy changed(m_sides.get(), &CompareSides::changed);
    bool isAnswered = false;

    m_bench->frontEnd().isHeld = false;
    // Predictions are answered in the order of their requests.
    m_bench->bench().controller.thread().predict(m_bench->bench().document.request(), this,
                                                 [&](const auto&) { isAnswered = true; });

    QTRY_VERIFY(isAnswered);
    QCOMPARE(changed.size(), 0);
    QCOMPARE(traceOf(Which::A), before);
}

void TestCompareSides::reasonOfARefusedRunIsReported()
{
    m_sides->set(repeatedOn("virtual"), {});
    m_bench->frontEnd().isRefusing = true;
    QSignalSpy failed(m_sides.get(), &CompareSides::failed);

    m_sides->runAgain();

    QVERIFY(failed.wait());
    QCOMPARE(failed.size(), 1);
}

QTEST_MAIN(TestCompareSides)
#include "tst_compare_sides.moc"
