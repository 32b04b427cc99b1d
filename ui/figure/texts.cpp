#include "ui/figure/figure.h"

#include "engine/analysis/figures.h"
#include "engine/analysis/issued.h"
#include "engine/analysis/lateness.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/scope.h"
#include "engine/analysis/timed_block.h"
#include "engine/trace/imported.h"
#include "ui/drawing/memory/memory_scale.h"
#include "ui/figure/detail/plan.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/model/refused.h"
#include "ui/model/run_before.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace ui::figure {

using engine::trace::BlockRecord;
using engine::trace::OpState;
using ui::tr;

namespace {

bool isInRange(const BlockRecord& block, const model::TimeRange& range)
{
    return block.end > range.begin && block.begin < range.end;
}

/// Describes a block, "GPU1 & GPU2 0.4968 s (work 0.5158 s, speed-up 1.96×)": the printed time, the time of the work if
/// the block is mistimed, and the window's speed-up if operations ran at the same time. Like the window, states no
/// speed-up for a training.
QString blockText(const Trace& trace, std::size_t index)
{
    const BlockRecord& block = trace.blocks()[index];
    const QString name = QString::fromStdString(block.label) + QLatin1Char(' ');
    if (block.isFailed)
        return name + tr("failed");
    const engine::analysis::TimedBlock timed = engine::analysis::timedBlock(trace, index);
    QStringList more;
    if (timed.isMistimed())
        more << tr("work %1").arg(look::benchmarkText(engine::toSeconds(timed.work - timed.begin)));
    if (trace.programPart().steps.empty())
        if (const engine::analysis::Figures figures = engine::analysis::figures(trace, timed.scope());
            figures.concurrency > 0)
            more << tr("speed-up %1").arg(look::factorText(figures.speedUp));
    const QString time = name + look::benchmarkText(block.seconds);
    return more.isEmpty() ? time : QStringLiteral("%1 (%2)").arg(time, more.join(QStringLiteral(", ")));
}

QStringList blockTexts(const Trace& trace, const model::TimeRange& range)
{
    QStringList texts;
    for (std::size_t i = 0; i < trace.blocks().size() && texts.size() < 6; ++i)
        if (isInRange(trace.blocks()[i], range))
            texts << blockText(trace, i);
    return texts;
}

QString enumeration(const std::set<int>& numbers)
{
    QStringList words;
    for (const int n : numbers)
        words << QString::number(n);
    if (words.size() < 2)
        return words.join(QString());
    const QString last = words.takeLast();
    return tr("%1 and %2").arg(words.join(QStringLiteral(", ")), last);
}

/// States where the program waits within the range, and which of the program's waits are switched off. A range that
/// starts at or before the run's scope also includes the warm-up.
QString waitsText(const Trace& trace, const FigureOptions& options, const model::TimeRange& range)
{
    std::set<int> on, off;
    const bool hasWarmUp = range.begin <= engine::analysis::runScope(trace).begin;
    for (const engine::trace::WaitRecord& wait : trace.waits())
        if (wait.line > 0 && (hasWarmUp || wait.begin >= range.begin) && wait.begin < range.end)
            on.insert(wait.line);
    for (auto it = options.context.syncPoints.cbegin(); it != options.context.syncPoints.cend(); ++it)
        if (!it.value())
            off.insert(it.key());
    QString text;
    if (on.size() > 8)
        text = tr("The program waits on %1 lines.").arg(on.size());
    else if (on.size() == 1)
        text = tr("The program waits on line %1.").arg(enumeration(on));
    else if (!on.empty())
        text = tr("The program waits on lines %1.").arg(enumeration(on));
    if (!off.empty() && off.size() <= 8)
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) +
                (off.size() == 1 ? tr("The wait on line %1 is off.") : tr("The waits on lines %1 are off."))
                    .arg(enumeration(off));
    return text;
}

