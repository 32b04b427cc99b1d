#include "engine/trace/store.h"
#include "tests/ui/compare/sample_pairs.h"
#include "tests/ui/drawing/text_probe.h"
#include "ui/compare/compare_painter.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/labels.h"
#include "ui/compare/listing_pane.h"
#include "ui/compare/measures_pane.h"
#include "ui/drawing/page_file.h"
#include "ui/look/format.h"

#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

using namespace ui::compare;
using engine::Nanoseconds;
using engine::analysis::wholeSide;
using tests::naturalOf;
using tests::pairOf;
using tests::Sample;

namespace {

/// The pair of naturalOf() with swapped sides, so that B is the slower run.
PairPtr swappedOf(Sample sample)
{
    const PairPtr pair = naturalOf(sample);
    return std::make_shared<const ComparedPair>(pair->of(Which::B), pair->of(Which::A));
}

CompareScene sceneOf(PairPtr pair, const ui::look::Theme& theme, const QSize& size)
{
    CompareScene scene;
    scene.range = wholeRange(*pair);
    scene.pair = std::move(pair);
    scene.theme = &theme;
    scene.size = size;
    return scene;
}

/// Returns the rows of a side without the legend of the memory rows, because only the first band has this legend.
std::vector<ui::drawing::Row> rowsOf(const CompareLayout::Band& band)
{
    std::vector<ui::drawing::Row> rows = band.rows.rows;
    std::erase_if(rows, [](const auto& row) { return row.kind == ui::drawing::RowKind::Extra && row.extra < 0; });
    return rows;
}

QImage painted(const CompareScene& scene)
{
    QImage image(scene.size, QImage::Format_RGB32);
    QPainter painter(&image);
    paintComparison(painter, scene);
    painter.end();
    return image;
}

}  // namespace

/// Tests the comparison of two runs on one axis, as widgets and as an image.
class TestCompare : public QObject {
    Q_OBJECT

private slots:
    void bothSidesHaveTheSameRowLayout();
    void thirdRunIsDrawnLikeTheFirstTwo();
    void replayDrawsBothRunsUpToTheSameTime();
    void drawnLinesDoNotCrossTexts();
    void dashedLineAtTheEndOfTheLongerRunDoesNotCrossTitles();
    void memoryOfBothRunsIsDrawnOnOneScale();
    void savedTimeIsHatchedAndNotGreen();
    void lostTimeIsNeitherRedNorGreen();
    void everySampleTraceIsPaintedAtEverySize();
    void narrowBracketShowsItsLabelBelow();
    void timedBlockShowsItsMeasuredTimeAtEveryWidth();
    void listingsMarkLinesThatOnlyOneSideContains();
    void listingOfEachSideShowsWhetherItsCopiesWaited();
    void lineThatAStoppedRunDidNotReachIsNotStruckThrough();
    void manyConsecutiveEqualLinesAreFolded();
    void keysZoomPanAndResetTheRange();
    void buttonsOfTheListingPaneEmitTheirSignals();
};

void TestCompare::bothSidesHaveTheSameRowLayout()
{
    ui::look::Theme theme;
    const CompareScene scene = sceneOf(naturalOf(Sample::TwoGpus), theme, {760, 900});

    const CompareLayout layout = layOut(scene);

    QCOMPARE(layout.bands.size(), std::size_t{2});
    const auto a = rowsOf(layout.bands[0]);
    const auto b = rowsOf(layout.bands[1]);
    QCOMPARE(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        QCOMPARE(a[i].height, b[i].height);
        QVERIFY(!a[i].lane.isValid() || a[i].top == b[i].top);
        QCOMPARE(a[i].lane, b[i].lane);
    }
    QVERIFY(layout.height <= 900);
}

