#include "engine/analysis/figures.h"
#include "engine/analysis/timed_block.h"
#include "engine/base/utf8.h"
#include "engine/io/trace_file.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/fuzz/mutations.h"
#include "ui/drawing/memory/memory_scale.h"
#include "ui/figure/detail/plan.h"
#include "ui/figure/figure.h"
#include "ui/graph/dot.h"
#include "ui/look/format.h"
#include "ui/model/visible_range.h"

#include <QDateTime>
#include <QDir>
#include <QHashSeed>
#include <QImage>
#include <QMimeData>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace engine;
using namespace ui::figure;
using tests::Sample;

namespace {

struct SvgContent {
    bool isWellFormed = false;
    QString texts;
    QString title, description;
    double smallestFont = 1e9;
};

SvgContent readSvg(const QByteArray& bytes)
{
    SvgContent content;
    QXmlStreamReader xml(bytes);
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("text")) {
            content.smallestFont =
                std::min(content.smallestFont, xml.attributes().value(QLatin1String("font-size")).toDouble());
            content.texts += xml.readElementText(QXmlStreamReader::IncludeChildElements) + QLatin1Char('\n');
        } else if (xml.name() == QLatin1String("title")) {
            content.title = xml.readElementText();
        } else if (xml.name() == QLatin1String("desc")) {
            content.description = xml.readElementText();
        }
    }
    content.isWellFormed = !xml.hasError();
    return content;
}

/// Copies a run and replaces its names.
class Renaming final : public trace::Sink {
public:
    explicit Renaming(fuzz::Mutations& names) : m_names(names) {}

    void write(trace::Record record) override
    {
        if (auto* run = std::get_if<trace::RunRecord>(&record)) {
            trace::RunInfo renamed = **run;
            renamed.title = renamed.program = m_names.next();
            *run = std::make_shared<const trace::RunInfo>(std::move(renamed));
        } else if (auto* name = std::get_if<trace::NameRecord>(&record)) {
            name->text = m_names.next();
        } else if (auto* device = std::get_if<trace::DeviceRecord>(&record)) {
            device->name = m_names.next();
            device->model = m_names.next();
        } else if (auto* lane = std::get_if<trace::LaneRecord>(&record)) {
            lane->name = m_names.next();
        } else if (auto* block = std::get_if<trace::BlockRecord>(&record)) {
            block->label = m_names.next();
        }
        m_recorder.write(std::move(record));
    }
    NameId intern(std::string_view) override { return m_recorder.intern(m_names.next()); }

    trace::TracePtr finish()
    {
        m_recorder.finish();
        return m_recorder.snapshot();
    }

private:
    fuzz::Mutations& m_names;
    trace::Recorder m_recorder;
};

trace::TracePtr renamed(Sample sample, fuzz::Mutations& names)
{
    Renaming copy(names);
    io::replay(*tests::sampleTrace(sample), copy);
    return copy.finish();
}

QByteArray render(const trace::Trace& trace, const FigureOptions& options, Format format)
{
    auto bytes = renderFigure(trace, options, format);
    return bytes ? *bytes : QByteArray();
}

}  // namespace

