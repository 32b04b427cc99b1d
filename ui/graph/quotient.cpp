#include "ui/graph/detail/quotient.h"

#include "ui/graph/detail/grouping.h"
#include "ui/graph/detail/quotient_parts.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace ui::graph::detail {

using engine::trace::DependencyKind;

namespace {

constexpr std::size_t kMatrixFrom = 8;  // fewer similar operations are drawn individually
constexpr std::size_t kMaxOpened = 150;

/// The similarity that operations need to share a node. Later values merge more operations.
enum class Likeness { Statement, AnyCount, Operator, Kind };

using Key = std::tuple<int, std::uint32_t, std::uint32_t, int, std::int32_t>;

/// Key of an operation that forms a group by itself.
constexpr std::size_t kAlone = std::numeric_limits<std::size_t>::max();

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

class NodeFolder {
public:
    NodeFolder(const Trace& trace, const Scope& scope, Likeness likeness)
        : m_trace(trace), m_scope(scope), m_likeness(likeness), m_nodeOf(scope.operations(), -1)
    {
        m_hasSegments = scope.waits.size() <= kMaxWaits && likeness < Likeness::Operator;
    }

    /// Groups operations as the user selected; returns nothing if that gives more than `visible` nodes.
    std::optional<Quotient> build(const Groups& groups, std::size_t visible, const std::vector<OpId>& opened,
                                  bool hasSegments)
    {
        m_given = &groups;
        m_hasSegments = m_hasSegments && hasSegments;
        if (!groupAsGiven(visible, opened))
            return std::nullopt;
        return finished(visible);
    }

    /// Makes a separate node for each operation.
    Quotient buildSingle()
    {
        regroup(0, [](std::size_t) { return kAlone; });
        countLinks();
        finish();
        return std::move(m_quotient);
    }

    /// Merges similar operations, and expands the nodes that contain operations of `opened`. Returns nothing if the
    /// result has more than `most` nodes.
    std::optional<Quotient> build(std::size_t visible, std::size_t most, const std::vector<OpId>& opened)
    {
        groupOperations();
        if (m_likeness == Likeness::Statement && m_scope.operations() <= visible)
            dissolveCycles();
        mergeCycles();
        dissolveOpened(opened);
        return finished(most);
    }

private:
    std::optional<Quotient> finished(std::size_t most)
    {
        // Inputs and waits only add nodes, so stop early if there are too many groups already.
        if (m_groups.size() > most)
            return std::nullopt;
        finish();
        return m_quotient.nodes.size() > most ? std::nullopt : std::optional(std::move(m_quotient));
    }

    void finish()
    {
        addInputs();
        makeNodes();
        addEdges();
        addWaits(m_trace, m_scope, m_inputs.size(), m_hasSegments, m_quotient);
    }

    [[nodiscard]] int segmentOf(const OpClass& c) const { return m_hasSegments ? c.segment : 0; }
    [[nodiscard]] std::size_t classAt(std::size_t i) const { return m_scope.classOf[i]; }
    [[nodiscard]] std::size_t groupAt(std::size_t i) const { return static_cast<std::size_t>(m_nodeOf[i]); }

    [[nodiscard]] Key keyOf(const OpClass& c) const
    {
        const std::uint32_t name = m_likeness <= Likeness::Operator ? c.name.index : 0;
        const std::int32_t line = m_likeness <= Likeness::AnyCount ? c.line : 0;
        return {segmentOf(c), c.place.index, name, static_cast<int>(c.kind), line};
    }

    /// Groups the operations again by their keys. A key is kAlone or a number below `keys`. Groups are numbered in
    /// order of their first operation.
    void regroup(std::size_t keys, const auto& keyOf)
    {
        std::vector<int> numberOf(keys, -1);
        m_groups.clear();
        for (std::size_t i = 0; i < m_nodeOf.size(); ++i) {
            const std::size_t key = keyOf(i);
            int number = key == kAlone ? -1 : numberOf[key];
            if (number < 0) {
                number = static_cast<int>(m_groups.size());
                m_groups.push_back({OpId(m_scope.first + i), 0});
                if (key != kAlone)
                    numberOf[key] = number;
            }
            m_nodeOf[i] = number;
            ++m_groups[static_cast<std::size_t>(number)].count;
        }
    }

