#include "ui/runs/status_figures.h"

#include "engine/analysis/critical_path.h"
#include "engine/analysis/failure.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/issued.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/timed_block.h"
#include "engine/analysis/training.h"
#include "engine/analysis/training_difference.h"
#include "engine/analysis/warnings.h"
#include "engine/base/processor_load.h"
#include "engine/trace/imported.h"
#include "ui/look/changed_text.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/times_source.h"
#include "ui/model/lane_names.h"
#include "ui/model/visible_range.h"

#include <QObject>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace ui::runs {

namespace {

namespace analysis = engine::analysis;

bool isSame(analysis::Scope a, analysis::Scope b)
{
    return a.begin == b.begin && a.end == b.end;
}

StatusFigure busiestOf(const Trace& trace, const analysis::Figures& figures)
{
    const engine::trace::LaneRecord& lane = trace.lanes()[figures.busiest.index];
    const QString name = model::laneName(trace, lane, model::LaneForm::Figure, model::deviceName(trace, lane.device));
    return {QObject::tr("Busiest lane"), QStringLiteral("%1 · %2").arg(look::clockText(figures.busiestBusy), name),
            FigureTone::Plain, QObject::tr("The lane that was busy longest in the scope, and for how long.")};
}

/// False for a run of very many ranks, which is loaded without operations.
bool hasOperations(const Trace& trace)
{
    return trace.opCount() > 0 || !trace.rankPart().set;
}

StatusFigure timeFigure(const QString& name, Nanoseconds time, const QString& tip)
{
    return {name, look::clockText(time), FigureTone::Plain, tip, {}, time};
}

StatusFigure makespanFigure(Nanoseconds makespan)
{
    return timeFigure(QObject::tr("Makespan"), makespan,
                      QObject::tr("The time from the begin of the scope to its end, including all waits. A timed block "
                                  "ends when its clock has stopped and its work is complete."));
}

StatusFigure concurrentFigure(double share)
{
    return {QObject::tr("Concurrency"),
            look::percentText(share),
            {},
            QObject::tr("The fraction of the time with at least one running operation in which two or more run.")};
}

void addScope(const Trace& trace, const ScopeFigures& scope, StatusReport& report)
{
    const analysis::Figures& figures = scope.figures;
    auto& out = report.figures;
    out.push_back(makespanFigure(figures.makespan));
    if (figures.sumOfOperations.count() > 0) {
        out.push_back(timeFigure(
            QObject::tr("Sum of operations"), figures.sumOfOperations,
            QObject::tr("The sum of the running times of all operations, including those that run at the same time. "
                        "An operation on several cores counts once.")));
        out.push_back({QObject::tr("Speed-up"), look::factorText(figures.speedUp), FigureTone::Strong,
                       QObject::tr("The sum of operations divided by the makespan.")});
        out.push_back(concurrentFigure(figures.concurrency));
        if (figures.copying * 100 >= figures.makespan && figures.copying.count() > 0)
            out.push_back(
                {QObject::tr("Copying hidden"),
                 look::percentText(figures.copyHidden),
                 {},
                 QObject::tr("The fraction of the copying time in which an operation that is no copy runs.")});
        out.push_back(chainFigure(chainText(trace, scope.chain)));
    }
    if (figures.busiest.isValid() && figures.busiest.index < trace.lanes().size())
        out.push_back(busiestOf(trace, figures));
}

/// Adds the numbers of a training: times and accuracies of its last kMaxRuns runs (for an imported profile, the
/// makespan), the gain of the last run and, unless the run is live, the concurrency and the longest chain of a batch.
void addTraining(const Trace& trace, const analysis::Training& training, const auto& figures, StatusReport& report)
{
    auto& out = report.figures;
    constexpr std::size_t kMaxRuns = 4;
    const std::size_t first = training.runs.size() > kMaxRuns ? training.runs.size() - kMaxRuns : 0;
    QStringList accuracies;
    // The steps of an imported profile are not epochs, so the sum of their times has no meaning.
    const bool isImported = engine::trace::isImported(trace.run());
    if (isImported)
        out.push_back(makespanFigure(figures().figures.makespan));
    for (std::size_t i = isImported ? training.runs.size() : first; i < training.runs.size(); ++i) {
        const analysis::TrainingRun& run = training.runs[i];
        out.push_back(
            {.name = look::trainingName(run.name), .value = look::durationText(run.time()), .time = run.time()});
        if (const auto accuracy = run.lastAccuracy(); accuracy && std::isfinite(*accuracy))
            accuracies << QString::number(*accuracy, 'f', 2);
    }
    if (training.runs.size() >= 2) {
        const auto before = engine::toSeconds(training.runs[training.runs.size() - 2].time());
        const auto last = engine::toSeconds(training.runs.back().time());
        const bool areAlike =
            training.runs[training.runs.size() - 2].epochs.size() == training.runs.back().epochs.size() &&
            training.runs.back().isWhole();
        // Omit the gain of a measured training if the spread of its batches is too large to distinguish the runs.
        const bool isShown = !engine::trace::isMeasured(trace.run()) ||
                             analysis::measuredDifference(training, training.runs.size() - 2,
                                                          training.runs.size() - 1) == engine::Difference::Shown;
        if (areAlike && isShown && before > 0 && last > 0)
            out.push_back({QObject::tr("Gain"), look::factorText(before / last), FigureTone::Strong,
                           QObject::tr("The time of the run before the last one, divided by the time of the last.")});
    }
    if (!trace.isLive() && !training.batches.empty() && hasOperations(trace)) {
        const auto& epoch = training.runs.back().epochs.back();
        out.push_back(concurrentFigure(figures().figures.concurrency));
        const analysis::Batch& batch = training.batches[epoch.firstBatch + epoch.batches() / 2];
        const engine::Nanoseconds chain = analysis::longestChain(trace, {batch.begin, batch.end});
        out.push_back(chainFigure(engine::trace::recordsDependencies(trace.run())
                                      ? QObject::tr("%1 per batch").arg(look::durationText(chain))
                                      : chainText(trace, chain)));
    }
    if (!accuracies.isEmpty())
        out.push_back({QObject::tr("Accuracy"), accuracies.join(QStringLiteral(" · ")), {}});
}

QString cutText(const analysis::Batch& batch)
{
    return batch.count > 0 ? QObject::tr("Stopped in epoch %1, batch %2 of %3")
                                 .arg(batch.epoch + 1)
                                 .arg(batch.index + 1)
                                 .arg(batch.count)
                           : QObject::tr("Stopped in epoch %1, batch %2").arg(batch.epoch + 1).arg(batch.index + 1);
}

/// "44 of 50" if the parameter "products" states how many operations the program issues; otherwise "44".
QString issuedText(const Trace& trace, std::size_t issued)
{
    for (const auto& [name, value] : trace.run().parameters)
        if (name == "products")
            return QObject::tr("%1 of %2").arg(look::countText(issued), QString::fromStdString(value));
    return look::countText(issued);
}

/// Returns the refused size as the framework's message prints it; `bytes` may be rounded up to whole memory blocks.
QString askedText(const engine::trace::ErrorRecord& error, engine::Bytes bytes)
{
    static const QRegularExpression asked(QStringLiteral("allocate ([0-9.]+ [KMGT]?i?B)"));
    const QRegularExpressionMatch match = asked.match(QString::fromStdString(error.message));
    QString text = match.hasMatch() ? match.captured(1) : look::bytesText(bytes);
    return text.replace(QLatin1String(".00 "), QLatin1String(" "));
}

void addError(const Trace& trace, const engine::trace::ErrorRecord& error, StatusReport& report)
{
    auto& out = report.figures;
    const auto refused = analysis::decidingRefusal(trace);
    out.push_back({QObject::tr("Stopped at"), look::momentText(error.time, model::originOf(trace)), FigureTone::Fail});
    if (error.line > 0 && !refused)
        out.push_back({QObject::tr("Line"), QString::number(error.line), FigureTone::Fail});
    const analysis::Progress progress = analysis::progressAtError(trace);
    out.push_back({QObject::tr("Issued"),
                   progress.isOfStatement ? issuedText(trace, progress.issued) : look::countText(progress.issued),
                   {}});
    out.push_back({QObject::tr("Computed"), look::countText(progress.done), {}});
    if (progress.failed > 0)
        out.push_back({QObject::tr("Failed"), look::countText(progress.failed), FigureTone::Fail});
    out.push_back({QObject::tr("Queued"), look::countText(progress.issued - progress.done - progress.failed), {}});
    if (!refused)
        return;
    const auto peaks = analysis::memoryPeaks(trace, refused->record.device, analysis::wholeRun(trace));
    out.push_back({QObject::tr("Peak"),
                   QObject::tr("%1 of %2")
                       .arg(look::bytesNumberText(peaks.needed(), peaks.capacity), look::bytesText(peaks.capacity)),
                   {},
                   QObject::tr("The program's pool took %1 at most; driver, context and display hold %2.")
                       .arg(look::bytesText(peaks.taken()), look::bytesText(peaks.usedByOthers))});
    out.push_back({QObject::tr("Refused"), askedText(error, refused->record.bytes), FigureTone::Fail});
}

/// Formats a wall-clock time: "3 ms", "1.2 s".
QString wallText(double seconds)
{
    if (seconds >= 1)
        return QObject::tr("%1 s").arg(seconds, 0, 'f', 1);
    return QObject::tr("%1 ms").arg(std::max(1, qRound(seconds * 1e3)));
}

QString noteOf(const Trace& trace, double simulatedIn, bool isError)
{
    QStringList parts;
    if (!isError && hasOperations(trace))
        parts << QObject::tr("%1 operations", nullptr, static_cast<int>(trace.opCount()))
                     .arg(look::countText(trace.opCount()));
    const bool isVirtual = trace.run().platform == engine::trace::PlatformKind::Virtual;
    parts << (isVirtual && simulatedIn > 0 ? QObject::tr("simulated in %1").arg(wallText(simulatedIn))
                                           : look::timesSource(trace.run()));
    return parts.join(QStringLiteral(" · "));
}

void addWarnings(const Trace& trace, StatusReport& report)
{
    const std::vector<analysis::Warning> warnings = analysis::timingWarnings(trace);
    if (warnings.empty())
        return;
    report.warning = mistimedText(trace);
    if (report.warning.isEmpty())
        report.warning = QObject::tr("work left at the end");
    QStringList sentences;
    for (const analysis::Warning& warning : warnings)
        sentences << look::messageText(warning.text);
    report.warningTip = sentences.join(QLatin1Char('\n'));
}

}  // namespace

