#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/drawing/memory/memory_scale.h"
#include "ui/drawing/memory/step_curve.h"
#include "ui/memory/memory_rows.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <random>

using engine::Bytes;
using engine::Nanoseconds;
using engine::trace::MemoryRecord;
using tests::Sample;
using ui::drawing::MemoryColumn;
using ui::drawing::StepCurve;
using ui::model::TimeRange;

class TestStepCurve : public QObject {
    Q_OBJECT

private slots:
    void memoryCurveEqualsABruteForceResultAtEveryZoom();
    void memoryCurveExtendedInPartsEqualsTheWholeCurve();
    void peakIsTheFirstMaximum();
    void emptyCurveHasNoBytes();
    void poolIsHiddenIfItIsMuchLargerThanTheAllocation();
    void widestPlaceForTheLabelOfThePoolIsFound();
    void memoryScaleFitsPeakAndCapacity_data();
    void memoryScaleFitsPeakAndCapacity();
    void refusedAllocationIsMarkedOnlyOnItsDevice();
    void memoryRowsCanBePaintedAtAnySize();
    void memoryRowWithAConstantLevelIsFoldedToALine();
    void failedAllocationMarksTheCapacityLine();
    void rapidLevelChangesAreNotDrawnAsLines();
};

namespace {

MemoryColumn randomRecords(int count, unsigned seed)
{
    std::mt19937 random(seed);
    MemoryColumn records;
    std::int64_t time = 1000;
    std::int64_t level = 0;
    std::int64_t pool = 0;
    for (int i = 0; i < count; ++i) {
        time += std::uniform_int_distribution<std::int64_t>(0, 900)(random);
        level = std::max<std::int64_t>(0, level + std::uniform_int_distribution<std::int64_t>(-900, 1000)(random));
        MemoryRecord record;
        record.time = Nanoseconds{time};
        record.allocated = Bytes{level};
        record.held = Bytes{level / 2};
        pool = std::max(pool, level);
        record.reserved = Bytes{pool};
        records.push_back(record);
    }
    return records;
}

}  // namespace

void TestStepCurve::memoryCurveEqualsABruteForceResultAtEveryZoom()
{
    const MemoryColumn records = randomRecords(3000, 5);
    StepCurve curve;
    curve.extend(records);
    const std::int64_t end = records.back().time.count();

    for (std::int64_t length = end * 2; length > 200; length /= 3) {
        const TimeRange range{Nanoseconds{end / 3 - length / 4}, Nanoseconds{end / 3 + length}};
        const int n = 97;
        const auto columns = curve.columns(range, n);
        for (int x = 0; x < n; ++x) {
            const Nanoseconds from = pixelToTime(x, range, n);
            const Nanoseconds to = pixelToTime(x + 1, range, n);
            std::int64_t level = 0;
            std::int64_t high = -1;
            std::int64_t pool = 0;
            for (std::size_t i = 0; i < records.size() && records[i].time < to; ++i) {
                if (records[i].time >= from)
                    high = std::max(high, records[i].allocated.value);
                else
                    level = records[i].allocated.value;
                pool = std::max(pool, records[i].reserved.value);
            }
            QCOMPARE(columns.allocated[static_cast<std::size_t>(x)].high, std::max(high, level));
            QCOMPARE(columns.pool[static_cast<std::size_t>(x)].high, pool);
        }
    }
}

void TestStepCurve::memoryCurveExtendedInPartsEqualsTheWholeCurve()
{
    const MemoryColumn whole = randomRecords(1000, 9);
    StepCurve grown;
    MemoryColumn part;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        part.push_back(whole[i]);
        if (i % 37 == 0)
            grown.extend(part);
    }
    grown.extend(part);
    StepCurve once;
    once.extend(whole);

    QCOMPARE(grown.highest(), once.highest());
    const TimeRange range{Nanoseconds{0}, whole.back().time};
    const auto a = grown.columns(range, 200);
    const auto b = once.columns(range, 200);
    for (std::size_t x = 0; x < 200; ++x)
        QCOMPARE(a.allocated[x].high, b.allocated[x].high);
}

void TestStepCurve::peakIsTheFirstMaximum()
{
    const MemoryColumn records = randomRecords(2000, 3);
    StepCurve curve;
    curve.extend(records);

    const StepCurve::Peak peak = curve.peak({Nanoseconds{0}, records.back().time + Nanoseconds{1}});

    QCOMPARE(peak.bytes, curve.highest());
    for (std::size_t i = 0; i < records.size() && records[i].time < peak.time; ++i)
        QVERIFY(records[i].allocated.value < peak.bytes);
}

