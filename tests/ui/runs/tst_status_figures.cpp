#include "engine/analysis/timed_block.h"
#include "engine/analysis/training.h"
#include "engine/ranks/overview.h"
#include "engine/trace/imported.h"
#include "engine/trace/recorder.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/engine/trace/one_operation.h"
#include "tests/engine/trace/raised_error.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/figure/figure.h"
#include "ui/look/format.h"
#include "ui/runs/status_figures.h"
#include "ui/runs/status_line.h"
#include "ui/runs/step_times.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <initializer_list>
#include <memory>

using namespace ui::runs;
using engine::Nanoseconds;
using engine::analysis::runScope;

/// Tests the numbers of the status bar, and the times that the Step commands visit.
class TestStatusFigures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void changedNumbersShowTheValueOfThePreviousRun();
    void statusOfAFinishedTimedBlockShowsMakespanAndSpeedUp();
    void statusOfAnOutOfMemoryErrorShowsPeakAndRefusedSize();
    void captionOfAFigureStatesTheSamePeakAsTheStatus();
    void statusOfAFailedRunShowsCountsOfTheWholeRun();
    void emptyRunGivesNoReport();
    void mistimedBlocksAreCounted();
    void noteOfAMeasuredRunStatesItsRepeats();
    void importedTraceWithoutDependenciesShowsNoLongestChain();
    void importedTraceWithStepsShowsTheMakespan();
    void statusLineStartsWithTheScope();
    void cachedNumbersOfATimedBlockEqualNewlyComputedOnes();
    void statusOfAProgramThatTrainsShowsTheTimeOfEachTraining();
    void runOfVeryManyRanksShowsNoCountOfOperations();
    void everyVisibleNumberHasATooltip();
    void stepsOfAReplayVisitEveryStartAndEndOfASpan();

private:
    [[nodiscard]] static QString valueOf(const StatusReport& report, const QString& name);
    [[nodiscard]] static engine::analysis::Scope scopeOf(const engine::trace::Trace& trace, int block)
    {
        return engine::analysis::workScope(trace, static_cast<std::size_t>(block));
    }
};

QString TestStatusFigures::valueOf(const StatusReport& report, const QString& name)
{
    for (const StatusFigure& figure : report.figures)
        if (figure.name == name)
            return figure.value;
    return {};
}

void TestStatusFigures::changedNumbersShowTheValueOfThePreviousRun()
{
    const auto before = tests::sampleTrace(tests::Sample::TwoGpus),
               now = tests::sampleTrace(tests::Sample::TwoGpusOverlap);
    QCOMPARE(blockBefore(*before, *now, -1), -1);
    const int last = static_cast<int>(now->blocks().size()) - 1;
    const int same = blockBefore(*before, *now, last);
    QVERIFY(same >= 0);
    QCOMPARE(before->blocks()[static_cast<std::size_t>(same)].label,
             now->blocks()[static_cast<std::size_t>(last)].label);
    StatusReport report = statusOf(*now, engine::analysis::runScope(*now), 0);
    const StatusReport was = statusOf(*before, engine::analysis::runScope(*before), 0);
    QVERIFY(valueOf(report, "Makespan") != valueOf(was, "Makespan"));

    addBefore(report, was);

    for (const StatusFigure& figure : report.figures) {
        const QString old = valueOf(was, figure.name);
        QCOMPARE(figure.before.isEmpty(), old.isEmpty() || old == figure.value);
        QVERIFY(old.startsWith(figure.before));
    }
}

void TestStatusFigures::statusOfAFinishedTimedBlockShowsMakespanAndSpeedUp()
{
    const auto trace = tests::sampleTrace(tests::Sample::TwoGpus);
    const int last = static_cast<int>(trace->blocks().size()) - 1;

    const StatusReport report = statusOf(*trace, scopeOf(*trace, last), 0.003);

    QVERIFY(report.ending == Ending::Finished);
    const auto figures =
        engine::analysis::figures(*trace, engine::analysis::workScope(*trace, static_cast<std::size_t>(last)));
    QCOMPARE(valueOf(report, "Makespan"), QStringLiteral("%1 s").arg(engine::toSeconds(figures.makespan), 0, 'f', 4));
    QCOMPARE(valueOf(report, "Speed-up"), QStringLiteral("1.97×"));
    QVERIFY(!valueOf(report, "Busiest lane").isEmpty());
    QCOMPARE(report.note, QStringLiteral("302 operations · simulated in 3 ms"));
}

