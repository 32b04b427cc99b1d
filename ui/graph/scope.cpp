#include "ui/graph/detail/scope.h"

#include <QCoreApplication>
#include <algorithm>

namespace ui::graph::detail {

using engine::Nanoseconds;
using engine::OpId;
using engine::trace::Edge;
using engine::trace::Op;
using engine::trace::OpState;
using engine::trace::Trace;

namespace {

/// First operation that is issued at or after `moment`.
std::size_t firstIssuedAt(const Trace& trace, Nanoseconds moment)
{
    std::size_t low = 0, high = trace.opCount();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (trace.op(OpId(middle)).issueBegin < moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool runsAfter(const Op& op, Nanoseconds moment)
{
    return op.state <= OpState::Running || op.finished > moment;
}

void collectEdges(const Trace& trace, Scope& scope)
{
    // Looking up each operation costs more than one pass when the scope is most of the run.
    if (scope.operations() * 4 < trace.edges().size()) {
        for (std::size_t i = scope.first; i < scope.last; ++i)
            for (const Edge& edge : trace.edgesInto(OpId(i)))
                scope.edges.push_back(edge);
        return;
    }
    for (const Edge& edge : trace.edges())
        if (scope.contains(edge.to))
            scope.edges.push_back(edge);
}

}  // namespace

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::graph", text);
}

namespace {

/// Fills in what belongs to the operations [first, last).
Scope completed(const Trace& trace, Scope scope, bool isPart)
{
    collectEdges(trace, scope);
    for (const Edge& edge : scope.edges)
        if (!scope.contains(edge.from) && edge.kind == engine::trace::DependencyKind::ReadAfterWrite)
            scope.inputs.push_back(edge.from);
    std::sort(scope.inputs.begin(), scope.inputs.end());
    scope.inputs.erase(std::unique(scope.inputs.begin(), scope.inputs.end()), scope.inputs.end());
    for (std::size_t i = 0; i < trace.waits().size(); ++i) {
        const engine::trace::WaitRecord& wait = trace.waits()[i];
        if (!isPart || (wait.begin >= scope.begin && wait.begin < scope.end))
            scope.waits.push_back(i);
    }
    return scope;
}

}  // namespace

Scope scopeOf(const Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    Scope scope;
    scope.begin = begin;
    scope.end = end;
    scope.first = firstIssuedAt(trace, begin);
    scope.last = std::max(scope.first, firstIssuedAt(trace, end));
    // A part that only waits is about what was issued before and still runs.
    if (scope.first == scope.last)
        while (scope.first > 0 && runsAfter(trace.op(OpId(scope.first - 1)), begin))
            --scope.first;
    return completed(trace, std::move(scope), true);
}

Scope scopeOf(const Trace& trace, int block)
{
    if (block >= 0 && static_cast<std::size_t>(block) < trace.blocks().size()) {
        const engine::trace::BlockRecord& record = trace.blocks()[static_cast<std::size_t>(block)];
        return scopeOf(trace, record.begin, record.end);
    }
    Scope scope;
    scope.last = trace.opCount();
    scope.end = trace.extent();
    return completed(trace, std::move(scope), false);
}

OpId releasedBy(const Op& op)
{
    using engine::trace::CauseKind;
    const auto names = [](const engine::trace::Cause& cause) {
        return cause.op.isValid() && cause.kind != CauseKind::None && cause.kind != CauseKind::Issued &&
               cause.kind != CauseKind::Synchronise;
    };
    if (names(op.startCause))
        return op.startCause.op;
    return names(op.readyCause) ? op.readyCause.op : OpId{};
}

Nanoseconds ranFor(const Op& op)
{
    return op.state == OpState::Done || op.state == OpState::Failed ? op.finished - op.started : Nanoseconds{};
}

std::vector<OpId> criticalPath(const Trace& trace, const Scope& scope)
{
    OpId last;
    for (std::size_t i = scope.first; i < scope.last; ++i) {
        const Op& op = trace.op(OpId(i));
        if (op.state == OpState::Done && (!last.isValid() || op.finished > trace.op(last).finished))
            last = op.id;
    }
    std::vector<OpId> path;
    for (OpId op = last; op.isValid() && op.index < trace.opCount() && scope.contains(op);) {
        path.push_back(op);
        const OpId before = releasedBy(trace.op(op));
        // A producer is older; anything else is a fault of the trace and must not hang a view.
        if (!before.isValid() || before == op || before.index >= trace.opCount() || path.size() > scope.operations())
            break;
        op = before;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

QString text(const Trace& trace, engine::NameId name)
{
    const std::string_view view = trace.text(name);
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString operatorOf(const Trace& trace, OpId op)
{
    return text(trace, trace.op(op).name);
}

QString nameOf(const Trace& trace, OpId op)
{
    const QString label = text(trace, trace.op(op).label);
    return label.isEmpty() ? operatorOf(trace, op) + QStringLiteral(" #%1").arg(op.index) : label;
}

QString deviceOf(const Trace& trace, engine::DeviceId device)
{
    return device.isValid() && device.index < trace.devices().size()
               ? QString::fromStdString(trace.devices()[device.index].name)
               : QString();
}

}  // namespace ui::graph::detail
