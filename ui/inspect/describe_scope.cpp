#include "engine/analysis/memory.h"
#include "engine/analysis/scope.h"
#include "engine/analysis/timed_block.h"
#include "engine/trace/imported.h"
#include "ui/inspect/description.h"

#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/model/line_times.h"

#include <QStringList>
#include <algorithm>
#include <map>

namespace ui::inspect {

using engine::analysis::TimedBlock;
using engine::trace::BlockRecord;
using engine::trace::OpState;
using engine::trace::WaitRecord;
using engine::trace::WaitTarget;

namespace {

QString targetText(const Trace& trace, const WaitRecord& wait)
{
    switch (wait.target) {
        case WaitTarget::All:
            return ui::tr("all issued work");
        case WaitTarget::Device:
            return ui::tr("all streams of %1").arg(detail::deviceName(trace, wait.device));
        case WaitTarget::Stream:
            return ui::tr("a stream of %1").arg(detail::deviceName(trace, wait.device));
        case WaitTarget::Op:
            return nameOf(trace, wait.op);
        case WaitTarget::Event:
            return ui::tr("an event");
    }
    return {};
}

/// The operations of one device that were issued before a time and are not complete at that time. `until`: the end of
/// the last of them.
struct Leftover {
    engine::DeviceId device;
    std::size_t operations = 0;
    Nanoseconds until{};
};

std::vector<Leftover> leftoversAt(const Trace& trace, Nanoseconds moment)
{
    std::vector<Leftover> found;
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const Op& op = trace.op(OpId(i));
        const bool hasEnded = engine::analysis::hasEnded(op);
        if (op.issueBegin >= moment || (hasEnded && op.finished <= moment))
            continue;
        if (op.state == OpState::Skipped || op.state == OpState::Cancelled)
            continue;
        const engine::DeviceId device = engine::analysis::deviceOf(trace, op);
        auto at = std::ranges::find(found, device, &Leftover::device);
        if (at == found.end())
            at = found.insert(found.end(), {device, 0, moment});
        ++at->operations;
        if (hasEnded)
            at->until = std::max(at->until, op.finished);
    }
    return found;
}

/// Number of operations issued in [begin, end).
std::size_t operationsIn(const Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    const engine::analysis::OpRange range = engine::analysis::issuedIn(trace, {begin, end});
    return range.last - range.first;
}

struct WaitTotal {
    std::size_t count = 0;
    Nanoseconds time{};
};

WaitTotal waitedIn(const Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    WaitTotal waited;
    for (const WaitRecord& wait : trace.waits()) {
        if (wait.begin < begin || wait.begin >= end)
            continue;
        ++waited.count;
        waited.time += wait.end - wait.begin;
    }
    return waited;
}

/// Memory allocated at `now`, as "; GPU 0 holds 3.04 GiB": on every GPU, or on the CPU if no GPU has memory records.
QString heldText(const Trace& trace, Nanoseconds now)
{
    QString text;
    const bool hasGpu = std::ranges::any_of(
        trace.devices(), [&](const auto& device) { return isGpu(device) && !trace.memory(device.id).empty(); });
    for (const auto& device : trace.devices()) {
        if (hasGpu && !isGpu(device))
            continue;
        if (const auto memory = engine::analysis::memoryAt(trace, device.id, now))
            text +=
                ui::tr("; %1 holds %2").arg(QString::fromStdString(device.name), look::bytesText(memory->allocated));
    }
    return text;
}

/// States how long the program waited. A trace of another profiler may record no waits although the program waited.
QString waitedText(const Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    if (trace.waits().empty() && engine::trace::isImported(trace.run()))
        return ui::tr("not in this trace");
    const WaitTotal waited = waitedIn(trace, begin, end);
    return waited.count == 0 ? ui::tr("never")
                             : ui::tr("%1× · %2").arg(look::countText(waited.count), detail::lifeText(waited.time));
}

/// Names the devices that complete work of the block after the block's clock has stopped.
QString leftText(const Trace& trace, const TimedBlock& block)
{
    std::map<std::uint32_t, Nanoseconds> until;  // device -> end of its last operation
    const engine::analysis::OpRange issued = engine::analysis::issuedIn(trace, {block.begin, block.clock});
    for (std::size_t i = issued.first; i < issued.last; ++i)
        if (const Op& op = trace.op(OpId(i)); engine::analysis::hasEnded(op) && op.finished > block.clock) {
            Nanoseconds& last = until[engine::analysis::deviceOf(trace, op).index];
            last = std::max(last, op.finished);
        }
    QStringList parts;
    for (const auto& [device, time] : until)
        parts << ui::tr("%1 continues for %2")
                     .arg(detail::deviceName(trace, engine::DeviceId(device)), detail::lifeText(time - block.clock));
    return parts.join(QStringLiteral(", "));
}

QString blockWhy(const Trace& trace, const TimedBlock& block)
{
    if (block.isFailed)
        return ui::tr(
            "An exception left the block: the time on the screen is the time until it failed, not the "
            "time of the work.");
    QStringList parts;
    if (block.isClockEarly())
        parts << ui::tr("The clock stopped too early: %1. What was printed is not the time of the work.")
                     .arg(leftText(trace, block));
    for (const TimedBlock::Delay& delay : block.delays)
        parts << ui::tr("`%1` on %2 was issued before the block and still ran when it began: `%3` started later.")
                     .arg(nameOf(trace, delay.earlier),
                          detail::deviceName(trace, engine::analysis::deviceOf(trace, trace.op(delay.earlier))),
                          nameOf(trace, delay.delayed));
    if (!parts.isEmpty())
        return parts.join(QLatin1Char(' '));
    return block.work <= block.clock
               ? ui::tr("All work of the block was complete when the clock stopped.")
               : ui::tr("All work of the block was complete %1 after the clock stopped, which hardly changes its time.")
                     .arg(detail::lifeText(block.work - block.clock));
}

}  // namespace