void TestStatusFigures::statusOfAnOutOfMemoryErrorShowsPeakAndRefusedSize()
{
    const auto trace = tests::sampleTrace(tests::Sample::OutOfMemory);

    const StatusReport report = statusOf(*trace, runScope(*trace), 0.001);

    QVERIFY(report.ending == Ending::OutOfMemory);
    QCOMPARE(report.headline, QStringLiteral("Out of memory"));
    QVERIFY(!valueOf(report, "Stopped at").isEmpty());
    QVERIFY(valueOf(report, "Issued").startsWith("44"));
    QVERIFY(valueOf(report, "Peak").contains("GiB"));
    QVERIFY(valueOf(report, "Refused").endsWith("MiB"));
    QCOMPARE(valueOf(report, "Speed-up"), QString());
}

/// The pool reserved 700 MiB of a GPU, of which 500 MiB were allocated; others used 100 MiB. The program recovered from
/// the first refusal, of another GPU.
void TestStatusFigures::captionOfAFigureStatesTheSamePeakAsTheStatus()
{
    using namespace engine::trace;
    using engine::kMiB;
    Recorder recorder;
    auto info = std::make_shared<RunInfo>();
    info->dialect = "torch";
    recorder.write(RunRecord(info));
    for (const engine::DeviceId gpu : {engine::DeviceId{0}, engine::DeviceId{1}}) {
        recorder.write(
            DeviceRecord{gpu, DeviceKind::Gpu, gpu.index == 0 ? "GPU 0" : "GPU 1", "", kMiB * 900, kMiB * 100, 0});
        for (const MemoryAct act : {MemoryAct::Allocate, MemoryAct::Refuse})
            recorder.write(MemoryRecord{
                Nanoseconds{10 + gpu.index}, gpu, act, kMiB * 500, kMiB * 500, {}, kMiB * 700, {}, engine::OpId{}});
    }
    recorder.write(ErrorRecord{Nanoseconds{20}, 1, "OutOfMemoryError", "CUDA out of memory.", "", {}});
    recorder.finish();
    const TracePtr trace = recorder.snapshot();
    ui::figure::FigureOptions options;
    options.what = ui::figure::FigureKind::Memory;

    const QString peak = valueOf(statusOf(*trace, runScope(*trace), 0), "Peak");
    const QString caption = ui::figure::textsFor(*trace, options).subtitle;

    QCOMPARE(peak, QStringLiteral("800.00 of 900.00 MiB"));
    QCOMPARE(caption, QStringLiteral("GPU 0: at most 500.00 MiB allocated, GPU 1: peak 800.00 MiB of 900.00 MiB, "
                                     "500.00 MiB more refused"));
}

void TestStatusFigures::statusOfAFailedRunShowsCountsOfTheWholeRun()
{
    const StatusReport report = statusOf(*tests::raisedErrorTrace(), {}, 0);

    QVERIFY(report.ending == Ending::Failed);
    QCOMPARE(valueOf(report, "Issued"), QStringLiteral("2"));
    QCOMPARE(valueOf(report, "Computed"), QStringLiteral("1"));
    QCOMPARE(valueOf(report, "Queued"), QStringLiteral("1"));
}

void TestStatusFigures::emptyRunGivesNoReport()
{
    const StatusReport report = statusOf(engine::trace::Trace(), {}, 0);

    QVERIFY(report.ending == Ending::None);
    QVERIFY(report.headline.isEmpty());
}

void TestStatusFigures::noteOfAMeasuredRunStatesItsRepeats()
{
    StatusReport once, several, disturbed;
    once.note = several.note = disturbed.note = QStringLiteral("measured");
    engine::analysis::Repeats repeats;
    repeats.makespan = {.samples = 5, .minimum = 1, .lower = 1.22, .median = 1.234, .upper = 1.25};
    ui::model::RunContext context;

    addMeasurement(once, context);
    context.repeats = std::make_shared<const engine::analysis::Repeats>(repeats);
    addMeasurement(several, context);
    repeats.otherLoad = 0.35;
    context.repeats = std::make_shared<const engine::analysis::Repeats>(repeats);
    addMeasurement(disturbed, context);

    QCOMPARE(once.note, QStringLiteral("measured \u00B7 one run"));
    QVERIFY2(several.note.endsWith(QStringLiteral("1.23 s (1.22\u20131.25)")), qPrintable(several.note));
    QVERIFY2(disturbed.note.endsWith(QStringLiteral("other programs used 35 % of the cores")),
             qPrintable(disturbed.note));
}

void TestStatusFigures::mistimedBlocksAreCounted()
{
    const auto trace = tests::sampleTrace(tests::Sample::TwoGpusOverlap);

    const StatusReport report = statusOf(*trace, runScope(*trace), 0);

    QCOMPARE(report.warning, QStringLiteral("2 of 3 blocks mistimed"));
    QVERIFY2(report.warningTip.contains(QLatin1String(" is still busy when ")), qPrintable(report.warningTip));
    QCOMPARE(mistimedText(*tests::sampleTrace(tests::Sample::Elementwise)), QString());
}