namespace {

/// Creates the report. Calls `figures`, which computes the numbers of the scope, only if the report shows them.
StatusReport reportOf(const Trace& trace, analysis::Scope scope, double simulatedIn, const auto& figures)
{
    StatusReport report;
    if (!trace.isLive())
        addWarnings(trace, report);
    report.note = noteOf(trace, simulatedIn, trace.error().has_value());
    if (const auto& error = trace.error()) {
        const bool isMemory = analysis::isOutOfMemory(*error);
        report.ending = isMemory ? Ending::OutOfMemory : Ending::Failed;
        report.headline = isMemory ? QObject::tr("Out of memory") : QString::fromStdString(error->type);
        addError(trace, *error, report);
        return report;
    }
    if (trace.end()) {
        report.ending = trace.end()->isComplete ? Ending::Finished : Ending::Stopped;
        report.headline = trace.end()->isComplete ? QObject::tr("Finished") : QObject::tr("Stopped");
    }
    if (!trace.programPart().steps.empty() && isSame(scope, analysis::runScope(trace))) {
        if (const analysis::Training training = analysis::training(trace); !training.empty()) {
            if (const auto cut = training.cutAt(); cut && report.ending == Ending::Stopped)
                report.headline = cutText(*cut);
            addTraining(trace, training, figures, report);
            return report;
        }
    }
    addScope(trace, figures(), report);
    return report;
}

}  // namespace

