#include "engine/trace/recorder.h"
#include "tests/ui/timeline/sample_stage.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/lane_strip.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/drawing/veil.h"

#include <QTest>
#include <algorithm>

using engine::Nanoseconds;
using engine::trace::Kind;
using tests::Sample;
using namespace std::chrono_literals;
namespace look = ui::look;
using namespace ui::drawing;

namespace {

struct Stage : tests::SampleStage {
    using SampleStage::SampleStage;
    explicit Stage(const engine::trace::TracePtr& trace) : SampleStage(Sample::Empty)
    {
        feed.show(trace, {});
        settle();
        range.setRange({{}, trace->extent()});
        settle();
    }

    /// The painted rows, without headers, axis and overview.
    [[nodiscard]] QImage plot() { return view.grab(view.scene().plotRect().toRect()).toImage(); }
    [[nodiscard]] QImage overview() { return view.grab(view.scene().overviewRect().toRect()).toImage(); }
    [[nodiscard]] QImage row(RowKind kind) { return row(*view.scene().layout.rowOf(kind)); }
    [[nodiscard]] QImage row(const Row& row)
    {
        return view
            .grab(QRect(static_cast<int>(view.scene().plotLeft()), static_cast<int>(view.scene().yOf(row)),
                        static_cast<int>(view.scene().plotWidth()), row.height))
            .toImage();
    }
};

/// Whether two colours are equal, apart from the rounding of a blended colour.
bool isNear(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) <= 1 && std::abs(a.green() - b.green()) <= 1 &&
           std::abs(a.blue() - b.blue()) <= 1;
}

int countOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    return count;
}

constexpr Nanoseconds kPeriod = 100us;

