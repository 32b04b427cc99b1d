#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/model/operation_labels.h"
#include "ui/model/operations_model.h"
#include "ui/model/refused.h"
#include "ui/model/trace_feed.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using tests::Sample;
using ui::model::OperationsModel;
using ui::model::TraceFeed;

class TestFeed : public QObject {
    Q_OBJECT

private slots:
    void feedAlwaysHasATrace();
    void followedRunEmitsExtendedOncePerTickUntilItEnds();
    void feedEmitsReplacedIfARankGetsANewLane();
    void tableModelStaysValidWhenARunIsReplacedAndExtended();
    void tableShowsTheOperationsOfTheTrace();
    void anotherRunResetsTheTableOnce();
    void everyCellOfTheOperationTableHasData();
    void accessibleTextContainsOperationTimeAndState();
    void refusedOperationIsLabelledWithTheNextIndex();
};

void TestFeed::refusedOperationIsLabelledWithTheNextIndex()
{
    QCOMPARE(ui::model::refusedLabel(*tests::sampleTrace(Sample::OutOfMemory)), QStringLiteral("y[44]"));
    QVERIFY(ui::model::refusedLabel(*tests::sampleTrace(Sample::TwoGpus)).isEmpty());
}

void TestFeed::feedAlwaysHasATrace()
{
    TraceFeed feed;
    QVERIFY(feed.trace() != nullptr);

    feed.show(nullptr, {});

    QVERIFY(feed.trace() != nullptr);
    QCOMPARE(feed.trace()->opCount(), std::size_t{0});
}

void TestFeed::followedRunEmitsExtendedOncePerTickUntilItEnds()
{
    auto recorder = std::make_shared<engine::trace::Recorder>();
    TraceFeed feed;
    QSignalSpy replaced(&feed, &TraceFeed::replaced);
    QSignalSpy extended(&feed, &TraceFeed::extended);

    feed.follow(recorder, {});
    QVERIFY(feed.isFollowing());
    tests::write(Sample::TwoGpus, *recorder);
    recorder->finish();

    QTRY_VERIFY(!feed.isFollowing());
    QCOMPARE(feed.trace()->opCount(), std::size_t{302});
    QCOMPARE(replaced.count(), 1);
    QVERIFY(extended.count() >= 1 && extended.count() < 10);
}

/// Lanes are numbered rank by rank, so a new lane of a rank changes the numbers of the lanes of later ranks.
void TestFeed::feedEmitsReplacedIfARankGetsANewLane()
{
    const auto overviewOf = [](int layers, bool hasAllRanks) {
        tests::RanksPlan plan;
        plan.layers = layers;
        plan.ranks = hasAllRanks ? 4 : 3;
        return engine::ranks::overviewOf(tests::sampleRanks(plan));
    };
    auto recorder = std::make_shared<engine::trace::Recorder>();
    recorder->show(overviewOf(4, false));
    TraceFeed feed;
    feed.follow(recorder, {});
    QSignalSpy replaced(&feed, &TraceFeed::replaced);
    QSignalSpy extended(&feed, &TraceFeed::extended);

    feed.finishFollowing(overviewOf(6, false));

    QCOMPARE(extended.count(), 1);
    QCOMPARE(replaced.count(), 0);
    feed.finishFollowing(overviewOf(6, true));
    QCOMPARE(replaced.count(), 1);
}

void TestFeed::tableModelStaysValidWhenARunIsReplacedAndExtended()
{
    TraceFeed feed;
    OperationsModel model(feed);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);

    feed.show(tests::sampleTrace(Sample::Elementwise), {});
    QCOMPARE(model.rowCount(), 4);
    auto recorder = std::make_shared<engine::trace::Recorder>();
    feed.follow(recorder, {});
    QCOMPARE(model.rowCount(), 0);
    tests::write(Sample::Live, *recorder);
    feed.finishFollowing(recorder->snapshot());

    QCOMPARE(model.rowCount(), static_cast<int>(feed.trace()->opCount()));
    QVERIFY(model.rowCount() > 0);
}

void TestFeed::tableShowsTheOperationsOfTheTrace()
{
    TraceFeed feed;
    feed.show(tests::sampleTrace(Sample::TwoGpus), {});
    OperationsModel model(feed);

    const auto& op = feed.trace()->op(engine::OpId{100});
    const int row = model.rowOf(op.id);

    QCOMPARE(model.opAt(row), op.id);
    QCOMPARE(model.index(row, OperationsModel::Begin).data(OperationsModel::kSortRole).toDouble(),
             engine::toSeconds(op.started) * 1e3);
    QCOMPARE(model.index(row, OperationsModel::Line).data().toInt(), op.line);
    model.setOrigin(op.started);
    QCOMPARE(model.index(row, OperationsModel::Begin).data(OperationsModel::kSortRole).toDouble(), 0.0);
    QVERIFY(model.index(row, OperationsModel::Issued).data().toString().startsWith(QLatin1String("in the warm-up, ")));
    QVERIFY(model.index(row, OperationsModel::Lane).data().toString().contains(QStringLiteral("GPU")));
    QVERIFY(!model.opAt(-1).isValid());
    QVERIFY(!model.opAt(100000).isValid());
}

void TestFeed::anotherRunResetsTheTableOnce()
{
    using namespace std::chrono_literals;
    TraceFeed feed;
    feed.show(tests::sampleTrace(Sample::Elementwise), {});
    OperationsModel* table = nullptr;
    // Imitates a timeline, which connects to the feed before the table exists.
    connect(&feed, &TraceFeed::replaced, this, [&] { table->setOrigin(5ms); });
    OperationsModel model(feed);
    table = &model;
    QSignalSpy changed(&model, &OperationsModel::dataChanged);
    QSignalSpy reset(&model, &OperationsModel::modelReset);

    feed.show(tests::sampleTrace(Sample::TwoGpus), {});

    QCOMPARE(reset.count(), 1);
    QCOMPARE(changed.count(), 0);
    const QModelIndex issued = model.index(0, OperationsModel::Issued);
    const double before = issued.data(OperationsModel::kSortRole).toDouble();
    QCOMPARE(before, engine::toSeconds(feed.trace()->op(engine::OpId{0}).issued - 5ms) * 1e3);
    model.setOrigin(7ms);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(issued.data(OperationsModel::kSortRole).toDouble(), before - 2);
}

void TestFeed::everyCellOfTheOperationTableHasData()
{
    for (const Sample sample : {Sample::Empty, Sample::Elementwise, Sample::TwoGpus, Sample::TwoGpusOverlap,
                                Sample::CopyOverlap, Sample::OutOfMemory, Sample::Live}) {
        TraceFeed feed;
        feed.show(tests::sampleTrace(sample), {});
        OperationsModel model(feed);
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                QVERIFY(model.index(row, column).data().isValid());
    }
}

void TestFeed::accessibleTextContainsOperationTimeAndState()
{
    const auto trace = tests::sampleTrace(Sample::TwoGpus);

    for (std::size_t i = 0; i < trace->opCount(); ++i) {
        const auto& op = trace->op(engine::OpId{i});
        if (trace->text(op.label) != "y[17]" || op.device.index != 2)
            continue;
        const QString text = ui::model::spokenOperation(*trace, op);
        QVERIFY2(text.startsWith(QStringLiteral("y[17], compute, GPU 1, ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("milliseconds, waits for the stream")), qPrintable(text));
        return;
    }
    QFAIL("the sample has no y[17] on GPU 1");
}

QTEST_GUILESS_MAIN(TestFeed)
#include "tst_feed.moc"