/// Names devices that still work after the last block in the range has ended.
QString leftoverText(const Trace& trace, const model::TimeRange& range)
{
    const BlockRecord* last = nullptr;
    for (const BlockRecord& block : trace.blocks())
        if (isInRange(block, range))
            last = &block;
    if (!last || last->isFailed)
        return {};
    std::set<std::string> busy;
    for (const engine::trace::LaneRecord& lane : trace.lanes()) {
        using engine::trace::LaneRole;
        if (lane.role == LaneRole::Frontend || lane.role == LaneRole::Link || !lane.device.isValid())
            continue;
        const auto& spans = trace.spans(lane.id);
        for (std::size_t at = trace.index(lane.id).firstEndingAfter(last->end); at < spans.size(); ++at)
            if (spans[at].op.isValid() && trace.op(spans[at].op).issued <= last->end) {
                busy.insert(trace.devices()[lane.device.index].name);
                break;
            }
    }
    if (busy.empty())
        return {};
    QStringList names;
    for (const std::string& name : busy)
        names << QString::fromStdString(name);
    return (names.size() == 1 ? tr("%1 is still busy when the last clock stops.")
                              : tr("%1 are still busy when the last clock stops."))
        .arg(QLocale().createSeparatedList(names));
}

/// Counts the work: "100 operations on GPU 0, 50 on GPU 1". For a failed run, counts the operations issued and
/// computed; for several ranks, the ranks and nodes.
QString workText(const Trace& trace, const model::TimeRange& range)
{
    if (model::rangeAroundFailure(trace)) {
        const engine::analysis::Progress progress = engine::analysis::progressAtError(trace);
        return tr("%1 operations issued, %2 computed when the program stopped", nullptr,
                  static_cast<int>(progress.issued))
            .arg(look::countText(progress.issued), look::countText(progress.done));
    }
    if (const auto& set = trace.rankPart().set)
        return tr("%Ln ranks", nullptr, static_cast<int>(set->rankCount())) + QStringLiteral(" · ") +
               tr("%Ln nodes", nullptr, static_cast<int>(set->nodeCount()));
    std::map<std::uint32_t, std::size_t> byDevice;
    for (const engine::trace::LaneRecord& lane : trace.lanes()) {
        using engine::trace::LaneRole;
        if (!lane.device.isValid() || lane.role == LaneRole::Frontend || lane.role == LaneRole::Link ||
            lane.role == LaneRole::HostPages)
            continue;
        const auto& index = trace.index(lane.id);
        const std::size_t first = index.firstEndingAfter(range.begin), last = index.firstBeginningAt(range.end);
        if (last > first)
            byDevice[lane.device.index] += last - first;
    }
    QStringList words;
    for (const auto& [device, count] : byDevice)
        words << (words.isEmpty() ? tr("%1 operations on %2", nullptr, static_cast<int>(count)) : tr("%1 on %2"))
                     .arg(look::countText(count), QString::fromStdString(trace.devices()[device].name));
    return words.join(QStringLiteral(", "));
}

/// Names the late rank of the steps that begin in the range, and the reason; empty for a page of a replay.
QString lateText(const Trace& trace, const FigureOptions& options, const model::TimeRange& range)
{
    const auto& set = trace.rankPart().set;
    if (!set || options.until)
        return {};
    const engine::analysis::Scope run = engine::analysis::runScope(*set);
    const engine::analysis::Lateness lateness =
        engine::analysis::lateness(*set, {std::max(range.begin, run.begin), std::min(range.end, run.end)});
    return look::messageText(engine::analysis::sentencesOf(*set, lateness));
}

QString titleOf(const Trace& trace)
{
    if (!trace.run().title.empty())
        return look::programText(trace.run().program, trace.run().title);
    return trace.run().program.empty() ? tr("Timeline") : QString::fromStdString(trace.run().program);
}

/// Returns how the run differs from the previous run: "Without the wait on line 15". Returns the run's title if this
/// text is too long, or if the runs do not differ.
QString resultOf(const Trace& trace, const FigureOptions& options)
{
    constexpr qsizetype kLongest = 48;
    const auto titles = detail::differenceTitles(trace, options);
    if (!titles || titles->second.isEmpty() || titles->second.size() > kLongest)
        return titleOf(trace);
    QString text = titles->second;
    if (!text.contains(QLatin1String(" = ")))  // a parameter's name keeps its case
        text[0] = text[0].toUpper();
    return text;
}

