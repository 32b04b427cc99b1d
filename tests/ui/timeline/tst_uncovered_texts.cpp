#include "engine/analysis/occupancy.h"
#include "tests/ui/drawing/text_probe.h"
#include "tests/ui/timeline/sample_stage.h"
#include "tests/ui/timeline/visible_tooltip.h"
#include "ui/drawing/description.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/overlay_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/format.h"
#include "ui/memory/memory_rows.h"
#include "ui/model/operation_labels.h"

#include <QPainter>
#include <QTest>
#include <algorithm>

using engine::Nanoseconds;
using tests::Sample;
using ui::model::TimeRange;
using namespace ui::drawing;

namespace {

using Stage = tests::SampleStage;

/// A row whose text fills its plot.
class TextRow : public ui::model::TimeRows {
public:
    using TimeRows::TimeRows;
    [[nodiscard]] int count() const override { return 1; }
    [[nodiscard]] Size sizeOf(int) const override { return {24}; }
    void paintHeader(int, QPainter&, const QRectF&) const override {}
    [[nodiscard]] TextPainter paintPlot(int, QPainter&, const QRectF& plot, const TimeRange&, double) const override
    {
        return [plot](QPainter& painter) {
            painter.fillRect(plot, Qt::red);
            return std::vector<QRectF>();
        };
    }
    [[nodiscard]] QStringList describe(int, Nanoseconds) const override { return {}; }
};

void addSamples()
{
    QTest::addColumn<Sample>("sample");
    for (const auto& [name, sample] :
         {std::pair("element-wise operations", Sample::Elementwise), std::pair("two GPUs", Sample::TwoGpus),
          std::pair("copies", Sample::CopyOverlap), std::pair("a refused allocation", Sample::OutOfMemory)})
        QTest::newRow(name) << sample;
}

/// Paints all layers of a scene.
void paintAll(tests::TextProbe& probe, const ui::drawing::Scene& scene)
{
    QPainter painter(&probe);
    std::vector<QRectF> texts;
    const ui::drawing::Surface surface(painter, &texts);
    paintMarks(surface, scene, paintContent(surface, scene));
    paintOverlay(surface, scene);
}

}  // namespace

/// Tests that later layers of the timeline do not cover its texts.
class TestUncoveredTexts : public QObject {
    Q_OBJECT

private slots:
    void shadeOutsideTheScopeDoesNotCoverTextsOfExtraRows();
    void shadeOutsideTheScopeDoesNotCoverTextsOfMemoryRows();
    void tintOfTheScopeIsNotHiddenBesideTheFlagOfThePlayhead();
    void emptyTimelineShowsNoTimes();
    void textOfTheSavedTimeDoesNotCoverLabelsOfBrackets();
    void narrowLegendShowsKindsOfWorkInsteadOfMergedSpans();
    void drawnLinesDoNotCrossTexts_data();
    void drawnLinesDoNotCrossTexts();
    void textsOfTheTimelineDoNotOverlap_data();
    void textsOfTheTimelineDoNotOverlap();
    void tooltipsContainShortenedTextsInFull();
    void percentBusyDescribesALaneAndPercentComputingDescribesTheGpu();
};

void TestUncoveredTexts::shadeOutsideTheScopeDoesNotCoverTextsOfExtraRows()
{
    Stage stage(Sample::TwoGpus, {936, 900});
    TextRow rows;
    stage.view.setRows(&rows);
    stage.selection.setBlock(1);
    stage.settle();
    const ui::drawing::Scene& scene = stage.view.scene();
    const int x = static_cast<int>(scene.xOf(scene.scope().begin)) - 4;

    const QImage image = stage.view.grab().toImage();

    const Row* row = scene.layout.rowOf(RowKind::Extra);
    QVERIFY(row != nullptr && x > scene.plotLeft());
    QCOMPARE(image.pixelColor(x, static_cast<int>(scene.yOf(*row)) + 8), QColor(Qt::red));
}

/// The texts of memory rows are equally dark outside and inside the scope.
void TestUncoveredTexts::shadeOutsideTheScopeDoesNotCoverTextsOfMemoryRows()
{
    Stage stage(Sample::CopyOverlap, {936, 900});
    ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);
    stage.view.setRows(&rows);
    stage.selection.setBlock(0);
    stage.settle();
    const ui::drawing::Scene& scene = stage.view.scene();

    const QImage image = stage.view.grab().toImage();

    int texts = 0;
    QImage copy(image.size(), QImage::Format_RGB32);
    QPainter painter(&copy);
    for (const Row& row : scene.layout.rows) {
        if (row.kind != RowKind::Extra || rows.sizeOf(row.extra).isKey)
            continue;
        const QRectF plot(scene.plotLeft(), scene.yOf(row), scene.plotWidth(), row.height);
        for (const QRectF& text : rows.paintPlot(row.extra, painter, plot, scene.range, 1)(painter)) {
            if (text.right() < scene.xOf(scene.scope().end))
                continue;
            ++texts;
            int darkest = 255;
            const QRect place = text.toAlignedRect() & image.rect();
            for (int x = place.left(); x <= place.right(); ++x)
                for (int y = place.top(); y <= place.bottom(); ++y)
                    darkest = std::min(darkest, qGray(image.pixel(x, y)));
            QVERIFY2(darkest < qGray(stage.theme.tokens().text3.rgb()) + 20, qPrintable(QString::number(darkest)));
        }
    }
    QVERIFY(texts > 0);
}