void TestStepCurve::emptyCurveHasNoBytes()
{
    const StepCurve curve;

    QCOMPARE(curve.columns({Nanoseconds{0}, Nanoseconds{10}}, 5).allocated.size(), std::size_t{5});
    QCOMPARE(curve.columns({Nanoseconds{0}, Nanoseconds{10}}, 0).allocated.size(), std::size_t{0});
    QCOMPARE(curve.peak({Nanoseconds{0}, Nanoseconds{10}}).bytes, std::int64_t{0});
    QCOMPARE(curve.indexAt(Nanoseconds{5}), std::ptrdiff_t{-1});
}

void TestStepCurve::poolIsHiddenIfItIsMuchLargerThanTheAllocation()
{
    const auto curveOf = [](std::initializer_list<std::pair<int, int>> levels) {
        MemoryColumn records;
        for (const auto& [allocated, reserved] : levels) {
            MemoryRecord record;
            record.time = Nanoseconds{static_cast<std::int64_t>(records.size())};
            record.allocated = Bytes{allocated};
            record.reserved = Bytes{reserved};
            records.push_back(record);
        }
        StepCurve curve;
        curve.extend(records);
        return curve;
    };

    const StepCurve kept = curveOf({{100, 120}, {0, 120}});
    QVERIFY(kept.showsPool());
    QCOMPARE(kept.highestShown(), std::int64_t{120});
    const StepCurve dwarfing = curveOf({{100, 900}, {0, 900}});
    QVERIFY(!dwarfing.showsPool());
    QCOMPARE(dwarfing.highestShown(), std::int64_t{100});
    QVERIFY(!curveOf({{100, 100}, {0, 0}}).showsPool());
}

/// The label is placed between the allocated level and the pool's level, over as many columns as possible.
void TestStepCurve::widestPlaceForTheLabelOfThePoolIsFound()
{
    const auto level = [](std::initializer_list<std::int64_t> levels) {
        std::vector<ui::drawing::CurveColumn> columns;
        for (const std::int64_t bytes : levels)
            columns.push_back({bytes, bytes, bytes});
        return columns;
    };
    ui::drawing::CurveColumns curve;
    curve.pool = level({0, 1000, 1000, 1000, 1000, 1000, 1000, 1000});
    curve.allocated = level({0, 100, 100, 500, 200, 210, 200, 900});

    const auto room = ui::drawing::widestPoolRoom(curve, 0, 8, 400);  // column 3 is also high enough, but narrower

    QVERIFY(room.has_value());
    QCOMPARE(room->from, 4);
    QCOMPARE(room->to, 7);
    QCOMPARE(room->bottom, std::int64_t{210});
    QCOMPARE(room->top, std::int64_t{1000});
    QVERIFY(!ui::drawing::widestPoolRoom(curve, 0, 8, 1001));
    QCOMPARE(ui::drawing::widestPoolRoom(curve, 0, 4, 400)->to, 3);
}