    void groupOperations()
    {
        std::map<Key, std::size_t> known;
        std::vector<std::size_t> keyOfClass, count;
        for (std::size_t c = 0; c < m_scope.classes.size(); ++c) {
            const auto [at, isNew] = known.try_emplace(keyOf(m_scope.classes[c]), known.size());
            count.resize(known.size(), 0);
            count[at->second] += static_cast<std::size_t>(m_scope.sizeOf[c]);
            keyOfClass.push_back(at->second);
        }
        if (m_likeness != Likeness::Statement) {
            regroup(known.size(), [&](std::size_t i) { return keyOfClass[classAt(i)]; });
            countLinksOfClasses();
            return;
        }
        for (std::size_t& key : keyOfClass)
            key = count[key] >= kMatrixFrom ? key : kAlone;
        regroup(known.size(), [&](std::size_t i) { return keyOfClass[classAt(i)]; });
        countLinks();
        dissolve([this](std::size_t g) { return m_hasInnerEdge[g] != 0; });
    }

    /// Groups operations as the user selected; returns false if there are too many groups.
    bool groupAsGiven(std::size_t visible, const std::vector<OpId>& opened)
    {
        std::map<std::pair<int, std::uint32_t>, std::size_t> known;
        std::vector<std::size_t> keyOfClass;
        for (const OpClass& c : m_scope.classes)
            keyOfClass.push_back(known.try_emplace({segmentOf(c), c.device.index}, known.size()).first->second);
        const auto titles = m_given->titles.size();
        regroup(known.size() * titles, [&](std::size_t i) {
            return keyOfClass[classAt(i)] * titles + static_cast<std::size_t>(m_given->of[i]);
        });
        if (m_groups.size() > visible)
            return false;
        if (m_given->areOfClasses)
            countLinksOfClasses();
        else
            countLinks();
        dissolveOpened(opened);
        return true;
    }

    /// Expands the groups that the user opened, except those of more than kMaxOpened operations.
    void dissolveOpened(const std::vector<OpId>& opened)
    {
        std::vector<char> isOpen(m_groups.size(), 0);
        for (const OpId op : opened)
            if (m_scope.contains(op))
                isOpen[groupAt(op.index - m_scope.first)] = 1;
        dissolve([&](std::size_t g) { return isOpen[g] != 0 && m_groups[g].count <= kMaxOpened; });
    }

    /// Splits the groups that `shouldDissolve` selects into single operations.
    void dissolve(const auto& shouldDissolve)
    {
        std::vector<std::size_t> keys(m_groups.size());
        bool isAny = false;
        for (std::size_t g = 0; g < keys.size(); ++g) {
            keys[g] = m_groups[g].count > 1 && shouldDissolve(g) ? kAlone : g;
            isAny = isAny || keys[g] == kAlone;
        }
        if (!isAny)
            return;
        regroup(keys.size(), [&](std::size_t i) { return keys[groupAt(i)]; });
        countLinks();
    }

    /// Recomputes the links between groups from all edges except those of stream order.
    void countLinks()
    {
        LinkCounter counter;
        m_scope.forEachEdge(m_trace, [&](const engine::trace::Edge& edge) {
            if (edge.kind != DependencyKind::Stream && m_scope.contains(edge.from))
                counter.add(m_nodeOf[edge.from.index - m_scope.first], m_nodeOf[edge.to.index - m_scope.first],
                            edge.kind);
        });
        storeLinks(counter);
    }

    /// Like countLinks(), but computes the links from those between classes. Each class must be in one group.
    void countLinksOfClasses()
    {
        const auto groupOf = [&](int c) {
            return m_nodeOf[m_scope.firstOf[static_cast<std::size_t>(c)].index - m_scope.first];
        };
        LinkCounter counter;
        for (const Link& link : m_scope.edges.links)
            if (link.kind != DependencyKind::Stream)
                counter.add(groupOf(link.from), groupOf(link.to), link.kind, link.count);
        storeLinks(counter);
    }

