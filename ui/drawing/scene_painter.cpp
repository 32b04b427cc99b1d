#include "ui/drawing/scene_painter.h"

#include "engine/analysis/failure.h"
#include "engine/analysis/memory.h"
#include "engine/trace/imported.h"
#include "ui/drawing/batch_painter.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/header_painter.h"
#include "ui/drawing/key_painter.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/drawing/time_ticks.h"
#include "ui/drawing/veil.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/operation_labels.h"
#include "ui/model/refused.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

namespace {

constexpr double kTickGap = 74;

bool hasBand(RowKind kind)
{
    return kind == RowKind::Frontend || kind == RowKind::Work || kind == RowKind::Compute || kind == RowKind::Copy ||
           kind == RowKind::Overlap || kind == RowKind::Folded || kind == RowKind::Communication ||
           kind == RowKind::Rank || kind == RowKind::Band;
}

QRectF plotOf(const Scene& scene, const Row& row)
{
    return QRectF(scene.plotLeft(), scene.yOf(row), scene.plotWidth(), row.height);
}

bool isVisible(const Scene& scene, const Row& row)
{
    const QRectF lanes = scene.lanesRect();
    const double top = scene.yOf(row);
    return top < lanes.bottom() && top + row.height > lanes.top();
}

void paintGround(const Surface& painter, const Scene& scene)
{
    const auto& tokens = scene.theme->tokens();
    painter->fillRect(QRectF(QPointF(0, 0), QSizeF(scene.size)), tokens.plot);
    for (const Row& row : scene.layout.rows)
        if (hasBand(row.kind) && isVisible(scene, row))
            painter->fillRect(plotOf(scene, row), tokens.band);
    if (const auto failed = scene.failedAt()) {
        const double x = std::max(scene.plotLeft(), scene.xOf(*failed));
        painter->fillRect(QRectF(x, scene.layout.pinnedTop, std::max(0.0, scene.size.width() - x), scene.size.height()),
                          withAlpha(tokens.failSoft, 0.55));
    }
}

/// Returns no ticks for an empty trace: the times of its axis would be arbitrary.
std::vector<TimeTick> ticksOf(const Scene& scene)
{
    if (scene.trace && scene.trace->extent() <= Nanoseconds{0})
        return {};
    return timeTicks(scene.range, scene.origin, scene.plotWidth(), scene.px(kTickGap));
}

/// The kinds of lanes in a row of idle lanes, each once.
QString idleText(const Scene& scene, const Row& row)
{
    using engine::trace::LaneRole;
    QStringList kinds;
    for (const engine::LaneId id : row.folded) {
        const auto& lane = scene.trace->lanes()[id.index];
        const QString kind = lane.role == LaneRole::CopyIn    ? tr("copies in")
                             : lane.role == LaneRole::CopyOut ? tr("copies out")
                             : lane.role == LaneRole::Link
                                 ? tr("links")
                                 : QString::fromStdString(scene.trace->devices()[lane.device.index].name);
        if (!kinds.contains(kind))
            kinds << kind;
    }
    return tr("%1: no operations in this run").arg(kinds.join(QStringLiteral(", ")));
}

/// The text of a folded row: operations and busy time of the lanes that it replaces.
QString foldedText(const Scene& scene, const Row& row)
{
    if (row.folded.empty())
        return tr("not used by this workload");
    int operations = 0;
    Nanoseconds busy{};
    for (const engine::LaneId lane : row.folded) {
        operations += static_cast<int>(scene.trace->spans(lane).size());
        busy += scene.trace->index(lane).busy(Nanoseconds{0}, scene.trace->extent());
    }
    if (operations == 0)
        return idleText(scene, row);
    return QCoreApplication::translate("Timeline", "%n operations, %1 in the whole run", nullptr, operations)
        .arg(look::durationText(busy));
}

IdleLabel foldedLabel(const Scene& scene, const Row& row)
{
    const QString text = foldedText(scene, row);
    const QRectF plot = plotOf(scene, row);
    const double width = textWidth(scene.labels, scene.theme->sans(10.5), text);
    return {QRectF(plot.left() + 10, plot.top(), width, plot.height()), text};
}

/// Paints a row of another view (TimeRows).
void paintExtra(const Surface& painter, const Scene& scene, const Row& row)
{
    if (scene.extra == nullptr)
        return paintVeil(painter, scene, row);
    const model::TimeRows::TextPainter paintTexts =
        scene.extra->paintPlot(row.extra, painter, plotOf(scene, row), scene.range, scene.devicePixelRatio);
    if (!scene.extra->sizeOf(row.extra).isKey)
        paintVeil(painter, scene, row);
    for (const QRectF& text : paintTexts(painter))
        painter.add(text);
}

IdleLabels paintPlot(const Surface& painter, const Scene& scene, const Row& row)
{
    switch (row.kind) {
        case RowKind::Benchmarks:
            painter->fillRect(plotOf(scene, row), scene.theme->tokens().plot);
            paintBenchmarks(painter, scene, row);
            break;
        case RowKind::Batches:
            painter->fillRect(plotOf(scene, row), scene.theme->tokens().plot);
            paintBatches(painter, scene, row);
            break;
        case RowKind::Frontend:
            paintFrontend(painter, scene, row);
            break;
        case RowKind::Work:
        case RowKind::Compute:
        case RowKind::Copy:
            return paintLane(painter, scene, row);
        case RowKind::Node:
            paintNode(painter, scene, row);
            break;
        case RowKind::Communication:
            paintCommunication(painter, scene, row);
            break;
        case RowKind::Rank:
            paintFoldedRank(painter, scene, row);
            break;
        case RowKind::Band:
            paintBand(painter, scene, row);
            break;
        case RowKind::Overlap:
            paintOverlapBand(painter, scene, row);
            paintVeil(painter, scene, row);
            break;
        case RowKind::Link:
            paintLink(painter, scene, row);
            break;
        case RowKind::Folded:
            paintVeil(painter, scene, row);
            return {foldedLabel(scene, row)};
        case RowKind::Extra:
            paintExtra(painter, scene, row);
            break;
        case RowKind::Key:
        case RowKind::Axis:
        case RowKind::Overview:
            break;
    }
    return {};
}

/// The reason for the program's failure, in a few words.
QString refusedText(const Scene& scene)
{
    const engine::trace::Trace& trace = *scene.trace;
    const auto& error = *trace.error();
    const bool isMemory = engine::analysis::isOutOfMemory(error);
    const auto refused = isMemory ? engine::analysis::decidingRefusal(trace) : std::nullopt;
    if (!refused)
        return QString::fromStdString(error.type);
    if (trace.has(error.op))
        return tr("%1 refused").arg(model::operationLabel(trace, trace.op(error.op)));
    const QString name = model::refusedLabel(trace);
    const QString bytes = look::bytesText(refused->record.bytes);
    const QString device = QString::fromStdString(trace.devices()[refused->record.device.index].name);
    return name.isEmpty() ? tr("%1 refused on %2").arg(bytes, device)
                          : tr("%1 refused: %2 on %3").arg(name, bytes, device);
}

void paintSeparators(const Surface& painter, const Scene& scene)
{
    painter->setPen(QPen(scene.theme->tokens().line, 1));
    bool isFirst = true;
    for (const Row& row : scene.layout.rows) {
        const bool separates = row.startsGroup || row.kind == RowKind::Extra;
        if (!separates || !isVisible(scene, row))
            continue;
        if (std::exchange(isFirst, false) && (row.kind == RowKind::Benchmarks || row.kind == RowKind::Batches))
            continue;
        const double y = std::floor(scene.yOf(row)) - 0.5;
        painter->drawLine(QPointF(0, y), QPointF(scene.size.width(), y));
    }
    const double x = scene.plotLeft() - 0.5;
    painter->drawLine(QPointF(x, 0), QPointF(x, scene.size.height()));
}

/// The opaque background of a label.
QRectF plateOf(const Scene& scene, const IdleLabel& label)
{
    const QFont font = scene.theme->sans(10.5);
    QRectF plate(0, 0, textWidth(scene.labels, font, label.text) + scene.px(8),
                 QFontMetricsF(font).height() + scene.px(2));
    plate.moveCenter(label.room.center());
    return plate;
}

void paintNoRun(const Surface& painter, const Scene& scene)
{
    if (scene.trace->opCount() > 0 || scene.trace->isLive() == false || scene.trace->extent() > Nanoseconds{0})
        return;
    painter->setFont(scene.theme->sans(12));
    painter->setPen(scene.theme->tokens().text3);
    painter->drawText(scene.plotRect(), Qt::AlignCenter, tr("No run on this machine yet"));
}

}  // namespace