void FigureCache::follow(engine::trace::TracePtr trace)
{
    if (trace == m_trace)
        return;
    m_trace = std::move(trace);
    m_kept.reset();
}

const ScopeFigures& FigureCache::of(analysis::Scope scope)
{
    if (!m_kept || !isSame(m_kept->first, scope))
        m_kept.emplace(scope, figuresOf(*m_trace, scope));
    return m_kept->second;
}

ScopeFigures figuresOf(const Trace& trace, analysis::Scope scope)
{
    return {analysis::figures(trace, scope), analysis::longestChain(trace, scope)};
}

StatusReport statusOf(const Trace& trace, analysis::Scope scope, double simulatedIn)
{
    return reportOf(trace, scope, simulatedIn, [&] { return figuresOf(trace, scope); });
}

StatusReport statusOf(const Trace& trace, analysis::Scope scope, double simulatedIn, FigureCache& kept)
{
    return reportOf(trace, scope, simulatedIn, [&]() -> const ScopeFigures& { return kept.of(scope); });
}

QString mistimedText(const Trace& trace)
{
    const std::vector<analysis::TimedBlock> blocks = analysis::timedBlocks(trace);
    const auto count = std::ranges::count_if(blocks, &analysis::TimedBlock::isMistimed);
    return count == 0 ? QString()
                      : QObject::tr("%1 of %2 blocks mistimed", nullptr, static_cast<int>(blocks.size()))
                            .arg(count)
                            .arg(blocks.size());
}