    void storeLinks(LinkCounter& counter)
    {
        m_links = counter.popSorted();
        m_hasInnerEdge.assign(m_groups.size(), 0);
        for (const Link& link : m_links)
            if (link.from == link.to)
                m_hasInnerEdge[static_cast<std::size_t>(link.from)] = 1;
    }

    [[nodiscard]] std::vector<int> componentsOfGroups() const
    {
        std::vector<std::pair<int, int>> edges;
        for (const Link& link : m_links)
            if (link.from != link.to && (edges.empty() || edges.back() != std::pair{link.from, link.to}))
                edges.emplace_back(link.from, link.to);
        return components(static_cast<int>(m_groups.size()), edges);
    }

    /// Splits groups whose links form a cycle into single operations.
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
        const std::vector<int> component = componentsOfGroups();
        if (std::set<int>(component.begin(), component.end()).size() == m_groups.size())
            return;
        const std::vector<Group> before = m_groups;
        regroup(before.size(), [&](std::size_t i) { return static_cast<std::size_t>(component[groupAt(i)]); });
        const auto groupOf = [&](int g) {
            return m_nodeOf[before[static_cast<std::size_t>(g)].first.index - m_scope.first];
        };
        LinkCounter counter;
        for (const Link& link : m_links)
            counter.add(groupOf(link.from), groupOf(link.to), link.kind, link.count);
        storeLinks(counter);
    }

    void addInputs()
    {
        std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>, std::vector<OpId>> alike;
        for (const OpId id : m_scope.inputs) {
            const Op& op = m_trace.op(id);
            alike[{op.device.index, op.name.index, m_likeness < Likeness::Operator ? op.line : 0}].push_back(id);
        }
        std::size_t least = m_likeness == Likeness::Statement ? kMatrixFrom : 2;
        // Many inputs, such as the parameters of a neural network, do not fit side by side, so merge them per device if
        // they are few compared with the operations.
        constexpr std::size_t kMaxSingle = 6;
        if (m_scope.inputs.size() > kMaxSingle && m_scope.operations() >= 10 * m_scope.inputs.size()) {
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
        const NodeMaker maker(m_trace, m_scope, m_given);
        for (const std::vector<OpId>& ops : m_inputs)
            m_quotient.nodes.push_back(maker.ofInputs(ops));
        std::vector<std::vector<OpId>> members(m_groups.size());
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            members[g].reserve(m_groups[g].count);
        for (std::size_t i = 0; i < m_nodeOf.size(); ++i)
            members[groupAt(i)].push_back(OpId(m_scope.first + i));
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            m_quotient.isCollapsed = m_quotient.isCollapsed || members[g].size() > 1;
            m_quotient.nodes.push_back(maker.ofOperations(std::move(members[g]), m_hasInnerEdge[g] != 0));
        }
        m_quotient.segments.assign(m_quotient.nodes.size(), 0);
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            m_quotient.segments[m_inputs.size() + g] = segmentOf(m_scope.classAt(m_groups[g].first));
    }

    void countInputEdges(std::map<std::tuple<int, int, EdgeStyle>, int>& counts) const
    {
        std::vector<std::pair<OpId, int>> nodes;
        for (std::size_t v = 0; v < m_inputs.size(); ++v)
            for (const OpId op : m_inputs[v])
                nodes.emplace_back(op, static_cast<int>(v));
        std::sort(nodes.begin(), nodes.end());
        m_scope.forEachEdge(m_trace, [&](const engine::trace::Edge& edge) {
            if (m_scope.contains(edge.from) || edge.kind == DependencyKind::Stream)
                return;  // stream order is not a data dependency
            const auto from = std::lower_bound(nodes.begin(), nodes.end(), std::pair{edge.from, 0});
            if (from != nodes.end() && from->first == edge.from)
                ++counts[{from->second, static_cast<int>(m_inputs.size()) + m_nodeOf[edge.to.index - m_scope.first],
                          styleOf(edge.kind)}];
        });
    }