void TestStepCurve::memoryScaleFitsPeakAndCapacity_data()
{
    QTest::addColumn<qint64>("peak");
    QTest::addColumn<qint64>("capacity");
    QTest::addColumn<bool>("isBroken");
    QTest::addColumn<QString>("unit");

    const qint64 gib = qint64{1} << 30;
    QTest::newRow("far below the capacity") << qint64{3'260'000'000} << 16 * gib << true << "GiB";
    QTest::newRow("at the capacity") << qint64{4'000'000'000} << qint64{4'100'000'000} << false << "GiB";
    QTest::newRow("unknown capacity") << qint64{500'000'000} << qint64{0} << false << "MiB";
    QTest::newRow("a few bytes") << qint64{32} << 16 * gib << true << "B";
    QTest::newRow("zero") << qint64{0} << qint64{0} << false << "B";
}

void TestStepCurve::memoryScaleFitsPeakAndCapacity()
{
    QFETCH(qint64, peak);
    QFETCH(qint64, capacity);
    QFETCH(bool, isBroken);
    QFETCH(QString, unit);

    const auto scale = ui::drawing::scaleOf(Bytes{peak}, Bytes{capacity});

    QCOMPARE(scale.isBroken, isBroken);
    QCOMPARE(unitName(scale), unit);
    QVERIFY(scale.top > static_cast<double>(peak));
    QVERIFY(scale.ticks.size() >= 2 && scale.ticks.size() <= 8);
    if (!isBroken)
        QVERIFY(scale.top > static_cast<double>(capacity));
}

void TestStepCurve::refusedAllocationIsMarkedOnlyOnItsDevice()
{
    using namespace engine::trace;
    Recorder recorder;
    std::vector<ui::drawing::MemoryTrack> tracks;
    for (const int device : {0, 1}) {
        DeviceRecord record;
        record.id = engine::DeviceId{device};
        record.kind = DeviceKind::Gpu;
        recorder.write(record);
        tracks.emplace_back(record);
        MemoryRecord allocated;
        allocated.device = record.id;
        allocated.bytes = allocated.allocated = Bytes{64'000'000};
        recorder.write(allocated);
    }
    const auto extendAll = [&] {
        const TracePtr trace = recorder.snapshot();
        for (ui::drawing::MemoryTrack& track : tracks)
            track.extend(*trace);
    };

    extendAll();
    MemoryRecord refused;
    refused.device = engine::DeviceId{1};
    refused.act = MemoryAct::Refuse;
    recorder.write(refused);
    extendAll();

    QCOMPARE(tracks[0].refused, -1);
    QCOMPARE(tracks[1].refused, 1);
    for (const ui::drawing::MemoryTrack& track : tracks)
        QCOMPARE(unitName(track.scale), QStringLiteral("MiB"));
}

void TestStepCurve::memoryRowsCanBePaintedAtAnySize()
{
    for (int sample = 0; sample <= static_cast<int>(Sample::Live); ++sample)
        for (const QSizeF& size : {QSizeF(0, 0), QSizeF(3, 10), QSizeF(636, 136)}) {
            const ui::look::Theme theme;
            ui::model::TraceFeed feed;
            ui::model::VisibleRange range;
            ui::memory::MemoryRows rows(theme, feed, range);
            feed.show(tests::sampleTrace(static_cast<Sample>(sample)), {});
            QImage image(800, 200, QImage::Format_RGB32);
            QPainter painter(&image);
            for (int row = 0; row < rows.count(); ++row) {
                QVERIFY(rows.sizeOf(row).minimum > 0);
                rows.paintHeader(row, painter, QRectF(0, 0, 136, size.height()));
                static_cast<void>(rows.paintPlot(row, painter, QRectF(QPointF(136, 0), size),
                                                 {Nanoseconds{0}, feed.trace()->extent()}, 1)(painter));
                if (row > 0)
                    QVERIFY(!rows.describe(row, feed.trace()->extent()).isEmpty());
            }
        }
}

/// Thousands of allocations and frees within a pixel are not drawn as lines. A single change is drawn as a line.
void TestStepCurve::rapidLevelChangesAreNotDrawnAsLines()
{
    using engine::trace::MemoryAct;
    constexpr int kColumns = 400, kMax = 4000;
    const ui::look::Theme theme;
    for (const int turns : {1, kMax}) {
        engine::trace::Recorder recorder;
        recorder.write(
            engine::trace::DeviceRecord{engine::DeviceId(0), engine::trace::DeviceKind::Cpu, "CPU", "", {}, {}, 0});
        const auto reach = [&](int time, std::int64_t level, MemoryAct act) {
            engine::trace::MemoryRecord record;
            record.time = Nanoseconds{time};
            record.device = engine::DeviceId(0);
            record.act = act;
            record.bytes = engine::Bytes{16'000'000};
            record.allocated = record.held = record.reserved = engine::Bytes{level};
            recorder.write(record);
        };
        reach(0, 16'000'000, MemoryAct::Allocate);
        const int first = turns == 1 ? kMax / 2 : 1;
        for (int i = first; i < first + turns; ++i) {
            reach(2 * i, 32'000'000, MemoryAct::Allocate);
            reach(2 * i + 1, 16'000'000, MemoryAct::Free);
        }
        recorder.write(engine::trace::EndRecord{Nanoseconds{2 * kMax + 4}, true});
        recorder.finish();
        ui::model::TraceFeed feed;
        ui::model::VisibleRange range;
        ui::memory::MemoryRows rows(theme, feed, range);
        feed.show(recorder.snapshot(), {});
        if (!rows.sizeOf(1).stretches)  // a row with a single change is folded
            rows.clickHeader(1);
        QImage image(kColumns, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);

        const std::vector<QRectF> texts = rows.paintPlot(1, painter, QRectF(0, 0, kColumns, 200),
                                                         {Nanoseconds{0}, feed.trace()->extent()}, 1)(painter);
        painter.end();

        int most = 0;
        for (int x = kColumns / 2 - 3; x < kColumns / 2 + 3; ++x) {
            int lines = 0;
            for (int y = 0; y < image.height(); ++y)
                lines += image.pixelColor(x, y) == theme.tokens().memLine ? 1 : 0;
            most = std::max(most, lines);
        }
        QVERIFY2(turns == 1 ? most > 20 : most < 6, qPrintable(QString::number(most)));
        QVERIFY2(!texts.empty(), "the peak is named");
    }
}

/// Tests a row with a constant level, and one whose level rises by 1 MB per ns for 1000 ns.
void TestStepCurve::memoryRowWithAConstantLevelIsFoldedToALine()
{
    const ui::look::Theme theme;
    const auto traceOf = [](bool isRising, int shift) {
        engine::trace::Recorder recorder;
        recorder.write(
            engine::trace::DeviceRecord{engine::DeviceId(0), engine::trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
        for (int time = 0; time < 1000; time += isRising ? 1 : 999) {
            engine::trace::MemoryRecord record;
            record.device = engine::DeviceId(0);
            record.time = Nanoseconds{time + shift};
            record.bytes = engine::Bytes{1'000'000};
            record.allocated = record.held = record.reserved =
                engine::Bytes{isRising ? 1'000'000 * (time + 1) : 64'000'000};
            recorder.write(record);
        }
        recorder.write(engine::trace::EndRecord{Nanoseconds{1100}, true});
        recorder.finish();
        return recorder.snapshot();
    };
    ui::model::TraceFeed feed;
    ui::model::VisibleRange range;
    ui::memory::MemoryRows rows(theme, feed, range);
    QSignalSpy changed(&rows, &ui::memory::MemoryRows::layoutChanged);

    feed.show(traceOf(true, 0), {});
    QVERIFY(rows.sizeOf(1).stretches);

    feed.show(traceOf(false, 0), {});
    QVERIFY(!rows.sizeOf(1).stretches);
    QCOMPARE(rows.sizeOf(1).minimum, 24);
    changed.clear();
    rows.clickHeader(1);
    QVERIFY2(rows.sizeOf(1).stretches, "a click opens it");
    QCOMPARE(changed.size(), 1);
    rows.clickHeader(1);
    QVERIFY2(!rows.sizeOf(1).stretches, "another one closes it");
    rows.toggleFolded();
    QVERIFY2(rows.sizeOf(1).stretches, "the key opens it too");
    rows.toggleFolded();
    QVERIFY(!rows.sizeOf(1).stretches);
    QVERIFY(!rows.isScarce());
}

void TestStepCurve::failedAllocationMarksTheCapacityLine()
{
    const ui::look::Theme theme;
    ui::model::TraceFeed feed;
    ui::model::VisibleRange range;
    ui::memory::MemoryRows rows(theme, feed, range);
    feed.show(tests::sampleTrace(Sample::OutOfMemory), {});
    const Nanoseconds failed = feed.trace()->error()->time;
    QImage image(800, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);

    static_cast<void>(rows.paintPlot(1, painter, QRectF(0, 0, 800, 300),
                                     {failed - std::chrono::milliseconds(50), failed + std::chrono::milliseconds(50)},
                                     1)(painter));
    painter.end();

    // The GPU is shared with other programs. The text states the total reserved memory, in the unit of the predicted
    // memory.
    const QString level = rows.describe(1, failed).join(QLatin1Char('\n'));
    QVERIFY2(level.contains(QLatin1String("2.72 GiB reserved when issued")), qPrintable(level));
    QVERIFY2(level.contains(QLatin1String("3.76 GiB of the card")), qPrintable(level));
    int marked = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            marked += image.pixelColor(x, y) == theme.tokens().fail ? 1 : 0;
    QVERIFY2(marked > 800, "the capacity line stands in vermillion");
}

QTEST_MAIN(TestStepCurve)
#include "tst_step_curve.moc"
