#include "ui/graph/detail/quotient.h"

#include "ui/graph/detail/grouping.h"
#include "ui/look/format.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace ui::graph::detail {

using engine::DeviceId;
using engine::OpId;
using engine::trace::DependencyKind;
using engine::trace::Op;
using engine::trace::Trace;
using engine::trace::WaitRecord;
using engine::trace::WaitTarget;

namespace {

constexpr std::size_t kMatrixFrom = 8;  // fewer alike operations are drawn one by one
constexpr std::size_t kMostOpened = 150;
constexpr std::size_t kMostWaits = 8;  // more are put together by line

/// How alike operations must be to stand in one node; later ones put more together.
enum class Likeness { Statement, AnyCount, Operator, Kind };

using Key = std::tuple<int, std::uint32_t, std::uint32_t, int, std::int32_t>;

EdgeStyle styleOf(DependencyKind kind)
{
    switch (kind) {
        case DependencyKind::ReadAfterWrite:
            return EdgeStyle::ReadAfterWrite;
        case DependencyKind::WriteAfterRead:
            return EdgeStyle::WriteAfterRead;
        case DependencyKind::WriteAfterWrite:
            return EdgeStyle::WriteAfterWrite;
        case DependencyKind::Stream:
            return EdgeStyle::Stream;
    }
    return EdgeStyle::ReadAfterWrite;
}

/// Where an operation works: a copy to the CPU occupies the GPU that it comes from.
DeviceId placeOf(const Trace& trace, const Op& op)
{
    if (op.lane.isValid() && op.lane.index < trace.lanes().size() && trace.lanes()[op.lane.index].device.isValid())
        return trace.lanes()[op.lane.index].device;
    return op.device;
}

QString rangeName(const Trace& trace, const std::vector<OpId>& ops)
{
    if (ops.size() == 1)
        return nameOf(trace, ops.front());
    return nameOf(trace, ops.front()) + QStringLiteral(" … ") + nameOf(trace, ops.back());
}

QString sizeText(const Trace& trace, const Op& op)
{
    const QString shape = shapeOf(trace, op);
    return shape.isEmpty() ? operatorOf(trace, op.id) : shape;
}

class Folding {
public:
    Folding(const Trace& trace, const Scope& scope, Likeness likeness)
        : m_trace(trace), m_scope(scope), m_likeness(likeness), m_nodeOf(scope.operations(), -1)
    {
        m_hasSegments = scope.waits.size() <= kMostWaits && likeness < Likeness::Operator;
    }

    /// With the groups that the reader wants.
    Quotient build(const Groups& groups, const std::vector<OpId>& opened, bool hasSegments)
    {
        m_given = &groups;
        m_hasSegments = m_hasSegments && hasSegments;
        groupAsGiven(opened);
        addInputs();
        makeNodes();
        addEdges();
        addWaits();
        return std::move(m_quotient);
    }

    /// One by one.
    Quotient buildSingle()
    {
        for (std::size_t i = m_scope.first; i < m_scope.last; ++i)
            m_groups.push_back({OpId(i)});
        number();
        addInputs();
        makeNodes();
        addEdges();
        addWaits();
        return std::move(m_quotient);
    }

    Quotient build(std::size_t visible, const std::vector<OpId>& opened)
    {
        groupOperations();
        if (m_likeness == Likeness::Statement && m_scope.operations() <= visible)
            dissolveCycles();
        mergeCycles();
        dissolveOpened(opened);
        addInputs();
        makeNodes();
        addEdges();
        addWaits();
        return std::move(m_quotient);
    }

private:
    [[nodiscard]] int segmentOf(const Op& op) const
    {
        if (!m_hasSegments)
            return 0;
        int segment = 0;
        for (const std::size_t wait : m_scope.waits)
            segment += m_trace.waits()[wait].begin <= op.issueBegin ? 1 : 0;
        return segment;
    }

    [[nodiscard]] Key keyOf(const Op& op) const
    {
        const std::uint32_t name = m_likeness <= Likeness::Operator ? op.name.index : 0;
        const std::int32_t line = m_likeness <= Likeness::AnyCount ? op.line : 0;
        return {segmentOf(op), placeOf(m_trace, op).index, name, static_cast<int>(op.kind), line};
    }

