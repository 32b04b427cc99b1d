#include "ui/inspect/description.h"

#include "engine/analysis/bound.h"
#include "engine/analysis/scope.h"
#include "engine/analysis/start.h"
#include "engine/trace/decisive_cause.h"
#include "engine/trace/imported.h"
#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/look/format.h"
#include "ui/model/operation_labels.h"
#include "ui/model/phase.h"

#include <QStringList>
#include <chrono>

namespace ui::inspect {

using engine::analysis::hasEnded;
using engine::analysis::hasStarted;
using engine::trace::CauseKind;
using engine::trace::DependencyKind;
using engine::trace::Kind;
using engine::trace::OpState;
using model::Phase;

namespace {

void setState(Description& d, Phase phase)
{
    struct Word {
        QString text;
        Tone tone;
    };
    const auto word = [&]() -> Word {
        switch (phase) {
            case Phase::NotIssued:
                return {ui::tr("not issued"), Tone::Plain};
            case Phase::Queued:
                return {ui::tr("queued"), Tone::Plain};
            case Phase::Ready:
                return {ui::tr("ready"), Tone::Plain};
            case Phase::Running:
                return {ui::tr("running"), Tone::Plain};
            case Phase::Done:
                return {ui::tr("done"), Tone::Plain};
            case Phase::Failed:
                return {ui::tr("failed"), Tone::Fail};
            case Phase::Skipped:
                return {ui::tr("skipped"), Tone::Fail};
            case Phase::Cancelled:
                return {ui::tr("cancelled"), Tone::Fail};
        }
        return {};
    }();
    d.stateText = word.text;
    d.stateTone = word.tone;
}

/// Returns the names of up to three arrays that `op` reads, followed by the number of further names: "a, b, c and 2
/// more".
QString producersText(const Trace& trace, const Op& op)
{
    QStringList names;
    qsizetype rest = 0;
    for (const engine::trace::Edge& edge : trace.edges().into(op.id)) {
        if (edge.kind != DependencyKind::ReadAfterWrite)
            continue;
        const QString name = nameOf(trace, edge.from);
        if (names.contains(name))
            continue;
        if (names.size() < 3)
            names << name;
        else
            ++rest;
    }
    QString text = names.join(QStringLiteral(", "));
    if (rest > 0)
        text += ui::tr(" and %1 more").arg(rest);
    return text;
}

/// Returns the first operation whose result `op` reads; invalid if there is none.
OpId sourceOf(const Trace& trace, const Op& op)
{
    for (const engine::trace::Edge& edge : trace.edges().into(op.id))
        if (edge.kind == DependencyKind::ReadAfterWrite)
            return edge.from;
    return {};
}

/// Returns the last input for which the operation waited; if there is none, an operation whose result it reads.
OpId inputOf(const Trace& trace, const Op& op)
{
    const OpId last = engine::trace::readyInput(op);
    return trace.has(last) ? last : sourceOf(trace, op);
}

QString titleOf(const Trace& trace, const Op& op)
{
    const QString label = detail::text(trace, op.label);
    if (isCopy(op.kind) && !label.isEmpty()) {
        const OpId source = sourceOf(trace, op);
        if (source.isValid())
            return label + QStringLiteral(" ← ") + nameOf(trace, source);
    }
    const QString text = detail::text(trace, op.text);
    if (!text.isEmpty())
        return text;
    const QString name = detail::text(trace, op.name);
    if (label.isEmpty())
        return name;
    return label.contains(name) ? label : label + QStringLiteral(" = ") + name + QStringLiteral("(…)");
}

QString placeOf(const Trace& trace, const Op& op)
{
    QString place = detail::deviceName(trace, op.device);
    if (op.lane.isValid() && op.lane.index < trace.lanes().size()) {
        const engine::trace::LaneRecord& lane = trace.lanes()[op.lane.index];
        if (lane.device.isValid())
            place = detail::deviceName(trace, lane.device);
        place += ui::tr(", %1").arg(model::laneName(trace, lane, model::LaneForm::Sentence));
    }
    if (op.line > 0)
        place += ui::tr(" · line %1 of the listing").arg(op.line);
    return place;
}

/// Whether `part` is shorter than a thousandth of `whole`, too short for the life bar.
bool isNegligible(Nanoseconds part, Nanoseconds whole)
{
    return part.count() <= 0 || part.count() * 1000 < whole.count();
}

void addLife(const Trace& trace, const Op& op, Description& d)
{
    if (!hasStarted(op))
        return;
    const Nanoseconds finished = hasEnded(op) ? op.finished : op.started;
    const Nanoseconds whole = finished - op.issued;
    const Nanoseconds input = op.ready - op.issued;
    const Nanoseconds waiting = op.started - op.ready;
    const bool hasInput = !isNegligible(input, whole);
    if (hasInput) {
        const OpId from = inputOf(trace, op);
        const QString what = from.isValid() ? nameOf(trace, from) : ui::tr("input");
        d.life.push_back({LifePart::Role::Input, input, what + QLatin1Char(' ') + detail::lifeText(input)});
    }
    if (!isNegligible(waiting, whole)) {
        const QString holder = model::causeName(op.startCause.kind);
        const QString text = hasInput || holder.isEmpty()
                                 ? ui::tr("waits %1").arg(detail::lifeText(waiting))
                                 : ui::tr("waits for %1 %2").arg(holder, detail::lifeText(waiting));
        d.life.push_back({LifePart::Role::Waiting, waiting, text});
    }
    if (hasEnded(op)) {
        const Nanoseconds ran = op.finished - op.started;
        const QString verb = isCopy(op.kind) ? ui::tr("copies %1") : ui::tr("runs %1");
        d.life.push_back({LifePart::Role::Running, ran, verb.arg(detail::lifeText(ran))});
    }
}

QString rateRow(const Trace& trace, const Op& op)
{
    const double seconds = engine::toSeconds(op.finished - op.started);
    if (seconds <= 0)
        return {};
    // An operation with at most four floating-point operations per byte counts as limited by memory bandwidth.
    const bool isArithmetic = !isCopy(op.kind) && op.flops > 4 * static_cast<double>(op.bytes.value);
    const double rate = (isArithmetic ? op.flops : static_cast<double>(op.bytes.value)) / seconds;
    if (rate <= 0)
        return {};
    double peak = 0;
    if (isArithmetic && op.device.index < trace.devices().size())
        peak = trace.devices()[op.device.index].peakFlops;
    if (isCopy(op.kind) && op.lane.index < trace.lanes().size())
        peak = trace.lanes()[op.lane.index].capacity;
    const QString text = isArithmetic ? look::flopRateText(rate) : look::rateText(rate);
    return peak > 0 ? text + QStringLiteral(" · ") + look::percentText(rate / peak) : text;
}

void addRows(const Trace& trace, const Op& op, Description& d)
{
    const bool isReadyAtOnce = !hasStarted(op) ||
                               detail::momentText(trace, op.ready) == detail::momentText(trace, op.issued) ||
                               op.ready <= op.issued;
    if (!isReadyAtOnce)
        d.rows.push_back({ui::tr("Input ready"), detail::momentText(trace, op.ready)});
    else
        d.rows.push_back(
            {hasStarted(op) ? ui::tr("Issued, ready") : ui::tr("Issued"), detail::momentText(trace, op.issued)});
    if (hasEnded(op)) {
        d.rows.push_back({ui::tr("Ran"), detail::intervalText(trace, op.started, op.finished)});
        if (!isCopy(op.kind))
            d.rows.push_back({ui::tr("Duration"), look::durationText(op.finished - op.started)});
        if (const QString rate = rateRow(trace, op); !rate.isEmpty())
            d.rows.push_back({ui::tr("Rate"), rate});
    } else if (hasStarted(op)) {
        d.rows.push_back({ui::tr("Runs since"), detail::momentText(trace, op.started)});
    }
    if (const QString reads = producersText(trace, op); !reads.isEmpty()) {
        const OpId source = isCopy(op.kind) ? sourceOf(trace, op) : OpId{};
        const QString where =
            source.isValid() ? ui::tr(" on %1").arg(detail::deviceName(trace, trace.op(source).device)) : QString();
        d.rows.push_back({ui::tr("Reads"), reads + where + QStringLiteral(" · RAW")});
    }
    if (op.outputBytes.value > 0) {
        const QString label = nameOf(trace, op.id);
        d.rows.push_back({ui::tr("Writes"), label + QStringLiteral(" · ") + look::bytesText(op.outputBytes)});
    }
    if (const QString memory = model::hostMemoryName(op.hostMemory); !memory.isEmpty())
        d.rows.push_back({ui::tr("Host memory"), memory});
    QStringList overwrites;
    for (const engine::trace::Edge& edge : trace.edges().into(op.id))
        if (edge.kind == DependencyKind::WriteAfterRead || edge.kind == DependencyKind::WriteAfterWrite)
            overwrites << nameOf(trace, edge.from) + (edge.kind == DependencyKind::WriteAfterRead
                                                          ? QStringLiteral(" · WAR")
                                                          : QStringLiteral(" · WAW"));
    if (!overwrites.isEmpty())
        d.rows.push_back(
            {ui::tr("After"),
             overwrites.size() == 1
                 ? overwrites.front()
                 : ui::tr("%1 and %2 more").arg(overwrites.front(), QString::number(overwrites.size() - 1))});
}

QString code(const QString& text)
{
    return QLatin1Char('`') + text + QLatin1Char('`');
}

/// Names an operation as "`y[16]`"; "other work" if the trace does not contain it.
QString blockerText(const Trace& trace, OpId op)
{
    return op.isValid() && op.index < trace.opCount() ? code(nameOf(trace, op)) : ui::tr("other work");
}

QString inputClause(const Trace& trace, const Op& op)
{
    const OpId source = sourceOf(trace, op);
    if (!source.isValid())
        return engine::trace::recordsDependencies(trace.run()) ? ui::tr("It needs no input, but ")
                                                               : ui::tr("It was issued, but ");
    if (detail::momentText(trace, op.ready) == detail::momentText(trace, op.issued))
        return ui::tr("The input was ready, but ");
    return ui::tr("%1 was ready at %2, but ")
        .arg(code(nameOf(trace, inputOf(trace, op))), detail::momentText(trace, op.ready));
}

/// Maximum difference of two times that the window describes as the same time.
constexpr Nanoseconds kSameMoment = std::chrono::microseconds(100);

QString whyStarted(const Trace& trace, const Op& op)
{
    const QString until = detail::momentText(trace, op.started);
    const QString device = detail::deviceInSentence(trace, op.device);
    switch (engine::analysis::hasDelayedStart(trace, op) ? op.startCause.kind : CauseKind::None) {
        case CauseKind::Stream:
            return inputClause(trace, op) +
                   ui::tr("the stream was busy with %1 until %2.").arg(blockerText(trace, op.startCause.op), until);
        case CauseKind::CopyEngine:
            return inputClause(trace, op) + (op.kind == Kind::CopyOut
                                                 ? ui::tr("the copy engine towards the CPU was busy with %1 until %2.")
                                                 : ui::tr("the copy engine was busy with %1 until %2."))
                                                .arg(blockerText(trace, op.startCause.op), until);
        case CauseKind::Worker:
            return inputClause(trace, op) + ui::tr("the engine's worker for %1 was busy with %2 until %3.")
                                                .arg(device, blockerText(trace, op.startCause.op), until);
        case CauseKind::Resource:
            return inputClause(trace, op) +
                   ui::tr("%1 used what it needs until %2.").arg(blockerText(trace, op.startCause.op), until);
        case CauseKind::Memory:
            return inputClause(trace, op) + ui::tr("it waited for memory for its result until %1.").arg(until);
        case CauseKind::Synchronise:
        case CauseKind::Data:
        case CauseKind::Issued:
        case CauseKind::None:
            break;
    }
    if (const OpId blocker = engine::trace::lastInput(op); trace.has(blocker)) {
        const Nanoseconds finished = trace.op(blocker).finished;
        const QString name = code(nameOf(trace, blocker)), end = detail::momentText(trace, finished);
        return op.started - finished > kSameMoment
                   ? ui::tr("It waited for %1, which finished at %2. It started %3 later.")
                         .arg(name, end, look::durationText(op.started - finished))
                   : ui::tr("It waited for %1, which finished at %2, and then started at once.").arg(name, end);
    }
    if (!engine::trace::recordsDependencies(trace.run()))
        return ui::tr("It started at %1. This trace does not record dependencies.").arg(until);
    if (op.startCause.kind == CauseKind::None && op.started > op.ready)
        return ui::tr("It was ready at %1 and started at %2; the trace does not record what it waited for.")
            .arg(detail::momentText(trace, op.ready), until);
    const auto idle = engine::analysis::idleAt(trace, op.lane, op.started - Nanoseconds{1});
    if (idle && idle->why == engine::analysis::Idle::Why::ProgramWaits) {
        const engine::trace::WaitRecord& wait = trace.waits()[static_cast<std::size_t>(idle->wait)];
        const QString waited = detail::momentText(trace, wait.end);
        return wait.line > 0 ? ui::tr("The program waited in line %1 until %2 and issued it only then.")
                                   .arg(QString::number(wait.line), waited)
                             : ui::tr("The program waited until %1 and issued it only then.").arg(waited);
    }
    const QString unit = isCopy(op.kind) ? ui::tr("the copy engine") : device;
    const QString issued = detail::momentText(trace, op.issued);
    if (!engine::analysis::wasLaneFree(trace, op))
        return ui::tr("The program issued it at %1. Handing it over took %2, and %3 was free by then.")
            .arg(issued, look::durationText(op.started - op.issued), unit);
    return op.started - op.issued > kSameMoment
               ? ui::tr("The program issued it at %2, when %1 was free. Handing it over took %3.")
                     .arg(unit, issued, look::durationText(op.started - op.issued))
               : ui::tr("Nothing delayed it: %1 was free when the program issued it at %2.").arg(unit, issued);
}

/// The operation that runs on `lane` at `now`; invalid if the lane is idle.
OpId runningOn(const Trace& trace, engine::LaneId lane, Nanoseconds now)
{
    if (!lane.isValid() || lane.index >= trace.lanes().size())
        return {};
    const auto& spans = trace.spans(lane);
    const auto after = std::ranges::upper_bound(spans, now, {}, &engine::trace::Span::begin);
    if (after == spans.begin())
        return {};
    const engine::trace::Span& span = *(after - 1);
    return span.end() > now ? span.op : OpId{};
}

QString whyNotYet(const Trace& trace, const Op& op, Nanoseconds now, Phase phase)
{
    if (phase == Phase::NotIssued)
        return ui::tr("The program has not issued it yet; it does so at %1.")
            .arg(detail::momentText(trace, op.issueBegin));
    if (!engine::trace::recordsDependencies(trace.run()))
        return ui::tr("It starts at %1. This trace does not record dependencies.")
            .arg(detail::momentText(trace, op.started));
    if (phase == Phase::Queued && (op.state == OpState::Issued || now < op.ready)) {
        const OpId blocker = inputOf(trace, op);
        // If the input is ready already, something else delays the operation, such as a full launch queue.
        if (trace.has(blocker) && trace.op(blocker).finished > now)
            return ui::tr("Its input %1 is not computed until %2.")
                .arg(code(nameOf(trace, blocker)), detail::momentText(trace, op.ready));
        return ui::tr("It waits in the engine's queue for what it depends on.");
    }
    const OpId busy = runningOn(trace, op.lane, now);
    if (busy.isValid() && busy != op.id)
        return ui::tr("The input is ready, but at %1 the lane works on %2; its own turn comes at %3.")
            .arg(detail::momentText(trace, now), code(nameOf(trace, busy)), detail::momentText(trace, op.started));
    return ui::tr("The input is ready; its turn comes at %1.").arg(detail::momentText(trace, op.started));
}

void addWhy(const Trace& trace, const Op& op, Nanoseconds now, Phase phase, Description& d)
{
    if (op.state == OpState::Skipped) {
        d.whyTitle = ui::tr("Why skipped?");
        d.why = op.culprit.isValid() && op.culprit.index < trace.opCount()
                    ? ui::tr("It depends on %1, which failed, so its result would be meaningless.")
                          .arg(code(nameOf(trace, op.culprit)))
                    : ui::tr("An operation that it depends on failed.");
        return;
    }
    if (op.state == OpState::Cancelled) {
        d.whyTitle = ui::tr("Why cancelled?");
        d.why = ui::tr("The run was stopped before its turn came.");
        return;
    }
    if (phase == Phase::Failed) {
        d.whyTitle = ui::tr("What failed?");
        const bool isItsError = trace.error() && trace.error()->op == op.id;
        d.why = isItsError ? QString::fromStdString(trace.error()->message)
                           : ui::tr("The device reported a failure; the next wait of the program raises it.");
        return;
    }
    const bool hasBegun = phase == Phase::Running || phase == Phase::Done;
    d.whyTitle = hasBegun ? ui::tr("Why now?") : ui::tr("Why not yet?");
    d.why = hasBegun ? whyStarted(trace, op) : whyNotYet(trace, op, now, phase);
}

}  // namespace

Description describeOp(const Trace& trace, OpId id, Nanoseconds now)
{
    Description d;
    if (!id.isValid() || id.index >= trace.opCount())
        return d;
    const Op& op = trace.op(id);
    const Phase phase = model::phaseAt(op, now);
    d.kind = op.kind;
    d.kindTone = Tone::Kind;
    d.kindText = model::kindName(op.kind, model::KindForm::Chip);
    setState(d, phase);
    d.title = titleOf(trace, op);
    d.place = placeOf(trace, op);
    addLife(trace, op, d);
    addRows(trace, op, d);
    d.rows.push_back({ui::tr("Times counted"), detail::zeroText(trace)});
    addWhy(trace, op, now, phase, d);
    detail::addCollective(trace, id, d);
    return d;
}

}  // namespace ui::inspect
