#include "ui/graph/detail/loop.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>

namespace ui::graph::detail {

using engine::trace::DependencyKind;

namespace {

constexpr std::size_t kFewestLines = 8;  // shorter loops are as clear without folding
constexpr std::size_t kMaxLines = 60;    // a diagram of a loop with more lines would be unclear
constexpr qsizetype kShortName = 14;

/// Detects a loop that fills the scope; stores where each iteration starts, as operation indices.
class LoopIterations {
public:
    explicit LoopIterations(const Scope& scope)
    {
        const auto at = [&](std::size_t i) -> const OpClass& { return scope.classAt(OpId(i)); };
        for (std::size_t i = scope.first; i < scope.last; ++i)
            if (at(i).line == at(scope.first).line && (i == scope.first || at(i - 1).line != at(scope.first).line))
                m_begins.push_back(i);
        m_begins.push_back(scope.last);
        if (m_begins.size() < 3)
            return;
        m_length = m_begins[1] - m_begins[0];
        m_isLoop = true;
        for (std::size_t i = scope.first; i < scope.last && m_isLoop; ++i) {
            const std::size_t turn = (i - scope.first) / m_length;
            const OpClass& first = at(scope.first + (i - scope.first) % m_length);
            const OpClass& op = at(i);
            m_isLoop = turn + 1 < m_begins.size() && op.line == first.line && op.name == first.name &&
                       op.device == first.device && m_begins[turn] == scope.first + turn * m_length;
        }
        m_isLoop = m_isLoop && (scope.last - scope.first) % m_length == 0;
    }

    [[nodiscard]] bool isLoop() const { return m_isLoop; }
    [[nodiscard]] std::size_t count() const { return m_begins.size() - 1; }
    [[nodiscard]] std::size_t length() const { return m_length; }

private:
    std::vector<std::size_t> m_begins;
    std::size_t m_length = 1;
    bool m_isLoop = false;
};

/// Dependencies between the lines of two iterations: nodes [0, lines) are the first iteration, [lines, 2 * lines) the
/// second.
class IterationEdges {
public:
    explicit IterationEdges(std::size_t lines) : m_lines(lines), m_needs(2 * lines) {}

    void add(std::size_t from, std::size_t to, bool isRead)
    {
        bool& known = m_needs[to].try_emplace(from, false).first->second;
        known = known || isRead;
    }

    /// The edges that start in the first iteration, without transitive ones.
    [[nodiscard]] std::vector<Edge> edges() const
    {
        std::vector<Edge> result;
        for (std::size_t to = 0; to < m_needs.size(); ++to)
            for (const auto& [from, isRead] : m_needs[to]) {
                if (from >= m_lines || isImplied(from, to))
                    continue;
                Edge edge;
                edge.from = static_cast<int>(from);
                edge.to = static_cast<int>(to % m_lines);
                edge.style = isRead ? EdgeStyle::ReadAfterWrite : EdgeStyle::WriteAfterRead;
                result.push_back(edge);
            }
        return result;
    }

private:
    [[nodiscard]] bool isImplied(std::size_t from, std::size_t to) const
    {
        return std::ranges::any_of(
            m_needs[to], [&](const auto& between) { return between.first != from && reaches(from, between.first); });
    }

    [[nodiscard]] bool reaches(std::size_t from, std::size_t to) const
    {
        std::set<std::size_t> seen{to};
        std::vector<std::size_t> open{to};
        while (!open.empty()) {
            const std::size_t node = open.back();
            open.pop_back();
            if (node == from)
                return true;
            for (const auto& [before, isRead] : m_needs[node])
                if (seen.insert(before).second)
                    open.push_back(before);
        }
        return false;
    }

    std::size_t m_lines;
    std::vector<std::map<std::size_t, bool>> m_needs;  ///< dependencies of each node; true: the node reads the result
};

/// The nodes of the loop body in order of first use, and the node of each operation.
struct Body {
    struct Part {
        std::int32_t line = 0;
        engine::DeviceId device;