QStringList failureTexts(const Scene& scene)
{
    const auto& error = scene.trace->error();
    if (!error)
        return {};
    return {refusedText(scene), error->line > 0
                                    ? tr("line %1: %2").arg(error->line).arg(scene.digest->statement(error->line))
                                    : QString::fromStdString(error->message).section(QLatin1Char('\n'), 0, 0)};
}

void paintRefused(const Surface& painter, const Scene& scene, const Row& row)
{
    const auto& error = scene.trace->error();
    if (!error)
        return;
    const auto& tokens = scene.theme->tokens();
    const double x = scene.xOf(error->time);
    if (x < scene.plotLeft() || x > scene.size.width())
        return;
    const QRectF box(x + 1, scene.yOf(row) + row.barTop, scene.px(13), row.barHeight);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens.failFill);
    painter->drawRoundedRect(box, 2, 2);
    const double arm = scene.px(3.2);
    painter->setPen(QPen(tokens.panel, 1.8));
    const QPointF c = box.center();
    painter->drawLine(c - QPointF(arm, arm), c + QPointF(arm, arm));
    painter->drawLine(c + QPointF(-arm, arm), c + QPointF(arm, -arm));
    painter->setPen(QPen(tokens.fail, 1.8));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4);
    painter->setRenderHint(QPainter::Antialiasing, false);
    const QStringList texts = failureTexts(scene);
    const double room = scene.size.width() - box.right() - scene.px(16);
    if (room < 60)
        return;
    const bool hasBoth = box.height() >= scene.px(24);
    const QRectF text(box.right() + scene.px(8), box.top() - 1, room, hasBoth ? box.height() / 2 + 1 : box.height());
    painter->setFont(scene.theme->sans(11, QFont::Bold));
    painter->setPen(tokens.fail);
    paintFittingText(painter, scene.labels, text, texts.front(), Qt::AlignLeft);
    if (!hasBoth)
        return;
    painter->setFont(scene.theme->sans(10.5));
    painter->setPen(tokens.text2);
    paintFittingText(painter, scene.labels, text.translated(0, text.height()), texts.back(), Qt::AlignLeft);
}