/// The title of a comparison: "Without the wait on line 15: 0.4963 s saved"; for a slower run, the additional time.
QString comparisonTitle(const Trace& trace, const FigureOptions& options)
{
    const Comparison times = compare(trace, options);
    const QString what = resultOf(trace, options);
    if (!times.isDecided())
        return QStringLiteral("%1: %2").arg(what, model::undecidedText(times.hasStoppedRun, times.measured));
    if (look::clockText(times.before) == look::clockText(times.after))
        return tr("%1: the same time").arg(what);
    const QString difference = look::clockText(std::chrono::abs(times.saved()));
    return (times.saved().count() > 0 ? tr("%1: %2 saved") : tr("%1: %2 slower")).arg(what, difference);
}

QString comparisonText(const Trace& trace, const FigureOptions& options)
{
    const Comparison times = compare(trace, options);
    const auto titles = detail::comparisonTitles(trace, options);
    const QString before = look::clockText(times.before), after = look::clockText(times.after);
    return times.isDecided() ? tr("A, %1: %2; B, %3: %4, %5 as fast.")
                                   .arg(titles.first, before, titles.second, after, look::factorText(times.factor()))
                             : tr("A, %1: %2; B, %3: %4; %5.")
                                   .arg(titles.first, before, titles.second, after,
                                        model::undecidedText(times.hasStoppedRun, times.measured));
}

/// States the peak of each device: for the one that refused an allocation, as the status bar does, "GPU 0: peak 3.75
/// GiB of 3.82 GiB, 62.00 MiB more refused"; for the others, how much was allocated.
QString memoryText(const Trace& trace)
{
    QStringList words;
    const auto refusal = engine::analysis::decidingRefusal(trace);
    for (const engine::trace::DeviceRecord& device : trace.devices()) {
        const auto peaks = engine::analysis::memoryPeaks(trace, device.id, engine::analysis::wholeRun(trace));
        const QString name = QString::fromStdString(device.name);
        if (refusal && refusal->record.device == device.id)
            words << tr("%1: peak %2 of %3, %4 more refused")
                         .arg(name, look::bytesText(peaks.needed()), look::bytesText(peaks.capacity),
                              look::bytesText(refusal->record.bytes));
        else if (peaks.allocated.value > 0)
            words << tr("%1: at most %2 allocated").arg(name, look::bytesText(peaks.allocated));
    }
    return words.isEmpty() ? tr("No memory was recorded") : words.join(QStringLiteral(", "));
}

/// Describes a graph: "170 operations; reads of another's result: 160", and "170 / 235,196 operations" if it shows a
/// part of the run. For a net, returns the caption that the window shows. The counts of dependencies follow their
/// names, so that the names need no plural forms.
QString graphText(const Trace& trace, const graph::Diagram& diagram)
{
    if (diagram.isNet)
        return diagram.caption;
    const auto& counts = diagram.counts;
    const int all = static_cast<int>(trace.opCount());
    QString operations = look::countText(diagram.operations);
    if (diagram.operations < trace.opCount())
        operations += QStringLiteral(" / ") + look::countText(trace.opCount());
    const QString reads = look::countText(counts.raw);
    if (counts.war + counts.waw == 0)
        return tr("%1 operations; reads of another's result: %2", nullptr, all).arg(operations, reads);
    return tr("%1 operations; reads of another's result: %2, overwrites of what another reads or wrote: %3", nullptr,
              all)
        .arg(operations, reads, look::countText(counts.war + counts.waw));
}

QString subtitleOf(const Trace& trace, const FigureOptions& options, const QString& work)
{
    switch (figureKindOf(options)) {
        case FigureKind::Memory:
            return memoryText(trace);
        case FigureKind::Graph:
            return graphText(trace, *detail::diagramOf(trace, options));
        case FigureKind::Compare:
            if (const QString program = titleOf(trace); resultOf(trace, options) != program)
                return work.isEmpty() ? tr("%1 · %2").arg(program, look::frameworkText(trace.run().dialect))
                                      : tr("%1 · %2 · %3").arg(program, work, look::frameworkText(trace.run().dialect));
            break;
        case FigureKind::Timeline:
            break;
    }
    return work.isEmpty() ? look::frameworkText(trace.run().dialect)
                          : tr("%1 · %2").arg(work, look::frameworkText(trace.run().dialect));
}