void TestCompare::replayDrawsBothRunsUpToTheSameTime()
{
    const ui::look::Theme theme;
    CompareScene scene = sceneOf(naturalOf(Sample::TwoGpus), theme, {1100, 700});
    const QImage whole = painted(scene);
    scene.moment = lengthOf(scene) / 2;
    const QImage half = painted(scene);

    const CompareLayout layout = layOut(scene);
    const double plot = scene.size.width() - layout.headerWidth;
    const int x = layout.headerWidth + static_cast<int>(ui::model::timeToPixel(*scene.moment, scene.range, plot));
    QCOMPARE(layout.bands.size(), std::size_t{2});
    for (const CompareLayout::Band& band : layout.bands) {
        int later = 0, earlier = 0;
        for (int y = band.top + band.titleHeight; y < band.bottom(); ++y) {
            for (int at = x + 2; at < scene.size.width(); ++at)
                later += half.pixelColor(at, y) != theme.tokens().plot;
            for (int at = layout.headerWidth; at < x - 1; ++at)
                earlier += half.pixel(at, y) != whole.pixel(at, y);
        }
        QCOMPARE(later, 0);
        QCOMPARE(earlier, 0);
    }
}

/// The dashed line at the end of the longer run is not painted over the title row of a side.
void TestCompare::dashedLineAtTheEndOfTheLongerRunDoesNotCrossTitles()
{
    const ui::look::Theme theme;
    const CompareScene scene = sceneOf(naturalOf(Sample::TwoGpus), theme, {1500, 700});
    const CompareLayout layout = layOut(scene);
    const double plot = scene.size.width() - layout.headerWidth;
    const int x = layout.headerWidth + static_cast<int>(ui::model::timeToPixel(lengthOf(scene), scene.range, plot));

    const QImage image = painted(scene);

    int dashes = 0;
    for (int y = layout.bands[1].top + layout.bands[1].titleHeight; y < layout.bands[1].bottom(); ++y)
        dashes += image.pixelColor(x, y) == theme.tokens().text2;
    QVERIFY(dashes > 20);
    for (int y = layout.bands[1].top + 2; y < layout.bands[1].top + layout.bands[1].titleHeight - 2; ++y)
        QCOMPARE(image.pixelColor(x, y), theme.tokens().chrome);
}

/// Compares a run that retains its results with one that ran out of memory on a card of 4 GB.
void TestCompare::memoryOfBothRunsIsDrawnOnOneScale()
{
    const ui::look::Theme theme;
    CompareScene scene = sceneOf(
        pairOf(wholeSide(tests::sampleTrace(Sample::CopyOverlap)), wholeSide(tests::sampleTrace(Sample::OutOfMemory))),
        theme, {1100, 1100});
    QVERIFY(!scene.pair->memory().empty());
    for (const ComparedMemory& memory : scene.pair->memory())
        QVERIFY(!memory.a || !memory.b || memory.a->scale.top == memory.b->scale.top);

    for (const Arrangement arrangement : {Arrangement::Stacked, Arrangement::Overlaid}) {
        scene.arrangement = arrangement;
        const CompareLayout layout = layOut(scene);
        const QImage image = painted(scene);

        int keys = 0;
        for (const CompareLayout::Band& band : layout.bands)
            for (const ui::drawing::Row& row : band.rows.rows) {
                if (row.kind != ui::drawing::RowKind::Extra)
                    continue;
                keys += row.extra < 0;
                int filled = 0;
                for (int y = band.top + band.titleHeight + row.top;
                     row.extra >= 0 && y < band.top + band.titleHeight + row.bottom(); ++y)
                    for (int x = layout.headerWidth; x < image.width(); ++x)
                        filled += image.pixelColor(x, y) == theme.tokens().memFill;
                QVERIFY(row.extra < 0 || filled > 100);
            }
        QCOMPARE(keys, 1);
    }
}

