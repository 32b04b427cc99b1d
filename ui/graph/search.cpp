#include "ui/graph/search.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/scope.h"
#include "ui/model/lane_names.h"

namespace ui::graph {

namespace {

class Search {
public:
    Search(const Trace& trace, const QString& text, bool isNet) : m_trace(trace), m_text(text), m_isNet(isNet) {}

    [[nodiscard]] bool isIn(const QString& where) const { return where.contains(m_text, Qt::CaseInsensitive); }

    [[nodiscard]] bool isLine(int line) const { return line > 0 && isIn(ui::tr("line %1").arg(line)); }

    [[nodiscard]] bool isIn(OpId id) const
    {
        const engine::trace::Op& op = m_trace.op(id);
        return isIn(detail::nameOf(m_trace, id)) || isIn(detail::text(m_trace, op.name)) ||
               isIn(detail::text(m_trace, op.layer)) ||
               isIn(detail::text(m_trace, op.shape).replace(QLatin1Char('x'), QChar(0x00d7))) ||
               isIn(detail::text(m_trace, op.shape)) || (!m_isNet && isIn(detail::text(m_trace, op.text))) ||
               isIn(detail::text(m_trace, op.phase)) || isIn(model::deviceName(m_trace, op.device)) || isLine(op.line);
    }

private:
    const Trace& m_trace;
    const QString& m_text;
    bool m_isNet;  ///< true: statements are not searched, because a statement of a neural network also names earlier
                   ///< layers
};

}  // namespace

std::vector<Match> find(const Diagram& diagram, const Trace& trace, const QString& text)
{
    std::vector<Match> found;
    const QString wanted = text.trimmed();
    if (wanted.isEmpty())
        return found;
    const Search search(trace, wanted, diagram.isNet);
    for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
        const Node& node = diagram.nodes[i];
        const int index = static_cast<int>(i);
        if (detail::isText(node) || node.shape == NodeShape::Result)
            continue;
        const std::size_t before = found.size();
        for (const OpId op : node.ops) {
            if (op.index >= trace.opCount() || !search.isIn(op))
                continue;
            found.push_back({index, op});
            if (node.shape != NodeShape::Matrix)
                break;
        }
        const bool isNode = found.size() == before && (search.isIn(node.title) || search.isIn(node.subtitle) ||
                                                       (node.shape == NodeShape::Wait && search.isLine(node.line)));
        if (isNode)
            found.push_back({index, node.ops.empty() ? OpId{} : node.ops.front()});
    }
    return found;
}

}  // namespace ui::graph