        bool operator==(const Part&) const = default;
    };
    std::vector<Part> parts;
    std::vector<std::size_t> partOf;
};

/// Whether each execution of a line within an iteration gets a node, or all executions share one. A line of a function
/// may be executed several times.
enum class Visits : std::uint8_t { Separate, Merged };

/// Makes one node for all operations that a line issues on a device; with Visits::Separate, one for each execution of
/// the line. In an opened line, each operation is a node.
Body bodyOf(const Trace& trace, const Scope& scope, std::size_t length, const std::vector<OpId>& opened, Visits visits)
{
    const auto isOpen = [&](std::int32_t line) {
        return std::ranges::any_of(opened, [&](OpId op) {
            return scope.contains(op) && op.index < trace.opCount() && trace.op(op).line == line;
        });
    };
    Body body;
    std::ptrdiff_t visit = 0;
    for (std::size_t i = 0; i < length; ++i) {
        const Op& op = trace.op(OpId(scope.first + i));
        const Body::Part part{op.line, op.device};
        if (visits == Visits::Separate && !body.parts.empty() && body.parts[body.partOf.back()].line != op.line)
            visit = std::ssize(body.parts);
        const auto end = body.parts.end();
        const auto found = isOpen(op.line) ? end : std::find(body.parts.begin() + visit, end, part);
        body.partOf.push_back(static_cast<std::size_t>(found - body.parts.begin()));
        if (found == end)
            body.parts.push_back(part);
    }
    return body;
}

/// Names the node after the operation that computes most on the line: "fc2_wgrad", "add". If all operations have the
/// same name, the title is their number and name: "8 × add".
Node nodeFor(const Trace& trace, std::vector<OpId> ops, std::size_t operations)
{
    const std::span<const OpId> turn = std::span(ops).first(operations);
    const OpId* most = &turn.front();
    bool isAlike = operations > 1;
    for (const OpId& op : turn) {
        most = trace.op(op).flops >= trace.op(*most).flops ? &op : most;
        isAlike = isAlike && trace.op(op).name == trace.op(turn.front()).name;
    }
    const Op& main = trace.op(*most);
    Node node;
    node.shape = NodeShape::Fold;
    node.kind = main.kind;
    node.device = main.device;
    node.line = main.line;
    const QString name = operatorOf(trace, main.id);
    const QString label = isAlike ? QStringLiteral("%1 × %2").arg(operations).arg(name) : text(trace, main.label);
    const bool isNamed = !isAlike && !label.isEmpty() && label != QLatin1String("_");
    node.title = isNamed || isAlike ? label : name;
    // Long names are replaced by the line number, so that columns for three devices stay large enough to read.
    const bool isShort = isNamed && name.size() <= kShortName;
    node.subtitle = isShort ? name : tr("line %1").arg(main.line);
    node.ops = std::move(ops);
    return node;
}

}  // namespace

std::optional<Quotient> foldLoop(const Trace& trace, const Scope& scope, const std::vector<OpId>& opened)
{
    if (scope.operations() < 2 * kFewestLines)
        return std::nullopt;
    const LoopIterations iterations(scope);
    if (!iterations.isLoop())
        return std::nullopt;
    Body body = bodyOf(trace, scope, iterations.length(), opened, Visits::Separate);
    if (body.parts.size() > kMaxLines && !opened.empty())
        body = bodyOf(trace, scope, iterations.length(), {}, Visits::Separate);
    if (body.parts.size() > kMaxLines)
        body = bodyOf(trace, scope, iterations.length(), {}, Visits::Merged);
    const std::size_t lines = body.parts.size();
    if (lines < kFewestLines || lines > kMaxLines)
        return std::nullopt;

    Quotient quotient;
    quotient.isCollapsed = true;
    std::vector<std::vector<OpId>> ops(lines);
    std::vector<std::size_t> perTurn(lines, 0);
    for (const std::size_t line : body.partOf)
        ++perTurn[line];
    for (std::size_t i = scope.first; i < scope.last; ++i)
        ops[body.partOf[(i - scope.first) % iterations.length()]].push_back(OpId(i));
    for (std::size_t line = 0; line < lines; ++line)
        quotient.nodes.push_back(nodeFor(trace, std::move(ops[line]), perTurn[line]));
    quotient.segments.assign(lines, 0);

    // Use the last two iterations: the first iteration of a program creates arrays that later ones only overwrite.
    IterationEdges between(lines);
    const std::size_t begin = scope.first + (iterations.count() - 2) * iterations.length();
    const auto nodeOf = [&](OpId op) {
        const std::size_t i = op.index - begin;
        return i / iterations.length() * lines + body.partOf[i % iterations.length()];
    };
    scope.forEachEdge(trace, [&](const engine::trace::Edge& edge) {
        if (edge.kind == DependencyKind::Stream || edge.from.index < begin || !scope.contains(edge.from) ||
            edge.to.index < begin)
            return;
        if (const std::size_t from = nodeOf(edge.from), to = nodeOf(edge.to); from != to)
            between.add(from, to, edge.kind == DependencyKind::ReadAfterWrite);
    });
    quotient.edges = between.edges();
    return quotient;
}

}  // namespace ui::graph::detail