/// A third run is drawn like the first two: it has rows of the same height, a letter, bars and a curve.
void TestCompare::thirdRunIsDrawnLikeTheFirstTwo()
{
    ui::look::Theme theme;
    const PairPtr pair = naturalOf(Sample::TwoGpus);
    CompareScene scene = sceneOf(pair, theme, {760, 1000});
    scene.more = {pairOf(pair->side(Which::A), wholeSide(tests::sampleTrace(Sample::TwoGpusOverlap)))};
    scene.range = wholeRange(scene);

    const CompareLayout layout = layOut(scene);
    const QImage image = painted(scene);

    QCOMPARE(layout.bands.size(), std::size_t{3});
    QVERIFY(scene.range.end > scene.more[0]->comparison().lengthB());
    const QColor fill = theme.kind(engine::trace::Kind::Compute).fill;
    QStringList letters;
    int top = 0;
    for (const CompareLayout::Band& band : layout.bands) {
        letters << band.drawn.letter();
        QVERIFY(band.top > top);
        top = band.top;
        QCOMPARE(rowsOf(band).size(), rowsOf(layout.bands[0]).size());
        int bars = 0;
        for (int y = band.top; y < std::min(band.bottom(), image.height()); ++y)
            for (int x = layout.headerWidth; x < image.width(); ++x)
                bars += image.pixelColor(x, y) == fill ? 1 : 0;
        QVERIFY2(bars > 300, qPrintable(band.drawn.letter()));
    }
    QCOMPARE(letters, QStringList({"A", "B", "C"}));
    scene.arrangement = Arrangement::Overlaid;
    QCOMPARE(layOut(scene).bands.size(), std::size_t{2});
}

void TestCompare::savedTimeIsHatchedAndNotGreen()
{
    ui::look::Theme theme;
    const CompareScene scene = sceneOf(naturalOf(Sample::TwoGpus), theme, {760, 800});
    const CompareLayout layout = layOut(scene);
    const auto& band = layout.bands[1];
    const auto& comparison = scene.pair->comparison();
    const auto middle = (comparison.lengthA() + comparison.lengthB()) / 2;
    const int x = layout.headerWidth + static_cast<int>(timeToPixel(middle, scene.range, 760 - layout.headerWidth));

    const QImage image = painted(scene);

    // Near its bottom, the region of the saved time contains only background and hatch lines; the badge is higher.
    const QColor pixel = image.pixelColor(x, band.bottom() - 6);
    QVERIFY2(pixel != theme.tokens().plot && pixel != theme.tokens().band, "saved time is hatched");
    QVERIFY2(std::abs(pixel.green() - pixel.red()) < 12, qPrintable(pixel.name()));
    // Side A saves no time, so its rows have no hatch lines.
    const auto& above = layout.bands[0];
    QVERIFY(image.pixelColor(x, above.bottom() - 2) != theme.tokens().sunken);
}

void TestCompare::lostTimeIsNeitherRedNorGreen()
{
    ui::look::Theme theme;
    const PairPtr pair = swappedOf(Sample::TwoGpus);
    const CompareScene scene = sceneOf(pair, theme, {760, 800});
    QVERIFY(pair->comparison().saved() < Nanoseconds{});

    const QImage image = painted(scene);

    const CompareLayout layout = layOut(scene);
    const auto middle = (pair->comparison().lengthA() + pair->comparison().lengthB()) / 2;
    const int x = layout.headerWidth + static_cast<int>(timeToPixel(middle, scene.range, 760 - layout.headerWidth));
    const QColor pixel = image.pixelColor(x, layout.bands[0].bottom() - 6);
    QVERIFY2(pixel != theme.tokens().plot && pixel != theme.tokens().band, "lost time is hatched");
    QVERIFY2(std::abs(pixel.red() - pixel.green()) < 12, qPrintable(pixel.name()));
    QCOMPARE(whyTitle(pair->comparison()), QStringLiteral("Why is B slower?"));
}

