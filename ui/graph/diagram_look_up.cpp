#include "ui/graph/detail/diagram_look_up.h"

#include "ui/graph/detail/scope.h"
#include "ui/model/phase.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::graph::detail {

using model::Phase;

namespace {

/// Lists names: "y[0], y[1] and 3 more".
QString listOf(const QStringList& names)
{
    constexpr qsizetype kMax = 4;
    if (names.size() <= kMax)
        return names.join(QStringLiteral(", "));
    return tr("%1 and %2 more")
        .arg(names.mid(0, kMax).join(QStringLiteral(", ")), QString::number(names.size() - kMax));
}

}  // namespace

bool isText(const Node& node)
{
    return node.shape == NodeShape::Header || node.shape == NodeShape::Ellipsis;
}

const Node* nodeIn(const Diagram& diagram, int node)
{
    const auto index = static_cast<std::size_t>(node);
    return node >= 0 && index < diagram.nodes.size() ? &diagram.nodes[index] : nullptr;
}

const Node* openAround(const Diagram& diagram, int node)
{
    const Node* inner = nodeIn(diagram, node);
    const Node* smallest = nullptr;
    for (const Node& frame : diagram.nodes)
        if (inner != nullptr && frame.shape == NodeShape::Frame && frame.rect.contains(inner->rect.center()) &&
            (smallest == nullptr || frame.rect.width() < smallest->rect.width()))
            smallest = &frame;
    return smallest;
}

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

QRectF cellRect(const Node& node, std::size_t cell)
{
    const auto columns = static_cast<std::size_t>(std::max(node.columns, 1));
    return QRectF(node.rect.topLeft() + node.firstCell +
                      QPointF(static_cast<double>(cell % columns) * node.pitch.width(),
                              static_cast<double>(cell / columns) * node.pitch.height()),
                  node.cell);
}

int nodeAt(const Diagram& diagram, QPointF point)
{
    for (std::size_t i = diagram.nodes.size(); i-- > 0;)
        if (!isText(diagram.nodes[i]) && diagram.nodes[i].rect.contains(point))
            return static_cast<int>(i);
    return -1;
}

int nodeTowards(const Diagram& diagram, int node, QPointF direction)
{
    const Node* from = nodeIn(diagram, node);
    int best = node;
    double nearest = 1e18;
    for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
        if (static_cast<int>(i) == node || isText(diagram.nodes[i]))
            continue;
        if (from == nullptr)
            return static_cast<int>(i);
        const QPointF way = diagram.nodes[i].rect.center() - from->rect.center();
        const double along = QPointF::dotProduct(way, direction);
        const double aside = std::abs(way.x() * direction.y() - way.y() * direction.x());
        if (along > 1 && along + 2 * aside < nearest) {
            nearest = along + 2 * aside;
            best = static_cast<int>(i);
        }
    }
    return best;
}

OpId opAt(const Node& node, QPointF point)
{
    if (node.shape == NodeShape::Matrix)
        return cellAt(node, point);
    return node.ops.empty() ? OpId{} : node.ops.front();
}

bool standsFor(const Node& node, OpId op)
{
    return std::ranges::find(node.ops, op) != node.ops.end();
}

bool shows(const Diagram& diagram, OpId op)
{
    return std::ranges::any_of(diagram.nodes, [op](const Node& node) { return standsFor(node, op); });
}

QString spokenName(const Node& node, const Trace& trace, engine::Nanoseconds now)
{
    if (!node.tip.isEmpty()) {
        QStringList lines{node.tip};
        std::size_t done = 0;
        for (const OpId op : node.ops)
            done += model::phaseAt(trace.op(op), now) == Phase::Done ? 1 : 0;
        if (!node.ops.empty())
            lines << tr("%1 of %2 operations done").arg(done).arg(node.ops.size());
        return lines.join(QLatin1Char('\n'));
    }
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
    for (const engine::trace::Edge& edge : trace.edges().into(node.ops.front()))
        if (edge.kind == engine::trace::DependencyKind::ReadAfterWrite)
            reads << nameOf(trace, edge.from);
    const QString name = nameOf(trace, node.ops.front());
    return reads.isEmpty() ? tr("%1, %2").arg(name, word)
                           : tr("%1, %2, reads %3").arg(name, word, reads.join(QStringLiteral(", ")));
}

QString spokenNameAt(const Diagram& diagram, QPointF point, const Trace& trace, engine::Nanoseconds now)
{
    const Node* node = nodeIn(diagram, nodeAt(diagram, point));
    if (node == nullptr)
        return {};
    const OpId op = cellAt(*node, point);
    if (!op.isValid())
        return spokenName(*node, trace, now);
    Node cell = *node;
    cell.ops = {op};
    return spokenName(cell, trace, now);
}

QString spokenPosition(const Diagram& diagram, int index)
{
    if (nodeIn(diagram, index) == nullptr)
        return {};
    int place = 0, count = 0;
    for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
        if (isText(diagram.nodes[i]))
            continue;
        ++count;
        if (static_cast<int>(i) == index)
            place = count;
    }
    QStringList before, after;
    for (const Edge& edge : diagram.edges) {
        if (edge.to == index)
            before << diagram.nodes[static_cast<std::size_t>(edge.from)].title;
        if (edge.from == index)
            after << diagram.nodes[static_cast<std::size_t>(edge.to)].title;
    }
    before.removeDuplicates();
    after.removeDuplicates();
    QStringList parts;
    if (place > 0)
        parts << tr("%1 of %2").arg(place).arg(count);
    if (!before.isEmpty())
        parts << tr("after %1").arg(listOf(before));
    if (!after.isEmpty())
        parts << tr("before %1").arg(listOf(after));
    return parts.join(QStringLiteral("; "));
}

}  // namespace ui::graph::detail
