#include "engine/analysis/occupancy.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/figure/vector_files.h"
#include "ui/drawing/key_entries.h"
#include "ui/drawing/memory/memory_scale.h"
#include "ui/drawing/overlap_band.h"
#include "ui/figure/detail/ink.h"
#include "ui/figure/detail/plan.h"
#include "ui/figure/figure.h"
#include "ui/look/theme.h"

#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <map>

using namespace engine;
using namespace ui::figure;
using engine::trace::Kind;
using tests::Sample;

namespace {

constexpr Kind kKinds[] = {Kind::Compute, Kind::Backward, Kind::Elementwise, Kind::CopyIn,
                           Kind::CopyOut, Kind::CopyPeer, Kind::Host};

/// Returns the fills of this lane's kinds and of failed operations. Fills of other kinds may equal paler ones.
std::vector<QColor> fillsOf(Colours colours, const trace::LaneIndex& lane)
{
    QImage sheet(1, 1, QImage::Format_RGB32);
    QPainter painter(&sheet);
    const detail::Ink ink(painter, colours, {});
    std::vector<QColor> fills;
    for (const Kind kind : kKinds)
        for (std::size_t i = 0; i < lane.spans().size(); ++i)
            if (lane.spans()[i].kind == kind) {
                fills.push_back(ink.kind(kind).fill);
                break;
            }
    fills.push_back(ink.paper().tokens.failFill);
    return fills;
}

QByteArray render(const trace::Trace& trace, const FigureOptions& options, Format format)
{
    auto bytes = renderFigure(trace, options, format);
    return bytes ? *bytes : QByteArray();
}

FigureOptions pair()
{
    FigureOptions options;
    options.what = FigureKind::Compare;
    options.before = tests::sampleTrace(Sample::TwoGpus);
    options.beforeContext.syncPoints = {{15, true}, {19, true}};
    options.context.syncPoints = {{15, false}, {19, true}};
    return options;
}

/// Checks that each lane's painted width, weighted by the opacity of the fills, matches the lane's busy time.
void checkBusyTime(const tests::VectorFile& file, const detail::Plan& plan, const detail::PanelPlan& panel,
                   Colours colours)
{
    const double width = plan.right - plan.left;
    for (const detail::RowPlan& row : panel.rows) {
        if (row.isProgram())
            continue;
        const trace::LaneIndex& lane = panel.trace->index(row.lane);
        const double painted =
            file.strengthAlong(QRectF(plan.left, row.top, width, row.height), fillsOf(colours, lane));
        const Nanoseconds busy = lane.busy(panel.range.begin, panel.range.end);
        const double wanted = toSeconds(busy) / toSeconds(panel.range.length()) * width;
        QVERIFY2(busy.count() > 0, qPrintable(row.label));
        QVERIFY2(std::abs(painted - wanted) <= 0.005 * width,
                 qPrintable(QStringLiteral("%1: painted %2, busy %3").arg(row.label).arg(painted).arg(wanted)));
    }
}

/// Compares the area that a memory row fills with the integral of its held bytes over time, in the scale of the row.
void checkLevel(const tests::VectorFile& file, const detail::Plan& plan, const detail::PanelPlan& panel,
                const detail::MemoryRow& row, const QColor& held)
{
    const auto& records = panel.trace->memory(row.device);
    const Nanoseconds stop = std::min(panel.trace->extent(), panel.range.end);
    double byteSeconds = 0, highest = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        highest = std::max(highest, static_cast<double>(records[i].allocated.value));
        const Nanoseconds from = std::max(records[i].time, panel.range.begin);
        const Nanoseconds to = i + 1 < records.size() ? std::min(records[i + 1].time, stop) : stop;
        if (to > from)
            byteSeconds += static_cast<double>(records[i].held.value) * toSeconds(to - from);
    }
    const auto scale = ui::drawing::scaleOf(Bytes{static_cast<std::int64_t>(highest)},
                                            panel.trace->devices()[row.device.index].capacity);
    const double wanted =
        byteSeconds / scale.top * row.height / toSeconds(panel.range.length()) * (plan.right - plan.left);
    double painted = 0;
    for (const tests::FilledShape& shape : file.shapes)
        if (shape.colour == held && shape.bounds.bottom() <= row.top + row.height + 1 &&
            shape.bounds.top() >= row.top - 1 && shape.bounds.width() > 30)
            painted += shape.area;
    // The upper and the lower edge are each rounded to tenths of a unit.
    const double rounding =
        0.1 * (plan.right - plan.left) * toSeconds(stop - panel.range.begin) / toSeconds(panel.range.length());
    QVERIFY2(wanted > 0 && std::abs(painted - wanted) < rounding + 0.005 * wanted,
             qPrintable(QStringLiteral("painted %1, bytes %2").arg(painted).arg(wanted)));
}