Description describeWait(const Trace& trace, std::size_t index, Nanoseconds now)
{
    Description d;
    if (index >= trace.waits().size())
        return d;
    const WaitRecord& wait = trace.waits()[index];
    d.kindText = ui::tr("Wait");
    d.kindTone = Tone::Sync;
    d.stateText = now < wait.begin ? ui::tr("not reached") : now < wait.end ? ui::tr("waiting") : ui::tr("done");
    d.stateTone = Tone::Plain;
    d.title = detail::text(trace, wait.call);
    d.place = wait.line > 0 ? ui::tr("the program's thread · line %1 of the listing").arg(wait.line)
                            : ui::tr("the program's thread");
    d.life.push_back({LifePart::Role::Waiting, wait.end - wait.begin,
                      ui::tr("the program waits %1").arg(detail::lifeText(wait.end - wait.begin))});
    d.rows.push_back({ui::tr("Waits for"), targetText(trace, wait)});
    d.rows.push_back({ui::tr("From – to"), detail::intervalText(trace, wait.begin, wait.end)});
    d.rows.push_back({ui::tr("Duration"), look::durationText(wait.end - wait.begin)});
    if (wait.releasedBy.isValid())
        d.rows.push_back({ui::tr("Released by"), nameOf(trace, wait.releasedBy)});
    d.rows.push_back({ui::tr("Times counted"), detail::zeroText(trace)});
    d.whyTitle = ui::tr("Why so long?");
    if (wait.releasedBy.isValid() && wait.releasedBy.index < trace.opCount()) {
        const Op& op = trace.op(wait.releasedBy);
        d.why =
            ui::tr(
                "It waits longest for `%1` on %2, which finishes at %3. This is the time of the work, not of the wait.")
                .arg(nameOf(trace, op.id), detail::deviceInSentence(trace, engine::analysis::deviceOf(trace, op)),
                     detail::momentText(trace, op.finished));
    } else {
        d.why = ui::tr("There was nothing to wait for: the work that it covers had already finished.");
    }
    if (wait.target == WaitTarget::Device) {
        QStringList others;
        for (const Leftover& left : leftoversAt(trace, wait.end))
            if (left.device != wait.device)
                others << detail::deviceName(trace, left.device);
        if (!others.isEmpty())
            d.why +=
                ui::tr(" It does not wait for %1, which is still busy then.").arg(others.join(QStringLiteral(", ")));
    }
    return d;
}

Description describeBlock(const Trace& trace, std::size_t index, const model::RunContext& context)
{
    Description d;
    if (index >= trace.blocks().size())
        return d;
    const BlockRecord& block = trace.blocks()[index];
    const TimedBlock timed = engine::analysis::timedBlock(trace, index);
    d.kindText = ui::tr("Benchmark");
    d.kindTone = Tone::Plain;
    if (block.isFailed) {
        d.stateText = ui::tr("failed");
        d.stateTone = Tone::Fail;
    }
    d.title = QString::fromStdString(block.label);
    d.isCode = false;
    d.place = block.line > 0 ? ui::tr("timed block · line %1 of the listing").arg(block.line) : ui::tr("timed block");
    if (timed.isMistimed()) {
        d.stateText = ui::tr("mistimed");
        d.stateTone = Tone::Warning;
    }
    const engine::Statistics* times = context.timesOf(index);
    // The printed time is from the first repeat; most other rows are from the repeat with the median makespan.
    const bool isPrinted = context.printed && index < context.printed->blocks().size();
    const BlockRecord& printed = isPrinted ? context.printed->blocks()[index] : block;
    d.rows.push_back({times ? ui::tr("Printed, first run") : ui::tr("Printed"), look::benchmarkText(printed.seconds)});
    if (times)
        d.rows.push_back({ui::tr("Median, quartiles"), look::measuredText(*times)});
    if (timed.isClockEarly())
        d.rows.push_back({ui::tr("Work"), look::benchmarkText(engine::toSeconds(timed.work - timed.begin))});
    const auto book = context.bookResults.constFind(d.title);
    if (book != context.bookResults.constEnd())
        d.rows.push_back({ui::tr("The book prints"), look::benchmarkText(*book)});
    d.rows.push_back({ui::tr("From – to"), detail::intervalText(trace, timed.begin, timed.scope().end)});
    d.rows.push_back({ui::tr("Operations issued"), look::countText(operationsIn(trace, block.begin, block.end))});
    d.rows.push_back({ui::tr("The program waits"), waitedText(trace, block.begin, block.end)});
    d.rows.push_back({ui::tr("Times counted"), detail::zeroText(trace)});
    d.whyTitle = ui::tr("What is timed?");
    d.why = blockWhy(trace, timed);
    return d;
}

