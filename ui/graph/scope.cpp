#include "ui/graph/detail/scope.h"

#include "engine/analysis/critical_path.h"
#include "engine/analysis/timed_block.h"

#include <algorithm>
#include <tuple>

namespace ui::graph::detail {

using engine::trace::Edge;
using engine::trace::OpState;

namespace {

/// Index of the first operation issued at or after `moment`.
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

struct ClassHash {
    std::uint64_t operator()(const OpClass& c) const
    {
        const auto pair = [](std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32U | low; };
        const std::uint64_t small = std::uint64_t{c.place.index} * 31 + c.device.index * std::uint64_t{7} +
                                    static_cast<std::uint64_t>(c.kind) * 131 + c.segment * std::uint64_t{1031};
        return spread(spread(pair(c.name.index, c.phase.index)) +
                      spread(pair(static_cast<std::uint32_t>(c.line), static_cast<std::uint32_t>(small))));
    }
};

/// Reads the operations of a scope once and fills its arrays.
class ScopeReader {
public:
    ScopeReader(const Trace& trace, Scope& scope) : m_trace(trace), m_scope(scope)
    {
        for (const engine::trace::LaneRecord& lane : trace.lanes())
            m_placeOfLane.push_back(lane.device);
        // An operation that is issued during a wait counts as issued before the wait.
        if (scope.waits.size() <= kMaxWaits)
            for (const std::size_t wait : scope.waits)
                m_waits.push_back(trace.waits()[wait].end);
    }

    void run()
    {
        const std::size_t count = m_scope.operations();
        m_scope.classOf.resize(count);
        m_scope.ran.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const OpId id(m_scope.first + i);
            const Op& op = m_trace.op(id);
            const std::size_t number = m_numbers(classOf(op));
            if (number == m_scope.firstOf.size()) {
                m_scope.firstOf.push_back(id);
                m_scope.sizeOf.push_back(0);
            }
            ++m_scope.sizeOf[number];
            m_scope.classOf[i] = static_cast<std::uint32_t>(number);
            m_scope.ran[i] = ranFor(op);
        }
        m_scope.classes = m_numbers.keys();
    }

private:
    [[nodiscard]] OpClass classOf(const Op& op) const
    {
        OpClass result{op.device, op.device, op.name, op.phase, op.line, op.kind, 0};
        if (op.lane.index < m_placeOfLane.size() && m_placeOfLane[op.lane.index].isValid())
            result.place = m_placeOfLane[op.lane.index];
        for (const Nanoseconds wait : m_waits)
            result.segment = static_cast<std::uint8_t>(result.segment + (wait <= op.issueBegin ? 1 : 0));
        return result;
    }

    const Trace& m_trace;
    Scope& m_scope;
    Numbering<OpClass, ClassHash> m_numbers;
    std::vector<engine::DeviceId> m_placeOfLane;
    std::vector<Nanoseconds> m_waits;
};

std::vector<Edge> edgesInto(const Trace& trace, const Scope& scope)
{
    std::vector<Edge> edges;
    // For a small scope, look up the edges per operation; for a large one, a pass over all edges is faster.
    if (scope.operations() * 4 < trace.edges().size()) {
        for (std::size_t i = scope.first; i < scope.last; ++i)
            for (const Edge& edge : trace.edges().into(OpId(i)))
                edges.push_back(edge);
        return edges;
    }
    for (const Edge& edge : trace.edges())
        if (scope.contains(edge.to))
            edges.push_back(edge);
    return edges;
}

std::size_t& countOf(EdgeCounts& counts, engine::trace::DependencyKind kind)
{
    using engine::trace::DependencyKind;
    switch (kind) {
        case DependencyKind::ReadAfterWrite:
            break;
        case DependencyKind::WriteAfterRead:
            return counts.war;
        case DependencyKind::WriteAfterWrite:
            return counts.waw;
        case DependencyKind::Stream:
            return counts.stream;
    }
    return counts.raw;
}

/// Computes the fields of `scope` that depend on edges; call it after the operations have been read.
void readEdges(const Trace& trace, Scope& scope)
{
    using engine::trace::DependencyKind;
    LinkCounter links;
    std::vector<Edge> fromBefore;
    scope.forEachEdge(trace, [&](const Edge& edge) {
        if (!scope.contains(edge.from)) {
            ++countOf(scope.edges.counts, edge.kind);
            fromBefore.push_back(edge);
            return;
        }
        links.add(static_cast<int>(scope.classOf[edge.from.index - scope.first]),
                  static_cast<int>(scope.classOf[edge.to.index - scope.first]), edge.kind);
    });
    scope.edges.links = links.popSorted();
    for (const Link& link : scope.edges.links) {
        countOf(scope.edges.counts, link.kind) += static_cast<std::size_t>(link.count);
        scope.edges.joinsDevices =
            scope.edges.joinsDevices ||
            (link.kind != DependencyKind::Stream && scope.classes[static_cast<std::size_t>(link.from)].device !=
                                                        scope.classes[static_cast<std::size_t>(link.to)].device);
    }
    for (const Edge& edge : fromBefore)
        if (edge.kind == DependencyKind::ReadAfterWrite)
            scope.inputs.push_back(edge.from);
    std::sort(scope.inputs.begin(), scope.inputs.end());
    scope.inputs.erase(std::unique(scope.inputs.begin(), scope.inputs.end()), scope.inputs.end());
    // An input that several devices read connects these devices.
    std::vector<engine::DeviceId> readers(scope.inputs.size());
    for (const Edge& edge : fromBefore) {
        const auto at = std::lower_bound(scope.inputs.begin(), scope.inputs.end(), edge.from);
        if (edge.kind == DependencyKind::Stream || at == scope.inputs.end() || *at != edge.from)
            continue;
        engine::DeviceId& reader = readers[static_cast<std::size_t>(at - scope.inputs.begin())];
        const engine::DeviceId device = scope.classAt(edge.to).device;
        scope.edges.joinsDevices = scope.edges.joinsDevices || (reader.isValid() && reader != device);
        reader = device;
    }
}

/// Fills in everything that depends on the operations [first, last).
Scope completed(const Trace& trace, Scope scope, Inputs inputs = Inputs::Included)
{
    for (std::size_t i = 0; i < trace.waits().size(); ++i) {
        const engine::trace::WaitRecord& wait = trace.waits()[i];
        if (scope.isWhole || (wait.begin >= scope.begin && wait.begin < scope.end))
            scope.waits.push_back(i);
    }
    ScopeReader(trace, scope).run();
    if (!scope.isWhole)
        scope.edges.ofPart = edgesInto(trace, scope);
    if (inputs == Inputs::LeftOut)
        std::erase_if(scope.edges.ofPart, [&](const Edge& edge) { return !scope.contains(edge.from); });
    readEdges(trace, scope);
    return scope;
}

}  // namespace