/// A bracket narrower than its label shows the label below it.
void TestCompare::narrowBracketShowsItsLabelBelow()
{
    ui::look::Theme theme;
    const PairPtr pair = swappedOf(Sample::TwoGpus);
    CompareScene scene = sceneOf(pair, theme, {760, 800});
    const auto& comparison = pair->comparison();
    // In this range, the difference of the lengths is about 30 pixels wide.
    scene.range.end = scene.range.begin + (comparison.lengthB() - comparison.lengthA()) * 18;
    const CompareLayout layout = layOut(scene);
    const auto& band = layout.bands[0];
    const double plot = 760 - layout.headerWidth;
    const double left = layout.headerWidth + timeToPixel(comparison.lengthA(), scene.range, plot);
    const double right = layout.headerWidth + timeToPixel(comparison.lengthB(), scene.range, plot);

    const QImage image = painted(scene);

    const ui::drawing::Row* blocks = band.rows.rowOf(ui::drawing::RowKind::Benchmarks);
    QVERIFY(blocks != nullptr && right - left < 40);
    const int top = band.top + band.titleHeight + blocks->top;
    int ofColour = 0;
    for (int y = top + blocks->height * 2 / 3; y < top + blocks->height - 1; ++y)
        for (int x = static_cast<int>(left) + 4; x < static_cast<int>(right) - 4; ++x)
            ofColour += image.pixelColor(x, y).lightness() < 160 ? 1 : 0;
    QVERIFY2(ofColour > 5, qPrintable(QString::number(ofColour)));
    // The line where the longer run ends is dashed; it is interrupted at the label.
    const int end = static_cast<int>(std::floor(right)), from = top + static_cast<int>(blocks->ownHeight() * 0.38) + 11;
    const auto dashesFrom = [&](int y) {
        int dashes = 0;
        for (int i = 0; i < 13; ++i)
            dashes += image.pixelColor(end, y + i) == theme.tokens().text2;
        return dashes;
    };
    QVERIFY(dashesFrom(top + blocks->height + 2) >= 5);
    QVERIFY2(dashesFrom(from) <= 3, qPrintable(QString::number(dashesFrom(from))));
}

/// A timed block has a measured time (BlockRecord::seconds) and a time of its work. If only one of them fits, the block
/// shows the measured time.
void TestCompare::timedBlockShowsItsMeasuredTimeAtEveryWidth()
{
    const PairPtr pair = naturalOf(Sample::TwoGpus);
    const engine::trace::BlockRecord& block = pair->side(Which::B).trace->blocks().front();
    for (const double scale : {1.0, 1.25, 1.5})
        for (const int width : {600, 700, 800, 900, 1100, 1440}) {
            ui::look::Theme theme;
            theme.setScale(scale);
            const CompareScene scene = sceneOf(pair, theme, {width, 800});
            ui::drawing::FilePage page;
            page.size = QSizeF(scene.size);
            page.paint = [&](QPainter& painter) { paintComparison(painter, scene); };

            const auto svg = ui::drawing::renderPage(page, ui::drawing::FileFormat::Svg, 1);

            QVERIFY(svg);
            QVERIFY2(svg->contains(ui::look::benchmarkText(block.seconds).toUtf8()),
                     qPrintable(QStringLiteral("width %1, scale %2").arg(width).arg(scale)));
        }
}

/// The lines of waits and of the replay are interrupted at each text that they would cross.
void TestCompare::drawnLinesDoNotCrossTexts()
{
    ui::look::Theme theme;
    ui::drawing::LabelCache cache;
    std::vector<QRectF> texts;
    for (const Sample sample : {Sample::TwoGpus, Sample::CopyOverlap})
        for (const Arrangement arrangement : {Arrangement::Stacked, Arrangement::Overlaid}) {
            CompareScene scene = sceneOf(naturalOf(sample), theme, {1100, 900});
            scene.arrangement = arrangement;
            scene.labels = &cache;
            for (int i = 0; i <= 20; ++i) {
                if (i > 0)
                    scene.moment = scene.range.begin + scene.range.length() * i / 20;
                tests::TextProbe probe(scene.size);
                QPainter painter(&probe);

                paintComparison({painter, &texts}, scene);

                painter.end();
                QVERIFY(probe.texts().size() > 10 && probe.lines().size() > 10);
                const QStringList faults = tests::crossingsOf(probe, theme.tokens().plot);
                QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
            }
        }
}