void TestStatusFigures::importedTraceWithoutDependenciesShowsNoLongestChain()
{
    for (const bool isImported : {false, true}) {
        engine::trace::Recorder recorder;
        engine::trace::RunInfo info;
        info.machine = isImported ? engine::trace::kImportedMachine : "book-v100";
        recorder.write(std::make_shared<const engine::trace::RunInfo>(info));
        tests::writeOneOperation(recorder, Nanoseconds{20'000'000}, engine::Bytes{1});
        recorder.write(engine::trace::EndRecord{Nanoseconds{20'000'000}, true});
        recorder.finish();
        const auto trace = recorder.snapshot();

        const StatusReport report = statusOf(*trace, runScope(*trace), 0);

        QCOMPARE(valueOf(report, "Longest dependency chain"),
                 isImported ? QStringLiteral("not in this trace") : QStringLiteral("0.0200 s"));
    }
}

void TestStatusFigures::importedTraceWithStepsShowsTheMakespan()
{
    engine::trace::Recorder recorder;
    engine::trace::RunInfo info;
    info.machine = engine::trace::kImportedMachine;
    recorder.write(std::make_shared<const engine::trace::RunInfo>(info));
    tests::writeOneOperation(recorder, Nanoseconds{20'000'000}, engine::Bytes{1});
    for (const auto kind : {engine::trace::StepKind::Epoch, engine::trace::StepKind::Batch})
        recorder.write(engine::trace::StepRecord{Nanoseconds{0}, Nanoseconds{20'000'000}, kind, 0, 1, 1});
    recorder.write(engine::trace::EndRecord{Nanoseconds{20'000'000}, true});
    recorder.finish();
    const auto trace = recorder.snapshot();
    QVERIFY(!engine::analysis::training(*trace).empty());

    QCOMPARE(valueOf(statusOf(*trace, runScope(*trace), 0), "Makespan"), QStringLiteral("0.0200 s"));
}

void TestStatusFigures::statusLineStartsWithTheScope()
{
    ui::look::Theme theme;
    StatusLine line(theme);
    line.resize(1400, line.height());
    StatusReport report;
    report.scope = QStringLiteral("GPU1 & GPU2, line 21");
    report.figures = {{QStringLiteral("Makespan"), QStringLiteral("0.5158 s"), {}, QStringLiteral("tip")}};
    line.setReport(report);
    auto* button = line.findChild<QToolButton*>(QStringLiteral("scopeButton"));
    QSignalSpy switched(&line, &StatusLine::scopeSwitchRequested);

    QVERIFY(button != nullptr);
    QCOMPARE(button->text(), QStringLiteral("Scope: GPU1 && GPU2, line 21"));
    QCOMPARE(button->accessibleName(), QStringLiteral("Scope: GPU1 & GPU2, line 21"));
    int first = 0;
    while (first < line.width() && line.tipAt(first).isEmpty())
        ++first;
    QVERIFY(button->geometry().right() < first);
    button->click();
    QCOMPARE(switched.size(), 1);
    line.setReport({});
    QVERIFY(button->isHidden());
}

void TestStatusFigures::cachedNumbersOfATimedBlockEqualNewlyComputedOnes()
{
    ui::runs::FigureCache kept;
    for (const auto sample : {tests::Sample::TwoGpus, tests::Sample::CopyOverlap, tests::Sample::Elementwise}) {
        const auto trace = tests::sampleTrace(sample);
        kept.follow(trace);
        for (const int block : {-1, 0, 0, 1, -1}) {
            const StatusReport fresh = statusOf(*trace, scopeOf(*trace, block), 0.003);
            const StatusReport again = statusOf(*trace, scopeOf(*trace, block), 0.003, kept);
            QCOMPARE(again.figures.size(), fresh.figures.size());
            for (std::size_t i = 0; i < fresh.figures.size(); ++i)
                QCOMPARE(again.figures[i].value, fresh.figures[i].value);
        }
    }
}

