#include "ui/graph/detail/facts.h"
#include "ui/graph/detail/quotient_parts.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

namespace ui::graph::detail {

namespace {

class WaitAdder {
public:
    WaitAdder(const Trace& trace, const Scope& scope, std::size_t inputs, bool hasSegments, Quotient& quotient)
        : m_trace(trace), m_scope(scope), m_inputs(inputs), m_hasSegments(hasSegments), m_quotient(quotient)
    {
    }

    void run()
    {
        using engine::trace::WaitTarget;
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
            if (byLine.size() <= kMaxWaits)
                for (auto& [line, waits] : byLine)
                    drawn.push_back(std::move(waits));
            else
                drawn.push_back(m_scope.waits);
        }
        const std::size_t operationNodes = m_quotient.nodes.size();
        std::vector<char> hasConsumer(operationNodes, 0), isCovered(operationNodes, 0), hasProducer(operationNodes, 0);
        for (const Edge& edge : m_quotient.edges) {
            hasConsumer[static_cast<std::size_t>(edge.from)] = 1;
            if (static_cast<std::size_t>(edge.from) >= m_inputs)
                hasProducer[static_cast<std::size_t>(edge.to)] = 1;
        }
        for (std::size_t w = 0; w < drawn.size(); ++w) {
            const auto& wait = m_trace.waits()[drawn[w].back()];
            const int node = addWaitNode(drawn[w], static_cast<int>(w));
            const std::size_t edgesBefore = m_quotient.edges.size();
            for (std::size_t v = m_inputs; v < operationNodes; ++v) {
                const bool isBefore = !m_hasSegments || m_quotient.segments[v] <= static_cast<int>(w);
                if (!isBefore || isCovered[v] || (hasConsumer[v] && wait.target != WaitTarget::Op))
                    continue;
                if (!isWaitedFor(wait, m_quotient.nodes[v]))
                    continue;
                isCovered[v] = 1;
                addWaitEdge(static_cast<int>(v), node);
            }
            // Without segments: if earlier waits cover all operations, links this wait to the previous one.
            if (!m_hasSegments && w > 0 && m_quotient.edges.size() == edgesBefore)
                addWaitEdge(node - 1, node);
            if (m_hasSegments && w > 0 && drawn.size() > 1)
                linkAfter(static_cast<int>(operationNodes + w) - 1, static_cast<int>(w), node, operationNodes,
                          hasProducer);
        }
        if (m_hasSegments)
            linkAfter(static_cast<int>(m_quotient.nodes.size()) - 1, static_cast<int>(drawn.size()), -1, operationNodes,
                      hasProducer);
    }

private:
    [[nodiscard]] bool isWaitedFor(const engine::trace::WaitRecord& wait, const Node& node) const
    {
        using engine::trace::WaitTarget;
        switch (wait.target) {
            case WaitTarget::All:
                return true;
            case WaitTarget::Device:
            case WaitTarget::Stream: {
                const std::vector<std::size_t> classes = classesOf(m_scope, node.ops);
                return std::any_of(classes.begin(), classes.end(),
                                   [&](std::size_t c) { return m_scope.classes[c].place == wait.device; });
            }
            case WaitTarget::Op:
            case WaitTarget::Event:
                return std::binary_search(node.ops.begin(), node.ops.end(), wait.op) ||
                       std::binary_search(node.ops.begin(), node.ops.end(), wait.releasedBy);
        }
        return false;
    }

    /// Links a wait to the nodes of the next segment that have no producer there, or if there are none, to the next
    /// wait.
    void linkAfter(int wait, int segment, int nextWait, std::size_t operationNodes,
                   const std::vector<char>& hasProducer)
    {
        bool isLinked = false;
        for (std::size_t v = m_inputs; v < operationNodes; ++v)
            if (m_quotient.segments[v] == segment && !hasProducer[v]) {
                addWaitEdge(wait, static_cast<int>(v));
                isLinked = true;
            }
        if (!isLinked && nextWait >= 0)
            addWaitEdge(wait, nextWait);
    }

    int addWaitNode(const std::vector<std::size_t>& waits, int segment)
    {
        const auto& wait = m_trace.waits()[waits.back()];
        Node node;
        node.shape = NodeShape::Wait;
        node.wait = static_cast<int>(waits.back());
        node.line = wait.line;
        const auto [first, last] =
            std::ranges::minmax(waits, {}, [this](std::size_t one) { return m_trace.waits()[one].line; });
        if (const int from = m_trace.waits()[first].line, to = m_trace.waits()[last].line; from != to) {
            node.title = tr("%1 waits").arg(waits.size());
            node.subtitle = tr("lines %1–%2").arg(from).arg(to);
        } else {
            node.title = callOf(m_trace, wait);
            if (waits.size() > 1)
                node.title = QStringLiteral("%1 × %2").arg(waits.size()).arg(node.title);
            node.subtitle = wait.line > 0 ? tr("line %1").arg(wait.line) : QString();
        }
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
    std::size_t m_inputs;
    bool m_hasSegments;
    Quotient& m_quotient;
};

}  // namespace

void addWaits(const Trace& trace, const Scope& scope, std::size_t inputs, bool hasSegments, Quotient& quotient)
{
    WaitAdder(trace, scope, inputs, hasSegments, quotient).run();
}

}  // namespace ui::graph::detail