class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void svgContainsLabelsAsText()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

        const SvgContent svg = readSvg(render(*trace, {}, Format::Svg));

        QVERIFY(svg.isWellFormed);
        const QString texts = QString(svg.texts).replace(QLatin1Char('\n'), QLatin1Char(' '));  // joins wrapped lines
        for (const char* text :
             {"Parallel computation on GPUs", "0.4967 s", "0.5151 s", "0.5000 s", "GPU 0 compute", "GPU 1 compute",
              "Frontend", "50 × mm", "Simulated on a virtual machine", "Concurrency", "Section 13.3.1",
              "GPU 1 is still busy when the last clock stops", "compute", "the program waits", "mistimed"})
            QVERIFY2(texts.contains(QString::fromUtf8(text)), text);
        QCOMPARE(svg.title, QStringLiteral("Parallel computation on GPUs"));
        QVERIFY(svg.description.contains(QLatin1String("Simulated")));
    }

    /// The window shows the same speed-up for the same scope. The caption names the factor "speed-up", because a factor
    /// without a name could be read as a gain over another run. The caption of a training contains no factor.
    void captionStatesTheSpeedUpThatTheWindowShows()
    {
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpusOverlap);
        const std::size_t last = run->blocks().size() - 1;
        const analysis::Figures figures = analysis::figures(*run, analysis::workScope(*run, last));
        const QString speedUp = QStringLiteral("speed-up ") + ui::look::factorText(figures.speedUp);

        const QString caption = textsFor(*run, {}).caption;

        QVERIFY2(caption.contains(speedUp), qPrintable(caption));
        static const QRegularExpression bare(QStringLiteral("[(,] ?[0-9.]+×"));
        QVERIFY2(!caption.contains(bare), qPrintable(caption));
        trace::Recorder training;
        io::replay(*run, training);
        training.write(trace::StepRecord{run->blocks()[last].begin, run->blocks()[last].end});
        training.finish();
        QVERIFY(!textsFor(*training.snapshot(), {}).caption.contains(QChar(0xD7)));
    }

    /// Even a block of 0.5 ms between blocks of 0.5 s has a label and a time.
    void everyTimedBlockHasALabelAndATime()
    {
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpusOverlap);
        const trace::TracePtr before = tests::sampleTrace(Sample::TwoGpus);
        for (const Preset preset : {Preset::Slide, Preset::Page178mm, Preset::Column85mm})
            for (const FigureKind what : {FigureKind::Timeline, FigureKind::Compare}) {
                FigureOptions options;
                options.preset = preset;
                options.what = what;
                options.before = what == FigureKind::Compare ? before : nullptr;
                options.caption = QStringLiteral("No times here.");

                const SvgContent svg = readSvg(render(*run, options, Format::Svg));

                for (const trace::TracePtr& one : {run, options.before})
                    for (std::size_t i = 0; one && i < one->blocks().size(); ++i) {
                        const trace::BlockRecord& block = one->blocks()[i];
                        QVERIFY2(svg.texts.contains(QString::fromStdString(block.label)), block.label.c_str());
                        QVERIFY2(svg.texts.contains(ui::look::benchmarkText(block.seconds)), block.label.c_str());
                    }
                QVERIFY(what == FigureKind::Timeline || svg.texts.contains(QLatin1String("saved ")));
            }
    }

    /// A page of a replay shows only the results that exist at the time of the page. No label is cut.
    void replayPageShowsNoLaterTimedBlocks()
    {
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpus);
        const std::vector<Page> pages = replayPages(run, {}, 7);
        QCOMPARE(pages.size(), std::size_t{7});
        for (const Page& page : pages) {
            FigureOptions options = page.options;
            options.caption = options.subtitle = QStringLiteral("None.");
            const Nanoseconds until = options.until.value_or(run->extent());

            const SvgContent svg = readSvg(render(*page.trace, options, Format::Svg));

            for (const trace::BlockRecord& block : run->blocks()) {
                QCOMPARE(svg.texts.contains(QString::fromStdString(block.label)), block.begin < until);
                QCOMPARE(svg.texts.contains(ui::look::benchmarkText(block.seconds)), block.end <= until);
            }
            const detail::Plan plan = detail::makePlan(*page.trace, options);
            for (const ui::drawing::TieredBracket& text : plan.panels.back().brackets.blocks)
                QVERIFY(text.left + text.width <= plan.right + 0.01);
        }
    }

    void longTitleIsWrappedAndNotCut()
    {
        FigureOptions options;
        options.preset = Preset::Column85mm;
        options.title = QStringLiteral("Parallel computation on two of the many GPUs of this machine");

        const SvgContent svg = readSvg(render(*tests::sampleTrace(Sample::TwoGpus), options, Format::Svg));

        QVERIFY(!svg.texts.contains(QChar(0x2026)));
        QVERIFY(svg.texts.contains(QLatin1String("of this machine")));
    }

    void unusualNamesGiveWellFormedXml_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("timeline") << int(FigureKind::Timeline);
        QTest::newRow("compare") << int(FigureKind::Compare);
        QTest::newRow("graph") << int(FigureKind::Graph);
        QTest::newRow("memory") << int(FigureKind::Memory);
    }
    /// Tests names with control characters, Unicode noncharacters, lone surrogates, invalid UTF-8 and XML tags.
    void unusualNamesGiveWellFormedXml()
    {
        QFETCH(int, what);
        fuzz::Mutations names({"\x1b[1mRun\x1b[0m", "a\x0b\x7f\x01z", "</text><script>&amp;&#1;]]>", "\u202egnp.exe",
                               "\xef\xbf\xbe\xef\xbf\xbf", "\xed\xa0\xbd\xff\xc2\x9b", "GPU1 time"},
                              7);
        const auto text = [&names] { return QString::fromStdString(names.next()) + QChar(0xd800); };
        for (int i = fuzz::inputCount(20); i > 0; --i) {
            const trace::TracePtr run = renamed(i % 2 == 0 ? Sample::TwoGpus : Sample::CopyOverlap, names);
            FigureOptions options;
            options.what = static_cast<FigureKind>(what);
            options.before = renamed(Sample::TwoGpusOverlap, names);
            options.showMemory = true;
            options.title = text();
            options.subtitle = text();
            options.caption = text();
            options.compared = {text(), text(), text(), text(), text(), text(), {{text(), text(), text(), text()}}};

            const QByteArray svg = render(*run, options, Format::Svg);

            QVERIFY(readSvg(svg).isWellFormed);
            QCOMPARE(QByteArray::fromStdString(drawable(svg.toStdString())), svg);
            const std::string dot = ui::graph::dotText(*run, -1);
            QCOMPARE(drawable(dot), dot);
        }
    }

    void fontsHaveAMinimumSize_data()
    {
        QTest::addColumn<int>("preset");
        QTest::addColumn<double>("least");
        QTest::newRow("slide, 13 px") << int(Preset::Slide) << 13.0;
        QTest::newRow("page, 9 pt") << int(Preset::Page178mm) << 12.0;
        QTest::newRow("column, 9 pt") << int(Preset::Column85mm) << 12.0;
    }
    void fontsHaveAMinimumSize()
    {
        QFETCH(int, preset);
        QFETCH(double, least);
        for (const Sample sample : {Sample::TwoGpus, Sample::CopyOverlap, Sample::OutOfMemory, Sample::Elementwise}) {
            FigureOptions options;
            options.preset = static_cast<Preset>(preset);

            const SvgContent svg = readSvg(render(*tests::sampleTrace(sample), options, Format::Svg));

            QVERIFY(svg.isWellFormed);
            QVERIFY2(svg.smallestFont >= least, qPrintable(QString::number(svg.smallestFont)));
        }
    }

    void captionOfTheUserIsFollowedByTheNoteThatTheRunIsSimulated()
    {
        FigureOptions options;
        options.title = QStringLiteral("Mine");
        options.caption = QStringLiteral("All my own words.");
        options.showLegend = options.showScaleBar = options.showLabels = options.showSyncMarks = false;

        const SvgContent svg = readSvg(render(*tests::sampleTrace(Sample::TwoGpus), options, Format::Svg));

        QVERIFY(svg.texts.contains(QLatin1String("All my own words.")));
        QVERIFY(svg.texts.contains(QLatin1String("Simulated on a virtual machine")));
    }

    void renderingIsDeterministic_data()
    {
        QTest::addColumn<int>("format");
        QTest::newRow("svg") << int(Format::Svg);
        QTest::newRow("pdf") << int(Format::Pdf);
        QTest::newRow("png") << int(Format::Png);
    }
    void renderingIsDeterministic()
    {
        QFETCH(int, format);
        FigureOptions options;
        options.pngScale = 1;
        const QByteArray first = render(*tests::sampleTrace(Sample::CopyOverlap), options, static_cast<Format>(format));
        if (format == int(Format::Pdf)) {  // waits a second, because a PDF contains the time in seconds
            const qint64 second = QDateTime::currentSecsSinceEpoch();
            QTRY_VERIFY(QDateTime::currentSecsSinceEpoch() > second);
        }

        const QByteArray second =
            render(*tests::sampleTrace(Sample::CopyOverlap), options, static_cast<Format>(format));

        QVERIFY(!first.isEmpty());
        QVERIFY(first == second);

        // Each process has a different hash seed. The seed must not change the order of the fonts in a PDF.
        for (int i = 0; i < 6; ++i) {
            QHashSeed::resetRandomGlobalSeed();
            QVERIFY(render(*tests::sampleTrace(Sample::CopyOverlap), options, static_cast<Format>(format)) == first);
        }
    }

    void filesOfAMillionSpansAreSmall()
    {
        const trace::TracePtr trace = tests::randomTrace(1, 16, 62'500);
        FigureOptions options;
        options.size = QSize(1600, 900);
        options.preset = Preset::Custom;

        const QByteArray svg = render(*trace, options, Format::Svg);
        const QByteArray pdf = render(*trace, options, Format::Pdf);

        qInfo("1 M spans: svg %lld B, pdf %lld B", static_cast<long long>(svg.size()),
              static_cast<long long>(pdf.size()));
        QVERIFY(readSvg(svg).isWellFormed);
        QVERIFY2(svg.size() < 2'000'000, qPrintable(QString::number(svg.size())));
        QVERIFY2(pdf.size() < 200'000, qPrintable(QString::number(pdf.size())));
    }

    /// The label states the time of the failure as the window does: counted from model::originOf(). It also states the
    /// refused size, which is not part of the allocated memory.
    void failedAllocationIsLabelledAsInTheWindow()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::OutOfMemory);
        const Nanoseconds failed = trace->error()->time;
        const QString stopped =
            QStringLiteral("stopped at ") + ui::look::clockText(failed - ui::model::originOf(*trace));
        for (const FigureKind what : {FigureKind::Timeline, FigureKind::Memory}) {
            FigureOptions options;
            options.what = what;

            const SvgContent svg = readSvg(render(*trace, options, Format::Svg));

            QVERIFY2(svg.texts.contains(stopped), qPrintable(svg.texts));
            QVERIFY(svg.texts.contains(QLatin1String("refused: 62.00 MiB")));
            const ui::model::TimeRange range = detail::rangeOf(*trace, options);
            QVERIFY(range.contains(failed) && range.length() * 5 < trace->extent());
            QVERIFY(!detail::makePlan(*trace, options).magnified.isShown);
        }
        FigureOptions options;
        options.what = FigureKind::Memory;
        const SvgContent svg = readSvg(render(*trace, options, Format::Svg));
        const trace::DeviceRecord& gpu = trace->devices()[1];
        std::int64_t most = 0;
        for (std::size_t i = 0; i < trace->memory(gpu.id).size(); ++i)
            most = std::max(most, trace->memory(gpu.id)[i].allocated.value);
        const QString peak = ui::look::bytesText(Bytes{most + gpu.usedByOthers.value});
        QVERIFY2(svg.texts.contains(QStringLiteral("peak ") + peak), qPrintable(svg.texts));
        QVERIFY2(svg.texts.contains(QStringLiteral("62.00 MiB more refused")), qPrintable(svg.texts));
    }

    void previousRunIsOutlinedBelowTheLanes()
    {
        using Subject = detail::Plan::LegendEntry::Subject;
        const auto trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        FigureOptions options;
        const detail::Plan alone = detail::makePlan(*trace, options);
        options.before = tests::sampleTrace(Sample::TwoGpus);

        const detail::Plan plan = detail::makePlan(*trace, options);

        const auto hasGhostEntry = [](const detail::Plan& of) {
            return std::any_of(of.legend.entries.begin(), of.legend.entries.end(),
                               [](const auto& entry) { return entry.what == Subject::Ghost; });
        };
        QVERIFY(hasGhostEntry(plan) && !hasGhostEntry(alone));
        QCOMPARE(plan.rows().size(), alone.rows().size());
        for (std::size_t i = 0; i < plan.rows().size(); ++i) {
            QVERIFY(plan.rows()[i].ghost > 0);
            QCOMPARE(alone.rows()[i].ghost, 0.0);
            if (i > 0)
                QVERIFY2(plan.rows()[i].top >= plan.rows()[i - 1].bottom(), "rows overlap");
        }
        QVERIFY2(plan.range.end > alone.range.end, "the axis covers the longer run");
        QVERIFY2(plan.panels.back().until == plan.range.end, "the run before is not cut off");
        const SvgContent svg = readSvg(render(*trace, options, Format::Svg));
        QVERIFY(svg.texts.contains(QLatin1String("the run before")));
        QVERIFY2(svg.texts.contains(QLatin1String("line 15 waits")), qPrintable(svg.texts));
        QVERIFY2(svg.texts.contains(QLatin1String("line 24 waits")), qPrintable(svg.texts));
        options.until = plan.range.begin;
        QVERIFY2(!hasGhostEntry(detail::makePlan(*trace, options)), "a page of a replay shows one run");
    }

    void grayscaleHasNoColour()
    {
        FigureOptions options;
        options.colours = Colours::Grayscale;
        options.pngScale = 0.5;

        const QImage image = QImage::fromData(render(*tests::sampleTrace(Sample::CopyOverlap), options, Format::Png));

        QVERIFY(!image.isNull());
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3) {
                const QColor c = image.pixelColor(x, y);
                QVERIFY(std::abs(c.red() - c.green()) <= 2 && std::abs(c.green() - c.blue()) <= 2);
            }
    }

    void darkFigureHasNoWhiteBackground()
    {
        const auto trace = tests::sampleTrace(Sample::CopyOverlap);
        FigureOptions options;
        options.colours = Colours::Dark;
        options.showListing = options.showMemory = true;
        options.pngScale = 0.5;
        const QColor ground = detail::paperOf(Colours::Dark, {}).tokens.plot;
        QVERIFY(ground.lightness() < 60);
        for (const FigureKind what : {FigureKind::Timeline, FigureKind::Graph, FigureKind::Memory}) {
            options.what = what;
            const QImage image = QImage::fromData(render(*trace, options, Format::Png));
            QVERIFY(!image.isNull());
            int white = 0, dark = 0;
            for (int y = 0; y < image.height(); y += 2)
                for (int x = 0; x < image.width(); x += 2) {
                    const QColor c = image.pixelColor(x, y);
                    white += c.lightness() > 245 ? 1 : 0;
                    dark += c == ground ? 1 : 0;
                }
            const int all = image.width() * image.height() / 4;
            QVERIFY2(dark * 3 > all, qPrintable(QStringLiteral("%1 of %2").arg(dark).arg(all)));
            QVERIFY2(white * 100 < all, qPrintable(QStringLiteral("%1 of %2").arg(white).arg(all)));
        }
    }

    void pngContainsTitleAndDescription()
    {
        const QImage image = QImage::fromData(render(*tests::sampleTrace(Sample::TwoGpus), {}, Format::Png));

        QCOMPARE(image.size(), QSize(2560, 1440));
        QCOMPARE(image.text(QStringLiteral("Title")), QStringLiteral("Parallel computation on GPUs"));
        QVERIFY(image.text(QStringLiteral("Description")).contains(QLatin1String("0.5151 s")));
    }

    void invalidPathsGiveErrorsAndKeepExistingFiles()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::Elementwise);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));

        QVERIFY(writeFigure(*trace, {}, path.toStdString()).has_value());
        const auto ending = writeFigure(*trace, {}, folder.filePath(QStringLiteral("a.gif")).toStdString());
        QVERIFY(!ending);
        QCOMPARE(ending.error().code, ErrorCode::InvalidArgument);
        QVERIFY(ending.error().english().find("a.gif") != std::string::npos);
        const auto nowhere = writeFigure(*trace, {}, folder.filePath(QStringLiteral("none/a.svg")).toStdString());
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, ErrorCode::InputOutput);
        FigureOptions huge;
        huge.preset = Preset::Custom;
        huge.size = QSize(8192, 8192);
        huge.pngScale = 16;
        QVERIFY(!writeFigure(*trace, huge, folder.filePath(QStringLiteral("a.png")).toStdString()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("a.svg")});
    }

    void emptyRunIsDrawnInEveryFormat()
    {
        for (const Format format : {Format::Svg, Format::Pdf, Format::Png})
            QVERIFY(!render(*tests::sampleTrace(Sample::Empty), {}, format).isEmpty());
    }

    void clipboardContainsImageSvgAndText()
    {
        const auto data = figureForClipboard(*tests::sampleTrace(Sample::TwoGpus), {});

        QVERIFY(data->hasImage());
        QVERIFY(data->hasFormat(QStringLiteral("image/svg+xml")));
        QVERIFY(data->text().contains(QLatin1String("Simulated")));
    }
};

QTEST_MAIN(TestFigure)
#include "tst_figure.moc"
