#include "engine/io/trace_file.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/drawing/text_probe.h"
#include "tests/ui/figure/vector_files.h"
#include "ui/drawing/key_entries.h"
#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/run_digest.h"
#include "ui/figure/detail/panel_scene.h"
#include "ui/figure/detail/plan.h"
#include "ui/figure/figure.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <algorithm>
#include <random>
#include <string_view>
#include <utility>
#include <variant>

using namespace engine;
using namespace ui::figure;
using tests::Sample;

namespace {

/// The busy time in units of the figure's width: the sum of area times opacity over all shapes, divided by the height
/// of the lane.
double busyWidth(const ui::drawing::LaneGeometry& lane, double height)
{
    double width = 0;
    for (const auto& bar : lane.bars)
        width += bar.rect.width();
    for (const auto& column : lane.columns)
        width +=
            column.rect.width() * column.rect.height() / height * column.level / ui::drawing::LaneGeometry::kStrengths;
    return width;
}

}  // namespace

/// Tests the layout of a figure: its size, range, rows, labels and legend.
class TestFigurePlan : public QObject {
    Q_OBJECT

private slots:
    void timeRangeOfAFigureCoversAllWorkAndNotes()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        FigureOptions options;
        QVERIFY(detail::rangeOf(*trace, options).end >= trace->extent());

