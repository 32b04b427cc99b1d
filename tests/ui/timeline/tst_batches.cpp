#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "tests/ui/timeline/timeline_stage.h"
#include "ui/drawing/batch_painter.h"

#include <QTest>
#include <algorithm>

using engine::Nanoseconds;
using engine::analysis::Part;
using ui::model::TimeRange;
using namespace ui::drawing;
using namespace ui::timeline;

namespace {

/// A timeline with its models, which shows a training.
struct Stage : tests::TimelineStage {
    explicit Stage(const tests::TrainingShape& shape = {{1, 2}, 3, 8})
        : TimelineStage(tests::trainingTrace(shape), {800, 600})
    {
    }
    [[nodiscard]] const auto& training() const { return view.scene().digest->training(); }
    [[nodiscard]] QPoint onBatches(Nanoseconds time) const
    {
        const Row* row = view.scene().layout.rowOf(RowKind::Batches);
        return QPointF(view.scene().xOf(time), view.scene().yOf(*row) + row->height / 2.0).toPoint();
    }
};

}  // namespace

class TestBatches : public QObject {
    Q_OBJECT

private slots:
    void onlyTrainingsHaveARowOfBatches()
    {
        QVERIFY(layOut(*tests::trainingTrace({{1}, 1, 2}), {}).rowOf(RowKind::Batches) != nullptr);
        QVERIFY(layOut(*tests::sampleTrace(tests::Sample::TwoGpus), {}).rowOf(RowKind::Batches) == nullptr);
    }

    void timelineOpensWithABatchOfTheLastTrainingRun()
    {
        const Stage stage;

        const auto* batch = stage.view.scene().batchInView();

        QVERIFY(batch != nullptr);
        QCOMPARE(batch->run, 1U);
        QCOMPARE(batch->epoch, 2U);
        QCOMPARE(batch->index, 4);
        QVERIFY(stage.range.range().begin < batch->begin && stage.range.range().end > batch->end);
        QCOMPARE(stage.range.origin(), Nanoseconds{0});
        QVERIFY(stage.view.openingMoment() > batch->begin && stage.view.openingMoment() < batch->end);
        QCOMPARE(batchText(stage.view.scene(), *batch), QStringLiteral("epoch 3, batch 5 of 8"));
    }

    /// The batches of a long training are known only after a thread has read the training.
    void longTrainingOpensWithABatchInView()
    {
        Stage stage;
        stage.feed.show(tests::trainingTrace({{1, 2}, 3, 500}), {});
        QVERIFY(stage.feed.trace()->opCount() > 30'000);
        QVERIFY(stage.training().batches.empty());
        stage.playhead.setTime(stage.feed.trace()->extent());

        stage.settle();

        const auto* batch = stage.view.scene().batchInView();
        QVERIFY(batch != nullptr);
        QCOMPARE(stage.range.origin(), Nanoseconds{0});
        QVERIFY(stage.range.range().begin < batch->begin && stage.range.range().end > batch->end);
        QCOMPARE(stage.playhead.time(), *stage.view.openingMoment());
    }

    void lanesAreLabelledWithThePartsOfTheBatch()
    {
        const Stage stage;
        const auto& trace = *stage.feed.trace();
        const auto lane = std::find_if(trace.lanes().begin(), trace.lanes().end(),
                                       [](const auto& one) { return one.role == engine::trace::LaneRole::Compute; });

        const auto& groups = stage.view.scene().digest->groups(lane->id);

        // A batch on one GPU has the parts forward, backward and update. The epoch ends with its evaluation.
        QVERIFY(groups.size() > 8);
        QVERIFY(groups[0].part == Part::Forward && groups[0].count == 13);
        QVERIFY(groups[1].part == Part::Backward && groups[1].count == 13);
        QVERIFY(groups[2].part == Part::Update && groups[2].count == 8);
        QVERIFY(groups[3].part == Part::Forward);
        const auto exchange = std::find_if(groups.begin(), groups.end(),
                                           [](const StatementGroup& group) { return group.part == Part::Exchange; });
        QVERIFY(exchange != groups.end());
        QCOMPARE(stage.view.scene().digest->groupText(trace, *exchange), QStringLiteral("allreduce × 8"));
    }

    void lanesOfRunsWithoutTrainingHaveNoBatchParts()
    {
        Stage stage;
        stage.feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});
        stage.settle();

        for (const auto& lane : stage.feed.trace()->lanes())
            for (const StatementGroup& group : stage.view.scene().digest->groups(lane.id))
                QVERIFY(!group.part);
        QVERIFY(stage.view.scene().batchInView() == nullptr);
    }

    void clickOnABatchShowsThisBatch()
    {
        Stage stage;
        const auto& batches = stage.training().batches;
        const int shown = stage.view.scene().chosen.batch;
        const auto& next = batches[static_cast<std::size_t>(shown) + 1];
        stage.range.setRange({batches[static_cast<std::size_t>(shown)].begin, next.end});
        stage.settle();

        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.onBatches((next.begin + next.end) / 2));

        QCOMPARE(stage.view.scene().chosen.batch, shown + 1);
        QVERIFY(stage.playhead.time() > next.begin && stage.playhead.time() < next.end);
        QCOMPARE(stage.range.origin(), Nanoseconds{0});
    }

    void epochsReplaceBatchesWhenZoomedOut()
    {
        Stage stage({{1, 2}, 3, 120});
        stage.range.setRange(stage.range.extent());
        stage.settle();
        const auto& epoch = stage.training().runs[0].epochs[1];

        const StepHit hit = stepAt(stage.view.scene(), stage.view.scene().xOf((epoch.begin + epoch.trained) / 2));

        QCOMPARE(hit.batch, -1);
        QCOMPARE(hit.run, 0);
        QCOMPARE(hit.epoch, 1);
        QVERIFY(!describe(stage.view.scene(), hit).empty());
        QCOMPARE(stage.range.origin(), Nanoseconds{0});
    }

    void lanesOfALiveTrainingAreLabelledWithPartsOfTheBatch()
    {
        Stage stage({{1, 2}, 2, 8, 3});

        QVERIFY(stage.feed.trace()->isLive());
        QVERIFY(stage.training().runs.back().epochs.back().isOpen);
        for (const auto& lane : stage.feed.trace()->lanes())
            for (const StatementGroup& group : stage.view.scene().digest->groups(lane.id))
                QVERIFY(group.part.has_value());
    }

    void trainingIsPaintedAtEveryZoom()
    {
        Stage stage;
        const TimeRange extent = stage.range.extent();
        for (const double share : {1.0, 0.3, 0.03, 0.003, 0.0001}) {
            const auto length =
                Nanoseconds{static_cast<std::int64_t>(static_cast<double>(extent.length().count()) * share)};
            stage.range.setRange({extent.begin + extent.length() / 3, extent.begin + extent.length() / 3 + length});
            stage.settle();
            QVERIFY(!stage.view.grab().isNull());
        }
    }
};

QTEST_MAIN(TestBatches)
#include "tst_batches.moc"
