#include "tests/ui/timeline/sample_stage.h"
#include "ui/drawing/veil.h"

#include <QTest>
#include <algorithm>

using engine::Nanoseconds;
using engine::trace::Kind;
using tests::Sample;
using namespace std::chrono_literals;
using namespace ui::drawing;

namespace {

struct Stage : tests::SampleStage {
    using SampleStage::SampleStage;

    /// The painted rows, without headers, ruler and overview.
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

/// Equal but for the rounding of a blended colour.
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

}  // namespace

/// What each visual channel of the timeline means.
class TestChannels : public QObject {
    Q_OBJECT

private slots:
    void hueIsTheKindOfWork();
    void veilCoversBothSidesOfTheScope();
    void futureOfAReplayIsNotDrawn();
    void waitsArePurple();
    void olderProgramHasNoSaturation();
    void criticalPathIsInTheAccentColour();
    void redMeansFailure();
};

void TestChannels::hueIsTheKindOfWork()
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

/// The veil covers what precedes and what follows the scope, background and spans.
void TestChannels::veilCoversBothSidesOfTheScope()
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
            return image.pixelColor(x, image.height() - 2);  // below the bars
        };

        QVERIFY(isNear(at(scope.begin - scope.length() / 7), veilColour(scene, band)));
        QCOMPARE(at(scope.begin + scope.length() / 7), band);
        QVERIFY(isNear(at(scope.end + scope.length() / 7), veilColour(scene, band)));
    }
    QVERIFY(hasVeil(scene));
    stage.selection.setBlock(-1);
    stage.range.setRange({scene.origin + scope.length() / 10, scope.end});
    QVERIFY(!hasVeil(scene));
}

void TestChannels::futureOfAReplayIsNotDrawn()
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
    QCOMPARE(countOf(future, stage.theme.tokens().plot), future.width() * future.height());
}

void TestChannels::waitsArePurple()
{
    Stage stage(Sample::TwoGpus);
    const auto& tokens = stage.theme.tokens();

    QVERIFY(countOf(stage.row(RowKind::Frontend), tokens.syncSoft) > 500);
    QCOMPARE(countOf(stage.row(RowKind::Compute), tokens.syncSoft), 0);
    QVERIFY(tokens.syncHatch.hsvHue() > 290 && tokens.syncHatch.hsvHue() < 340);
}

void TestChannels::olderProgramHasNoSaturation()
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

void TestChannels::redMeansFailure()
{
    for (const Sample sample : {Sample::TwoGpus, Sample::TwoGpusOverlap, Sample::CopyOverlap, Sample::OutOfMemory}) {
        Stage stage(sample);
        const auto& tokens = stage.theme.tokens();
        const QImage image = stage.view.grab().toImage();
        const int red = countOf(image, tokens.fail) + countOf(image, tokens.failFill);

        QCOMPARE(red > 0, stage.feed.trace()->error().has_value());
    }
}

QTEST_MAIN(TestChannels)
#include "tst_channels.moc"