void addSimulation(StatusReport& report, const model::RunContext& context)
{
    report.noteTip = QObject::tr("A model of the machine gives all times. Python itself takes no modelled time.");
    if (context.remark.empty())
        return;
    report.note += QStringLiteral(" · ") + QObject::tr("without Python's own time");
    report.noteTip = look::messageText(context.remark);
}

void addMeasurement(StatusReport& report, const model::RunContext& context)
{
    QStringList parts{report.note};
    parts << (context.isRepeated() ? QObject::tr("%1 runs, %2", nullptr, context.repeats->makespan.samples)
                                         .arg(context.repeats->makespan.samples)
                                         .arg(look::measuredText(context.repeats->makespan))
                                   : QObject::tr("one run"));
    if (context.repeats && context.repeats->otherLoad > engine::kMostOtherLoad)
        parts << QObject::tr("other programs used %1 of the cores").arg(look::percentText(context.repeats->otherLoad));
    report.note = parts.join(QStringLiteral(" · "));
}

void addBefore(StatusReport& report, const StatusReport& before)
{
    for (StatusFigure& figure : report.figures)
        for (const StatusFigure& was : before.figures)
            if (was.name == figure.name && was.value != figure.value) {
                figure.before = look::beforeArrow(was.value, figure.value);
                if (figure.before != was.value || !figure.time || !was.time)
                    continue;
                const auto [old, now] = look::durationPair(*was.time, *figure.time);  // converts both to one unit
                figure.value = now;
                figure.before = look::beforeArrow(old, now);
            }
}

int blockBefore(const Trace& before, const Trace& now, int block)
{
    if (block < 0 || static_cast<std::size_t>(block) >= now.blocks().size())
        return -1;
    const std::string& label = now.blocks()[static_cast<std::size_t>(block)].label;
    const auto hasLabel = [&](const engine::trace::BlockRecord& record) { return record.label == label; };
    auto left = std::count_if(now.blocks().begin(), now.blocks().begin() + block, hasLabel);
    for (std::size_t i = 0; i < before.blocks().size(); ++i)
        if (hasLabel(before.blocks()[i]) && left-- == 0)
            return static_cast<int>(i);
    return -1;
}

QString chainText(const Trace& trace, Nanoseconds length)
{
    return engine::trace::recordsDependencies(trace.run()) ? look::clockText(length) : QObject::tr("not in this trace");
}

StatusFigure chainFigure(const QString& value)
{
    return {
        QObject::tr("Longest dependency chain"),
        value,
        {},
        QObject::tr(
            "The longest chain of operations that depend on one another, by their running times alone: no waits and "
            "no program, which the graph's critical path includes. With any number of devices, the work does not "
            "end sooner.")};
}

}  // namespace ui::runs
