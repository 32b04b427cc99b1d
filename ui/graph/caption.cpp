#include "ui/graph/detail/caption.h"

#include "engine/analysis/bound.h"
#include "engine/analysis/forecast.h"
#include "engine/trace/decisive_cause.h"
#include "engine/trace/imported.h"
#include "ui/look/format.h"

#include <QStringList>
#include <algorithm>
#include <ranges>
#include <set>

namespace ui::graph::detail {

using engine::trace::DependencyKind;
using engine::trace::Kind;

namespace {

QString wordFor(const Trace& trace, const Op& op)
{
    if (isCopy(op.kind))
        return tr("copies");
    return engine::analysis::isProduct(trace.text(op.name)) ? tr("products")
                                                            : QStringLiteral("× ") + text(trace, op.name);
}

/// Sum of the run times of the operations on the path. The path spends the rest of its length waiting.
engine::Nanoseconds runningTime(const Trace& trace, const std::vector<OpId>& path)
{
    engine::Nanoseconds sum{};
    for (const OpId op : path)
        sum += ranFor(trace.op(op));
    return sum;
}

/// The name of one step of the path: "the copy of y" for a copy with a label, otherwise the operation's name.
QString stepText(const Trace& trace, OpId op)
{
    const Op& step = trace.op(op);
    return isCopy(step.kind) && step.label.isValid() ? tr("the copy of %1").arg(nameOf(trace, op)) : nameOf(trace, op);
}

/// Lists the steps of the path: "y[0], then 50 copies in a row".
QString stepsText(const Trace& trace, const std::vector<OpId>& path)
{
    if (path.size() <= 4) {
        QString text = stepText(trace, path.front());
        for (std::size_t i = 1; i < path.size(); ++i) {
            const bool isReleased = engine::trace::decisiveCause(trace.op(path[i])).op == path[i - 1];
            text += (isReleased ? QStringLiteral(" → ") : tr(", then ")) + stepText(trace, path[i]);
        }
        return text;
    }
    struct Run {
        OpId first;
        std::size_t count = 0;
    };
    std::vector<Run> runs;
    for (const OpId op : path) {
        const bool isSame = !runs.empty() && trace.op(runs.back().first).name == trace.op(op).name &&
                            trace.op(runs.back().first).kind == trace.op(op).kind;
        if (isSame)
            ++runs.back().count;
        else
            runs.push_back({op, 1});
    }
    if (runs.size() > 3)
        return tr("%1 operations, %2 … %3")
            .arg(look::countText(path.size()), nameOf(trace, path.front()), nameOf(trace, path.back()));
    QStringList words;
    for (const Run& run : runs)
        words << (run.count == 1
                      ? stepText(trace, run.first)
                      : tr("%1 %2 in a row").arg(look::countText(run.count), wordFor(trace, trace.op(run.first))));
    return words.join(tr(", then "));
}

std::size_t devicesOf(const Scope& scope)
{
    std::set<engine::DeviceId> devices;
    for (const OpClass& c : scope.classes)
        devices.insert(c.device);
    return devices.size();
}

/// Returns the line of the wait between the operations of the first device and those of the other devices; 0: there is
/// none, or another device starts before the first has finished.
int lineOfWaitBetween(const Trace& trace, const Scope& scope)
{
    const engine::DeviceId first = scope.classAt(OpId(scope.first)).device;
    engine::Nanoseconds finished{}, started = engine::Nanoseconds::max();
    // Counts the waits before the last operation of `first`, and the waits before the first operation of the other
    // devices.
    std::size_t before = 0, after = scope.waits.size();
    for (std::size_t i = scope.first; i < scope.last; ++i) {
        const OpClass& c = scope.classAt(OpId(i));
        const Op op = trace.op(OpId(i));
        if (c.device == first) {
            finished = std::max(finished, op.finished);
            before = std::max<std::size_t>(before, c.segment);
        } else {
            started = std::min(started, op.started);
            after = std::min<std::size_t>(after, c.segment);
        }
    }
    return before < after && finished <= started ? trace.waits()[scope.waits[after - 1]].line : 0;
}

bool showsRanks(const Trace& trace)
{
    return std::ranges::any_of(trace.devices(), [](const engine::trace::DeviceRecord& one) { return one.member > 0; });
}

/// Returns the first operation of the path's last chain. The chain consists of the operations at the end of the path
/// that released each other directly, without the program.
OpId lastChainOf(const Trace& trace, const std::vector<OpId>& path)
{
    std::size_t first = path.size() - 1;
    while (first > 0 && engine::trace::decisiveCause(trace.op(path[first])).op == path[first - 1])
        --first;
    return path[first];
}

/// Returns the sentence for a scope that contains no operation of the critical path.
QString textWithoutPath(const Trace& trace, const Scope& scope, const engine::analysis::CriticalPath& critical)
{
    using engine::analysis::Verdict;
    const auto hasEnded = [&](std::size_t op) { return engine::analysis::hasEnded(trace.op(OpId(op))); };
    if (std::ranges::none_of(std::views::iota(scope.first, scope.last), hasEnded))
        return tr("%1 operations, none finished yet.", nullptr, static_cast<int>(scope.operations()))
            .arg(look::countText(scope.operations()));
    switch (engine::analysis::verdict(trace, {scope.begin, scope.end}, critical)) {
        case Verdict::PageBound:
            return tr("The program's work on pages sets the pace: no operation is on the critical path.");
        case Verdict::HostBound:
            return tr("The program sets the pace: no operation is on the critical path.");
        case Verdict::SyncBound:
        case Verdict::ComputeBound:
        case Verdict::CopyBound:
            break;
    }
    return tr("None of these operations is on the critical path.");
}

/// Returns the sentence that explains why the program issued the last chain of the path late.
QString paceText(engine::analysis::Verdict verdict)
{
    using engine::analysis::Verdict;
    switch (verdict) {
        case Verdict::SyncBound:
            return tr("The program's waits set the pace: it issues %1 only after %2.");
        case Verdict::PageBound:
            return tr("The program's work on pages sets the pace: it issues %1 only after %2.");
        case Verdict::HostBound:
            return tr("The program sets the pace: it issues %1 only after %2.");
        case Verdict::ComputeBound:
        case Verdict::CopyBound:
            break;
    }
    return tr("The last chain of operations starts late: the program issues %1 only after %2.");
}

}  // namespace

QString captionOf(const Trace& trace, const Scope& scope, const engine::analysis::CriticalPath& critical)
{
    if (scope.operations() == 0)
        return tr("No operations were issued here. Run the program, or choose another part in the box above.");
    if (!engine::trace::recordsDependencies(trace.run()))
        return tr(
            "This trace does not record dependencies: the edges show the order within streams, and where a stream "
            "waits for another.");
    if (showsRanks(trace))
        return tr(
            "Ranks wait for each other in collectives, which have no edges here. Inside a rank, edges join its own "
            "operations.");
    const std::size_t devices = devicesOf(scope);
    if (devices == 2 && !scope.edges.joinsDevices)
        if (const int line = lineOfWaitBetween(trace, scope); line > 0)
            return tr("No edge joins the two halves, but the program waits between them, on line %1.").arg(line);
    if (devices > 1 && !scope.edges.joinsDevices)
        return devices == 2 ? tr("No edge joins the two halves, so they may run together.")
                            : tr("No edge joins the %1 parts, so they may run together.").arg(devices);
    const bool hasInner = std::any_of(scope.edges.links.begin(), scope.edges.links.end(),
                                      [](const Link& link) { return link.kind != DependencyKind::Stream; });
    if (scope.operations() > 1 && !hasInner && devices == 1)
        return tr("No edge leads from one of the %1 operations to another: only the queue of the device orders them.")
            .arg(look::countText(scope.operations()));
    const std::vector<OpId> path = operationsOf(critical, scope);
    if (path.empty())
        return textWithoutPath(trace, scope, critical);
    // If the last chain was issued late, the program is the bottleneck, not other operations.
    const Op& late = trace.op(lastChainOf(trace, path));
    const engine::Nanoseconds begin = std::max(scope.begin, trace.op(OpId(scope.first)).issueBegin);
    const engine::Nanoseconds whole = trace.op(path.back()).finished - begin;
    if ((late.issued - begin) * 2 > whole)
        return paceText(engine::analysis::verdict(trace, {scope.begin, scope.end}, critical))
            .arg(nameOf(trace, late.id), look::clockText(late.issued - begin));
    const Op& first = trace.op(path.front());
    const engine::Nanoseconds length = trace.op(path.back()).finished - first.started;
    const engine::Nanoseconds running = runningTime(trace, path);
    QString text = tr("Critical path: %1 = %2").arg(stepsText(trace, path), look::clockText(length));
    if (running * 100 < length * 99)
        text += tr(", of which %1 running").arg(look::clockText(running));
    // If the path waits for work that was issued before the scope, the text states for how long that work continued in
    // the scope.
    const OpId before = engine::trace::decisiveCause(first).op;
    const engine::Nanoseconds earlier =
        before.index < scope.first ? trace.op(before).finished - begin : engine::Nanoseconds{};
    return earlier * 100 < length ? text
                                  : text + tr(", after earlier work that lasted %1").arg(look::clockText(earlier));
}

}  // namespace ui::graph::detail