    void groupOperations()
    {
        std::map<Key, std::vector<OpId>> alike;
        for (std::size_t i = m_scope.first; i < m_scope.last; ++i) {
            const Op& op = m_trace.op(OpId(i));
            alike[keyOf(op)].push_back(op.id);
        }
        const std::size_t least = m_likeness == Likeness::Statement ? kMatrixFrom : 2;
        for (auto& [key, ops] : alike) {
            if (ops.size() >= least)
                m_groups.push_back(std::move(ops));
            else
                for (const OpId op : ops)
                    m_groups.push_back({op});
        }
        number();
        if (m_likeness == Likeness::Statement)
            dissolve([this](std::size_t g) { return m_hasInnerEdge[g] != 0; });
    }

    void groupAsGiven(const std::vector<OpId>& opened)
    {
        std::map<std::tuple<int, std::uint32_t, int>, std::vector<OpId>> groups;
        for (std::size_t i = m_scope.first; i < m_scope.last; ++i) {
            const Op& op = m_trace.op(OpId(i));
            groups[{segmentOf(op), op.device.index, m_given->of[i - m_scope.first]}].push_back(op.id);
        }
        for (auto& [key, ops] : groups)
            m_groups.push_back(std::move(ops));
        number();
        dissolveOpened(opened);
    }

    /// What the reader has taken apart.
    void dissolveOpened(const std::vector<OpId>& opened)
    {
        if (opened.empty())
            return;
        dissolve([&](std::size_t g) {
            return m_groups[g].size() <= kMostOpened && std::any_of(opened.begin(), opened.end(), [&](OpId op) {
                       return std::binary_search(m_groups[g].begin(), m_groups[g].end(), op);
                   });
        });
    }

    /// Operations that feed each other are drawn one by one while there is room.
    template <typename Predicate>
    void dissolve(const Predicate& shouldDissolve)
    {
        std::vector<std::vector<OpId>> groups;
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            if (!shouldDissolve(g)) {
                groups.push_back(std::move(m_groups[g]));
                continue;
            }
            for (const OpId op : m_groups[g])
                groups.push_back({op});
        }
        m_groups = std::move(groups);
        number();
    }

