#include "ui/graph/detail/zoom_painter.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/plates.h"
#include "ui/graph/detail/scope.h"
#include "ui/look/format.h"
#include "ui/model/operation_labels.h"
#include "ui/model/phase.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::graph::detail {

namespace {

constexpr double kNearFrom = 1.6;
/// Line height of text that does not scale with the zoom, in pixels at an interface scale of 100 %.
constexpr double kLine = 13.5;

QString causeText(const engine::trace::Trace& trace, const Op& op)
{
    const QString what = model::waitedFor(trace, op);
    return what.isEmpty() ? tr("started at once") : tr("waited for %1").arg(what);
}

QString timeText(const Op& op)
{
    const engine::Nanoseconds ran = ranFor(op);
    return ran.count() > 0 ? look::durationText(ran) : QString();
}

void paintPlate(QPainter& painter, const PaintState& state, const Plate& plate)
{
    const look::Tokens& tokens = state.theme->tokens();
    const double zoom = zoomed(state), line = plateLineHeight(state);
    painter.setPen(QPen(tokens.strong, 1 / zoom));
    painter.setBrush(tokens.panel);
    painter.drawRoundedRect(plate.rect, 4 / zoom, 4 / zoom);
    double y = plate.rect.center().y() - line * static_cast<double>(plate.lines.size()) / 2;
    for (qsizetype i = 0; i < plate.lines.size(); ++i, y += line) {
        painter.setFont(plateFont(state, i));
        painter.setPen(i == 0 ? tokens.text : tokens.text2);
        painter.drawText(QRectF(plate.rect.left(), y, plate.rect.width(), line), Qt::AlignCenter, plate.lines[i]);
    }
}

}  // namespace

Zoom zoomOf(const PaintState& state)
{
    const double zoom = zoomed(state);
    return zoom < kTextFrom ? Zoom::Far : zoom < kNearFrom ? Zoom::Middle : Zoom::Near;
}

QStringList nearTexts(const Node& node, const PaintState& state)
{
    const bool isNode = node.shape == NodeShape::Op || node.shape == NodeShape::Fold || node.shape == NodeShape::Input;
    if (zoomOf(state) != Zoom::Near || !isNode || node.ops.empty())
        return {};
    QStringList texts{node.title};
    if (node.ops.size() > 1) {
        texts << QCoreApplication::translate("ui::graph", "%n operation(s)", nullptr,
                                             static_cast<int>(node.ops.size()));
        texts << (node.time.count() > 0 ? tr("%1 in all").arg(look::durationText(node.time)) : QString());
    } else {
        const Op& op = state.trace->op(node.ops.front());
        const QString name = text(*state.trace, op.name);
        texts << (node.extent.isEmpty() ? name : name + QStringLiteral(" · ") + node.extent);
        texts << timeText(op);
        texts << causeText(*state.trace, op);
    }
    texts.removeAll(QString());
    const auto room = static_cast<qsizetype>(node.rect.height() * zoomed(state) / kLine);
    return texts.mid(0, std::max<qsizetype>(room, 1));
}

void paintNearTexts(QPainter& painter, const Node& node, const QStringList& texts, const PaintState& state,
                    const QColor& ink, const QColor& patch)
{
    const double line = kLine / zoomed(state);
    const double room = node.rect.width() - 10 / zoomed(state);
    double y = node.rect.center().y() - line * static_cast<double>(texts.size()) / 2;
    for (qsizetype i = 0; i < texts.size(); ++i, y += line) {
        const QFont font = screenFont(state, kFontSize, i == 0 ? QFont::DemiBold : QFont::Normal);
        const QFontMetricsF metrics(font);
        const QString shown = metrics.elidedText(texts[i], Qt::ElideRight, room);
        const double width = metrics.horizontalAdvance(shown);
        if (patch.isValid())
            painter.fillRect(
                QRectF(node.rect.center().x() - width / 2 - 3 / zoomed(state), y, width + 6 / zoomed(state), line),
                patch);  // hides the lines behind the text
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QRectF(node.rect.center().x() - room / 2, y, room, line), Qt::AlignCenter, shown);
    }
}