/// The texts of the time axis: labels of ticks, and the name of the warm-up where it is visible. IdleLabel::room is the
/// rectangle of the text itself.
std::vector<IdleLabel> axisLabels(const Scene& scene)
{
    const QFont font = scene.theme->mono(10.5);
    const QFontMetricsF metrics(font);
    const double top = scene.layout.pinnedTop - scene.px(8) - metrics.ascent();
    std::vector<IdleLabel> labels;
    const auto add = [&](double x, const QString& text) {
        const double width = textWidth(scene.labels, font, text);
        if (x + scene.px(4) + width <= scene.size.width())
            labels.push_back({QRectF(x + scene.px(4), top, width, metrics.height()), text});
    };
    for (const TimeTick& tick : ticksOf(scene))
        if (!tick.label.isEmpty())
            add(std::floor(scene.plotLeft() + tick.x) + 0.5, tick.label);
    const Nanoseconds begin = std::max(scene.range.begin, Nanoseconds{});
    if (begin >= scene.origin)
        return labels;
    const double left = scene.xOf(begin);
    const double room = std::min(scene.xOf(scene.origin), scene.plotLeft() + scene.plotWidth()) - left - scene.px(8);
    for (const QString& text : {look::momentText(begin, scene.origin), tr("warm-up")})
        if (textWidth(scene.labels, font, text) <= room) {
            add(left, text);
            break;
        }
    return labels;
}

std::vector<QRectF> tickLabels(const Scene& scene)
{
    std::vector<QRectF> rects;
    for (const IdleLabel& label : axisLabels(scene))
        rects.push_back(label.room);
    return rects;
}

/// The part of the time axis that is tinted: the scope (Scene::scope()); empty: none.
QRectF scopeInRuler(const Scene& scene)
{
    if (!scene.trace || scene.chosen.only || scene.style.path == PaintPath::Vector || scene.trace->opCount() == 0)
        return {};
    const model::TimeRange scope = scene.scope();
    const double left = std::max(scene.plotLeft(), scene.xOf(scope.begin));
    const double right = std::min(scene.plotLeft() + scene.plotWidth(), scene.xOf(scope.end));
    return right > left ? QRectF(left, 0, right - left, scene.layout.pinnedTop) : QRectF();
}

void hideTickLabels(const Surface& painter, const Scene& scene, const QRectF& chip)
{
    const auto& tokens = scene.theme->tokens();
    const double apart = scene.px(6);
    for (const QRectF& label : tickLabels(scene)) {
        if (chip.right() + apart <= label.left() || label.right() <= chip.left() - apart)
            continue;
        const QRectF hidden = label.adjusted(-1, -1, 2, 1);
        painter->fillRect(hidden, tokens.plot);
        painter->fillRect(hidden & scopeInRuler(scene), tokens.accentSoft);
    }
}

void paintGrid(const Surface& painter, const Scene& scene, double top, double bottom)
{
    painter->setPen(QPen(scene.theme->tokens().soft, 1));
    for (const TimeTick& tick : ticksOf(scene)) {
        if (!tick.isMajor)
            continue;
        const double x = std::floor(scene.plotLeft() + tick.x) + 0.5;
        painter->drawLine(QPointF(x, top), QPointF(x, bottom));
    }
}

/// Tints the scope on the time axis.
void paintScope(const Surface& painter, const Scene& scene)
{
    const QRectF scope = scopeInRuler(scene);
    if (scope.isEmpty())
        return;
    const double line = scene.px(2);
    painter->fillRect(scope, scene.theme->tokens().accentSoft);
    painter->fillRect(scope.adjusted(0, scope.height() - line, 0, 0), scene.theme->tokens().accent);
}

