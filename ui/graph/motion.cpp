#include "ui/graph/detail/motion.h"

#include <QHash>
#include <QWidget>
#include <utility>

namespace ui::graph::detail {

namespace {

double mix(double from, double to, double progress)
{
    return from + (to - from) * progress;
}

QPointF mix(QPointF from, QPointF to, double progress)
{
    return from + (to - from) * progress;
}

QRectF mix(const QRectF& from, const QRectF& to, double progress)
{
    return {mix(from.topLeft(), to.topLeft(), progress),
            QSizeF(mix(from.width(), to.width(), progress), mix(from.height(), to.height(), progress))};
}

using Ends = std::pair<QString, QString>;

Ends endsOf(const Diagram& diagram, const Edge& edge)
{
    return {diagram.nodes[static_cast<std::size_t>(edge.from)].id, diagram.nodes[static_cast<std::size_t>(edge.to)].id};
}

}  // namespace

Diagram between(const Diagram& from, const Diagram& to, double progress)
{
    Diagram diagram = to;
    if (progress >= 1)
        return diagram;
    QHash<QString, const Node*> nodes;
    for (const Node& node : from.nodes)
        if (!node.id.isEmpty())
            nodes.insert(node.id, &node);
    QHash<Ends, const Edge*> edges;
    for (const Edge& edge : from.edges)
        edges.insert(endsOf(from, edge), &edge);
    for (Node& node : diagram.nodes) {
        if (const Node* before = nodes.value(node.id))
            node.rect = mix(before->rect, node.rect, progress);
        else if (!node.id.isEmpty())
            node.rect = {};
    }
    std::erase_if(diagram.edges, [&](Edge& edge) {
        const Edge* before = edges.value(endsOf(to, edge));
        if (before == nullptr || before->points.size() != edge.points.size())
            return true;
        for (std::size_t i = 0; i < edge.points.size(); ++i)
            edge.points[i] = mix(before->points[i], edge.points[i], progress);
        return false;
    });
    diagram.size =
        QSizeF(mix(from.size.width(), to.size.width(), progress), mix(from.size.height(), to.size.height(), progress));
    return diagram;
}

Motion::Motion()
{
    constexpr int kMotionMs = 160;
    setDuration(kMotionMs);
    setEasingCurve(QEasingCurve::OutCubic);
    setStartValue(0.0);
    setEndValue(1.0);
}

void Motion::startFrom(Diagram before, const Viewport& viewport)
{
    m_before = std::move(before);
    m_viewportBefore = viewport;
    m_viewportBefore.setContent(m_before.size);
    start();
}

void Motion::paint(QPainter& painter, const Diagram& diagram, const Viewport& viewport, PaintState state,
                   const QWidget& canvas) const
{
    const double progress = currentValue().toDouble();
    state.scale = mix(m_viewportBefore.scale(), viewport.scale(), progress);
    state.devicePixelRatio = canvas.devicePixelRatioF();
    state.matches = nullptr;
    const QPointF offset = mix(m_viewportBefore.offset(), viewport.offset(), progress);
    painter.translate(offset);
    painter.scale(state.scale, state.scale);
    paintDiagram(painter, between(m_before, diagram, progress), state,
                 QRectF(-offset / state.scale, QSizeF(canvas.size()) / state.scale));
}

}  // namespace ui::graph::detail
