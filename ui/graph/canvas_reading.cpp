#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/detail/scope.h"

#include <QStringList>
#include <algorithm>

// What the canvas reports to screen readers about its nodes.
namespace ui::graph {

namespace {

bool isText(const Node& node)
{
    return node.shape == NodeShape::Header || node.shape == NodeShape::Ellipsis;
}

/// As "y[0], y[1] and 3 more".
QString listOf(const QStringList& names)
{
    constexpr qsizetype kMost = 4;
    if (names.size() <= kMost)
        return names.join(QStringLiteral(", "));
    return ui::tr("%1 and %2 more")
        .arg(names.mid(0, kMost).join(QStringLiteral(", ")), QString::number(names.size() - kMost));
}

}  // namespace

QString GraphCanvas::nodeName(int node) const
{
    return m_picture && m_trace ? detail::spokenName(*m_picture, node, *m_trace, m_now) : QString();
}

QString GraphCanvas::nodeDescription(int index) const
{
    if (!m_picture || index < 0 || static_cast<std::size_t>(index) >= m_picture->nodes.size())
        return {};
    int place = 0, count = 0;
    for (std::size_t i = 0; i < m_picture->nodes.size(); ++i) {
        if (isText(m_picture->nodes[i]))
            continue;
        ++count;
        if (static_cast<int>(i) == index)
            place = count;
    }
    QStringList before, after;
    for (const Edge& edge : m_picture->edges) {
        if (edge.to == index)
            before << m_picture->nodes[static_cast<std::size_t>(edge.from)].title;
        if (edge.from == index)
            after << m_picture->nodes[static_cast<std::size_t>(edge.to)].title;
    }
    before.removeDuplicates();
    after.removeDuplicates();
    QStringList parts;
    if (place > 0)
        parts << ui::tr("%1 of %2").arg(place).arg(count);
    if (!before.isEmpty())
        parts << ui::tr("after %1").arg(listOf(before));
    if (!after.isEmpty())
        parts << ui::tr("before %1").arg(listOf(after));
    return parts.join(QStringLiteral("; "));
}

bool GraphCanvas::isSelected(int node) const
{
    if (!m_picture || node < 0 || !m_selected.isValid())
        return false;
    const auto& ops = m_picture->nodes[static_cast<std::size_t>(node)].ops;
    return std::find(ops.begin(), ops.end(), m_selected) != ops.end();
}

QRect GraphCanvas::nodeRect(int node) const
{
    if (!m_picture || node < 0)
        return {};
    const QRectF& rect = m_picture->nodes[static_cast<std::size_t>(node)].rect;
    return QRectF(rect.topLeft() * m_scale + m_offset, rect.size() * m_scale).toAlignedRect();
}

void GraphCanvas::activateNode(int node)
{
    if (!m_picture || node < 0 || static_cast<std::size_t>(node) >= m_picture->nodes.size())
        return;
    const Node& of = m_picture->nodes[static_cast<std::size_t>(node)];
    if (isText(of))
        return;
    pick(node, of.rect.topLeft() + of.firstCell);
}

}  // namespace ui::graph
