#include "engine/analysis/occupancy.h"
#include "engine/ranks/overview.h"
#include "engine/trace/recorder.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/timeline/timeline_stage.h"
#include "ui/drawing/overlap_band.h"
#include "ui/look/format.h"

#include <QAccessible>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>
#include <cmath>

using engine::Nanoseconds;
using tests::Sample;
using namespace ui::drawing;
using namespace ui::timeline;

namespace {

using Stage = tests::TimelineStage;

}  // namespace

/// Tests how the timeline shows concurrent work.
class TestOverlapBand : public QObject {
    Q_OBJECT

private slots:
    void concurrencyBandExistsOnlyIfSeveralLanesWork();
    void paintedOverlapMatchesTheAnalysis_data();
    void paintedOverlapMatchesTheAnalysis();
    void labelOfTheConcurrencyBandMatchesTheAnalysis();
    void overlapIncludesWorkThatContinuesAfterTheTimedBlock();
    void tooltipOfTheConcurrencyBandListsTheWorkingLanes();
    void everyLaneIsAnAccessibleItem();
    void accessibleNamesOfRankRowsIncludeTheirWork();
};

void TestOverlapBand::concurrencyBandExistsOnlyIfSeveralLanesWork()
{
    QVERIFY(layOut(*tests::sampleTrace(Sample::TwoGpus), {}).rowOf(RowKind::Overlap) != nullptr);
    QVERIFY(layOut(*tests::sampleTrace(Sample::Elementwise), {}).rowOf(RowKind::Overlap) == nullptr);
    LayoutOptions without;
    without.hasOverlap = false;
    QVERIFY(layOut(*tests::sampleTrace(Sample::TwoGpus), without).rowOf(RowKind::Overlap) == nullptr);
}

void TestOverlapBand::paintedOverlapMatchesTheAnalysis_data()
{
    QTest::addColumn<std::uint64_t>("seed");
    QTest::addColumn<double>("share");
    for (const double share : {1.0, 0.3, 0.02})
        for (std::uint64_t seed = 1; seed <= 3; ++seed)
            QTest::addRow("%d, %.0f %% of the run", static_cast<int>(seed), share * 100) << seed << share;
}

/// The darkness of the band's upper half, summed over all pixel columns, equals the time in which two or more lanes
/// work.
void TestOverlapBand::paintedOverlapMatchesTheAnalysis()
{
    QFETCH(std::uint64_t, seed);
    QFETCH(double, share);
    Stage stage(tests::randomTrace(seed, 3, 300));
    const Nanoseconds extent = stage.feed.trace()->extent();
    const ui::model::TimeRange part{
        extent / 3,
        extent / 3 + Nanoseconds{static_cast<std::int64_t>(static_cast<double>(extent.count()) * share / 2)}};
    stage.range.setRange(part);
    QCoreApplication::processEvents();
    stage.view.finishPending();
    const Scene& scene = stage.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Overlap);
    QVERIFY(row != nullptr);
    QImage image(scene.size, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.fillRect(image.rect(), stage.theme.tokens().band);
    paintOverlapBand(painter, scene, *row);
    painter.end();

    const int y = static_cast<int>(scene.yOf(*row)) + row->barTop + row->barHeight / 4;
    const double ground = stage.theme.tokens().band.green();
    const double full = overlapColour(stage.theme, 2).green();
    double painted = 0;
    const int left = static_cast<int>(scene.plotLeft()), columns = static_cast<int>(scene.plotWidth());
    for (int x = 0; x < columns; ++x)
        painted += (ground - qGreen(image.pixel(left + x, y))) / (ground - full);
    const auto result = engine::analysis::overlap(*stage.feed.trace(), {scene.range.begin, scene.range.end});
    const double expected = columns * engine::toSeconds(result.manyBusy) / engine::toSeconds(scene.range.length());
    // Colours are rounded to whole levels, which changes the darkness of a column by up to 1/200.
    QVERIFY2(std::abs(painted - expected) < columns * 0.005 + 0.5,
             qPrintable(QString("painted %1, expected %2").arg(painted).arg(expected)));
}

void TestOverlapBand::labelOfTheConcurrencyBandMatchesTheAnalysis()
{
    Stage copies(tests::sampleTrace(Sample::CopyOverlap));
    const auto scope = copies.view.scene().scope();
    const auto result = engine::analysis::overlap(*copies.feed.trace(), {scope.begin, scope.end});
    QVERIFY(result.hiddenShare() > 0);
    QCOMPARE(overlapText(copies.view.scene()),
             QString("%1 copy hidden").arg(ui::look::percentText(result.hiddenShare())));

    Stage gpus(tests::sampleTrace(Sample::TwoGpusOverlap));
    QVERIFY(overlapText(gpus.view.scene()).endsWith("concurrent"));
}