void paintTicks(const Surface& painter, const Scene& scene)
{
    const auto& tokens = scene.theme->tokens();
    const double height = scene.layout.pinnedTop;
    painter->fillRect(QRectF(0, 0, scene.size.width(), height), tokens.plot);
    paintScope(painter, scene);
    painter->setPen(QPen(tokens.strong, 1));
    for (const TimeTick& tick : ticksOf(scene)) {
        const double x = std::floor(scene.plotLeft() + tick.x) + 0.5;
        painter->drawLine(QPointF(x, height - scene.px(tick.isMajor ? 8 : 4)), QPointF(x, height - 1));
    }
    painter->setFont(scene.theme->mono(10.5));
    painter->setPen(tokens.text3);
    for (const IdleLabel& label : axisLabels(scene))
        drawText(painter, scene.labels, QPointF(label.room.left(), height - scene.px(8)), label.text);
    painter->setPen(QPen(tokens.line, 1));
    painter->drawLine(QPointF(scene.plotLeft(), height - 0.5), QPointF(scene.size.width(), height - 0.5));
    painter->drawLine(QPointF(scene.plotLeft() - 0.5, 0), QPointF(scene.plotLeft() - 0.5, height));
}

void paintAxis(const Surface& painter, const Scene& scene)
{
    const auto& tokens = scene.theme->tokens();
    paintTicks(painter, scene);
    // Paints the text at the left end of the axis, which names the origin unless that is the program's start.
    painter->setFont(scene.theme->sans(10.5));
    painter->setPen(tokens.text3);
    for (const auto& block : scene.trace->blocks())
        if (block.begin == scene.origin && scene.origin > Nanoseconds{0} && block.line > 0) {
            painter->drawText(QPointF(scene.px(27), scene.px(17)), tr("from line %1").arg(block.line));
            break;
        }
}

void paintIdleLabels(const Surface& painter, const Scene& scene, const IdleLabels& labels)
{
    painter->setFont(scene.theme->sans(10.5));
    for (const IdleLabel& label : labels) {
        const QRectF plate = plateOf(scene, label);
        painter->fillRect(plate, veiled(scene, plate.center().x(), scene.theme->tokens().band));
        painter->setPen(scene.theme->tokens().text3);
        drawText(painter, scene.labels, label.room, Qt::AlignCenter, label.text);
    }
}

IdleLabels paintContent(const Surface& painter, const Scene& scene)
{
    IdleLabels idle;
    painter.clear();
    paintGround(painter, scene);
    paintGrid(painter, scene, scene.layout.pinnedTop, scene.size.height() - scene.layout.pinnedBottom);
    painter->save();
    painter->setClipRect(scene.plotRect());
    for (const Row& row : scene.layout.rows) {
        if (!isVisible(scene, row))
            continue;
        for (IdleLabel& label : paintPlot(painter, scene, row))
            idle.push_back(std::move(label));
        paintGhost(painter, scene, row);
        if (row.kind == RowKind::Frontend)
            paintRefused(painter, scene, row);
    }
    paintLastArrivals(painter, scene);
    paintDelays(painter, scene);
    painter->restore();
    painter->save();
    painter->setClipRect(scene.lanesRect());
    painter->fillRect(scene.lanesRect().adjusted(0, 0, -scene.plotWidth(), 0), scene.theme->tokens().panel);
    for (const Row& row : scene.layout.rows) {
        if (!isVisible(scene, row))
            continue;
        if (row.kind == RowKind::Extra && scene.extra != nullptr)
            scene.extra->paintHeader(row.extra, painter,
                                     QRectF(0, scene.yOf(row), scene.layout.headerWidth, row.height));
        else if (row.kind != RowKind::Overview && row.kind != RowKind::Axis)
            paintHeader(painter, scene, row);
    }
    paintSeparators(painter, scene);
    painter->restore();
    if (const Row* key = scene.layout.rowOf(RowKind::Key)) {
        paintKey(painter, scene, plotOf(scene, *key));
        paintHeader(painter, scene, *key);
    }
    paintAxis(painter, scene);
    paintNoRun(painter, scene);
    return idle;
}

void paintByAge(const Surface& painter, const Scene& scene, const std::function<void(const Surface&)>& paint)
{
    if (scene.context == nullptr || !scene.context->isStale)
        return paint(painter);
    QImage image((QSizeF(scene.size) * scene.devicePixelRatio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scene.devicePixelRatio);
    QPainter onImage(&image);
    paint({onImage, painter.drawn(), painter.late()});
    onImage.end();
    painter->drawImage(QPointF(0, 0), image.convertToFormat(QImage::Format_Grayscale8));
}

}  // namespace ui::drawing