/// Numbers of the axis beside the flag are hidden; the tint of the scope behind them is not hidden.
void TestUncoveredTexts::tintOfTheScopeIsNotHiddenBesideTheFlagOfThePlayhead()
{
    Stage stage(Sample::TwoGpus, {936, 900});
    stage.selection.setBlock(-1);
    const ui::drawing::Scene& scene = stage.view.scene();
    const TimeRange scope = scene.scope();

    for (int i = 1; i < 20; ++i) {
        stage.playhead.setTime(scope.begin + (scope.end - scope.begin) * i / 20);
        stage.settle();
        const QImage image = stage.view.grab().toImage();
        const QRectF flag = playheadFlag(scene);
        const int end = static_cast<int>(scene.xOf(scope.end)) - 2;
        for (int x = static_cast<int>(scene.xOf(scope.begin)) + 2; x < end; ++x)
            if (x < flag.left() - 1 || x > flag.right() + 1)
                for (const int y : {3, 8, 12})
                    QVERIFY2(image.pixelColor(x, y) != stage.theme.tokens().plot, qPrintable(QString::number(x)));
    }
}

void TestUncoveredTexts::emptyTimelineShowsNoTimes()
{
    Stage stage(Sample::Empty, {936, 600});
    const ui::drawing::Scene& scene = stage.view.scene();
    const QImage image = stage.view.grab().toImage();

    for (int x = static_cast<int>(scene.plotLeft()) + 2; x < image.width(); ++x)
        for (const int y : {4, 12, 18})
            QCOMPARE(image.pixelColor(x, y), stage.theme.tokens().plot);
}

/// The text of the saved time is wider than the line between the ends of the two runs.
void TestUncoveredTexts::textOfTheSavedTimeDoesNotCoverLabelsOfBrackets()
{
    Stage now(Sample::TwoGpusOverlap);
    Stage both(Sample::TwoGpus);
    both.feed.pinBefore();
    both.feed.show(tests::sampleTrace(Sample::TwoGpusOverlap), {});
    const TimeRange shown{now.range.origin(), now.range.extent().end};
    for (Stage* stage : {&now, &both}) {
        stage->range.setRange(shown);
        stage->settle();
        QCOMPARE(stage->range.range(), shown);
    }
    const ui::drawing::Scene& scene = both.view.scene();
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    QVERIFY(row != nullptr && scene.before.ghost != nullptr);
    const QImage expected = now.view.grab().toImage(), image = both.view.grab().toImage();

    std::vector<QRectF> texts;
    QImage unused = expected;
    QPainter painter(&unused);
    static_cast<void>(ui::drawing::paintContent({painter, &texts}, now.view.scene()));
    for (const QRectF& text : texts) {
        const QRect part = text.toAlignedRect() & image.rect();
        if (part.left() < scene.plotLeft() || part.top() < row->top || part.bottom() > row->top + row->ownHeight())
            continue;
        QVERIFY2(image.copy(part) == expected.copy(part), qPrintable(QString::number(part.x())));
    }
}

/// A narrow legend has no room for all entries. It shows the colours of operations, which are needed most.
void TestUncoveredTexts::narrowLegendShowsKindsOfWorkInsteadOfMergedSpans()
{
    Stage stage(Sample::CopyOverlap, {620, 800});
    const ui::drawing::Scene& scene = stage.view.scene();
    const Row* key = scene.layout.rowOf(RowKind::Key);
    QVERIFY(key != nullptr);

    const QImage image = stage.view.grab().toImage();

    for (const engine::trace::Kind kind : {engine::trace::Kind::Compute, engine::trace::Kind::CopyOut}) {
        int found = 0;
        for (int x = static_cast<int>(scene.plotLeft()); x < image.width(); ++x)
            for (int y = key->top; y < key->bottom(); ++y)
                found += image.pixelColor(x, y) == stage.theme.kind(kind).fill ? 1 : 0;
        QVERIFY2(found > 20, qPrintable(ui::model::kindName(kind)));
    }
}

void TestUncoveredTexts::drawnLinesDoNotCrossTexts_data()
{
    addSamples();
}