        // The range starts at a note that precedes the first timed block.
        ui::model::Note note;
        note.from.time = note.to.time = trace->blocks().front().begin / 2;
        options.notes.push_back(note);
        QCOMPARE(detail::rangeOf(*trace, options).begin, note.from.time);
        options.showNotes = false;
        QCOMPARE(detail::rangeOf(*trace, options).begin, trace->blocks().front().begin);
    }

    void listingShowsTheNumbersThatTheRunUsed()
    {
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpus);
        FigureOptions options;
        options.what = FigureKind::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpusOverlap);
        options.showListing = true;
        options.listing = run->run().source;
        const std::string_view listed = "range(50)";
        const std::size_t at = options.listing.find(listed);
        QVERIFY(at != std::string::npos);
        options.listing.replace(at, listed.size(), "range(7)");

        const detail::Plan plan = detail::makePlan(*run, options);

        const auto found =
            std::ranges::find_if(plan.card->rows, [](const auto& row) { return row.text.contains("range("); });
        QVERIFY(found != plan.card->rows.end());
        QVERIFY2(found->text.contains("range(7)"), qPrintable(found->text));
        QVERIFY(found->differs);  // the listing of the other run has range(50)
    }

    void labelsAboveBracketsDoNotOverlap()
    {
        FigureOptions options;
        options.preset = Preset::Column85mm;
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpusOverlap);

        const detail::Plan plan = detail::makePlan(*run, options);

        const auto& blocks = plan.panels.back().brackets.blocks;
        QCOMPARE(blocks.size(), run->blocks().size());
        QVERIFY(plan.panels.back().brackets.tiers > 0);
        for (const ui::drawing::TieredBracket& one : blocks) {
            QVERIFY(one.to > one.from);
            QVERIFY(one.isAbove == (one.tier > 0));
            QVERIFY(one.left >= plan.left - 0.01 && one.left + one.width <= plan.right + 0.01);
            for (const ui::drawing::TieredBracket& other : blocks)
                QVERIFY(&one == &other || one.tier != other.tier || one.left + one.width <= other.left ||
                        other.left + other.width <= one.left);
        }
    }

    /// Programs without timed blocks have only one bracket, which shows the saved time.
    void savedTimeIsAboveTheWaitFlagsIfThereAreNoTimedBlocks()
    {
        FigureOptions options;
        options.what = FigureKind::Compare;
        options.before = tests::randomTrace(1, 2, 80);
        const trace::TracePtr run = tests::randomTrace(1, 2, 40);

        const detail::Plan plan = detail::makePlan(*run, options);

        const detail::PanelPlan& panel = plan.panels.back();
        QVERIFY(run->blocks().empty() && panel.brackets.saved);
        QVERIFY2(panel.bracketY + detail::flagHeight(plan.type) <= panel.rows.front().top,
                 qPrintable(QStringLiteral("%1, rows from %2").arg(panel.bracketY).arg(panel.rows.front().top)));
    }

    /// The work of the first block continues after its clock has stopped, below the bracket of the second block.
    void bracketOfAMistimedBlockIsRaisedIfItsTailWouldOverlapAnotherBracket()
    {
        FigureOptions options;
        options.preset = Preset::Slide;
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpusOverlap);

        const detail::Plan plan = detail::makePlan(*run, options);

        const ui::drawing::TieredBrackets& brackets = plan.panels.back().brackets;
        int raised = 0;
        for (const ui::drawing::TieredBracket& one : brackets.blocks) {
            raised += one.level > 0 ? 1 : 0;
            QVERIFY(one.level <= brackets.levels);
            for (const ui::drawing::TieredBracket& other : brackets.blocks)
                QVERIFY(&one == &other || one.level != other.level || !one.workEnd || other.from < one.from ||
                        *one.workEnd - other.from <= 10 || brackets.levels == 2);
        }
        QVERIFY(raised > 0);
    }

    /// On a slide, the text of a mistimed block contains the time that the program measured and the time of the block's
    /// work.
    void slideStatesMeasuredTimeAndWorkTimeOfAMistimedBlock()
    {
        for (const bool hasListing : {false, true}) {
            FigureOptions options;
            options.preset = Preset::Slide;
            options.showListing = hasListing;
            const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpusOverlap);

            const detail::Plan plan = detail::makePlan(*run, options);

            int mistimed = 0;
            for (const ui::drawing::TieredBracket& one : plan.panels.back().brackets.blocks) {
                mistimed += one.workEnd.has_value();
                QVERIFY2(!one.workEnd || one.time.contains(QLatin1String("work ")), qPrintable(one.time));
            }
            QVERIFY(mistimed > 0);
        }
    }

    /// Titles and brackets of the second run are between the lanes of both runs.
    void noGridLineCrossesTheGapBetweenThePanels()
    {
        FigureOptions options;
        options.what = FigureKind::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpus);
        options.preset = Preset::Slide;
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpusOverlap);
        const detail::Plan plan = detail::makePlan(*run, options);
        QCOMPARE(plan.panels.size(), std::size_t{2});
        const QRectF between(plan.left, plan.panels[0].end() + 2, plan.right - plan.left,
                             plan.panels[1].bracketY - plan.panels[0].end() - 20);
        QVERIFY(between.height() > 10);

        const auto svg = renderFigure(*run, options, Format::Svg);
        QVERIFY(svg);
        const tests::VectorFile file = tests::readSvg(*svg);

        QVERIFY(file.isWellFormed);
        for (const QRectF& line : file.outlines)
            QVERIFY(line.width() > 2 || line.top() > between.top() || line.bottom() < between.bottom());
    }

    void drawnLinesDoNotCrossTexts_data()
    {
        QTest::addColumn<Sample>("sample");
        QTest::addColumn<bool>("isCompared");
        QTest::newRow("element-wise operations") << Sample::Elementwise << false;
        QTest::newRow("two GPUs") << Sample::TwoGpus << false;
        QTest::newRow("two runs") << Sample::TwoGpusOverlap << true;
        QTest::newRow("copies") << Sample::CopyOverlap << false;
        QTest::newRow("a refused allocation") << Sample::OutOfMemory << false;
    }
    void drawnLinesDoNotCrossTexts()
    {
        QFETCH(Sample, sample);
        QFETCH(bool, isCompared);
        const trace::TracePtr trace = tests::sampleTrace(sample);
        FigureOptions options;
        if (isCompared) {
            options.what = FigureKind::Compare;
            options.before = tests::sampleTrace(Sample::TwoGpus);
        }
        options.showMemory = true;
        std::vector<Page> pages = replayPages(trace, options, 6);
        pages.push_back({trace, options});
        options.showListing = true;
        pages.push_back({trace, options});
        options.showListing = false;
        options.preset = Preset::Page178mm;
        pages.push_back({trace, options});
        options.what = FigureKind::Memory;
        pages.push_back({trace, options});
        for (const Page& page : pages) {
            tests::TextProbe probe(figureSize(*page.trace, page.options).toSize());
            QPainter painter(&probe);

            paintFigure(painter, *page.trace, page.options);

            painter.end();
            QVERIFY(probe.texts().size() > 5 && probe.lines().size() > 5);
            const QStringList faults = tests::crossingsOf(probe, Qt::white);
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
        }
    }

    /// Tests a wait that returns in the middle of a statement, so that its line would cross the statement's label.
    void drawnLinesOfWaitsDoNotCrossLabelsOfStatements()
    {
        struct EarlyReturn final : trace::Sink {
            void write(trace::Record record) override
            {
                if (auto* wait = std::get_if<trace::WaitRecord>(&record); wait != nullptr && wait->line == 15) {
                    wait->end = wait->begin + (wait->end - wait->begin) / 2;
                    returned = wait->end;
                }
                recorder.write(std::move(record));
            }
            NameId intern(std::string_view text) override { return recorder.intern(text); }
            trace::Recorder recorder;
            Nanoseconds returned{};
        } copy;
        io::replay(*tests::sampleTrace(Sample::TwoGpus), copy);
        copy.recorder.finish();
        const trace::TracePtr run = copy.recorder.snapshot();
        QVERIFY(copy.returned > Nanoseconds{});
        FigureOptions options;
        options.showMagnified = false;
        const detail::Plan plan = detail::makePlan(*run, options);
        const double line = plan.x(copy.returned);
        tests::TextProbe probe(plan.page.size.toSize());
        QPainter painter(&probe);

        paintFigure(painter, *run, options);

        painter.end();
        const QStringList faults = tests::crossingsOf(probe, Qt::white);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
        const auto labels = std::ranges::count_if(probe.texts(), [](const tests::PaintedText& text) {
            return text.text.contains(QStringLiteral("50 × mm"));
        });
        QVERIFY(std::ranges::any_of(probe.texts(), [&](const tests::PaintedText& text) {
            return text.text.contains(QStringLiteral("50 × mm")) && text.ink.left() < line && line < text.ink.right();
        }));
        QVERIFY(labels >= 3);
    }

    void paintedBusyTimeMatchesTheTrace()
    {
        std::mt19937 random(4);
        for (const std::int64_t spans : {10, 300, 20'000}) {
            const trace::TracePtr trace = tests::randomTrace(static_cast<std::uint64_t>(spans), 2, spans);
            for (const trace::LaneRecord& lane : trace->lanes()) {
                const trace::LaneIndex& index = trace->index(lane.id);
                for (int round = 0; round < 8 && !index.empty(); ++round) {
                    const std::int64_t extent = trace->extent().count();
                    const std::int64_t a = static_cast<std::int64_t>(random()) % extent,
                                       b = static_cast<std::int64_t>(random()) % extent;
                    const ui::model::TimeRange range{Nanoseconds{std::min(a, b)}, Nanoseconds{std::max(a, b) + 1}};
                    const QRectF area(100, 0, 1046.4, 1000);  // so tall that the minimum height of bars hardly matters

                    const double painted = busyWidth(ui::drawing::laneGeometry(index, range, area), area.height());

                    const double busy =
                        toSeconds(index.busy(range.begin, range.end)) / toSeconds(range.length()) * area.width();
                    QVERIFY2(std::abs(painted - busy) <= 0.005 * area.width(),
                             qPrintable(QStringLiteral("painted %1, true %2").arg(painted).arg(busy)));
                }
            }
        }
    }

    void figuresHaveTheSizesOfTheirPresets()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        FigureOptions options;
        QCOMPARE(figureSize(*trace, options), QSizeF(1280, 720));
        options.preset = Preset::Page178mm;
        QVERIFY(std::abs(figureSize(*trace, options).width() / 96 * 25.4 - 178) < 0.01);
        options.preset = Preset::Column85mm;
        QVERIFY(std::abs(figureSize(*trace, options).width() / 96 * 25.4 - 85) < 0.01);
    }

    void allSlidesHaveTheSameSize_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<bool>("hasListing");
        QTest::addColumn<bool>("hasMemory");
        const std::pair<const char*, FigureKind> kinds[] = {{"timeline", FigureKind::Timeline},
                                                            {"comparison", FigureKind::Compare},
                                                            {"graph", FigureKind::Graph},
                                                            {"memory", FigureKind::Memory}};
        for (const auto& [name, what] : kinds)
            for (const bool hasListing : {false, true})
                for (const bool hasMemory : {false, true})
                    QTest::addRow("%s%s%s", name, hasListing ? " beside a listing" : "",
                                  hasMemory ? " with memory" : "")
                        << static_cast<int>(what) << hasListing << hasMemory;
    }

    /// All slides of a lecture have the same size, and the content of each slide fits into it.
    void allSlidesHaveTheSameSize()
    {
        QFETCH(int, what);
        QFETCH(bool, hasListing);
        QFETCH(bool, hasMemory);
        for (const trace::TracePtr& trace : {tests::sampleTrace(Sample::TwoGpus),
                                             tests::sampleTrace(Sample::CopyOverlap), tests::randomTrace(5, 40, 60)}) {
            FigureOptions options;
            options.what = static_cast<FigureKind>(what);
            options.before = options.what == FigureKind::Compare ? trace : nullptr;
            options.showListing = hasListing;
            options.showMemory = hasMemory;
            options.showBookResults = true;
            options.compared.measures.assign(12, {"Makespan", "1.5 s", "1.0 s", "0.5 s", 1});

            const detail::Plan plan = detail::makePlan(*trace, options);

            QCOMPARE(figureSize(*trace, options), QSizeF(1280, 720));
            QVERIFY(plan.size.width() * plan.page.zoom <= 1280.01 && plan.size.height() * plan.page.zoom <= 720.01);
            QVERIFY(smallestText(*trace, options) > 0);
            const QByteArray svg = *renderFigure(*trace, options, Format::Svg);
            QVERIFY2(svg.left(1000).contains("viewBox=\"0 0 1280 720\""), svg.left(1000).constData());
        }
    }

    /// A slide with a comparison and a table omits the magnified part, so that its text stays readable.
    void slideWithALargeTableOmitsTheMagnifiedPart()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        FigureOptions options;
        options.what = FigureKind::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpus);
        options.compared.measures.assign(8, {"Makespan", "1.5 s", "1.0 s", "0.5 s", 1});

        const detail::Plan plan = detail::makePlan(*trace, options);

        QVERIFY(!plan.magnified.isShown);
        QVERIFY2(smallestText(*trace, options) >= 9, qPrintable(QString::number(plan.page.zoom)));
    }

    void rowsDoNotOverlapAndStayAboveTheCaption()
    {
        for (const Sample sample : {Sample::TwoGpus, Sample::CopyOverlap, Sample::OutOfMemory, Sample::Elementwise,
                                    Sample::Empty, Sample::Live})
            for (const Preset preset : {Preset::Slide, Preset::Page178mm, Preset::Column85mm}) {
                FigureOptions options;
                options.preset = preset;

                const detail::Plan plan = detail::makePlan(*tests::sampleTrace(sample), options);

                double y = 0;
                for (const auto* rows : {&plan.rows(), &plan.magnified.rows})
                    for (const detail::RowPlan& row : *rows) {
                        if (rows == &plan.magnified.rows && !plan.magnified.isShown)
                            continue;
                        QVERIFY(row.top >= y);
                        y = row.top + row.height;
                    }
                QVERIFY2(y < plan.ruleY(), "a lane lies on the caption");
                QVERIFY(plan.legend.entries.empty() || y < plan.legend.top);
            }
    }

    void memoryLegendListsTheMarksOfBothRuns()
    {
        using ui::drawing::MemoryMark;
        FigureOptions options;
        options.what = ui::figure::FigureKind::Compare;
        options.showMemory = true;
        options.before = tests::sampleTrace(Sample::TwoGpus);

        const detail::Plan plan = detail::makePlan(*tests::sampleTrace(Sample::OutOfMemory), options);

        const auto count = [&](MemoryMark mark) {
            return std::count_if(plan.legend.entries.begin(), plan.legend.entries.end(), [&](const auto& entry) {
                return entry.what == detail::Plan::LegendEntry::Subject::Memory && entry.mark == mark;
            });
        };
        QCOMPARE(plan.panels.size(), std::size_t{2});
        QCOMPARE(count(MemoryMark::Held), 1);
        QCOMPARE(count(MemoryMark::Others), 1);  // only the run that ran out of memory has this mark
    }

    void onlyUsedLanesAreDrawn()
    {
        const detail::Plan plan = detail::makePlan(*tests::sampleTrace(Sample::CopyOverlap), {});

        QStringList labels;
        for (const detail::RowPlan& row : plan.rows())
            labels << row.label;

        QCOMPARE(labels, QStringList({QStringLiteral("Frontend"), QStringLiteral("GPU compute"),
                                      QStringLiteral("Copy to CPU")}));
    }

    /// The legends of the figure and of the window both use keyEntries(), in different orders.
    void figureLegendContainsTheEntriesOfTheWindowLegend()
    {
        using ui::drawing::KeyItem;
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpus);
        const trace::WaitRecord& wait = run->waits().front();
        for (const ui::model::TimeRange range :
             {ui::model::TimeRange{Nanoseconds{}, run->extent()}, ui::model::TimeRange{Nanoseconds{}, wait.begin},
              ui::model::TimeRange{wait.begin, wait.end}}) {
            FigureOptions options;
            options.range = range;
            const detail::Plan plan = detail::makePlan(*run, options);
            const detail::PanelPlan& panel = plan.panels.back();
            ui::drawing::KeySubject subject{*run, panel.range, static_cast<int>(plan.right - plan.left)};
            for (const detail::RowPlan& row : panel.rows)
                if (row.isLane())
                    subject.lanes.push_back(row.lane);

            const auto entries = ui::drawing::keyEntries({&subject, 1}, ui::model::KindForm::Figure);

            const auto isInLegend = [&](const QString& text) {
                return std::ranges::any_of(plan.legend.entries, [&](const auto& entry) { return entry.text == text; });
            };
            for (const ui::drawing::KeyEntry& entry : entries)
                if (entry.item == KeyItem::Kind || entry.item == KeyItem::Wait)
                    QVERIFY2(isInLegend(entry.text), qPrintable(entry.text));
            const bool hasWait = panel.range.end > wait.begin;
            QCOMPARE(isInLegend(ui::drawing::keyText(KeyItem::Wait)), hasWait);
            QCOMPARE(std::ranges::count(entries, KeyItem::Wait, &ui::drawing::KeyEntry::item), hasWait ? 1 : 0);
        }
    }

    void legendListsOnlyTheConcurrencyLevelsThatAreDrawn()
    {
        using Subject = detail::Plan::LegendEntry::Subject;
        const auto has = [](const detail::Plan& plan, Subject what) {
            return std::any_of(plan.legend.entries.begin(), plan.legend.entries.end(),
                               [&](const auto& one) { return one.what == what; });
        };
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpus);
        FigureOptions first;
        first.range = {run->blocks()[0].begin, run->blocks()[1].begin};

        const detail::Plan whole = detail::makePlan(*run, {}), serial = detail::makePlan(*run, first);

        QVERIFY(has(whole, Subject::OneWorks) && has(whole, Subject::ManyWork));
        QVERIFY(!has(serial, Subject::ManyWork));
    }

    void captionListsTheWaitsOfTheWarmUpIfTheFigureContainsTheWarmUp()
    {
        const trace::TracePtr run = tests::sampleTrace(Sample::TwoGpus);
        FigureOptions last;
        last.range = {run->blocks()[2].begin, run->extent()};

        QVERIFY2(textsFor(*run, {}).caption.contains("waits on lines 10, 11, 15, 19 and 24."),
                 qPrintable(textsFor(*run, {}).caption));
        QVERIFY2(textsFor(*run, last).caption.contains("waits on line 24."), qPrintable(textsFor(*run, last).caption));
    }

    /// In a file, the ticks of a row are one path. Work on pages during the issuing of an operation must not cut a hole
    /// into this path.
    void issueTicksOfAFigureAreNotInterruptedByPagePinning()
    {
        trace::Recorder recorder;
        recorder.write(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
        recorder.write(trace::LaneRecord{LaneId{0}, DeviceId{0}, trace::LaneRole::Compute, 0, "stream", 0});
        const auto ms = [](int t) { return Nanoseconds{std::int64_t{t} * 1'000'000}; };
        for (int i = 0; i < 2; ++i) {
            trace::IssueRecord issue;
            issue.op = OpId{i};
            issue.begin = ms(10 + 40 * i);
            issue.end = ms(50 + 40 * i);
            issue.device = DeviceId{0};
            recorder.write(issue);
            recorder.write(
                trace::HostRecord{ms(12 + 40 * i), ms(48 + 40 * i), 1, recorder.intern("pin 64 MiB"), issue.op, {}});
            trace::LifeRecord life;
            life.op = issue.op;
            life.lane = LaneId{0};
            life.started = issue.end;
            life.finished = issue.end + ms(1);
            recorder.write(life);
        }
        recorder.write(trace::EndRecord{ms(100), true});
        recorder.finish();
        FigureOptions options;
        options.showNotes = options.showSyncMarks = false;
        const detail::Plan plan = detail::makePlan(*recorder.snapshot(), options);
        QCOMPARE(plan.rows().front().label, QStringLiteral("Frontend"));

        const auto file = renderFigure(*recorder.snapshot(), options, Format::Png);
        QVERIFY(file.has_value());
        const QImage image = QImage::fromData(*file);

        const double scale = image.width() / plan.size.width();
        const detail::RowPlan& row = plan.rows().front();
        const auto colourAt = [&](int t, double height) {
            const double x = plan.left + (plan.right - plan.left) * (toSeconds(ms(t) - plan.range.begin) /
                                                                     toSeconds(plan.range.end - plan.range.begin));
            return image.pixelColor(static_cast<int>(x * scale),
                                    static_cast<int>((row.top + row.height * height) * scale));
        };
        const QColor slate = colourAt(11, 0.85);
        QVERIFY(slate.lightness() < 160);
        QCOMPARE(colourAt(16, 0.85), slate);
        QCOMPARE(colourAt(80, 0.85), slate);
    }

    /// Host work of the program is drawn in the program's row, like the issuing of operations. Host work with a
    /// separate lane is drawn in that lane.
    void hostWorkCountsAsBusyTimeOfTheProgram()
    {
        trace::Recorder recorder;
        recorder.write(trace::LaneRecord{LaneId{0}, DeviceId{}, trace::LaneRole::HostPages, 0, "pages", 0});
        recorder.write(trace::HostRecord{Nanoseconds{20}, Nanoseconds{40}, 1, {}, {}, {}});
        recorder.write(trace::HostRecord{Nanoseconds{60}, Nanoseconds{80}, 1, {}, {}, LaneId{0}});
        recorder.write(trace::EndRecord{Nanoseconds{100}, true});
        recorder.finish();

        ui::drawing::RunDigest digest;
        digest.update(*recorder.snapshot(), {}, ui::drawing::Continuity::NewRun);

        QCOMPARE(digest.frontend().busy(Nanoseconds{0}, Nanoseconds{100}), Nanoseconds{20});
        QCOMPARE(digest.frontend().busy(Nanoseconds{20}, Nanoseconds{40}), Nanoseconds{20});
    }

    void axisStepsAreRoundNumbers()
    {
        QCOMPARE(detail::niceStep(Nanoseconds{1'512'000'000}, 6).count(), std::int64_t{500'000'000});
        QCOMPARE(detail::stepText(Nanoseconds{250'000'000}), QStringLiteral("250 ms"));
        QCOMPARE(detail::stepText(Nanoseconds{500}), QStringLiteral("500 ns"));
        QVERIFY(detail::niceStep(Nanoseconds{1}, 10).count() >= 1);
    }
};

QTEST_MAIN(TestFigurePlan)
#include "tst_figure_plan.moc"