void TestCompare::everySampleTraceIsPaintedAtEverySize()
{
    ui::look::Theme theme;
    const auto empty = std::make_shared<const engine::trace::Trace>();
    for (const Sample sample : {Sample::Empty, Sample::Elementwise, Sample::TwoGpus, Sample::CopyOverlap,
                                Sample::OutOfMemory, Sample::Live}) {
        const auto trace = tests::sampleTrace(sample);
        for (const PairPtr& pair :
             {pairOf(wholeSide(trace), wholeSide(tests::sampleTrace(Sample::TwoGpusOverlap))),
              pairOf(wholeSide(empty), wholeSide(trace)), pairOf(wholeSide(trace), wholeSide(trace))})
            for (const QSize& size : {QSize(760, 800), QSize(200, 60), QSize(1, 1)})
                for (const Arrangement arrangement : {Arrangement::Stacked, Arrangement::Overlaid}) {
                    CompareScene scene = sceneOf(pair, theme, size);
                    scene.arrangement = arrangement;
                    QCOMPARE(painted(scene).size(), size);
                }
    }
}

void TestCompare::listingsMarkLinesThatOnlyOneSideContains()
{
    const PairPtr pair = naturalOf(Sample::TwoGpus);

    const auto rowsA = listingRows(*pair, Which::A);
    const auto rowsB = listingRows(*pair, Which::B);

    const auto lineOf = [](const std::vector<ListingRow>& rows, int line) {
        for (const ListingRow& row : rows)
            if (row.line == line)
                return row;
        return ListingRow();
    };
    QCOMPARE(lineOf(rowsA, 15).kind, ListingRow::Kind::Own);
    QVERIFY(lineOf(rowsA, 15).isWaiting);
    QCOMPARE(lineOf(rowsA, 14).kind, ListingRow::Kind::Same);
    const auto gap = std::find_if(rowsB.begin(), rowsB.end(),
                                  [](const ListingRow& row) { return row.kind == ListingRow::Kind::Gap; });
    QVERIFY(gap != rowsB.end());
    QVERIFY(std::any_of(rowsB.begin(), rowsB.end(), [](const ListingRow& row) { return row.isWaitGap; }));
}

namespace {

/// The parts of a row that are struck through.
QString removedText(const ListingRow& row)
{
    QStringList parts;
    for (const ui::look::CodeSpan& part : row.removed)
        parts << row.text.mid(part.start, part.length);
    return parts.join(QLatin1Char('|'));
}

}  // namespace

