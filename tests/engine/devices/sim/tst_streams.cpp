#include "tests/engine/devices/sim/semantics.h"

using namespace simtest;
using device::Semantics;
using device::StreamKind;
using ops::Operator;

namespace {

/// Products that use a twentieth of a V100 and take a millisecond: two of them can run together.
class ThinProducts {
public:
    explicit ThinProducts(Driver& driver) : d(driver), m_a(d.tensor(d.gpu(0), kA)), m_b(d.tensor(d.gpu(0), kB))
    {
        static_cast<void>(d.apply(Operator::Fill, d.gpu(0), {}, m_a, {}, kA));
        static_cast<void>(d.apply(Operator::Fill, d.gpu(0), {}, m_b, {}, kB));
        for (int i = 0; i < 3; ++i)
            static_cast<void>(next({}));
        static_cast<void>(d.platform().waitAll({}));
    }
    OpId next(std::optional<StreamId> stream)
    {
        static_cast<void>(d.apply(Operator::MatMul, d.gpu(0), {m_a, m_b}, d.tensor(d.gpu(0), {256, 256}), {kA, kB},
                                  {256, 256}, device::DispatchClass::Free, stream));
        return d.lastOp;
    }

private:
    static constexpr ops::Shape kA{256, 100'000};
    static constexpr ops::Shape kB{100'000, 256};
    Driver& d;
    VariableId m_a;
    VariableId m_b;
};

}  // namespace

/// Tests the order that streams, events and waits guarantee; the numbers in the names refer to
/// engine/device/INVARIANTS.md.
class TestStreams : public QObject {
    Q_OBJECT

private slots:
    void streamsOverlapUnlessAnEventOrdersThem_invariant17();
    void recordingAnEventAgainDoesNotChangeEarlierWaits_invariant17();
    void elapsedTimeBetweenEventsIsMeasuredOnTheStream_invariant17();
    void eventOfAnEmptyStreamIsDone_invariant17();
    void legacyStreamIsABarrierForBlockingStreams_invariant18();
    void synchronizeWaitsForOneDevice_invariant19();
    void waitallWaitsForAllDevices_invariant19();
    void copyBetweenGpusIsOrderedWithWorkOfTheTargetGpu();
};

void TestStreams::streamsOverlapUnlessAnEventOrdersThem_invariant17()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    ThinProducts thin(d);
    const StreamId s1 = *d.platform().streams().create(d.gpu(0));
    const StreamId s2 = *d.platform().streams().create(d.gpu(0));

    const OpId a = thin.next(s1);
    const OpId b = thin.next(s2);
    const EventId done = *d.platform().streams().record(s1);
    d.platform().streams().wait(s2, done);
    const OpId c = thin.next(s2);
    QVERIFY(!d.platform().streams().isDone(done));
    d.waitall();

    QVERIFY(overlap(d.records.life(a), d.records.life(b)));
    QVERIFY(d.records.life(c).started >= d.records.life(a).finished);
    QVERIFY(d.platform().streams().isDone(done));
}

void TestStreams::recordingAnEventAgainDoesNotChangeEarlierWaits_invariant17()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    ThinProducts thin(d);
    const StreamId s1 = *d.platform().streams().create(d.gpu(0));
    const StreamId s2 = *d.platform().streams().create(d.gpu(0));

    const OpId a = thin.next(s1);
    const EventId event = *d.platform().streams().record(s1);
    d.platform().streams().wait(s2, event);
    const OpId b = thin.next(s1);
    QVERIFY(d.platform().streams().recordAgain(event, s1));
    const OpId c = thin.next(s2);
    d.waitall();

    QVERIFY(d.records.life(c).started >= d.records.life(a).finished);
    QVERIFY(d.records.life(c).started < d.records.life(b).finished);
}

void TestStreams::elapsedTimeBetweenEventsIsMeasuredOnTheStream_invariant17()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const StreamId s = d.platform().streams().current(d.gpu(0));
    const VariableId x = d.uniform(d.gpu(0), kN);
    d.sync(d.gpu(0));

    const EventId before = *d.platform().streams().record(s);
    static_cast<void>(d.run(x, d.gpu(0), kN, 10));
    const EventId after = *d.platform().streams().record(s);
    QCOMPARE(d.platform().streams().elapsed(before, after).error().code, ErrorCode::Unavailable);
    QVERIFY(d.platform().streams().synchronize(after, {}));

    const double seconds = toSeconds(*d.platform().streams().elapsed(before, after));
    QVERIFY2(seconds > 0.0993 && seconds < 0.101, qPrintable(QString::number(seconds)));
}

