#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/timeline/timeline_stage.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/bracket.h"
#include "ui/drawing/description.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <algorithm>
#include <set>

using engine::Nanoseconds;
using namespace ui::drawing;
using namespace ui::timeline;

namespace {

constexpr int kBlocks = 3000;
constexpr std::int64_t kEvery = 1'000'000;

/// Returns the trace of a program that times blocks in a loop.
engine::trace::TracePtr loop()
{
    engine::trace::Recorder recorder;
    for (std::int64_t i = 0; i < kBlocks; ++i)
        recorder.write(engine::trace::BlockRecord{Nanoseconds{i * kEvery}, Nanoseconds{i * kEvery + kEvery / 2}, 1,
                                                  "block " + std::to_string(i), 0.0005, false});
    recorder.write(engine::trace::EndRecord{Nanoseconds{kBlocks * kEvery}, true});
    recorder.finish();
    return recorder.snapshot();
}

struct Stage : tests::TimelineStage {
    Stage() : TimelineStage(loop()) {}

    /// Scrolls and zooms to the blocks [first, first + count).
    void look(std::int64_t first, std::int64_t count)
    {
        range.setRange({Nanoseconds{first * kEvery}, Nanoseconds{(first + count) * kEvery}});
        settle();
    }

    /// Paints only the blocks and returns the number of pixel rows that are not white.
    [[nodiscard]] int inkedRows()
    {
        const Scene& scene = view.scene();
        const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
        if (row == nullptr)
            return 0;
        QImage image(scene.size, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.fillRect(image.rect(), Qt::white);
        paintBenchmarks(painter, scene, *row);
        painter.end();
        int rows = 0;
        for (int y = 0; y < image.height(); ++y) {
            bool hasInk = false;
            for (int x = 0; x < image.width(); ++x)
                hasInk = hasInk || image.pixel(x, y) != QColor(Qt::white).rgb();
            rows += hasInk ? 1 : 0;
        }
        return rows;
    }
};

}  // namespace

/// Tests the brackets of timed blocks.
class TestBenchmarks : public QObject {
    Q_OBJECT

private slots:
    void tooltipOfAMistimedBlockStatesTheTimeOfItsWork();
    void bracketsHaveLabelsAtStartAndEndOfALongRun_data();
    void bracketsHaveLabelsAtStartAndEndOfALongRun();
    void labelThatDoesNotFitIsAboveItsBracket();
    void mistimedBracketHasADashedTail();
    void overlappingTailsOfMistimedBlocksAreOnSeparateLines();
    void clickOnTheTailOfAMistimedBlockSelectsTheBlock();
    void tailOfANarrowMistimedBlockShowsTheNameOfTheBlock();
    void clickNearANarrowBracketSelectsItsBlock();
    void clickOnATextOutsideABracketSelectsItsBlock();
};

/// The sample does not wait on line 15, so the clock of the first block stops immediately. Its work takes half a
/// second.
void TestBenchmarks::mistimedBracketHasADashedTail()
{
    tests::TimelineStage stage(tests::sampleTrace(tests::Sample::TwoGpusOverlap));
    stage.settle();
    const Scene& scene = stage.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    QVERIFY(row != nullptr);
    QImage image(scene.size, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.fillRect(image.rect(), Qt::white);

    paintBenchmarks(painter, scene, *row);
    painter.end();

    const engine::analysis::TimedBlock block = scene.timed(0);
    QVERIFY(block.isMistimed());
    const auto amberIn = [&](double from, double to) {
        int columns = 0;
        for (int x = static_cast<int>(from) + 2; x < static_cast<int>(to) - 1; ++x)
            for (int y = 0; y < image.height(); ++y)
                if (image.pixel(x, y) == scene.theme->tokens().warn.rgb()) {
                    ++columns;
                    break;
                }
        return columns;
    };
    const double from = scene.xOf(block.clock), to = scene.xOf(block.work);
    QVERIFY(amberIn(from, to) > (to - from) / 4);
    QVERIFY(amberIn(from, to) < to - from - 4);
    // The clock of the second block stops when its work ends.
    QVERIFY(!scene.timed(1).isMistimed());
    QCOMPARE(amberIn(to + 3, scene.xOf(scene.timed(1).clock)), 0);
}

/// Three blocks of a program without waits: the clocks stop immediately, and the work takes up to half a second.
void TestBenchmarks::overlappingTailsOfMistimedBlocksAreOnSeparateLines()
{
    engine::trace::Recorder recorder;
    constexpr auto ms = [](int t) { return Nanoseconds{std::int64_t{t} * 1'000'000}; };
    recorder.write(
        engine::trace::DeviceRecord{engine::DeviceId{0}, engine::trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    recorder.write(engine::trace::LaneRecord{engine::LaneId{0}, engine::DeviceId{0}, engine::trace::LaneRole::Compute,
                                             0, "stream", 0});
    for (int i = 0; i < 3; ++i) {
        engine::trace::IssueRecord issue;
        issue.op = engine::OpId{i};
        issue.begin = issue.end = ms(i);
        issue.device = engine::DeviceId{0};
        recorder.write(issue);
        engine::trace::LifeRecord life;
        life.op = issue.op;
        life.lane = engine::LaneId{0};
        life.started = ms(3 + 150 * i);
        life.finished = ms(150 + 150 * i);
        recorder.write(life);
        recorder.write(engine::trace::BlockRecord{ms(i), ms(i + 1), i + 1, "block " + std::to_string(i), 0.001, false});
    }
    recorder.write(engine::trace::EndRecord{ms(450), true});
    recorder.finish();
    tests::TimelineStage stage(recorder.snapshot());
    stage.settle();
    const Scene& scene = stage.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    QVERIFY(row != nullptr);
    QCOMPARE(tailLevels({scene.timed(0), scene.timed(1), scene.timed(2)}), 3);
    const double first = scene.yOf(*row) + row->barHeight * 0.38 + scene.px(16), x = scene.xOf(ms(149));

    for (int i = 0; i < 3; ++i)
        QCOMPARE(blockAt(scene, *row, {x, first + i * scene.px(kTailLevel)}), i);
    QVERIFY(first + 2 * scene.px(kTailLevel) + scene.px(8) <= scene.yOf(*row) + row->ownHeight());
    QCOMPARE(tailLevels({scene.timed(0)}), 1);
    QCOMPARE(tailLevels({}), 1);
}

/// The bracket of the first block is less than a pixel wide. The tail of the first block is below the bracket of the
/// second block.
void TestBenchmarks::clickOnTheTailOfAMistimedBlockSelectsTheBlock()
{
    tests::TimelineStage stage(tests::sampleTrace(tests::Sample::TwoGpusOverlap));
    stage.settle();
    const Scene& scene = stage.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    QVERIFY(row != nullptr);
    const engine::analysis::TimedBlock block = scene.timed(0);
    QVERIFY(scene.xOf(block.clock) - scene.xOf(block.begin) < 1);
    const double middle = (scene.xOf(block.clock) + scene.xOf(block.work)) / 2;
    const double line = scene.yOf(*row) + row->ownHeight() * 0.38;

    QCOMPARE(blockAt(scene, *row, {middle, line}), 1);
    QCOMPARE(blockAt(scene, *row, {middle, line + scene.px(16)}), 0);
    QCOMPARE(blockAt(scene, *row, {scene.xOf(block.work) - 2, line + scene.px(16)}), 0);
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, QPointF(middle, line + scene.px(16)).toPoint());
    QCOMPARE(stage.selection.block(), 0);
}

/// A click up to some pixels away hits a bracket narrower than a pixel, even where another block runs.
void TestBenchmarks::clickNearANarrowBracketSelectsItsBlock()
{
    tests::TimelineStage stage(tests::sampleTrace(tests::Sample::TwoGpusOverlap));
    stage.settle();
    const Scene& scene = stage.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    const double x = scene.xOf(scene.timed(0).begin), line = scene.yOf(*row) + row->ownHeight() * 0.38;

    QCOMPARE(blockAt(scene, *row, {x + 3, line}), 0);
    QCOMPARE(blockAt(scene, *row, {x - 3, line + 4}), 0);
    QCOMPARE(blockAt(scene, *row, {x + 20, line}), 1);
}

void TestBenchmarks::clickOnATextOutsideABracketSelectsItsBlock()
{
    Stage stage;
    constexpr int kFirst = 5, kCount = 20;
    stage.look(kFirst, kCount);
    const Scene& scene = stage.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    const double line = scene.yOf(*row) + row->ownHeight() * 0.38;
    const BracketTexts texts = bracketTexts(scene, *row);
    QVERIFY(!texts.below.empty());

    // Each label covers the middle of its bracket.
    const auto middleOf = [&](int index) {
        const auto& block = scene.trace->blocks()[static_cast<std::size_t>(index)];
        return (scene.xOf(block.begin) + scene.xOf(block.end)) / 2;
    };
    std::set<int> owners;
    for (const auto& [left, right] : texts.below)
        for (const double x : {left + 1, right - 1}) {
            const int block = blockAt(scene, *row, {x, line + scene.px(17)});
            QVERIFY(middleOf(block) > left && middleOf(block) < right);
            owners.insert(block);
        }
    QCOMPARE(owners.size(), texts.below.size());
    for (const auto& [left, right] : texts.above)
        QVERIFY(owners.insert(blockAt(scene, *row, {(left + right) / 2, line - scene.px(11)})).second);
}

/// The text on the tail is the only text of the block: nothing is above the bracket.
void TestBenchmarks::tailOfANarrowMistimedBlockShowsTheNameOfTheBlock()
{
    tests::TimelineStage stage(tests::sampleTrace(tests::Sample::TwoGpusOverlap));
    stage.settle();
    const Scene& scene = stage.view.scene();
    const double from = scene.xOf(scene.timed(0).clock), to = scene.xOf(scene.timed(0).work);

    const BracketTexts texts = bracketTexts(scene, *scene.layout.rowOf(RowKind::Benchmarks));

    QVERIFY(texts.above.empty());
    const QFontMetricsF metrics(scene.theme->sans(10.5));
    const double shortest = metrics.horizontalAdvance(QString::fromStdString(scene.trace->blocks()[0].label)) +
                            metrics.horizontalAdvance(workText(scene.timed(0)));
    QVERIFY(std::any_of(texts.below.begin(), texts.below.end(), [&](const auto& text) {
        return text.first > from && text.second < to && text.second - text.first > shortest;
    }));
}

/// The brackets of this run are only wide enough for their times, not for their labels.
void TestBenchmarks::labelThatDoesNotFitIsAboveItsBracket()
{
    Stage stage;
    constexpr int kShown = 4;
    stage.look(2990, kShown);  // 100 pixels per block

    const Scene& scene = stage.view.scene();
    const BracketTexts texts = bracketTexts(scene, *scene.layout.rowOf(RowKind::Benchmarks));

    QCOMPARE(texts.onLine.size(), std::size_t{kShown});
    QCOMPARE(texts.above.size(), std::size_t{kShown});
    for (std::size_t i = 1; i < kShown; ++i)
        QVERIFY(texts.above[i - 1].second < texts.above[i].first);
}

void TestBenchmarks::tooltipOfAMistimedBlockStatesTheTimeOfItsWork()
{
    const tests::TimelineStage stage(tests::sampleTrace(tests::Sample::TwoGpus));
    const auto textsOf = [&](std::size_t block) {
        QStringList texts;
        for (const TooltipLine& line : describeBlock(stage.view.scene(), block))
            texts << (line.style == TooltipStyle::Warning ? QStringLiteral("! ") : QString()) + line.text;
        return texts;
    };

    QCOMPARE(textsOf(0).filter(QStringLiteral("mistimed")), QStringList());
    QCOMPARE(textsOf(2).size(), 4);
    QCOMPARE(textsOf(2)[2], QStringLiteral("! mistimed: ") + workText(stage.view.scene().timed(2)));
    QVERIFY2(textsOf(2)[2].contains(QStringLiteral("work 0.")), qPrintable(textsOf(2)[2]));
}

void TestBenchmarks::bracketsHaveLabelsAtStartAndEndOfALongRun_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("labels on the brackets") << 3;
    QTest::newRow("labels beside narrow brackets") << 20;
}

void TestBenchmarks::bracketsHaveLabelsAtStartAndEndOfALongRun()
{
    QFETCH(int, count);
    Stage stage;
    stage.look(kBlocks - count - 5, count);
    const int atEnd = stage.inkedRows();
    const auto textsAtEnd = bracketTexts(stage.view.scene(), *stage.view.scene().layout.rowOf(RowKind::Benchmarks));
    QVERIFY(atEnd > 5);
    QVERIFY2(count < 10 || !textsAtEnd.below.empty(), "texts aside take room below the line");

    stage.look(5, count);

    QCOMPARE(stage.inkedRows(), atEnd);
    QCOMPARE(bracketTexts(stage.view.scene(), *stage.view.scene().layout.rowOf(RowKind::Benchmarks)).onLine.size(),
             textsAtEnd.onLine.size());
}

QTEST_MAIN(TestBenchmarks)
#include "tst_benchmarks.moc"