/// The copies of the listing do not wait. On side B, switches made them wait. One line waits on both sides.
void TestCompare::listingOfEachSideShowsWhetherItsCopiesWaited()
{
    using namespace engine::trace;
    constexpr int kOfBoth = 5;
    const auto run = [](bool isWaiting) {
        Store store;
        auto info = std::make_shared<RunInfo>();
        info->source =
            "def copy_to_cpu(x, non_blocking=False):\n"
            "z = copy_to_cpu(y.sum(0, True), True)\n"
            "w = y.to('cpu', non_blocking=True)\n"
            "v = copy_to_cpu(y.sum(0, True))\n"
            "print(y.sum(0, True).item())\n"
            "synchronize()\n"
            "value = total.item()\n"
            "print('sum', f(y), y)\n";
        store.apply(Record(RunRecord(info)));
        for (std::uint32_t i = 0; i < 4; ++i) {
            IssueRecord issue;
            issue.op = engine::OpId{i};
            issue.line = static_cast<int>(i) + 2;
            issue.begin = issue.end = Nanoseconds{10 * (i + 1)};
            store.apply(issue);
        }
        const std::array calls{"copy_to_cpu(y.sum(0, True))",  "y.to('cpu')",   "copy_to_cpu(y.sum(0, True))",
                               "print(y.sum(0, True).item())", "synchronize()", "total.item()",
                               "print('sum', f(y), y)"};
        for (int line = 2; line <= 8; ++line) {
            const engine::NameId call{static_cast<std::uint32_t>(line - 2)};
            store.apply(NameRecord{call, calls[call.index]});
            WaitRecord wait;
            wait.begin = Nanoseconds{line * 10};
            wait.end = Nanoseconds{line * 10 + 5};
            wait.line = line;
            wait.call = call;
            if (isWaiting || line == kOfBoth)
                store.apply(wait);
        }
        store.apply(EndRecord{Nanoseconds{100}, true});
        return wholeSide(store.snapshot());
    };
    const PairPtr pair = pairOf(run(false), run(true));

    const auto rowsA = listingRows(*pair, Which::A);
    const auto rowsB = listingRows(*pair, Which::B);

    QCOMPARE(rowsA.size(), std::size_t{8});
    QCOMPARE(rowsA[1].text, QStringLiteral("z = copy_to_cpu(y.sum(0, True), True)"));
    QCOMPARE(rowsB[1].text, QStringLiteral("z = copy_to_cpu(y.sum(0, True))"));
    QCOMPARE(rowsB[2].text, QStringLiteral("w = y.to('cpu')"));
    // The switch changes only the argument of copy_to_cpu(), not a True at the end of another call.
    QCOMPARE(rowsB[3].text, QStringLiteral("v = copy_to_cpu(y.sum(0, True))"));
    QCOMPARE(rowsA[4].text, QStringLiteral("print(y.sum(0, True).item())"));
    QCOMPARE(rowsB[4].text, rowsA[4].text);
    // The copy ran on both sides, so its line is not struck through on side A. The line that only waits is struck
    // through.
    QCOMPARE(rowsA[1].kind, ListingRow::Kind::Own);
    QVERIFY(rowsA[1].canWait && !rowsA[1].isWaiting);
    QCOMPARE(rowsA[5].kind, ListingRow::Kind::Off);
    QCOMPARE(rowsB[5].kind, ListingRow::Kind::Own);
    QCOMPARE(removedText(rowsA[5]), QStringLiteral("synchronize()"));
    // If a line does more than wait, only its switched-off wait is struck through.
    QCOMPARE(rowsA[6].kind, ListingRow::Kind::Off);
    QCOMPARE(removedText(rowsA[6]), QStringLiteral(".item()"));
    QCOMPARE(removedText(rowsA[7]), QStringLiteral("print('sum', |, y)"));
    QVERIFY(rowsA[1].removed.empty() && rowsB[6].removed.empty());
}

void TestCompare::lineThatAStoppedRunDidNotReachIsNotStruckThrough()
{
    using namespace engine::trace;
    const auto run = [](bool isComplete, bool isOff) {
        Store store;
        auto info = std::make_shared<RunInfo>();
        info->source = "work\nsynchronize()\n";
        if (isOff)
            info->switches = {{2, false}};
        store.apply(Record(RunRecord(info)));
        store.apply(NameRecord{engine::NameId{0}, "synchronize()"});
        WaitRecord wait;
        wait.end = Nanoseconds{10};
        wait.line = 2;
        wait.call = engine::NameId{0};
        if (isComplete)
            store.apply(wait);
        store.apply(EndRecord{Nanoseconds{10}, isComplete});
        return wholeSide(store.snapshot());
    };

    const auto pair = pairOf(run(true, false), run(false, false));
    const auto stopped = listingRows(*pair, Which::B), whole = listingRows(*pair, Which::A);
    const auto off = listingRows(*pairOf(run(true, false), run(false, true)), Which::B);

    QCOMPARE(stopped.size(), std::size_t{2});
    QCOMPARE(stopped[1].kind, ListingRow::Kind::Same);
    QCOMPARE(whole[1].kind, ListingRow::Kind::Same);
    QVERIFY2(!stopped[1].canWait, "its switch would be drawn as off");
    QCOMPARE(off[1].kind, ListingRow::Kind::Off);
}