void TestStreams::eventOfAnEmptyStreamIsDone_invariant17()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    ThinProducts thin(d);
    const StreamId s = *d.platform().streams().create(d.gpu(0));

    const EventId event = *d.platform().streams().record(s);

    QVERIFY(d.platform().streams().isDone(event));
    d.platform().streams().wait(s, event);
    static_cast<void>(thin.next(s));
    d.waitall();
}

void TestStreams::legacyStreamIsABarrierForBlockingStreams_invariant18()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    ThinProducts thin(d);
    const StreamId legacy = *d.platform().streams().create(d.gpu(0), StreamKind::Legacy);
    const StreamId blocking = *d.platform().streams().create(d.gpu(0), StreamKind::Blocking);
    const StreamId free = *d.platform().streams().create(d.gpu(0), StreamKind::NonBlocking);

    const OpId inBlocking = thin.next(blocking);
    const OpId inLegacy = thin.next(legacy);
    const OpId inFree = thin.next(free);
    const OpId later = thin.next(blocking);
    d.waitall();

    QVERIFY(d.records.life(inLegacy).started >= d.records.life(inBlocking).finished);
    QVERIFY(d.records.life(later).started >= d.records.life(inLegacy).finished);
    QVERIFY(overlap(d.records.life(inFree), d.records.life(inBlocking)));
}

void TestStreams::synchronizeWaitsForOneDevice_invariant19()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x1 = d.uniform(d.gpu(0), kN);
    const VariableId x2 = d.uniform(d.gpu(1), kN);
    static_cast<void>(d.run(x1, d.gpu(0), kN, 10));
    static_cast<void>(d.run(x2, d.gpu(1), kN, 20));

    d.sync(d.gpu(0));

    QVERIFY(d.platform().pending() > 0);
    const trace::WaitRecord& wait = d.records.waits.back();
    QCOMPARE(wait.target, trace::WaitTarget::Device);
    QCOMPARE(wait.device, d.gpu(0));
    QCOMPARE(wait.releasedBy.index, 11U);  // the last product on GPU 0
    d.sync(d.gpu(0));
    QVERIFY(!d.records.waits.back().releasedBy.isValid());
}

void TestStreams::waitallWaitsForAllDevices_invariant19()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        Driver d(machine("book-v100"), options(semantics));
        const VariableId x1 = d.uniform(d.gpu(0), kN);
        const VariableId x2 = d.uniform(d.gpu(1), kN);
        static_cast<void>(d.run(x1, d.gpu(0), kN, 5));
        static_cast<void>(d.toHost(d.run(x2, d.gpu(1), kN, 5), kN, true));

        d.waitall();

        QCOMPARE(d.platform().pending(), std::int64_t{0});
        for (const trace::LifeRecord& life : d.records.lives)
            QVERIFY(life.finished <= d.platform().now());
        QCOMPARE(d.records.lives.size(), d.records.issues.size());
    }
}

void TestStreams::copyBetweenGpusIsOrderedWithWorkOfTheTargetGpu()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);
    const VariableId busy = d.uniform(d.gpu(1), kN);
    d.waitall();
    static_cast<void>(d.mm(busy, d.gpu(1), kN));
    const OpId before = d.lastOp;
    const VariableId y = d.tensor(d.gpu(1), {kN, kN});
    QVERIFY(d.apply(Operator::Copy, d.gpu(1), {x}, y, {{kN, kN}}, {kN, kN}));
    const OpId copy = d.lastOp;
    static_cast<void>(d.mm(busy, d.gpu(1), kN));
    const OpId after = d.lastOp;
    d.sync(d.gpu(1));

    QVERIFY(d.records.life(copy).started >= d.records.life(before).finished);
    QVERIFY(d.records.life(after).started >= d.records.life(copy).finished);
    // NVLink: 64 MB at 47.9 GB/s.
    const double seconds = toSeconds(d.records.life(copy).finished - d.records.life(copy).started);
    QVERIFY(std::abs(seconds - 64e6 / 47.9e9) < 5e-6);
    QCOMPARE(d.records.role(d.records.life(copy).lane), trace::LaneRole::CopyPeer);
}

QTEST_APPLESS_MAIN(TestStreams)
#include "tst_streams.moc"