void TestStatusFigures::statusOfAProgramThatTrainsShowsTheTimeOfEachTraining()
{
    const auto trace = tests::trainingTrace({{1, 2}, 2, 8});

    const StatusReport report = statusOf(*trace, runScope(*trace), 0);

    const engine::analysis::Training training = engine::analysis::training(*trace);
    QCOMPARE(valueOf(report, "1 GPU"), ui::look::durationText(training.runs[0].time()));
    QCOMPARE(valueOf(report, "2 GPUs"), ui::look::durationText(training.runs[1].time()));
    // The speed-up of a scope is the summed time of its operations divided by its makespan. For a program that trains,
    // the gain of the last training is shown instead.
    QCOMPARE(valueOf(report, "Speed-up"), QString());
    QVERIFY(valueOf(report, "Gain").endsWith("×"));
    for (const StatusFigure& figure : report.figures)
        QVERIFY2(figure.name != QLatin1String("Gain") || figure.tip.contains(QLatin1String("divided by")),
                 qPrintable(figure.tip));
    QVERIFY(valueOf(report, "Longest dependency chain").endsWith("per batch"));
    QCOMPARE(valueOf(report, "Accuracy"), QStringLiteral("0.60 · 0.60"));
    const auto live = tests::trainingTrace({{1, 2}, 2, 8, 3});
    QCOMPARE(valueOf(statusOf(*live, runScope(*live), 0), "Concurrency"), QString());
}

void TestStatusFigures::runOfVeryManyRanksShowsNoCountOfOperations()
{
    tests::RanksPlan plan;
    plan.ranks = engine::ranks::kMaxRowRanks + 1;
    plan.layers = 2;
    const auto trace = engine::ranks::overviewOf(tests::sampleRanks(plan));

    const StatusReport report = statusOf(*trace, runScope(*trace), 0);

    QVERIFY2(!report.note.contains("operations"), qPrintable(report.note));
    QCOMPARE(valueOf(report, "Concurrency"), QString());
    QCOMPARE(valueOf(report, "Longest dependency chain"), QString());
}

void TestStatusFigures::everyVisibleNumberHasATooltip()
{
    const auto trace = tests::sampleTrace(tests::Sample::TwoGpus);
    const StatusReport report = statusOf(*trace, scopeOf(*trace, static_cast<int>(trace->blocks().size()) - 1), 0.003);
    ui::look::Theme theme;
    StatusLine line(theme);
    line.setReport(report);

    QStringList tips;
    line.resize(4000, line.height());
    for (int x = 0; x < line.width(); ++x)
        if (const QString tip = line.tipAt(x); !tip.isEmpty() && !tips.contains(tip))
            tips << tip;
    line.resize(700, line.height());
    QString cut;
    for (int x = line.width() - 1; x >= 0 && (cut.isEmpty() || cut == report.warningTip); --x)
        cut = line.tipAt(x);

    QCOMPARE(tips.size(), static_cast<qsizetype>(report.figures.size()) + (report.warningTip.isEmpty() ? 0 : 1));
    for (const StatusFigure& figure : report.figures)
        QVERIFY2(tips.contains(figure.tip), qPrintable(figure.name));
    QVERIFY(line.accessibleDescription().contains(QLatin1String("Longest dependency chain: ")));
    // The first number that does not fit is elided; its tooltip has this and all later numbers in full.
    const StatusFigure& last = report.figures.back();
    QVERIFY2(cut.contains(last.name + QLatin1Char(' ') + last.value), qPrintable(cut));
    QVERIFY2(!cut.startsWith(report.figures.front().name), "the first figures fit");
    int ellipsis = line.width() - 1;
    while (ellipsis >= 0 && line.menuAt(ellipsis) == nullptr)
        --ellipsis;
    const std::unique_ptr<QMenu> menu(line.menuAt(ellipsis));
    QVERIFY(menu != nullptr && line.tipAt(ellipsis) == cut);
    QCOMPARE(menu->actions().size(), cut.count(QLatin1Char('\n')) + 1);
    QVERIFY(menu->actions().back()->text().startsWith(last.name));
    menu->actions().back()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), last.name + QLatin1Char(' ') + last.value);
}

void TestStatusFigures::stepsOfAReplayVisitEveryStartAndEndOfASpan()
{
    const auto trace = tests::sampleTrace(tests::Sample::Elementwise);
    std::vector<Nanoseconds> forward;
    for (auto at = nextEvent(*trace, Nanoseconds{-1}); at; at = nextEvent(*trace, *at))
        forward.push_back(*at);

    std::vector<Nanoseconds> backward;
    for (auto at = eventBefore(*trace, trace->extent() + Nanoseconds{1}); at; at = eventBefore(*trace, *at))
        backward.insert(backward.begin(), *at);

    QVERIFY(forward.size() >= 4);
    QVERIFY(forward == backward);
    for (const engine::trace::LaneRecord& lane : trace->lanes())
        for (const engine::trace::Span& span : trace->spans(lane.id)) {
            QVERIFY(std::find(forward.begin(), forward.end(), span.begin) != forward.end());
            QVERIFY(std::find(forward.begin(), forward.end(), span.end()) != forward.end());
        }
}

QTEST_MAIN(TestStatusFigures)
#include "tst_status_figures.moc"