/// Checks that the opacity-weighted width of the band's upper half matches the time with two or more working lanes.
void checkOverlap(const tests::VectorFile& file, const detail::Plan& plan, const detail::PanelPlan& panel,
                  Colours colours)
{
    if (!panel.overlap)
        return;
    QImage sheet(1, 1, QImage::Format_RGB32);
    QPainter painter(&sheet);
    const detail::Ink ink(painter, colours, {});
    const double width = plan.right - plan.left;
    const QRectF band(plan.left, panel.overlap->top, width, panel.overlap->height);
    const QColor many = ui::drawing::overlapColour(ui::look::Theme(ink.paper()), 2);
    const double painted = file.strengthAlong(band.adjusted(0, 0, 0, -band.height() / 2 - 1), {many});
    const auto atOnce = analysis::overlap(*panel.trace, {panel.range.begin, panel.range.end});
    const double wanted = toSeconds(atOnce.manyBusy) / toSeconds(panel.range.length()) * width;
    QVERIFY2(std::abs(painted - wanted) <= 0.005 * width,
             qPrintable(QStringLiteral("overlap: painted %1, worked %2").arg(painted).arg(wanted)));
}

}  // namespace

class TestVectorFigures : public QObject {
    Q_OBJECT

private slots:
    void listingIsBesideTheTimeline()
    {
        FigureOptions options = pair();
        options.showListing = true;
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        const detail::Plan plan = detail::makePlan(*trace, options);
        QVERIFY(plan.card.has_value());
        const tests::VectorFile file = tests::readSvg(render(*trace, options, Format::Svg));

        // The texts of the card, joined line by line: the line's number, its code and its results.
        std::map<int, QString> lines;
        for (const tests::PlacedText& text : file.texts)
            if (plan.card->rect.contains(text.at))
                lines[qRound(text.at.y())] += text.text;
            else if (text.at.y() > plan.card->rect.top() && text.at.y() < plan.axisY)
                QVERIFY2(text.at.x() > plan.card->rect.right(), qPrintable(text.text));
        const QStringList source = QString::fromStdString(trace->run().source).split('\n');
        const auto isShown = [&](int number) {
            const QString wanted = QString(QString::number(number) + source[number - 1]).remove(' ');
            return std::any_of(lines.begin(), lines.end(),
                               [&](const auto& line) { return QString(line.second).remove(' ').contains(wanted); });
        };
        for (int number = 1; number < source.size(); ++number)
            QVERIFY2(isShown(number), qPrintable(source[number - 1]));
        const auto results = std::count_if(file.texts.begin(), file.texts.end(), [&](const tests::PlacedText& text) {
            return plan.card->rect.contains(text.at) && text.text.endsWith(QLatin1String(" s")) &&
                   text.text.startsWith(QLatin1String("0."));
        });
        QCOMPARE(results, static_cast<qsizetype>(2 * trace->blocks().size()));
        QCOMPARE(
            std::count_if(plan.card->rows.begin(), plan.card->rows.end(), [](const auto& row) { return row.differs; }),
            1);

        options.preset = Preset::Column85mm;
        QVERIFY2(!detail::makePlan(*trace, options).card, "a narrow figure has no room for it");
    }
    void listingDoesNotOverlapNamesOfMemoryRows()
    {
        FigureOptions options;
        options.showListing = options.showMemory = true;
        const auto trace = tests::sampleTrace(Sample::CopyOverlap);
        const detail::Plan plan = detail::makePlan(*trace, options);
        QVERIFY(plan.card.has_value() && !plan.panels.back().memory.empty());

        const tests::VectorFile file = tests::readSvg(render(*trace, options, Format::Svg));

        const auto name = std::find_if(file.texts.begin(), file.texts.end(),
                                       [](const auto& text) { return text.text == QLatin1String("GPU 0 memory"); });
        QVERIFY(name != file.texts.end());
        QVERIFY2(name->at.x() > plan.card->rect.right(), qPrintable(QString::number(name->at.x())));
    }
    void longListingIsShortenedToTheLinesAroundWaitsAndResults()
    {
        FigureOptions options = pair();
        options.what = FigureKind::Timeline;
        options.showListing = true;
        std::string source = tests::sampleTrace(Sample::TwoGpus)->run().source;
        for (int i = 0; i < 200; ++i)
            source += "\nresults.append(some_function_of_many_arguments(first=" + std::to_string(i) +
                      ", second='a text', third=[1, 2, 3]))  # what a long line has to say";
        trace::Store store;
        trace::RunInfo run = tests::sampleTrace(Sample::TwoGpus)->run();
        run.source = source;
        store.apply(std::make_shared<const trace::RunInfo>(run));
        store.apply(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Cpu, "CPU", "", {}, {}, 0});
        store.apply(trace::LaneRecord{LaneId{0}, DeviceId{0}, trace::LaneRole::Frontend, 0, "", 0});
        store.apply(trace::BlockRecord{Nanoseconds{0}, Nanoseconds{1'000'000}, 220, "late", 0.001, false});
        store.apply(trace::EndRecord{Nanoseconds{1'000'000}, true});
        const detail::Plan plan = detail::makePlan(*store.snapshot(), options);