/// The block does not wait for the work that it issues to two lanes: its clock stops after 10 µs, the work ends after
/// 10 ms.
void TestOverlapBand::overlapIncludesWorkThatContinuesAfterTheTimedBlock()
{
    using namespace engine;
    trace::Recorder recorder;
    recorder.write(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    for (std::uint32_t i = 0; i < 2; ++i) {
        recorder.write(trace::LaneRecord{LaneId{i}, DeviceId{0}, trace::LaneRole::Compute,
                                         static_cast<std::uint16_t>(i), "stream", 0});
        trace::IssueRecord issue;
        issue.op = OpId{i};
        issue.device = DeviceId{0};
        recorder.write(issue);
        trace::LifeRecord life;
        life.op = OpId{i};
        life.lane = LaneId{i};
        life.started = Nanoseconds{20'000};
        life.finished = Nanoseconds{10'000'000};
        recorder.write(life);
    }
    recorder.write(trace::BlockRecord{Nanoseconds{0}, Nanoseconds{10'000}, 1, "early", 0.00001, false});
    recorder.write(trace::EndRecord{Nanoseconds{10'000'000}, true});
    recorder.finish();

    Stage stage(recorder.snapshot());
    stage.selection.setBlock(0);

    QCOMPARE(stage.view.scene().chosen.block, 0);
    QCOMPARE(overlapText(stage.view.scene()), QStringLiteral("100 % concurrent"));
}

void TestOverlapBand::tooltipOfTheConcurrencyBandListsTheWorkingLanes()
{
    Stage stage(tests::sampleTrace(Sample::TwoGpus));
    const auto& block = stage.feed.trace()->blocks()[2];
    const auto both = describeOverlap(stage.view.scene(), block.begin + (block.end - block.begin) / 2);
    QCOMPARE(both[0].text, QStringLiteral("2 work at once"));
    QCOMPARE(both[1].text, QStringLiteral("GPU 0 compute"));
    QCOMPARE(both[2].text, QStringLiteral("GPU 1 compute"));
    const auto& first = stage.feed.trace()->blocks()[0];
    const auto one = describeOverlap(stage.view.scene(), first.begin + (first.end - first.begin) / 2);
    QVERIFY(one[0].text.startsWith("1 work"));
    QVERIFY(one.back().text.startsWith("Half height"));

    // While the pointer is on the band, the overlap is marked in all lanes.
    const Scene& scene = stage.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Overlap);
    const QPoint at(static_cast<int>(scene.xOf(block.begin + (block.end - block.begin) / 2)),
                    static_cast<int>(scene.yOf(*row)) + row->height / 2);
    QTest::mouseMove(&stage.view, at);
    QCoreApplication::processEvents();
    QVERIFY(scene.pointer.isOnOverlap);
    QTest::mouseMove(&stage.view, QPoint(at.x(), 5));
    QCoreApplication::processEvents();
    QVERIFY(!scene.pointer.isOnOverlap);
}

void TestOverlapBand::everyLaneIsAnAccessibleItem()
{
    Stage stage(tests::sampleTrace(Sample::TwoGpus));
    const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&stage.view);
    QCOMPARE(face->role(), QAccessible::List);
    QStringList names;
    for (int i = 0; i < face->childCount(); ++i) {
        QAccessibleInterface* item = face->child(i);
        QVERIFY(item->isValid());
        QCOMPARE(face->indexOfChild(item), i);
        names << item->text(QAccessible::Name);
        QVERIFY2(!names.back().isEmpty(), qPrintable(QString::number(i)));
    }
    QVERIFY2(names.filter("GPU 0 compute: ").size() == 1, qPrintable(names.join("; ")));
    QVERIFY(names.filter("GPU 0 compute: ").first().contains("busy"));
    QVERIFY(names.filter("Playhead ").size() == 1);
    QAccessibleInterface* playhead = face->child(face->childCount() - 2);
    QCOMPARE(playhead->role(), QAccessible::Slider);
    playhead->valueInterface()->setCurrentValue(0.25);
    QCOMPARE(stage.playhead.time(), stage.range.origin() + engine::fromSeconds(0.25));
}

void TestOverlapBand::accessibleNamesOfRankRowsIncludeTheirWork()
{
    const auto namesOf = [](std::uint32_t ranks) {
        tests::RanksPlan plan;
        plan.ranks = ranks;
        const Stage stage(engine::ranks::overviewOf(tests::sampleRanks(plan)));
        const QAccessibleInterface* face =
            QAccessible::queryAccessibleInterface(const_cast<ui::timeline::TimelineView*>(&stage.view));
        QStringList names;
        for (int i = 0; i < face->childCount(); ++i)
            names << face->child(i)->text(QAccessible::Name);
        return names;
    };

    const QStringList folded = namesOf(16).filter(QRegularExpression("^Rank 3, [\\d.]+.ms late: "));
    QCOMPARE(folded.size(), 1);
    QVERIFY2(folded.front().contains("compute: ") && folded.front().contains("communication: 12 operation"),
             qPrintable(folded.front()));
    const QStringList bands = namesOf(80);
    QCOMPARE(bands.filter(QRegularExpression("^Rank 3 · \\w+, [\\d.]+.ms late$")).size(), 1);
    QVERIFY2(bands.contains("76 ranks, Ranks 4 to 79"), qPrintable(bands.join("; ")));
}

QTEST_MAIN(TestOverlapBand)
#include "tst_overlap_band.moc"
