#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/node_brush.h"
#include "ui/graph/detail/zoom_painter.h"

#include <QFontMetricsF>
#include <algorithm>

namespace ui::graph::detail {

using engine::OpId;
using engine::trace::Op;
using model::Phase;

Progress progressOf(const NodeBrush& draw, const Node& node, std::size_t from, std::size_t to)
{
    constexpr std::size_t kSampled = 2000;  // bounds the time to paint a group of millions of operations
    const std::size_t stride = std::max<std::size_t>(1, (to - from) / kSampled);
    Progress progress;
    double done = 0;
    for (std::size_t i = from; i < to; i += stride) {
        done += model::progressAt(draw.state.trace->op(node.ops[i]), draw.state.now);
        const Phase phase = draw.phaseOf(node.ops[i]);
        progress.isIssued = progress.isIssued || phase != Phase::NotIssued;
        progress.hasFailed = progress.hasFailed || phase == Phase::Failed;
    }
    // The failure that ended the program is shown even if the failed operation is not among the sampled ones.
    if (const auto& error = draw.state.trace->error(); error && !progress.hasFailed)
        progress.hasFailed = std::binary_search(node.ops.begin() + static_cast<std::ptrdiff_t>(from),
                                                node.ops.begin() + static_cast<std::ptrdiff_t>(to), error->op) &&
                             draw.phaseOf(error->op) == Phase::Failed;
    progress.share = to > from ? done / static_cast<double>((to - from + stride - 1) / stride) : 0;
    return progress;
}

namespace {

void paintFold(const NodeBrush& draw, const Node& node)
{
    const QRectF& r = node.rect;
    // A second box behind the node shows that the node stands for several operations.
    draw.box(r.translated(3, 3), 6, draw.tokens.band, draw.tokens.line, 1);
    const look::KindColours& colours = draw.theme.kind(node.kind);
    draw.box(r, 6, draw.tokens.panel, {}, 0);
    const Progress progress = progressOf(draw, node, 0, node.ops.size());
    const double done = r.width() * progress.share;
    draw.fillWithin(r, 6, QRectF(r.left(), r.top(), done, r.height()), colours.tint);
    draw.fillWithin(r, 6, QRectF(r.left(), r.bottom() - 4, done, 4), colours.fill);
    draw.box(r, 6, Qt::NoBrush,
             progress.hasFailed ? draw.tokens.failFill
             : node.isCritical  ? draw.tokens.accent
                                : draw.tokens.strong,
             node.isCritical ? 2 : 1);
    if (const QStringList near = nearTexts(node, draw.state); !near.isEmpty())
        return paintNearTexts(draw.painter, node, near, draw.state, draw.tokens.text, {});
    draw.labels(node, 3, draw.sans(11, QFont::DemiBold), draw.tokens.text, draw.tokens.text2);
}

void paintCellOfMany(const NodeBrush& draw, const Node& node, const QRectF& rect, std::size_t from, std::size_t to)
{
    const double share = progressOf(draw, node, from, to).share;
    const look::KindColours& colours = draw.theme.kind(node.kind);
    if (share <= 0)
        return draw.box(rect, 1, Qt::NoBrush, draw.tokens.strong, 1);
    draw.painter.fillRect(rect, colours.tint);
    draw.painter.fillRect(
        QRectF(rect.left(), rect.bottom() - rect.height() * share, rect.width(), rect.height() * share), colours.fill);
}

void paintMatrix(const NodeBrush& draw, const Node& node)
{
    const QRectF& r = node.rect;
    draw.box(r, 8, draw.tokens.band, node.isCritical ? draw.tokens.accent : draw.tokens.line,
             node.isCritical ? 2.2 : 1);
    const QFont font = draw.sans(11.5, QFont::DemiBold);
    const QRectF heading(r.left() + 9, r.top() + 8, r.width() - 18, 15);
    draw.label(heading, Qt::AlignLeft | Qt::AlignVCenter, node.title, font, draw.tokens.text);
    // On a page text keeps a readable size in a small box, so the title may leave little room for the subtitle.
    draw.label(heading.adjusted(QFontMetricsF(font).horizontalAdvance(node.title) + 5, 0, 0, 0),
               Qt::AlignRight | Qt::AlignVCenter, node.subtitle, draw.sans(10.5), draw.tokens.text2);
    const auto perCell = static_cast<std::size_t>(node.opsPerCell);
    const std::size_t cells = (node.ops.size() + perCell - 1) / perCell;
    const double radius = node.cell.width() >= 8 ? 2 : 1;
    std::vector<QRectF> done;  // on a page: cells of complete operations
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const QRectF rect = cellRect(node, cell);
        const auto from = node.ops.begin() + static_cast<std::ptrdiff_t>(cell * perCell);
        const auto to = std::min(node.ops.end(), from + node.opsPerCell);
        if (draw.state.medium == Medium::Page &&
            std::all_of(from, to, [&](OpId op) { return draw.phaseOf(op) == Phase::Done; }))
            done.push_back(rect);
        else if (perCell == 1)
            draw.operation(rect, radius, draw.state.trace->op(node.ops[cell]));
        else
            paintCellOfMany(draw, node, rect, cell * perCell, std::min(node.ops.size(), (cell + 1) * perCell));
    }
    draw.fillAll(done, node.kind);
    paintCellNames(draw.painter, node, draw.state);
    for (const OpId op : {draw.state.hovered, draw.state.selected}) {
        const auto at = std::lower_bound(node.ops.begin(), node.ops.end(), op);
        if (op.isValid() && at != node.ops.end() && *at == op)
            draw.ring(cellRect(node, static_cast<std::size_t>(at - node.ops.begin()) / perCell), radius,
                      op == draw.state.selected ? draw.tokens.ink : draw.tokens.text3);
    }
}

}  // namespace

void paintGroup(const NodeBrush& draw, const Node& node)
{
    if (node.shape == NodeShape::Matrix)
        return paintMatrix(draw, node);
    paintFold(draw, node);
    draw.markWithin(node);
}

}  // namespace ui::graph::detail