/// The lines of waits, of the playhead and of a failure are interrupted at the texts that they would cross. Tests runs
/// with memory rows and with a previous run.
void TestUncoveredTexts::drawnLinesDoNotCrossTexts()
{
    QFETCH(Sample, sample);
    Stage stage(sample, {936, 900});
    ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);
    stage.view.setRows(&rows);
    stage.feed.pinBefore();
    stage.feed.show(tests::sampleTrace(sample == Sample::TwoGpus ? Sample::TwoGpusOverlap : sample), {});
    stage.settle();
    const ui::drawing::Scene& scene = stage.view.scene();
    constexpr int kMoments = 60;
    for (int i = 0; i <= kMoments; ++i) {
        stage.playhead.setTime(scene.range.begin + scene.range.length() * i / kMoments);
        stage.settle();
        tests::TextProbe probe(stage.view.size());

        paintAll(probe, scene);

        QVERIFY(probe.texts().size() > 10 && probe.lines().size() > 10);
        const QStringList faults = tests::crossingsOf(probe, stage.theme.tokens().plot);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }
}

void TestUncoveredTexts::textsOfTheTimelineDoNotOverlap_data()
{
    addSamples();
}

/// No text covers another one or is cut. Tests wide and narrow timelines, and views of the whole run and of its middle.
void TestUncoveredTexts::textsOfTheTimelineDoNotOverlap()
{
    QFETCH(Sample, sample);
    for (const int width : {460, 620, 936}) {
        Stage stage(sample, {width, 900});
        ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);
        stage.view.setRows(&rows);
        const TimeRange whole{{}, stage.feed.trace()->extent()};
        for (const TimeRange& range : {whole, whole.zoomedAround(whole.begin + whole.length() / 2, 0.3)}) {
            stage.range.setRange(range);
            constexpr int kMoments = 30;
            for (int i = 0; i <= kMoments; ++i) {
                stage.playhead.setTime(range.begin + range.length() * i / kMoments);
                stage.settle();
                tests::TextProbe probe(stage.view.size());

                paintAll(probe, stage.view.scene());

                const QStringList faults = tests::faultsOf(probe.visibleTexts());
                QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
            }
        }
    }
}

void TestUncoveredTexts::tooltipsContainShortenedTextsInFull()
{
    int shortened = 0;
    for (const Sample sample : {Sample::OutOfMemory, Sample::CopyOverlap, Sample::TwoGpus}) {
        Stage stage(sample, {430, 900});
        ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);
        stage.view.setRows(&rows);
        stage.settle();
        tests::TextProbe probe(stage.view.size());
        paintAll(probe, stage.view.scene());
        for (const tests::PaintedText& one : probe.visibleTexts()) {
            if (!one.text.endsWith(QChar(0x2026)) || one.shown.isEmpty())
                continue;
            ++shortened;
            const QPoint at = one.shown.center().toPoint();

            QTest::mouseMove(&stage.view, at - QPoint(0, 1));
            QTest::mouseMove(&stage.view, at);

            const QString start = one.text.chopped(1).trimmed();
            QTRY_VERIFY2(tests::visibleTooltip() != nullptr, qPrintable(one.text));
            const auto& lines = tests::visibleTooltip()->lines();
            QVERIFY2(std::ranges::any_of(lines, [&](const auto& line) { return line.text.contains(start); }),
                     qPrintable(one.text + QStringLiteral(": ") + lines.front().text));
        }
    }
    QVERIFY(shortened > 3);
}

/// Three streams share one GPU. The text "busy" refers to the named lane, "computing" to the whole GPU.
void TestUncoveredTexts::percentBusyDescribesALaneAndPercentComputingDescribesTheGpu()
{
    tests::TimelineStage stage(tests::randomTrace(1, 3, 300), {936, 900});
    const ui::drawing::Scene& scene = stage.view.scene();
    const TimeRange scope = scene.scope();
    const Row& row = *std::ranges::find(scene.layout.rows, ui::drawing::RowKind::Compute, &Row::kind);
    stage.selection.setRuler(scope);
    stage.settle();
    const auto percentOf = [&](engine::Nanoseconds busy) {
        return ui::look::percentText(engine::toSeconds(busy) / engine::toSeconds(scope.length()));
    };
    const QString lane = percentOf(scene.trace->index(row.lane).busy(scope.begin, scope.end));
    const engine::analysis::Scope whole{scope.begin, scope.end};
    const QString gpu = percentOf(engine::analysis::overlap(*scene.trace, whole).anyBusy);
    QVERIFY(lane != gpu);

    tests::TextProbe probe(stage.view.size());
    paintAll(probe, scene);
    QStringList texts, tip;
    for (const tests::PaintedText& text : probe.texts())
        texts << text.text;
    for (const auto& line : ui::drawing::describeBusy(scene, row))
        tip << line.text;

    QVERIFY2(texts.contains(gpu + QStringLiteral(" computing")), qPrintable(texts.join("; ")));
    QVERIFY2(!texts.filter(QStringLiteral("GPU 0 compute ") + lane + QStringLiteral(" busy")).isEmpty(),
             qPrintable(texts.join("; ")));
    QVERIFY2(tip.front().startsWith(lane + QStringLiteral(" busy: ")), qPrintable(tip.join("; ")));
    QVERIFY2(tip.contains(QStringLiteral("All compute streams together: ") + gpu), qPrintable(tip.join("; ")));
}

QTEST_MAIN(TestUncoveredTexts)
#include "tst_uncovered_texts.moc"