/// One paragraph for screen readers.
QString describe(const Trace& trace, const FigureOptions& options, const FigureTexts& texts, const QString& work,
                 const QStringList& blocks)
{
    switch (figureKindOf(options)) {
        case FigureKind::Memory:
            return tr("Memory over time of %1. %2.").arg(texts.title, memoryText(trace));
        case FigureKind::Graph:
            return tr("Graph of %1. %2.").arg(texts.title, graphText(trace, *detail::diagramOf(trace, options)));
        case FigureKind::Compare:
            return tr("Two runs on one axis, %1: %2").arg(texts.title, comparisonText(trace, options));
        case FigureKind::Timeline:
            break;
    }
    return blocks.isEmpty() ? tr("Timeline of %1: %2.").arg(texts.title, work)
                            : tr("Timeline of %1: %2. %3.").arg(texts.title, work, blocks.join(QStringLiteral(", ")));
}

QString noteTexts(const FigureOptions& options)
{
    QStringList words;
    if (options.showNotes &&
        (figureKindOf(options) == FigureKind::Timeline || figureKindOf(options) == FigureKind::Compare))
        for (const model::Note& note : options.notes)
            if (!note.text.isEmpty())
                words << note.text;
    return words.isEmpty() ? QString() : tr("Notes on it: %1.").arg(words.join(QStringLiteral("; ")));
}

}  // namespace

FigureTexts textsFor(const Trace& trace, const FigureOptions& options)
{
    const model::TimeRange range = detail::rangeOf(trace, options);
    FigureTexts texts;
    const bool isCompared = figureKindOf(options) == FigureKind::Compare;
    texts.title = !options.title.isEmpty() ? options.title
                  : isCompared             ? comparisonTitle(trace, options)
                                           : titleOf(trace);
    const QString work = workText(trace, range);
    texts.subtitle = options.subtitle.isEmpty() ? subtitleOf(trace, options, work) : options.subtitle;
    if (options.caption.isEmpty()) {
        QStringList sentences;
        if (!trace.run().section.empty())
            sentences << tr("Dive into Deep Learning, Section %1.")
                             .arg(look::programText(trace.run().program, trace.run().section));
        if (isCompared)
            sentences << comparisonText(trace, options) << options.compared.why;
        else if (const QStringList blocks = blockTexts(trace, range); !blocks.isEmpty())
            sentences << blocks.join(QStringLiteral("; ")) + QLatin1Char('.');
        if (figureKindOf(options) == FigureKind::Timeline)
            for (const QString& sentence :
                 {leftoverText(trace, range), waitsText(trace, options, range), lateText(trace, options, range)})
                if (!sentence.isEmpty())
                    sentences << sentence;
        if (trace.error())
            sentences << tr("The program ended with %1 on line %2.")
                             .arg(QString::fromStdString(trace.error()->type), QString::number(trace.error()->line));
        sentences.removeAll(QString());
        texts.caption = sentences.join(QLatin1Char(' '));
    } else {
        texts.caption = options.caption;
    }
    const QString machine = look::machineText(trace.run().machine, trace.run().machineLabel);
    if (trace.run().platform == engine::trace::PlatformKind::Virtual)
        texts.note = machine.isEmpty() ? tr("Simulated on a virtual machine.")
                                       : tr("Simulated on a virtual machine: %1.").arg(machine);
    else if (engine::trace::isImported(trace.run()))
        texts.note = tr("Recorded by another program: %1.").arg(machine);
    else
        texts.note = machine.isEmpty() ? tr("Measured on this computer.") : tr("Measured on %1.").arg(machine);
    if (isCompared && options.before->run().platform != trace.run().platform)
        texts.note = tr("One run is simulated, the other measured: see the labels of A and B.");
    texts.description = describe(trace, options, texts, work, blockTexts(trace, range));
    for (const QString& sentence : {noteTexts(options), texts.note})
        if (!sentence.isEmpty())
            texts.description += QLatin1Char(' ') + sentence;
    return texts;
}

}  // namespace ui::figure