        QVERIFY(plan.card.has_value());
        QVERIFY(plan.card->rows.size() < 80);
        for (const int line : {15, 19, 220})
            QVERIFY(std::any_of(plan.card->rows.begin(), plan.card->rows.end(),
                                [&](const auto& row) { return row.number == line; }));
        const double column = plan.card->rect.width() - plan.card->codeLeft;
        for (const auto& row : plan.card->rows)
            QVERIFY(static_cast<double>(row.text.size()) * 7 < column);
    }
    void busyTimeMatchesTheTraceInSvgAndPdf_data()
    {
        QTest::addColumn<int>("sample");
        QTest::addColumn<int>("preset");
        QTest::addColumn<int>("colours");
        QTest::newRow("two GPUs on a slide") << int(Sample::TwoGpus) << int(Preset::Slide) << int(Colours::Colour);
        QTest::newRow("two GPUs in a column")
            << int(Sample::TwoGpus) << int(Preset::Column85mm) << int(Colours::Colour);
        QTest::newRow("copies on a page") << int(Sample::CopyOverlap) << int(Preset::Page178mm) << int(Colours::Colour);
        QTest::newRow("copies in grey") << int(Sample::CopyOverlap) << int(Preset::Slide) << int(Colours::Grayscale);
        QTest::newRow("a failed allocation") << int(Sample::OutOfMemory) << int(Preset::Slide) << int(Colours::Colour);
    }
    void busyTimeMatchesTheTraceInSvgAndPdf()
    {
        QFETCH(int, sample);
        QFETCH(int, preset);
        QFETCH(int, colours);
        const trace::TracePtr trace = tests::sampleTrace(static_cast<Sample>(sample));
        FigureOptions options;
        options.preset = static_cast<Preset>(preset);
        options.colours = static_cast<Colours>(colours);

        const tests::VectorFile svg = tests::readSvg(render(*trace, options, Format::Svg));
        const tests::VectorFile pdf = tests::readPdf(render(*trace, options, Format::Pdf));

        const detail::Plan plan = detail::makePlan(*trace, options);
        QVERIFY(svg.isWellFormed && pdf.isWellFormed);
        checkBusyTime(svg, plan, plan.panels.back(), options.colours);
        checkBusyTime(pdf, plan, plan.panels.back(), options.colours);
        QVERIFY(sample == int(Sample::OutOfMemory) || plan.panels.back().overlap);
        checkOverlap(svg, plan, plan.panels.back(), options.colours);
        checkOverlap(pdf, plan, plan.panels.back(), options.colours);
    }

    void busyTimeOfThousandsOfSpansMatchesTheTrace()
    {
        const trace::TracePtr trace = tests::randomTrace(3, 4, 20'000);

        const tests::VectorFile svg = tests::readSvg(render(*trace, {}, Format::Svg));
        const tests::VectorFile pdf = tests::readPdf(render(*trace, {}, Format::Pdf));

        const detail::Plan plan = detail::makePlan(*trace, {});
        checkBusyTime(svg, plan, plan.panels.back(), Colours::Colour);
        checkBusyTime(pdf, plan, plan.panels.back(), Colours::Colour);
    }

    /// Merged spans are paler than single spans and have the same height, as in the window; the legend names them.
    void mergedSpansHaveTheHeightOfTheirLane()
    {
        for (const bool isMerged : {true, false}) {
            const trace::TracePtr trace = tests::randomTrace(3, 2, isMerged ? 20'000 : 5);
            const tests::VectorFile svg = tests::readSvg(render(*trace, {}, Format::Svg));
            const detail::Plan plan = detail::makePlan(*trace, {});
            int weak = 0;
            for (const detail::RowPlan& row : plan.panels.back().rows) {
                if (row.isProgram())
                    continue;
                const std::vector<QColor> fills = fillsOf(Colours::Colour, trace->index(row.lane));
                for (const tests::FilledShape& shape : svg.shapes) {
                    if (shape.bounds.top() < row.top - 0.2 || shape.bounds.bottom() > row.top + row.height + 0.2 ||
                        tests::strengthOf(shape.colour, fills) <= 0)
                        continue;
                    const bool isFoot = shape.bounds.height() < 2 && shape.bounds.bottom() > row.top + row.height - 0.2;
                    QVERIFY2(isFoot || shape.bounds.height() > row.height - 0.3,
                             qPrintable(QString::number(shape.bounds.height())));
                    weak += tests::strengthOf(shape.colour, fills) < 0.9 ? 1 : 0;
                }
            }
            const auto& legend = plan.legend.entries;
            const bool hasEntry = std::any_of(legend.begin(), legend.end(), [](const auto& entry) {
                return entry.what == detail::Plan::LegendEntry::Subject::Merged;
            });

            QCOMPARE(weak > 100, isMerged);
            QCOMPARE(weak > 0, isMerged);
            QCOMPARE(hasEntry, isMerged);
            QCOMPARE(svg.words.contains(ui::drawing::keyText(ui::drawing::KeyItem::Merged)), isMerged);
        }
    }

    void comparisonShowsTheBusyTimeOfBothRuns()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        const FigureOptions options = pair();

        const tests::VectorFile svg = tests::readSvg(render(*trace, options, Format::Svg));
        const tests::VectorFile pdf = tests::readPdf(render(*trace, options, Format::Pdf));

        const detail::Plan plan = detail::makePlan(*trace, options);
        QCOMPARE(plan.panels.size(), std::size_t{2});
        QCOMPARE(plan.panels[0].range.length(), plan.panels[1].range.length());
        for (const detail::PanelPlan& panel : plan.panels) {
            checkBusyTime(svg, plan, panel, Colours::Colour);
            checkBusyTime(pdf, plan, panel, Colours::Colour);
        }
        const Comparison times = compare(*trace, options);
        QVERIFY(times.saved().count() > 0);
        for (const char* text : {"with the wait on line 15", "without the wait on line 15", "saved", "as fast"})
            QVERIFY2(svg.words.contains(QLatin1String(text)), text);
    }

    void animatedFlipEndsWithTheFlippedRun()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        const FigureOptions options = pair();

        const auto bytes = renderFlip(*trace, options);
        QVERIFY(bytes);
        const tests::VectorFile svg = tests::readSvg(*bytes);
        QVERIFY(svg.isWellFormed);
        QVERIFY(bytes->contains("prefers-reduced-motion") && !bytes->contains("infinite"));
        // A browser ignores a transform whose matrix() has arguments with units.
        const QRegularExpression withUnit(QStringLiteral("--[xyw]:[-0-9.]*[a-z]"));
        QVERIFY(bytes->contains("flip-move\" style=") && !QString::fromUtf8(*bytes).contains(withUnit));
        QVERIFY(svg.words.contains(QLatin1String("Simulated")) && !svg.words.contains(QLatin1String("the run before")));
        FigureOptions same = options;
        same.what = FigureKind::Timeline;
        same.showMagnified = false;
        same.before = nullptr;
        const auto was = detail::scopeOf(*options.before, options), is = detail::scopeOf(*trace, options);
        same.range = ui::model::TimeRange{is.begin, is.begin + std::max(was.length(), is.length())};
        const detail::Plan plan = detail::makePlan(*trace, same);
        checkBusyTime(svg, plan, plan.panels.back(), Colours::Colour);
        QCOMPARE(*renderFlip(*trace, options), *bytes);
        // The bars of the animation must equal those of the figure.
        const auto bars = [&plan](const tests::VectorFile& file) {
            QStringList shapes;
            for (const detail::RowPlan& row : plan.rows())
                for (const auto& [at, area, colour] : file.shapes)
                    if (!row.isProgram() && std::abs(at.top() - row.top) + std::abs(at.height() - row.height) < 0.2)
                        shapes << QString::asprintf("%.1f %.1f %.1f ", at.left(), at.right(), row.top) + colour.name();
            shapes.sort();
            return shapes;
        };
        QVERIFY(bars(svg).size() > 100);
        QCOMPARE(bars(svg), bars(tests::readSvg(render(*trace, same, Format::Svg))));
    }

    void animatedFlipWithoutASecondRunIsRefused()
    {
        const auto bytes = renderFlip(*tests::sampleTrace(Sample::TwoGpus), {});

        QVERIFY(!bytes);
        QVERIFY(bytes.error().english().find("two runs") != std::string::npos);
        QVERIFY(!renderFlipBook({}));
    }

    void memoryAndGraphFiguresAreWellFormed_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("says");
        QTest::newRow("memory") << int(FigureKind::Memory) << QStringLiteral("holds results");
        QTest::newRow("graph") << int(FigureKind::Graph) << QStringLiteral("operations");
    }
    void memoryAndGraphFiguresAreWellFormed()
    {
        QFETCH(int, what);
        QFETCH(QString, says);
        for (const Sample sample : {Sample::TwoGpus, Sample::OutOfMemory, Sample::Elementwise, Sample::Empty})
            for (const Preset preset : {Preset::Slide, Preset::Page178mm, Preset::Column85mm}) {
                FigureOptions options;
                options.what = static_cast<FigureKind>(what);
                options.preset = preset;
                const trace::TracePtr trace = tests::sampleTrace(sample);

                const QByteArray bytes = render(*trace, options, Format::Svg);

                const tests::VectorFile svg = tests::readSvg(bytes);
                QVERIFY(svg.isWellFormed && svg.words.contains(says));
                QVERIFY(svg.words.contains(QLatin1String("Simulated")));
                QCOMPARE(render(*trace, options, Format::Svg), bytes);
                const double zoom = detail::makePlan(*trace, options).page.zoom;
                for (const tests::PlacedText& text : svg.texts)
                    QVERIFY2(text.size > 11.99 * zoom, qPrintable(text.text));
            }
    }

    void memoryCurveAreasMatchTheTrace()
    {
        FigureOptions options;
        options.what = FigureKind::Memory;
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        const tests::VectorFile svg = tests::readSvg(render(*trace, options, Format::Svg));
        const QColor held = ui::look::tokensOf(ui::look::Mode::Light).memFill;

        // On two similar devices the ratio of the curve areas must equal the ratio of bytes times seconds.
        const detail::Plan plan = detail::makePlan(*trace, options);
        std::vector<double> byteSeconds, areas;
        for (const trace::DeviceRecord& device : trace->devices()) {
            const auto& records = trace->memory(device.id);
            if (records.empty() || device.kind != trace::DeviceKind::Gpu)
                continue;
            double sum = 0;
            for (std::size_t i = 0; i < records.size(); ++i) {
                const Nanoseconds from = std::max(records[i].time, plan.range.begin);
                const Nanoseconds to =
                    std::min(i + 1 < records.size() ? records[i + 1].time : plan.range.end, plan.range.end);
                if (to > from)
                    sum += static_cast<double>(records[i].held.value) * toSeconds(to - from);
            }
            byteSeconds.push_back(sum);
        }
        std::vector<tests::FilledShape> curves;
        for (const tests::FilledShape& shape : svg.shapes)
            if (shape.colour == held && shape.bounds.width() > 30)
                curves.push_back(shape);
        QVERIFY(byteSeconds.size() >= 2);
        QCOMPARE(curves.size(), byteSeconds.size());
        QVERIFY(std::abs(curves[0].area / curves[1].area - byteSeconds[0] / byteSeconds[1]) <
                0.02 * byteSeconds[0] / byteSeconds[1]);
    }

    void memoryRowsShareTheTimeAxisOfTheLanes()
    {
        FigureOptions options = pair();
        options.showMemory = true;
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        const QColor held = ui::look::tokensOf(ui::look::Mode::Light).memFill;

        for (const Preset preset : {Preset::Slide, Preset::Page178mm, Preset::Column85mm}) {
            options.preset = preset;
            const QByteArray bytes = render(*trace, options, Format::Svg);
            const detail::Plan plan = detail::makePlan(*trace, options);
            const tests::VectorFile svg = tests::scaled(tests::readSvg(bytes), 1 / plan.page.zoom);

            QCOMPARE(render(*trace, options, Format::Svg), bytes);
            QVERIFY(svg.words.contains(QLatin1String("GPU 1 memory")));
            QVERIFY(svg.words.contains(QLatin1String("holds results")));
            for (const detail::PanelPlan& panel : plan.panels) {
                checkBusyTime(svg, plan, panel, Colours::Colour);
                QCOMPARE(panel.memory.size(), std::size_t{2});
                double bottom = panel.bottom();
                for (const detail::MemoryRow& row : panel.memory) {
                    QVERIFY(row.top > bottom);
                    bottom = row.top + row.height;
                    checkLevel(svg, plan, panel, row, held);
                }
                QVERIFY(bottom <= plan.axisY);
            }
        }
        options.showMemory = false;
        QVERIFY(!tests::readSvg(render(*trace, options, Format::Svg)).words.contains(QLatin1String("memory")));
    }

    /// Each curve has an axis with numbers at its left. Only the highest number has a unit.
    void memoryCurvesHaveAnAxisWithTheirUnit()
    {
        FigureOptions options;
        options.what = FigureKind::Memory;
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        const detail::Plan plan = detail::makePlan(*trace, options);
        static const QRegularExpression number(QStringLiteral("^[0-9.]+$")), withUnit(QStringLiteral("^[0-9.]+ GiB$"));
        int numbers = 0, units = 0;

        for (const tests::PlacedText& text : tests::readSvg(render(*trace, options, Format::Svg)).texts) {
            const bool isAtAxis = text.at.x() < plan.body.left() && text.at.y() > plan.body.top() &&
                                  text.at.y() < plan.body.bottom() + plan.type.body;
            numbers += isAtAxis && number.match(text.text).hasMatch() ? 1 : 0;
            units += isAtAxis && withUnit.match(text.text).hasMatch() ? 1 : 0;
        }

        QCOMPARE(units, 2);  // one axis for each GPU
        QVERIFY(numbers >= 2);
    }

    void memoryFigureOutlinesEachLiveMemoryBlock()
    {
        // 44 products and their input are live when the card refuses the next product. Each live block has an outline.
        FigureOptions options;
        options.what = FigureKind::Memory;
        const trace::TracePtr trace = tests::sampleTrace(Sample::OutOfMemory);
        const QString line = ui::look::tokensOf(ui::look::Mode::Light).memLine.name();

        const QString svg = QString::fromUtf8(render(*trace, options, Format::Svg));

        QRegularExpression path(
            QStringLiteral("stroke=\"%1\"[^>]*stroke-width=\"0.5\".*?<path[^>]* d=\"([^\"]*)\"").arg(line),
            QRegularExpression::DotMatchesEverythingOption);
        const auto found = path.match(svg);
        QVERIFY(found.hasMatch());
        QVERIFY2(found.captured(1).count(QLatin1Char('M')) >= 45, qPrintable(found.captured(1).left(200)));
    }

    void replayGivesAPdfWithOnePagePerStep()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);

        const std::vector<Page> pages = replayPages(trace, {}, 5);
        const auto pdf = renderFlipBook(pages);

        QCOMPARE(pages.size(), std::size_t{5});
        QVERIFY(pdf);
        QCOMPARE(pdf->count("/Type /Page\n"), 5);
        QCOMPARE(*renderFlipBook(replayPages(trace, {}, 5)), *pdf);
        for (std::size_t i = 1; i + 1 < pages.size(); ++i)
            QVERIFY(*pages[i].options.until > *pages[i - 1].options.until);
        QVERIFY(!pages.back().options.until);
        QCOMPARE(flipPages(tests::sampleTrace(Sample::TwoGpusOverlap), pair()).size(), std::size_t{3});
    }

    void pdfEmbedsFontsAndExtractableText()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.pdf"));
        FigureOptions options;
        options.title = QStringLiteral("Products 乘积 곱셈");
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        QVERIFY(writeFigure(*trace, options, path.toStdString()));

        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();

        const qsizetype fonts = bytes.count("/Type /FontDescriptor");
        QVERIFY(fonts > 0);
        QCOMPARE(bytes.count("/FontFile"), fonts);
        QVERIFY(bytes.count("/ToUnicode") > 0);
        const QString tool = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        if (tool.isEmpty())
            QSKIP("pdftotext (poppler-utils) is not installed; fonts and their maps were checked");
        QProcess reader;
        reader.start(tool, {path, QStringLiteral("-")});
        QVERIFY(reader.waitForFinished());
        const QString text = QString::fromUtf8(reader.readAllStandardOutput());
        for (const QString& words : {QStringLiteral("Products"), QStringLiteral("乘积"), QStringLiteral("곱셈"),
                                     QStringLiteral("0.5151 s"), QStringLiteral("Simulated on a virtual machine")})
            QVERIFY2(text.contains(words), qPrintable(words));
    }

    void kindsOfWorkDifferInGrayscale()
    {
        QImage sheet(1, 1, QImage::Format_RGB32);
        QPainter painter(&sheet);
        const detail::Ink ink(painter, Colours::Grayscale, {});
        for (const Kind a : kKinds) {
            const ui::look::KindColours one = ink.kind(a);
            // The fill or the edge must contrast with the paper, and the label must contrast with the fill.
            const double grey = one.fill.lightnessF();
            QVERIFY2(grey < 0.75 || one.edge.lightnessF() < 0.6, "a bar must be seen on white paper");
            QVERIFY(std::abs(grey - one.textOnFill.lightnessF()) > 0.3);
            for (const Kind b : kKinds) {
                if (a >= b)
                    continue;
                const ui::look::KindColours other = ink.kind(b);
                const bool isOtherGrey = std::abs(grey - other.fill.lightnessF()) > 0.12;
                QVERIFY2(isOtherGrey || one.pattern != other.pattern,
                         "two kinds of one grey must have patterns of their own");
            }
        }
    }

    void notesOfVisibleLanesAreDrawn()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        const detail::Plan plain = detail::makePlan(*trace, {});
        FigureOptions options;
        options.showMagnified = false;
        ui::model::Note note;
        note.shape = ui::model::NoteShape::Box;
        note.text = QStringLiteral("idle here");
        const detail::RowPlan& row = plain.rows().back();
        note.from.lane = note.to.lane = ui::model::laneKey(*trace, row.lane);
        note.from.time = plain.range.begin;
        note.to.time = plain.range.begin + plain.range.length() / 4;
        note.from.height = 0;
        note.to.height = 1;
        options.notes = {note};

        const QByteArray bytes = render(*trace, options, Format::Svg);
        options.showNotes = false;
        const QByteArray without = render(*trace, options, Format::Svg);

        QVERIFY(tests::readSvg(bytes).words.contains(QLatin1String("idle here")));
        QVERIFY(bytes.contains("idle here."));  // the SVG's description contains the note, too
        QVERIFY(!without.contains("idle here"));
        options.showNotes = true;
        options.notes[0].from.lane = QStringLiteral("GPU 7/compute/0");
        QVERIFY(!tests::readSvg(render(*trace, options, Format::Svg)).words.contains(QLatin1String("idle here")));
    }
};

QTEST_MAIN(TestVectorFigures)
#include "tst_vector_figures.moc"
