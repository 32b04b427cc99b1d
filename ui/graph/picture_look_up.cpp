#include "ui/graph/detail/picture_painter.h"
#include "ui/graph/detail/scope.h"
#include "ui/model/phase.h"

#include <QStringList>

// Finds the node or cell at a point, and the text that screen readers speak for a node.
namespace ui::graph::detail {

using engine::OpId;
using engine::trace::Trace;
using model::Phase;

OpId cellAt(const Node& node, QPointF point)
{
    if (node.shape != NodeShape::Matrix || node.pitch.isEmpty())
        return {};
    const QPointF inside = point - node.rect.topLeft() - node.firstCell;
    if (inside.x() < 0 || inside.y() < 0)
        return {};
    const auto column = static_cast<int>(inside.x() / node.pitch.width());
    const auto row = static_cast<int>(inside.y() / node.pitch.height());
    if (column >= node.columns)
        return {};
    const auto at = static_cast<std::size_t>(row * node.columns + column) * static_cast<std::size_t>(node.opsPerCell);
    return at < node.ops.size() ? node.ops[at] : OpId{};
}

int nodeAt(const Picture& picture, QPointF point)
{
    for (std::size_t i = picture.nodes.size(); i-- > 0;) {
        const NodeShape shape = picture.nodes[i].shape;
        if (shape != NodeShape::Header && shape != NodeShape::Ellipsis && picture.nodes[i].rect.contains(point))
            return static_cast<int>(i);
    }
    return -1;
}

QString spokenName(const Picture& picture, int index, const Trace& trace, engine::Nanoseconds now)
{
    if (index < 0 || static_cast<std::size_t>(index) >= picture.nodes.size())
        return {};
    const Node& node = picture.nodes[static_cast<std::size_t>(index)];
    if (node.shape == NodeShape::Wait)
        return tr("The program waits: %1, %2").arg(node.title, node.subtitle);
    if (node.ops.empty())
        return node.title;
    if (node.ops.size() > 1) {
        std::size_t done = 0;
        for (const OpId op : node.ops)
            done += model::phaseAt(trace.op(op), now) == Phase::Done ? 1 : 0;
        return tr("%1, %2, %3 done").arg(node.title, node.subtitle, QString::number(done));
    }
    const auto word = [&] {
        switch (model::phaseAt(trace.op(node.ops.front()), now)) {
            case Phase::NotIssued:
                return tr("not issued");
            case Phase::Queued:
                return tr("queued");
            case Phase::Ready:
                return tr("ready");
            case Phase::Running:
                return tr("running");
            case Phase::Done:
                return tr("done");
            case Phase::Failed:
                return tr("failed");
            case Phase::Skipped:
                return tr("skipped");
            case Phase::Cancelled:
                return tr("cancelled");
        }
        return QString();
    }();
    QStringList reads;
    for (const engine::trace::Edge& edge : trace.edgesInto(node.ops.front()))
        if (edge.kind == engine::trace::DependencyKind::ReadAfterWrite)
            reads << nameOf(trace, edge.from);
    const QString name = nameOf(trace, node.ops.front());
    return reads.isEmpty() ? tr("%1, %2").arg(name, word)
                           : tr("%1, %2, reads %3").arg(name, word, reads.join(QStringLiteral(", ")));
}

}  // namespace ui::graph::detail