    void number()
    {
        std::sort(m_groups.begin(), m_groups.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            for (const OpId op : m_groups[g])
                m_nodeOf[op.index - m_scope.first] = static_cast<int>(g);
        m_hasInnerEdge.assign(m_groups.size(), 0);
        for (const engine::trace::Edge& edge : m_scope.edges) {
            if (edge.kind == DependencyKind::Stream || !m_scope.contains(edge.from))
                continue;
            const int from = m_nodeOf[edge.from.index - m_scope.first];
            if (from == m_nodeOf[edge.to.index - m_scope.first])
                m_hasInnerEdge[static_cast<std::size_t>(from)] = 1;
        }
    }

    [[nodiscard]] std::vector<int> componentsOfGroups() const
    {
        std::vector<std::pair<int, int>> edges;
        for (const engine::trace::Edge& edge : m_scope.edges)
            if (m_scope.contains(edge.from) && edge.kind != DependencyKind::Stream) {
                const int from = m_nodeOf[edge.from.index - m_scope.first];
                const int to = m_nodeOf[edge.to.index - m_scope.first];
                if (from != to)
                    edges.emplace_back(from, to);
            }
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        return components(static_cast<int>(m_groups.size()), edges);
    }

    [[nodiscard]] std::vector<std::vector<std::size_t>> membersOf(const std::vector<int>& component) const
    {
        std::vector<std::vector<std::size_t>> members(m_groups.size());
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            members[static_cast<std::size_t>(component[g])].push_back(g);
        return members;
    }

    /// A small graph is drawn one by one where putting alike operations together would tie a knot.
    void dissolveCycles()
    {
        const std::vector<int> component = componentsOfGroups();
        std::vector<int> size(m_groups.size(), 0);
        for (const int c : component)
            ++size[static_cast<std::size_t>(c)];
        dissolve([&](std::size_t g) { return size[static_cast<std::size_t>(component[g])] > 1; });
    }

    void mergeCycles()
    {
        std::vector<std::vector<OpId>> groups;
        for (const std::vector<std::size_t>& members : membersOf(componentsOfGroups())) {
            std::vector<OpId> ops;
            for (const std::size_t g : members)
                ops.insert(ops.end(), m_groups[g].begin(), m_groups[g].end());
            std::sort(ops.begin(), ops.end());
            if (!ops.empty())
                groups.push_back(std::move(ops));
        }
        m_groups = std::move(groups);
        number();
    }

    void addInputs()
    {
        std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>, std::vector<OpId>> alike;
        for (const OpId id : m_scope.inputs) {
            const Op& op = m_trace.op(id);
            alike[{op.device.index, op.name.index, m_likeness < Likeness::Operator ? op.line : 0}].push_back(id);
        }
        std::size_t least = m_likeness == Likeness::Statement ? kMatrixFrom : 2;
        // More of them side by side than can be read, before operations that stand for many: what a net is made of.
        constexpr std::size_t kMostSingle = 6;
        if (m_scope.inputs.size() > kMostSingle && m_scope.operations() >= 10 * m_scope.inputs.size()) {
            std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>, std::vector<OpId>> byDevice;
            for (const OpId id : m_scope.inputs)
                byDevice[{m_trace.op(id).device.index, 0, 0}].push_back(id);
            alike = std::move(byDevice);
            least = 2;
        }
        for (auto& [key, ops] : alike) {
            if (ops.size() >= least) {
                m_inputs.push_back(std::move(ops));
                continue;
            }
            for (const OpId op : ops)
                m_inputs.push_back({op});
        }
        std::sort(m_inputs.begin(), m_inputs.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
    }

    void makeNodes()
    {
        for (const std::vector<OpId>& ops : m_inputs) {
            const Op& op = m_trace.op(ops.front());
            Node node = nodeFor(ops, false);
            node.shape = NodeShape::Input;
            node.title = rangeName(m_trace, ops);
            const QString size = sizeText(m_trace, op);
            const bool areOneSize = std::all_of(
                ops.begin(), ops.end(), [&](OpId other) { return sizeText(m_trace, m_trace.op(other)) == size; });
            node.subtitle = ops.size() == 1 ? size
                            : areOneSize    ? QStringLiteral("%1 × %2").arg(ops.size()).arg(size)
                                            : tr("%1 tensors").arg(ops.size());
            m_quotient.nodes.push_back(std::move(node));
        }
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            m_quotient.isCollapsed = m_quotient.isCollapsed || m_groups[g].size() > 1;
            m_quotient.nodes.push_back(nodeFor(m_groups[g], m_hasInnerEdge[g] != 0));
        }
        m_quotient.segments.assign(m_quotient.nodes.size(), 0);
        for (std::size_t v = m_inputs.size(); v < m_quotient.nodes.size(); ++v)
            m_quotient.segments[v] = segmentOf(m_trace.op(m_quotient.nodes[v].ops.front()));
    }

    [[nodiscard]] Node nodeFor(const std::vector<OpId>& ops, bool hasInnerEdge) const
    {
        const Op& op = m_trace.op(ops.front());
        Node node;
        node.ops = ops;
        node.kind = op.kind;
        node.device = placeOf(m_trace, op);
        node.line = op.line;
        const QString name = operatorOf(m_trace, op.id);
        if (ops.size() == 1) {
            const QString label = text(m_trace, op.label);
            node.title = label.isEmpty() ? name : label;
            node.subtitle = label.isEmpty() ? QString() : name;
            return node;
        }
        std::set<std::uint32_t> names;
        bool isOneKind = true;
        for (const OpId id : ops) {
            names.insert(m_trace.op(id).name.index);
            isOneKind = isOneKind && m_trace.op(id).kind == op.kind;
        }
        // What is read from before the scope belongs to no group.
        if (m_given != nullptr && m_scope.contains(ops.front())) {
            node.shape = NodeShape::Fold;
            node.title = m_given->titles[static_cast<std::size_t>(m_given->of[ops.front().index - m_scope.first])];
            node.subtitle = groupText(ops, names);
            return node;
        }
        const bool isAlike = names.size() == 1 && isOneKind && !hasInnerEdge;
        node.shape = isAlike ? NodeShape::Matrix : NodeShape::Fold;
        node.title = deviceOf(m_trace, node.device);
        if (isAlike) {
            node.subtitle = QStringLiteral("%1 × %2").arg(ops.size()).arg(name);
            return node;
        }
        QStringList words;
        for (const std::uint32_t n : names)
            if (words.size() < 3)
                words << text(m_trace, engine::NameId(n));
        node.subtitle = QStringLiteral("%1 × %2").arg(ops.size()).arg(words.join(QStringLiteral(", ")));
        if (static_cast<qsizetype>(names.size()) > words.size())
            node.subtitle += QStringLiteral(", …");
        return node;
    }

    /// "50 × mm · 496 ms".
    [[nodiscard]] QString groupText(const std::vector<OpId>& ops, const std::set<std::uint32_t>& names) const
    {
        engine::Nanoseconds time{};
        for (const OpId op : ops)
            time += ranFor(m_trace.op(op));
        const QString what =
            names.size() == 1
                ? QStringLiteral("%1 × %2").arg(ops.size()).arg(operatorOf(m_trace, ops.front()))
                : QCoreApplication::translate("ui::graph", "%n operation(s)", nullptr, static_cast<int>(ops.size()));
        return what + QStringLiteral(" · ") + look::durationText(time);
    }

    [[nodiscard]] int nodeOf(OpId op) const
    {
        if (m_scope.contains(op))
            return static_cast<int>(m_inputs.size()) + m_nodeOf[op.index - m_scope.first];
        const auto at = std::find_if(m_inputs.begin(), m_inputs.end(), [&](const std::vector<OpId>& ops) {
            return std::binary_search(ops.begin(), ops.end(), op);
        });
        return at == m_inputs.end() ? -1 : static_cast<int>(at - m_inputs.begin());
    }

    void addEdges()
    {
        std::map<std::tuple<int, int, EdgeStyle>, int> counts;
        for (const engine::trace::Edge& edge : m_scope.edges) {
            if (edge.kind == DependencyKind::Stream)
                continue;  // the order of a stream is no dependency of the data
            const int from = nodeOf(edge.from), to = nodeOf(edge.to);
            if (from >= 0 && to >= 0 && from != to)
                ++counts[{from, to, styleOf(edge.kind)}];
        }
        for (const auto& [key, count] : counts) {
            Edge edge;
            std::tie(edge.from, edge.to, edge.style) = key;
            edge.count = count;
            m_quotient.edges.push_back(std::move(edge));
        }
        // An input stands with what first reads it.
        for (std::size_t v = 0; v < m_inputs.size(); ++v) {
            int segment = std::numeric_limits<int>::max();
            for (const Edge& edge : m_quotient.edges)
                if (edge.from == static_cast<int>(v))
                    segment = std::min(segment, m_quotient.segments[static_cast<std::size_t>(edge.to)]);
            m_quotient.segments[v] = segment == std::numeric_limits<int>::max() ? 0 : segment;
        }
    }

    [[nodiscard]] bool isWaitedFor(const WaitRecord& wait, const Op& op) const
    {
        switch (wait.target) {
            case WaitTarget::All:
                return true;
            case WaitTarget::Device:
            case WaitTarget::Stream:
                return placeOf(m_trace, op) == wait.device;
            case WaitTarget::Op:
            case WaitTarget::Event:
                return op.id == wait.op || op.id == wait.releasedBy;
        }
        return false;
    }

    void addWaits()
    {
        if (m_scope.waits.empty())
            return;
        std::vector<std::vector<std::size_t>> drawn;
        if (m_hasSegments) {
            for (const std::size_t wait : m_scope.waits)
                drawn.push_back({wait});
        } else {
            std::map<std::int32_t, std::vector<std::size_t>> byLine;
            for (const std::size_t wait : m_scope.waits)
                byLine[m_trace.waits()[wait].line].push_back(wait);
            if (byLine.size() <= kMostWaits)
                for (auto& [line, waits] : byLine)
                    drawn.push_back(std::move(waits));
            else
                drawn.push_back(m_scope.waits);
        }
        const std::size_t operationNodes = m_quotient.nodes.size();
        std::vector<char> hasConsumer(operationNodes, 0), isCovered(operationNodes, 0), hasProducer(operationNodes, 0);
        for (const Edge& edge : m_quotient.edges) {
            hasConsumer[static_cast<std::size_t>(edge.from)] = 1;
            if (static_cast<std::size_t>(edge.from) >= m_inputs.size())
                hasProducer[static_cast<std::size_t>(edge.to)] = 1;
        }
        for (std::size_t w = 0; w < drawn.size(); ++w) {
            const WaitRecord& wait = m_trace.waits()[drawn[w].back()];
            const int node = addWaitNode(drawn[w], static_cast<int>(w));
            for (std::size_t v = m_inputs.size(); v < operationNodes; ++v) {
                const bool isBefore = !m_hasSegments || m_quotient.segments[v] <= static_cast<int>(w);
                const Node& from = m_quotient.nodes[v];
                if (!isBefore || isCovered[v] || (hasConsumer[v] && wait.target != WaitTarget::Op))
                    continue;
                if (!std::any_of(from.ops.begin(), from.ops.end(),
                                 [&](OpId op) { return isWaitedFor(wait, m_trace.op(op)); }))
                    continue;
                isCovered[v] = 1;
                addWaitEdge(static_cast<int>(v), node);
            }
            if (m_hasSegments && w > 0 && drawn.size() > 1)
                linkAfter(static_cast<int>(operationNodes + w) - 1, static_cast<int>(w), node, operationNodes,
                          hasProducer);
        }
        if (m_hasSegments)
            linkAfter(static_cast<int>(m_quotient.nodes.size()) - 1, static_cast<int>(drawn.size()), -1, operationNodes,
                      hasProducer);
    }

    /// What the program issues once `wait` has let it go: the roots of the next segment, or the next wait.
    void linkAfter(int wait, int segment, int nextWait, std::size_t operationNodes,
                   const std::vector<char>& hasProducer)
    {
        bool isLinked = false;
        for (std::size_t v = m_inputs.size(); v < operationNodes; ++v)
            if (m_quotient.segments[v] == segment && !hasProducer[v]) {
                addWaitEdge(wait, static_cast<int>(v));
                isLinked = true;
            }
        if (!isLinked && nextWait >= 0)
            addWaitEdge(wait, nextWait);
    }

    int addWaitNode(const std::vector<std::size_t>& waits, int segment)
    {
        const WaitRecord& wait = m_trace.waits()[waits.back()];
        Node node;
        node.shape = NodeShape::Wait;
        node.wait = static_cast<int>(waits.back());
        node.line = wait.line;
        node.title = text(m_trace, wait.call);
        if (waits.size() > 1)
            node.title = QStringLiteral("%1 × %2").arg(waits.size()).arg(node.title);
        node.subtitle = wait.line > 0 ? tr("line %1").arg(wait.line) : QString();
        m_quotient.nodes.push_back(std::move(node));
        m_quotient.segments.push_back(m_hasSegments ? segment : 0);
        return static_cast<int>(m_quotient.nodes.size()) - 1;
    }

    void addWaitEdge(int from, int to)
    {
        Edge edge;
        edge.from = from;
        edge.to = to;
        edge.style = EdgeStyle::Wait;
        edge.hasHead = false;
        m_quotient.edges.push_back(std::move(edge));
    }

    const Trace& m_trace;
    const Scope& m_scope;
    Likeness m_likeness;
    const Groups* m_given = nullptr;
    bool m_hasSegments = true;
    std::vector<std::vector<OpId>> m_groups, m_inputs;
    std::vector<int> m_nodeOf;  // of each operation in scope: its group
    std::vector<char> m_hasInnerEdge;
    Quotient m_quotient;
};

}  // namespace