void TestCompare::manyConsecutiveEqualLinesAreFolded()
{
    const PairPtr pair =
        pairOf(wholeSide(tests::sampleTrace(Sample::TwoGpus)), wholeSide(tests::sampleTrace(Sample::TwoGpusOverlap)));

    const auto rows = listingRows(*pair, Which::B);

    int lines = 0;
    bool isFolded = false;
    for (const ListingRow& row : rows) {
        isFolded = isFolded || row.kind == ListingRow::Kind::Folded;
        lines += row.kind == ListingRow::Kind::Folded ? row.count : 1;
        if (row.line == 15)
            QCOMPARE(row.kind, ListingRow::Kind::Off);
    }
    QVERIFY(isFolded);
    QVERIFY(lines >= 24);
}

void TestCompare::keysZoomPanAndResetTheRange()
{
    ui::look::Theme theme;
    CompareView view(theme);
    view.resize(760, 840);
    view.show();
    view.setPair(naturalOf(Sample::TwoGpus));
    CompareCanvas& canvas = view.canvas();
    const auto whole = canvas.scene().range;

    QTest::keyClick(&canvas, Qt::Key_W);
    QVERIFY(canvas.scene().range.length() < whole.length());
    const auto zoomed = canvas.scene().range;
    QTest::keyClick(&canvas, Qt::Key_D);
    QVERIFY(canvas.scene().range.begin > zoomed.begin);
    QCOMPARE(canvas.scene().range.length(), zoomed.length());
    QTest::mousePress(&canvas, Qt::LeftButton, {}, {400, 300});
    QTest::mouseMove(&canvas, {300, 300});
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, {300, 300});
    QTest::keyClick(&canvas, Qt::Key_Home);
    QCOMPARE(canvas.scene().range, whole);
    for (int i = 0; i < 200; ++i)
        QTest::keyClick(&canvas, Qt::Key_W);
    QVERIFY(canvas.scene().range.length() > Nanoseconds{0});
    QVERIFY(canvas.accessibleName().contains("as fast"));
    view.setArrangement(Arrangement::Overlaid);
    QCOMPARE(layOut(canvas.scene()).bands.size(), std::size_t{1});
    QVERIFY(!view.grab().isNull());
}

void TestCompare::buttonsOfTheListingPaneEmitTheirSignals()
{
    ui::look::Theme theme;
    ListingPane pane(theme);
    MeasuresPane measures(theme);
    pane.resize(364, 800);
    pane.show();
    pane.setPair(naturalOf(Sample::TwoGpus));
    measures.setPair(naturalOf(Sample::TwoGpus));
    QSignalSpy swap(&pane, &ListingPane::swapWanted);
    QSignalSpy close(&pane, &ListingPane::closeWanted);
    QSignalSpy choose(&pane, &ListingPane::chooserWanted);

    QTest::mouseClick(pane.findChild<QWidget*>("swapSides"), Qt::LeftButton);
    QTest::mouseClick(pane.findChild<QWidget*>("chooseB"), Qt::LeftButton);
    QTest::mouseClick(pane.findChild<QWidget*>("closeCompare"), Qt::LeftButton);

    QCOMPARE(swap.size(), 1);
    QCOMPARE(choose.size(), 1);
    QCOMPARE(choose[0][0].value<Which>(), Which::B);
    QCOMPARE(close.size(), 1);
    QVERIFY(measures.why().contains("15"));
    theme.setMode(ui::look::Mode::Dark);
    QVERIFY(!pane.grab().isNull());
    QVERIFY(!measures.grab().isNull());
}

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