    void addEdges()
    {
        std::map<std::tuple<int, int, EdgeStyle>, int> counts;
        const auto first = static_cast<int>(m_inputs.size());
        for (const Link& link : m_links)
            if (link.from != link.to)
                counts[{first + link.from, first + link.to, styleOf(link.kind)}] = link.count;
        if (!m_scope.inputs.empty())
            countInputEdges(counts);
        for (const auto& [key, count] : counts) {
            Edge edge;
            std::tie(edge.from, edge.to, edge.style) = key;
            edge.count = count;
            m_quotient.edges.push_back(std::move(edge));
        }
        // An input belongs to the first segment with an operation that reads it.
        for (std::size_t v = 0; v < m_inputs.size(); ++v) {
            int segment = std::numeric_limits<int>::max();
            for (const Edge& edge : m_quotient.edges)
                if (edge.from == static_cast<int>(v))
                    segment = std::min(segment, m_quotient.segments[static_cast<std::size_t>(edge.to)]);
            m_quotient.segments[v] = segment == std::numeric_limits<int>::max() ? 0 : segment;
        }
    }

    const Trace& m_trace;
    const Scope& m_scope;
    Likeness m_likeness;
    const Groups* m_given = nullptr;
    bool m_hasSegments = true;
    struct Group {
        OpId first;
        std::size_t count = 0;
    };
    std::vector<Group> m_groups;
    std::vector<std::vector<OpId>> m_inputs;
    std::vector<int> m_nodeOf;  // group of each operation in scope
    std::vector<Link> m_links;  // edges between groups
    std::vector<char> m_hasInnerEdge;
    Quotient m_quotient;
};

}  // namespace

Quotient groupScope(const Trace& trace, const Scope& scope, const DiagramLimits& limits)
{
    if (limits.grouping == Grouping::None) {
        if (scope.operations() <= DiagramLimits::kMaxDrawn)
            return NodeFolder(trace, scope, Likeness::AnyCount).buildSingle();
        return foldScope(trace, scope, limits.visibleNodes, limits.opened);
    }
    const Groups groups = groupsOf(trace, scope, limits.grouping);
    // If there are too many nodes, closes the opened nodes first. Ignores the selected grouping only if this does not
    // help.
    for (const std::vector<OpId>& opened : {limits.opened, std::vector<OpId>()}) {
        for (const bool hasSegments : {true, false}) {
            // With more than kMaxWaits waits, the scope has no segments, so the second attempt would equal the first.
            if (!hasSegments && scope.waits.size() > kMaxWaits)
                break;
            if (auto quotient = NodeFolder(trace, scope, Likeness::AnyCount)
                                    .build(groups, limits.visibleNodes, opened, hasSegments))
                return *std::move(quotient);
        }
        if (opened.empty())
            break;
    }
    return foldScope(trace, scope, limits.visibleNodes, limits.opened);
}

Quotient foldScope(const Trace& trace, const Scope& scope, std::size_t visible, const std::vector<OpId>& opened)
{
    // With very many operations, skip the likenesses that merge too few of them.
    constexpr std::size_t kMany = 20'000;
    constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
    for (const Likeness likeness : {Likeness::Statement, Likeness::AnyCount, Likeness::Operator, Likeness::Kind}) {
        if (scope.operations() > kMany && likeness < Likeness::Operator)
            continue;
        std::optional<Quotient> quotient =
            NodeFolder(trace, scope, likeness).build(visible, likeness == Likeness::Kind ? kAny : visible, {});
        if (!quotient)
            continue;
        // Expands the opened nodes with the likeness of `quotient`, so that the other nodes keep their grouping.
        if (!opened.empty())
            if (auto apart = NodeFolder(trace, scope, likeness).build(visible, visible, opened))
                return *std::move(apart);
        return *std::move(quotient);
    }
    return {};
}

}  // namespace ui::graph::detail