std::pair<std::size_t, std::size_t> operationsIn(const Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    std::size_t first = firstIssuedAt(trace, begin);
    const std::size_t last = std::max(first, firstIssuedAt(trace, end));
    // If the program only waits in the interval, shows the operations that were issued before it and are still running.
    if (first == last)
        while (first > 0 && runsAfter(trace.op(OpId(first - 1)), begin))
            --first;
    return {first, last};
}

Scope scopeOf(const Trace& trace, Nanoseconds begin, Nanoseconds end, Inputs inputs)
{
    Scope scope;
    scope.begin = begin;
    scope.end = end;
    std::tie(scope.first, scope.last) = operationsIn(trace, begin, end);
    return completed(trace, std::move(scope), inputs);
}

int blockOf(const Trace& trace, OpId op)
{
    const Nanoseconds issued = trace.op(op).issueBegin;
    int innermost = -1;
    Nanoseconds shortest{};
    for (std::size_t i = 0; i < trace.blocks().size(); ++i) {
        const engine::trace::BlockRecord& block = trace.blocks()[i];
        if (issued < block.begin || issued >= block.end || (innermost >= 0 && block.end - block.begin >= shortest))
            continue;
        innermost = static_cast<int>(i);
        shortest = block.end - block.begin;
    }
    return innermost;
}

Scope scopeOf(const Trace& trace, int block)
{
    if (block >= 0 && static_cast<std::size_t>(block) < trace.blocks().size()) {
        const engine::trace::BlockRecord& record = trace.blocks()[static_cast<std::size_t>(block)];
        Scope scope = scopeOf(trace, record.begin, record.end);
        scope.end = engine::analysis::workScope(trace, static_cast<std::size_t>(block)).end;
        return scope;
    }
    if (const engine::analysis::Scope run = engine::analysis::runScope(trace); run.begin > Nanoseconds{0}) {
        Scope scope = scopeOf(trace, run.begin, run.end + Nanoseconds{1});  // includes operations issued at run.end
        scope.end = run.end;
        return scope;
    }
    Scope scope;
    scope.isWhole = true;
    scope.last = trace.opCount();
    scope.end = trace.extent();
    return completed(trace, std::move(scope));
}

Nanoseconds ranFor(const Op& op)
{
    return engine::analysis::hasEnded(op) ? op.finished - op.started : Nanoseconds{};
}

engine::analysis::CriticalPath criticalPath(const Trace& trace, const Scope& scope)
{
    return engine::analysis::criticalPath(trace, {scope.begin, scope.end}, engine::analysis::Delays::Skipped);
}

std::vector<OpId> operationsOf(const engine::analysis::CriticalPath& path, const Scope& scope)
{
    std::vector<OpId> ops = engine::analysis::operationsOf(path);
    std::erase_if(ops, [&](OpId op) { return !scope.contains(op); });
    return ops;
}

QString operatorOf(const Trace& trace, OpId op)
{
    return text(trace, trace.op(op).name);
}

}  // namespace ui::graph::detail