void paintCellNames(QPainter& painter, const Node& node, const PaintState& state)
{
    if (zoomOf(state) != Zoom::Near || node.opsPerCell != 1)
        return;
    const QFont font = screenFont(state, 9.5, QFont::Medium);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    for (std::size_t cell = 0; cell < node.ops.size(); ++cell) {
        const QRectF rect = cellRect(node, cell);
        const Op& op = state.trace->op(node.ops[cell]);
        // Without room for "y[17]", show "17".
        QString name = nameOf(*state.trace, op.id);
        if (metrics.horizontalAdvance(name) > rect.width()) {
            const qsizetype open = name.lastIndexOf(QLatin1Char('['));
            name = open < 0 ? QString() : name.mid(open + 1).chopped(1);
        }
        if (name.isEmpty() || metrics.horizontalAdvance(name) > rect.width() || metrics.height() > rect.height())
            continue;
        const look::KindColours& colours = state.theme->kind(op.kind);
        const bool isDone = model::phaseAt(op, state.now) == model::Phase::Done;
        if (isDone && colours.pattern != look::Pattern::Solid) {
            QRectF patch(0, 0, metrics.horizontalAdvance(name) + 2 / zoomed(state), metrics.height());
            patch.moveCenter(rect.center());
            painter.fillRect(patch, colours.fill);
        }
        painter.setPen(isDone ? colours.textOnFill : state.theme->tokens().text2);
        painter.drawText(rect, Qt::AlignCenter, name);
    }
}

void paintClusters(QPainter& painter, const Diagram& diagram, const PaintState& state, const QRectF& visible)
{
    if (zoomOf(state) != Zoom::Far)
        return;
    const double zoom = zoomed(state);
    for (const Cluster& cluster : diagram.clusters) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(state.theme->tokens().strong, 1 / zoom));
        painter.drawRoundedRect(frameOf(cluster), 6 / zoom, 6 / zoom);
    }
    PlateCache here;
    PlateCache& kept = state.plates != nullptr ? *state.plates : here;
    for (const Plate& plate : kept.plates(diagram, state, visible))
        paintPlate(painter, state, plate);
}

void paintMatches(QPainter& painter, const Diagram& diagram, const PaintState& state)
{
    if (state.matches == nullptr)
        return;
    const look::Tokens& tokens = state.theme->tokens();
    std::vector<char> hasMatch(diagram.nodes.size(), 0);
    for (const Match& match : *state.matches)
        hasMatch[static_cast<std::size_t>(match.node)] = 1;
    QColor veil = tokens.panel;
    veil.setAlphaF(0.6F);
    for (std::size_t i = 0; i < diagram.nodes.size(); ++i)
        if (!hasMatch[i] && diagram.nodes[i].shape != NodeShape::Frame)  // fading a frame would also fade its parts
            painter.fillRect(diagram.nodes[i].rect.adjusted(-2, -2, 4, 4), veil);
    const double pixel = 1 / zoomed(state);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t m = 0; m < state.matches->size(); ++m) {
        const Match& match = (*state.matches)[m];
        const Node& node = diagram.nodes[static_cast<std::size_t>(match.node)];
        QRectF rect = node.rect;
        if (node.shape == NodeShape::Matrix && match.op.isValid()) {
            const auto at = std::lower_bound(node.ops.begin(), node.ops.end(), match.op);
            rect = cellRect(node, static_cast<std::size_t>(at - node.ops.begin()) /
                                      static_cast<std::size_t>(std::max(node.opsPerCell, 1)));
        }
        const bool isCurrent = static_cast<int>(m) == state.match;
        painter.setPen(QPen(tokens.accent, (isCurrent ? 3 : 1.6) * pixel));
        const double off = (isCurrent ? 4 : 2) * pixel;
        painter.drawRoundedRect(rect.adjusted(-off, -off, off, off), 4, 4);
    }
}

}  // namespace ui::graph::detail
