#include "tests/engine/trace/sample_traces.h"
#include "ui/drawing/lane_strip.h"

#include <QTest>
#include <cmath>
#include <random>

using engine::Nanoseconds;
using engine::trace::Kind;
using engine::trace::LaneIndex;
using engine::trace::OpState;
using engine::trace::Span;
using ui::drawing::LaneStrip;
using ui::drawing::StripColours;
using ui::model::TimeRange;

class TestLaneStrip : public QObject {
    Q_OBJECT

private slots:
    void paintedBusyShareMatchesTheSpans_data();
    void paintedBusyShareMatchesTheSpans();
    void tinySpanMarksOnePixelOfTheBottomRow();
    void backToBackSpansAreDrawnWithGaps();
    void failedSpansAreVermillion();
    void stripOfAnEmptyLaneOrOfNoColumnsIsEmpty();
};

namespace {

const ui::look::Theme& theme()
{
    static const ui::look::Theme kTheme;
    return kTheme;
}

StripColours colours()
{
    return {QColor(0xFA, 0xFB, 0xFC), &theme()};
}

LaneIndex randomLane(unsigned seed, int spans, double busyShare, Kind kind = Kind::Compute)
{
    std::mt19937 random(seed);
    std::lognormal_distribution<double> length(9.0, 1.6);
    LaneIndex lane;
    std::int64_t at = 0;
    for (int i = 0; i < spans; ++i) {
        Span span;
        const auto duration = static_cast<std::int64_t>(length(random)) + 1;
        span.begin = Nanoseconds{at};
        span.setDuration(Nanoseconds{duration});
        span.kind = kind;
        span.op = engine::OpId{i};
        lane.insert(span);
        at += duration + static_cast<std::int64_t>(length(random) * (1.0 / busyShare - 1.0));
    }
    return lane;
}

/// Fraction of the lane's image that has the fill colour, counted pixel by pixel.
double paintedShare(const LaneStrip& strip)
{
    const QImage image = imageOf(strip, 3, 0);
    const QColor ground = colours().ground;
    const QColor fill = theme().kind(Kind::Compute).fill;
    double sum = 0;
    for (int x = 0; x < image.width(); ++x)
        sum += (qRed(image.pixel(x, 1)) - ground.red()) / static_cast<double>(fill.red() - ground.red());
    return sum / image.width();
}

double trueShare(const LaneIndex& lane, const TimeRange& range)
{
    std::int64_t busy = 0;
    for (std::size_t i = 0; i < lane.spans().size(); ++i) {
        const Span& span = lane.spans()[i];
        const auto begin = std::max(span.begin, range.begin);
        const auto end = std::min(span.end(), range.end);
        if (end > begin)
            busy += (end - begin).count();
    }
    return static_cast<double>(busy) / static_cast<double>(range.length().count());
}

}  // namespace

void TestLaneStrip::paintedBusyShareMatchesTheSpans_data()
{
    QTest::addColumn<int>("spans");
    QTest::addColumn<double>("busy");
    QTest::addColumn<int>("columns");

    QTest::newRow("one span") << 1 << 0.8 << 636;
    QTest::newRow("a few spans") << 20 << 0.5 << 636;
    QTest::newRow("as many as columns, nearly always busy") << 640 << 0.97 << 636;
    QTest::newRow("many, mostly busy") << 20'000 << 0.81 << 1464;
    QTest::newRow("many, mostly idle") << 20'000 << 0.07 << 1464;
    QTest::newRow("many at twice the pixels") << 5'000 << 0.6 << 2928;
}

void TestLaneStrip::paintedBusyShareMatchesTheSpans()
{
    QFETCH(int, spans);
    QFETCH(double, busy);
    QFETCH(int, columns);
    std::mt19937 random(7);

    for (unsigned seed = 1; seed <= 4; ++seed) {
        const LaneIndex lane = randomLane(seed, spans, busy);
        const Nanoseconds extent = lane.spans().back().end();
        LaneStrip strip;
        for (double zoom = 1; zoom < 30'000; zoom *= 3.1) {
            const auto length =
                std::max<std::int64_t>(20, static_cast<std::int64_t>(static_cast<double>(extent.count()) / zoom));
            const auto room = std::max<std::int64_t>(1, extent.count() - length);
            const Nanoseconds begin{std::uniform_int_distribution<std::int64_t>(0, room)(random)};
            const TimeRange range{begin, begin + Nanoseconds{length}};

            strip.make(lane, range, columns, colours(), 0);

            const double error = std::abs(paintedShare(strip) - trueShare(lane, range));
            QVERIFY2(error < 0.005,
                     qPrintable(QStringLiteral("seed %1, zoom %2: off by %3 %").arg(seed).arg(zoom).arg(error * 100)));
        }
    }
}

void TestLaneStrip::tinySpanMarksOnePixelOfTheBottomRow()
{
    LaneIndex lane;
    Span span;
    span.begin = Nanoseconds{500'000'000};
    span.setDuration(Nanoseconds{100});
    lane.insert(span);
    LaneStrip strip;

    strip.make(lane, {Nanoseconds{0}, Nanoseconds{1'000'000'000}}, 800, colours(), 1);

    const QImage image = imageOf(strip, 20, 2);
    int marked = 0;
    for (int x = 0; x < image.width(); ++x)
        marked += QColor(image.pixel(x, 19)) == theme().kind(Kind::Compute).fill ? 1 : 0;
    QCOMPARE(marked, 1);
}

void TestLaneStrip::backToBackSpansAreDrawnWithGaps()
{
    LaneIndex lane;
    for (int i = 0; i < 10; ++i) {
        Span span;
        span.begin = Nanoseconds{i * 100};
        span.setDuration(Nanoseconds{100});
        lane.insert(span);
    }
    LaneStrip strip;

    strip.make(lane, {Nanoseconds{0}, Nanoseconds{1000}}, 100, colours(), 1);

    int gaps = 0;
    for (int x = 1; x < 100; ++x)
        gaps += strip.pixels[static_cast<std::size_t>(x)] != strip.pixels[5] ? 1 : 0;
    QCOMPARE(gaps, 9);
}

void TestLaneStrip::failedSpansAreVermillion()
{
    LaneIndex lane;
    Span span;
    span.setDuration(Nanoseconds{1000});
    span.state = OpState::Failed;
    lane.insert(span);
    LaneStrip strip;

    strip.make(lane, {Nanoseconds{0}, Nanoseconds{1000}}, 50, colours(), 1);

    QCOMPARE(QColor(strip.pixels[25]), theme().tokens().failFill);
}

void TestLaneStrip::stripOfAnEmptyLaneOrOfNoColumnsIsEmpty()
{
    LaneStrip strip;

    strip.make(LaneIndex(), {Nanoseconds{0}, Nanoseconds{10}}, 100, colours(), 1);
    QCOMPARE(QColor(strip.pixels[50]), colours().ground);
    strip.make(LaneIndex(), {Nanoseconds{0}, Nanoseconds{10}}, 0, colours(), 1);
    QVERIFY(imageOf(strip, 10, 2).isNull());
}

QTEST_GUILESS_MAIN(TestLaneStrip)
#include "tst_lane_strip.moc"