Quotient groupScope(const Trace& trace, const Scope& scope, const PictureLimits& limits)
{
    if (limits.grouping == Grouping::None) {
        if (scope.operations() <= PictureLimits::kMostDrawn)
            return Folding(trace, scope, Likeness::AnyCount).buildSingle();
        return foldScope(trace, scope, limits.visibleNodes, limits.opened);
    }
    const Groups groups = groupsOf(trace, scope, limits.grouping);
    // What was taken apart closes again before whole groups are given up.
    for (const std::vector<OpId>& opened : {limits.opened, std::vector<OpId>()}) {
        for (const bool hasSegments : {true, false}) {
            Quotient quotient = Folding(trace, scope, Likeness::AnyCount).build(groups, opened, hasSegments);
            if (quotient.nodes.size() <= limits.visibleNodes)
                return quotient;
        }
        if (opened.empty())
            break;
    }
    return foldScope(trace, scope, limits.visibleNodes, limits.opened);
}

Quotient foldScope(const Trace& trace, const Scope& scope, std::size_t visible, const std::vector<OpId>& opened)
{
    Quotient quotient;
    // What could never be drawn one by one is not tried one by one.
    constexpr std::size_t kMany = 20'000;
    for (const Likeness likeness : {Likeness::Statement, Likeness::AnyCount, Likeness::Operator, Likeness::Kind}) {
        if (scope.operations() > kMany && likeness < Likeness::Operator)
            continue;
        quotient = Folding(trace, scope, likeness).build(visible, {});
        if (quotient.nodes.size() > visible && likeness != Likeness::Kind)
            continue;
        if (opened.empty())
            break;
        // Taken apart where it stands: what is not opened keeps its form.
        Quotient apart = Folding(trace, scope, likeness).build(visible, opened);
        if (apart.nodes.size() <= visible)
            return apart;
        break;
    }
    return quotient;
}

}  // namespace ui::graph::detail