Description describeRun(const Trace& trace, Nanoseconds now, const std::optional<model::TimeRange>& part)
{
    Description d;
    d.isCode = false;
    const engine::trace::RunInfo& run = trace.run();
    d.title = run.title.empty() ? QString::fromStdString(run.program) : look::programText(run.program, run.title);
    if (d.title.isEmpty() && trace.opCount() == 0) {
        d.title = ui::tr("No run yet");
        d.whyTitle = ui::tr("To start:");
        d.why = ui::tr("choose a program, then Run. Its operations appear here.");
        return d;
    }
    d.place = look::machineText(run.machine, run.machineLabel);
    if (trace.isLive()) {
        d.stateText = ui::tr("running");
    } else if (trace.error()) {
        d.stateText = ui::tr("failed");
        d.stateTone = Tone::Fail;
    }
    const engine::analysis::Scope whole = engine::analysis::runScope(trace);
    const engine::analysis::Scope scope = part ? engine::analysis::Scope{part->begin, part->end} : whole;
    if (part)
        d.rows.push_back({ui::tr("From – to"), detail::intervalText(trace, scope.begin, scope.end)});
    const std::size_t operations =
        part || whole.begin > Nanoseconds{} ? operationsIn(trace, scope.begin, scope.end) : trace.opCount();
    d.rows.push_back({ui::tr("Operations issued"), look::countText(operations)});
    if (!part && operations < trace.opCount())
        d.rows.push_back({ui::tr("In the warm-up"), look::countText(trace.opCount() - operations)});
    d.rows.push_back({ui::tr("Makespan"), look::clockText(scope.length())});
    d.rows.push_back({ui::tr("The program waits"), waitedText(trace, scope.begin, scope.end)});
    using engine::trace::LaneRole;
    const auto works = [&](const engine::trace::LaneRecord& lane) {
        return lane.role != LaneRole::Frontend && lane.role != LaneRole::Link && !trace.spans(lane.id).empty();
    };
    // With many lanes, list only those that are busy for at least a tenth of the run; the timeline shows the others.
    constexpr std::ptrdiff_t kMaxLanes = 4;
    constexpr double kGoodPart = 0.1;
    const bool isCrowded = std::ranges::count_if(trace.lanes(), works) > kMaxLanes;
    for (const engine::trace::LaneRecord& lane : trace.lanes()) {
        if (!works(lane))
            continue;
        const Nanoseconds busy = trace.index(lane.id).busy(scope.begin, scope.end);
        const double share =
            scope.length().count() > 0 ? engine::toSeconds(busy) / engine::toSeconds(scope.length()) : 0;
        if (isCrowded && share < kGoodPart)
            continue;
        d.rows.push_back({detail::deviceName(trace, lane.device) + QStringLiteral(", ") +
                              model::laneName(trace, lane, model::LaneForm::Sentence),
                          detail::lifeText(busy) + QStringLiteral(" · ") + look::percentText(share)});
    }
    const model::StateCounts moment = model::countsAt(trace, now);
    d.whyTitle = ui::tr("At the playhead:");
    const std::size_t pending = moment.queued + moment.running;
    d.why = pending == 0 ? ui::tr("all issued work is finished. Select an operation to see why it started when it did.")
                         : ui::tr("%1 queued, %2 running%3. Select an operation to see why it started when it did.")
                               .arg(look::countText(moment.queued))
                               .arg(look::countText(moment.running))
                               .arg(heldText(trace, now));
    return d;
}

Description describeRunOfRanks(const Trace& trace, model::RankFigures& figures, Nanoseconds now)
{
    Description d = describeRun(trace, now);
    detail::addRanks(trace, figures, now, d);
    return d;
}

}  // namespace ui::inspect