/// Returns a trace of one lane with a product in each period. Product i runs for (i mod 10 + 1) / 11 of its period.
/// Products of the second half have the kind `later`.
engine::trace::TracePtr products(int count, Kind later = Kind::Compute)
{
    using namespace engine;
    trace::Recorder recorder;
    recorder.write(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    recorder.write(trace::LaneRecord{LaneId{0}, DeviceId{0}, trace::LaneRole::Compute, 0, "stream", 0});
    for (int i = 0; i < count; ++i) {
        trace::IssueRecord issue;
        issue.op = OpId{i};
        issue.device = DeviceId{0};
        issue.kind = i < count / 2 ? Kind::Compute : later;
        recorder.write(issue);
        trace::LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{0};
        life.started = i * kPeriod;
        life.finished = life.started + (i % 10 + 1) * kPeriod / 11;
        recorder.write(life);
    }
    recorder.write(trace::EndRecord{count * kPeriod, true});
    recorder.finish();
    return recorder.snapshot();
}

/// Copies to a GPU over a link with a capacity of 16 GB/s: 10 ms with 4 GB/s, 10 ms with 12 GB/s, 10 ms idle.
engine::trace::TracePtr copies(bool areRatesRecorded)
{
    using namespace engine;
    trace::Recorder recorder;
    recorder.write(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    recorder.write(trace::LaneRecord{LaneId{0}, DeviceId{0}, trace::LaneRole::CopyIn, 0, "copy in", 0});
    recorder.write(trace::LaneRecord{LaneId{1}, {}, trace::LaneRole::Link, 0, "PCIe → GPU 0", 16e9});
    for (int i = 0; i < 2; ++i) {
        trace::IssueRecord issue;
        issue.op = OpId{i};
        issue.device = DeviceId{0};
        issue.kind = Kind::CopyIn;
        issue.bytes = Bytes{40'000'000 * (2 * i + 1)};
        recorder.write(issue);
        trace::LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{0};
        life.started = i * 10ms;
        life.finished = life.started + 10ms;
        if (areRatesRecorded)
            recorder.write(trace::LinkRateRecord{life.started, LaneId{1}, 4e9 * (2 * i + 1)});
        recorder.write(life);
        recorder.write(trace::HostRecord{life.started, life.finished, 0, {}, issue.op, LaneId{1}});
    }
    if (areRatesRecorded)
        recorder.write(trace::LinkRateRecord{20ms, LaneId{1}, 0});
    recorder.write(trace::EndRecord{30ms, true});
    recorder.finish();
    return recorder.snapshot();
}

bool isGreen(const QColor& colour)
{
    return colour.hsvHue() > 90 && colour.hsvHue() < 175 && colour.hsvSaturation() > 60;
}

}  // namespace

/// Tests what hue, opacity, height and other visual properties of the timeline mean.
class TestChannels : public QObject {
    Q_OBJECT

private slots:
    void hueShowsTheKindOfWork();
    void shadeCoversTheTimesBeforeAndAfterTheScope();
    void opacityOfMergedSpansShowsTheirBusyTime();
    void singleSpanIsPaintedInItsFullColour();
    void mergedSpansHaveAnEntryInTheLegend();
    void legendShowsAllKindsOfWorkOfALongLane();
    void legendHasAnEntryForWorkOutsideTheScope();
    void legendStaysInViewWhileRowsScroll();
    void spansHaveTheHeightOfTheirLane();
    void heightOfALinkShowsItsUtilization();
    void replayDrawsNoWorkAfterThePlayhead();
    void operationCountsInAReplayDoNotCoverTheTimeOfThePlayhead();
    void previousRunHasLabelsAndALegendEntry();
    void previousRunShowsTheMediansOfItsRepeats();
    void waitsArePurple();
    void staleRunIsPaintedInGreys();
    void criticalPathIsInTheAccentColour();
    void criticalWorkOfTheProgramIsInTheAccentColour();
    void onlyFailuresAreRed();
    void laterErrorIsNotLabelledAsARefusedAllocation();
    void onlyMistimedBlocksAreAmber();
    void onlyElementwiseOperationsAreGreen();
};

void TestChannels::hueShowsTheKindOfWork()
{
    Stage stage(Sample::CopyOverlap);
    const auto fill = [&](Kind kind) { return stage.theme.kind(kind).fill; };
    QVERIFY(countOf(stage.row(RowKind::Compute), fill(Kind::Compute)) > 1000);
    const Nanoseconds copies = stage.feed.trace()->blocks()[1].begin;
    stage.range.setRange({copies + 100ms, copies + 300ms});
    stage.settle();

    QCOMPARE(countOf(stage.row(RowKind::Compute), fill(Kind::CopyOut)), 0);
    const auto& rows = stage.view.scene().layout.rows;
    const auto out = std::find_if(rows.rbegin(), rows.rend(),
                                  [](const Row& row) { return row.kind == RowKind::Copy && row.isUsed; });
    QVERIFY(out != rows.rend());
    QVERIFY(countOf(stage.row(*out), fill(Kind::CopyOut)) > 500);
    QCOMPARE(countOf(stage.row(*out), fill(Kind::Compute)), 0);
}

/// A grey overlay covers background and spans before and after the scope.
void TestChannels::shadeCoversTheTimesBeforeAndAfterTheScope()
{
    Stage stage(Sample::TwoGpus);
    stage.selection.setBlock(1);
    stage.range.setRange(stage.range.extent());
    stage.settle();
    const Scene& scene = stage.view.scene();
    const ui::model::TimeRange scope = scene.scope();
    const QColor band = stage.theme.tokens().band;
    for (const RowKind kind : {RowKind::Frontend, RowKind::Compute, RowKind::Overlap}) {
        const QImage image = stage.row(kind);
        const auto at = [&](Nanoseconds time) {
            const int x = static_cast<int>(scene.xOf(time) - scene.plotLeft());
            return image.pixelColor(x, image.height() - 2);  // a pixel below the bars
        };

        QVERIFY(isNear(at(scope.begin - scope.length() / 7), veilColour(scene, band)));
        QCOMPARE(at(scope.begin + scope.length() / 7), band);
        QVERIFY(isNear(at(scope.end + scope.length() / 7), veilColour(scene, band)));
    }
    QVERIFY(hasVeil(scene));
    const QColor fill = stage.theme.kind(Kind::Compute).fill;
    QVERIFY(countOf(stage.plot(), fill) > 300);
    const QImage plot = stage.plot();
    int veiled = 0;
    for (int y = 0; y < plot.height(); ++y)
        for (int x = 0; x < plot.width(); ++x)
            veiled += isNear(plot.pixelColor(x, y), veilColour(scene, fill)) ? 1 : 0;
    QVERIFY2(veiled > 300, "spans are veiled");
    stage.view.setReplaying(true);
    QVERIFY2(!hasVeil(scene), "a replay shows the whole run");
    stage.view.setReplaying(false);
    QVERIFY(hasVeil(scene));
    stage.selection.setBlock(-1);
    stage.range.setRange({scene.origin + scope.length() / 10, scope.end});
    QVERIFY(!hasVeil(scene));
}

/// In this run, each pixel column of the view has three to four products. The opacity of a column is its busy fraction.
void TestChannels::opacityOfMergedSpansShowsTheirBusyTime()
{
    Stage stage(products(2000));
    const Scene& scene = stage.view.scene();
    const Row& row = *scene.layout.rowOf(RowKind::Compute);
    const auto& lane = stage.feed.trace()->index(row.lane);
    const QImage image = stage.row(row);
    const double ground = stage.theme.tokens().band.red(), full = stage.theme.kind(Kind::Compute).fill.red();
    double palest = 1, strongest = 0;
    for (int x = 2; x < image.width() - 2; ++x) {
        const Nanoseconds begin = scene.timeAt(scene.plotLeft() + x), end = scene.timeAt(scene.plotLeft() + x + 1);
        const double busy = engine::toSeconds(lane.busy(begin, end)) / engine::toSeconds(end - begin);
        const double strength = (ground - image.pixelColor(x, row.barTop + row.barHeight / 2).red()) / (ground - full);

        QVERIFY2(std::abs(strength - busy) < 0.02, qPrintable(QString("%1: %2, %3").arg(x).arg(strength).arg(busy)));
        palest = std::min(palest, strength);
        strongest = std::max(strongest, strength);
    }
    QVERIFY2(palest < 0.4 && strongest > 0.7, "the busy time varies");
}

void TestChannels::singleSpanIsPaintedInItsFullColour()
{
    Stage stage(products(2000));
    stage.range.setRange({500 * kPeriod, 540 * kPeriod});
    stage.settle();
    const Scene& scene = stage.view.scene();
    const Row& row = *scene.layout.rowOf(RowKind::Compute);
    const QImage image = stage.row(row);
    for (int i = 502; i < 539; ++i) {
        const Nanoseconds middle = i * kPeriod + (i % 10 + 1) * kPeriod / 22;
        if (i % 10 < 3)
            continue;  // the span is too narrow for a pixel between its edges

        QCOMPARE(image.pixelColor(static_cast<int>(scene.xOf(middle) - scene.plotLeft()), row.barTop + 3),
                 stage.theme.kind(Kind::Compute).fill);
    }
}

void TestChannels::mergedSpansHaveAnEntryInTheLegend()
{
    Stage stage(products(2000));
    const look::Theme& theme = stage.theme;
    const QColor weak = StripColours{theme.tokens().band, &theme, 0.6}.of(Kind::Compute, engine::trace::OpState::Done);

    QVERIFY(countOf(stage.row(RowKind::Key), weak) > 20);
    stage.range.setRange({500 * kPeriod, 540 * kPeriod});
    stage.settle();
    QCOMPARE(countOf(stage.row(RowKind::Key), weak), 0);
    QVERIFY2(countOf(stage.row(RowKind::Key), theme.kind(Kind::Compute).fill) > 20, "the key has its other entries");
}

/// The legend also shows the kind of the last spans, which follow thousands of spans of another kind.
void TestChannels::legendShowsAllKindsOfWorkOfALongLane()
{
    Stage stage(products(9000, Kind::Backward));

    QVERIFY(countOf(stage.row(RowKind::Key), stage.theme.kind(Kind::Compute).fill) > 20);
    QVERIFY(countOf(stage.row(RowKind::Key), stage.theme.kind(Kind::Backward).fill) > 20);
    stage.range.setRange({0ns, 900 * kPeriod});
    stage.settle();
    QCOMPARE(countOf(stage.row(RowKind::Key), stage.theme.kind(Kind::Backward).fill), 0);
}

/// In a narrow timeline, the legend needs two lines for its entries.
void TestChannels::legendHasAnEntryForWorkOutsideTheScope()
{
    for (const int width : {936, 560}) {
        Stage stage(Sample::CopyOverlap, QSize(width, 900));
        stage.selection.setBlock(2);
        stage.settle();
        const Scene& scene = stage.view.scene();
        QVERIFY(hasVeil(scene));

        const QColor veiled = veilColour(scene, scene.theme->kind(Kind::Compute).fill);
        QVERIFY2(countOf(stage.row(RowKind::Key), veiled) > 40, qPrintable(QString::number(width)));
    }
}

void TestChannels::legendStaysInViewWhileRowsScroll()
{
    Stage stage(Sample::TwoGpus, QSize(772, 300));
    const Scene& scene = stage.view.scene();
    const Row& key = *scene.layout.rowOf(RowKind::Key);
    QVERIFY(scene.layout.height > scene.size.height());

    QCOMPARE(scene.yOf(key), scene.overviewRect().top() - key.height);
    QCOMPARE(scene.lanesRect().bottom(), scene.yOf(key));
    QVERIFY(countOf(stage.row(RowKind::Key), stage.theme.kind(Kind::Compute).fill) > 20);
}

/// The height of a span does not show its busy time. Each pixel column has one colour from top to bottom, except for
/// the line at the bottom of pale columns.
void TestChannels::spansHaveTheHeightOfTheirLane()
{
    Stage stage(products(2000));
    const Row& row = *stage.view.scene().layout.rowOf(RowKind::Compute);
    const QImage image = stage.row(row);
    const int top = row.barTop + 1, bottom = row.barTop + row.barHeight - 3;
    for (int x = 2; x < image.width() - 2; ++x)
        for (int y = top; y < bottom; ++y)
            QCOMPARE(image.pixelColor(x, y), image.pixelColor(x, top));
    QVERIFY(image.pixelColor(20, top) != stage.theme.tokens().band);
    QCOMPARE(image.pixelColor(20, row.barTop - 2), stage.theme.tokens().band);
}

void TestChannels::heightOfALinkShowsItsUtilization()
{
    Stage stage(copies(true));
    const Scene& scene = stage.view.scene();
    const Row& row = *scene.layout.rowOf(RowKind::Link);
    const QImage image = stage.row(row);
    const QColor fill = stage.theme.kind(Kind::CopyIn).fill;
    const auto heightAt = [&](Nanoseconds time) {
        const int x = static_cast<int>(scene.xOf(time) - scene.plotLeft());
        int height = 0;
        while (image.pixelColor(x, row.barTop + row.barHeight - 1 - height) == fill)
            ++height;
        return height;
    };

    QVERIFY(row.barHeight > 20);
    QVERIFY(std::abs(heightAt(9ms) - row.barHeight / 4.0) <= 1);
    QVERIFY(std::abs(heightAt(19ms) - row.barHeight * 3 / 4.0) <= 1);
    QCOMPARE(heightAt(25ms), 0);
    stage.feed.show(copies(false), {});
    stage.settle();
    QVERIFY2(scene.layout.rowOf(RowKind::Link)->barHeight < 8, "not recorded: only when it is busy");
}

void TestChannels::replayDrawsNoWorkAfterThePlayhead()
{
    Stage stage(Sample::TwoGpus);
    stage.playhead.setTime(stage.feed.trace()->extent() * 6 / 10);
    stage.view.setReplaying(true);
    stage.settle();
    const QImage row = stage.row(RowKind::Compute);
    const Scene& scene = stage.view.scene();
    const int now = static_cast<int>(scene.xOf(scene.playhead.time) - scene.plotLeft());
    const QColor fill = stage.theme.kind(Kind::Compute).fill;

    QVERIFY(countOf(row.copy(0, 0, now, row.height()), fill) > 500);
    const QImage future = row.copy(now + 3, 0, row.width() - now - 3, row.height());
    const ui::look::Tokens& tokens = stage.theme.tokens();
    QCOMPARE(countOf(future, tokens.plot), future.width() * future.height());
    // Flags and sync marks extend into the gaps between the rows.
    const int left = static_cast<int>(scene.plotLeft()) + now + 3;
    const int top = static_cast<int>(scene.yOf(*scene.layout.rowOf(RowKind::Benchmarks)));
    const int bottom = static_cast<int>(scene.yOf(*scene.layout.rowOf(RowKind::Compute)));
    const QImage between = stage.view.grab(QRect(left, top, scene.size.width() - left, bottom - top)).toImage();
    QCOMPARE(countOf(between, tokens.plot) + countOf(between, tokens.line), between.width() * between.height());
}

void TestChannels::operationCountsInAReplayDoNotCoverTheTimeOfThePlayhead()
{
    Stage stage(Sample::TwoGpus);
    stage.range.setRange(stage.range.extent());
    stage.view.setReplaying(true);
    const Scene& scene = stage.view.scene();
    // Times in the warm-up have long texts. Tests two such times, and one after the warm-up.
    for (const Nanoseconds time : {scene.origin / 2, scene.origin * 3 / 4, stage.feed.trace()->extent() / 2}) {
        stage.playhead.setTime(time);
        stage.settle();

        const QRect flag = playheadFlag(scene).toRect().adjusted(3, 3, -3, -3);

        const QImage image = stage.view.grab(flag).toImage();
        const QColor accent = stage.theme.tokens().accent;
        for (const int x : {0, image.width() - 1})
            QCOMPARE(countOf(image.copy(x, 0, 1, image.height()), accent), image.height());
    }
}

/// The outlines of the previous run are tested by tst_timeline_view.
void TestChannels::previousRunHasLabelsAndALegendEntry()
{
    Stage stage(Sample::TwoGpus);
    stage.feed.pinBefore();
    const QColor outline = ghostPen(stage.view.scene()).color();
    QCOMPARE(countOf(stage.row(RowKind::Key), outline), 0);

    stage.feed.show(tests::sampleTrace(Sample::TwoGpusOverlap), {});
    stage.settle();

    QVERIFY(countOf(stage.row(RowKind::Key), outline) > 10);
    const Row& row = *stage.view.scene().layout.rowOf(RowKind::Frontend);
    const QImage strip =
        stage.row(row).copy(0, row.ownHeight(), static_cast<int>(stage.view.scene().plotWidth()), row.ghostHeight);
    const QImage middle = strip.copy(0, row.ghostHeight / 2 - 1, strip.width(), 1);
    const int text = strip.width() - countOf(middle, stage.theme.tokens().band);
    QVERIFY2(text > 40, "the outlines alone cross the middle of the strip in a few pixels");
}

/// The blocks of the previous run have the medians of that run's repeats, not of the displayed run's repeats.
void TestChannels::previousRunShowsTheMediansOfItsRepeats()
{
    const auto repeatsOf = [](double seconds) {
        auto repeats = std::make_shared<engine::analysis::Repeats>();
        const engine::Statistics times{5, seconds, seconds, seconds, seconds};
        repeats->makespan = times;
        repeats->blocks.assign(3, times);
        return repeats;
    };
    const auto stripOf = [&](double before, double now) {
        Stage stage(Sample::TwoGpus);
        ui::model::RunContext context;
        context.repeats = repeatsOf(before);
        stage.feed.show(tests::sampleTrace(Sample::TwoGpus), context);
        stage.feed.pinBefore();
        context.repeats = repeatsOf(now);
        stage.feed.show(tests::sampleTrace(Sample::TwoGpusOverlap), context);
        stage.settle();
        const Row& row = *stage.view.scene().layout.rowOf(RowKind::Benchmarks);
        const int width = static_cast<int>(stage.view.scene().plotWidth());
        return stage.row(row).copy(0, row.ownHeight(), width, row.ghostHeight);
    };

    const QImage strip = stripOf(0.1234, 0.5);

    QVERIFY2(strip == stripOf(0.1234, 0.8888), "the times of the displayed run must not change the strip");
    QVERIFY2(strip != stripOf(0.8888, 0.5), "the times of the run before are written in the strip");
}

void TestChannels::waitsArePurple()
{
    Stage stage(Sample::TwoGpus);
    const auto& tokens = stage.theme.tokens();

    QVERIFY(countOf(stage.row(RowKind::Frontend), tokens.syncSoft) > 500);
    QCOMPARE(countOf(stage.row(RowKind::Compute), tokens.syncSoft), 0);
    QVERIFY(tokens.syncHatch.hsvHue() > 290 && tokens.syncHatch.hsvHue() < 340);
}

void TestChannels::staleRunIsPaintedInGreys()
{
    Stage stage(Sample::TwoGpus);
    stage.playhead.setTime(Nanoseconds{0});
    stage.settle();
    const QColor fill = stage.theme.kind(Kind::Compute).fill;
    QVERIFY(countOf(stage.row(RowKind::Compute), fill) > 1000);
    ui::model::RunContext context = stage.feed.context();
    context.isStale = true;

    stage.feed.setContext(context);
    stage.settle();

    QCOMPARE(countOf(stage.row(RowKind::Compute), fill), 0);
    const engine::OpId op = stage.labelled("y[17]", "GPU 0");
    const QColor bar = stage.view.grab().toImage().pixelColor(rectOf(stage.view.scene(), op)->center().toPoint());
    QCOMPARE(bar.hsvSaturation(), 0);
    QVERIFY2(bar.value() < 160, qPrintable(bar.name()));
    QCOMPARE(countOf(stage.overview(), fill), 0);
}

void TestChannels::criticalPathIsInTheAccentColour()
{
    Stage stage(Sample::TwoGpus);
    stage.playhead.setTime(Nanoseconds{0});
    stage.settle();
    const QColor accent = stage.theme.tokens().accent;
    const int before = countOf(stage.row(RowKind::Compute), accent);

    stage.view.setArrowMode(ArrowMode::CriticalPath);
    stage.settle();

    QVERIFY(countOf(stage.row(RowKind::Compute), accent) > before + 300);
    QCOMPARE(countOf(stage.plot(), stage.theme.tokens().failFill), 0);
}

/// Where the critical path runs through the program's thread, a mark is painted below that thread's work.
void TestChannels::criticalWorkOfTheProgramIsInTheAccentColour()
{
    using namespace engine;
    trace::Recorder recorder;
    recorder.write(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    recorder.write(trace::LaneRecord{LaneId{0}, {}, trace::LaneRole::Frontend, 0, "Python", 0});
    recorder.write(trace::LaneRecord{LaneId{1}, DeviceId{0}, trace::LaneRole::Compute, 0, "stream", 0});
    trace::IssueRecord issue;
    issue.op = OpId{0};
    issue.device = DeviceId{0};
    issue.end = 8ms;
    recorder.write(issue);
    trace::LifeRecord life;
    life.op = issue.op;
    life.lane = LaneId{1};
    life.started = 8ms;
    life.finished = 10ms;
    recorder.write(life);
    recorder.write(trace::EndRecord{10ms, true});
    recorder.finish();
    Stage stage(recorder.snapshot());
    stage.playhead.setTime(Nanoseconds{0});
    stage.settle();
    const QColor accent = stage.theme.tokens().accent;
    const int before = countOf(stage.row(RowKind::Frontend), accent);

    stage.view.setArrowMode(ArrowMode::CriticalPath);
    stage.settle();

    const int height = (countOf(stage.row(RowKind::Frontend), accent) - before) /
                       static_cast<int>(stage.view.scene().plotWidth() * 0.7);
    QVERIFY2(height >= 2 && height <= 4, qPrintable(QString::number(height)));
}

void TestChannels::onlyFailuresAreRed()
{
    for (const Sample sample : {Sample::TwoGpus, Sample::TwoGpusOverlap, Sample::CopyOverlap, Sample::OutOfMemory}) {
        Stage stage(sample);
        const auto& tokens = stage.theme.tokens();
        const QImage image = stage.view.grab().toImage();
        const int red = countOf(image, tokens.fail) + countOf(image, tokens.failFill);

        QCOMPARE(red > 0, stage.feed.trace()->error().has_value());
    }
}

void TestChannels::laterErrorIsNotLabelledAsARefusedAllocation()
{
    using namespace engine::trace;
    const auto textOf = [](const std::string& type, const std::string& message) {
        Recorder recorder;
        recorder.write(std::make_shared<const RunInfo>());
        recorder.write(DeviceRecord{engine::DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
        recorder.write(MemoryRecord{4ms, engine::DeviceId{0}, MemoryAct::Refuse, engine::Bytes{62 << 20}, {}, {}, {}});
        recorder.write(ErrorRecord{5ms, 0, type, message, "", {}});
        recorder.write(EndRecord{5ms, false});
        recorder.finish();
        const Stage stage(recorder.snapshot());
        return failureTexts(stage.view.scene()).front();
    };

    QCOMPARE(textOf("ValueError", "x must be positive"), QStringLiteral("ValueError"));
    QCOMPARE(textOf("RuntimeError", "CUDA out of memory."), QStringLiteral("62.00 MiB refused on GPU 0"));
}

void TestChannels::onlyMistimedBlocksAreAmber()
{
    for (const Sample sample : {Sample::TwoGpus, Sample::TwoGpusOverlap, Sample::CopyOverlap}) {
        Stage stage(sample);
        const auto& blocks = stage.view.scene().digest->blocks();
        const bool isMistimed =
            std::any_of(blocks.begin(), blocks.end(), [](const auto& block) { return block.isMistimed(); });
        const QImage image = stage.view.grab().toImage();

        QCOMPARE(countOf(image, stage.theme.tokens().warnLine) > 0, isMistimed);
        QCOMPARE(countOf(stage.row(RowKind::Benchmarks), stage.theme.tokens().warn) > 0, isMistimed);
    }
}

void TestChannels::onlyElementwiseOperationsAreGreen()
{
    for (const look::Mode mode : {look::Mode::Light, look::Mode::Dark})
        for (const Sample sample : {Sample::Elementwise, Sample::TwoGpusOverlap, Sample::CopyOverlap}) {
            Stage stage(sample);
            stage.theme.setMode(mode);
            stage.settle();
            const QImage image = stage.view.grab().toImage();
            int green = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    green += isGreen(image.pixelColor(x, y)) ? 1 : 0;

            QCOMPARE(green > 0, sample == Sample::Elementwise);
        }
}

QTEST_MAIN(TestChannels)
#include "tst_channels.moc"
