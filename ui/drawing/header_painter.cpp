#include "ui/drawing/header_painter.h"

#include "ui/drawing/overlap_band.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <vector>

namespace ui::drawing {

namespace {

/// Paints a text with its baseline at `y`, elided at `right`.
void paintText(const Surface& painter, const Scene& scene, double x, double y, double right, const QString& text)
{
    drawText(painter, scene.labels, QPointF(x, y), elided(scene.labels, painter->font(), text, right - x));
}

/// `right`: the right limit of the text.
void paintComputing(const Surface& painter, const Scene& scene, const Row& row, double top, double right)
{
    const auto& tokens = scene.theme->tokens();
    const double share = computingShare(scene, row.lane);
    const QFont font = scene.theme->sans(9.5);
    const QString text = tr("%1 computing").arg(look::percentText(share));
    const double left = std::min(scene.px(76), right - textWidth(scene.labels, font, text));
    const QRectF track(scene.px(27), top + scene.px(41), left - scene.px(5) - scene.px(27), scene.px(4));
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens.sunken);
    painter->drawRoundedRect(track, 2, 2);
    painter->setBrush(scene.theme->kind(engine::trace::Kind::Compute).fill);
    painter->drawRoundedRect(QRectF(track.left(), track.top(), track.width() * std::min(share, 1.0), track.height()), 2,
                             2);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setFont(font);
    painter->setPen(tokens.text3);
    drawText(painter, scene.labels, QPointF(left, top + scene.px(46.5)), text);
}

/// Paints the name of a row in a figure file, at the height of the bars. Icons would be pixels there, and figures show
/// no busy fractions.
void paintName(const Surface& painter, const Scene& scene, const Row& row)
{
    if (!row.isNamed)
        return;
    const bool isNode = row.kind == RowKind::Node;
    painter->setFont(scene.theme->sans(10.5, isNode ? QFont::DemiBold : QFont::Medium));
    painter->setPen(isNode ? scene.theme->tokens().text : scene.theme->tokens().text2);
    const QFontMetricsF metrics(painter->font());
    const double middle = scene.yOf(row) + row.barTop + row.barHeight / 2.0;
    painter->drawText(
        QPointF(scene.plotLeft() - 12 - metrics.horizontalAdvance(row.title), middle + metrics.capHeight() / 2),
        row.title);
}

/// Returns the number of operations that a failed run had issued. If an allocation was refused, counts only the
/// operations of its statement.
QString issuedText(const Scene& scene)
{
    if (!scene.trace->error() || scene.digest == nullptr || scene.digest->isEmpty())
        return {};
    return tr("issued %1").arg(look::countText(scene.digest->progress().issued));
}

void paintSubtitle(const Surface& painter, const Scene& scene, double baseline, double right, const QString& text)
{
    painter->setFont(scene.theme->sans(10.5));
    painter->setPen(scene.theme->tokens().text3);
    paintText(painter, scene, scene.px(27), baseline, right, text);
}

/// The time in which at least one of `lanes` works. With more than kMaxSpans spans, returns the busy time of the
/// busiest lane instead, which is a lower bound.
engine::Nanoseconds busyTogether(const engine::trace::Trace& trace, const std::vector<engine::LaneId>& lanes,
                                 const model::TimeRange& scope)
{
    constexpr std::size_t kMaxSpans = 200'000;  // bounds the time of a repaint
    struct LaneCursor {
        const engine::trace::LaneIndex& index;
        std::size_t next;
        std::size_t end;
    };
    std::vector<LaneCursor> cursors;
    std::size_t count = 0;
    engine::Nanoseconds busiest{};
    for (const engine::LaneId lane : lanes) {
        const engine::trace::LaneIndex& index = trace.index(lane);
        const std::size_t first = index.firstEndingAfter(scope.begin);
        cursors.push_back({index, first, std::max(first, index.firstBeginningAt(scope.end))});
        count += cursors.back().end - first;
        busiest = std::max(busiest, index.busy(scope.begin, scope.end));
    }
    if (lanes.size() == 1 || count > kMaxSpans)
        return busiest;
    const auto beginOf = [](const LaneCursor& cursor) {
        return cursor.next < cursor.end ? cursor.index.spans()[cursor.next].begin : engine::Nanoseconds::max();
    };
    engine::Nanoseconds together{};
    engine::Nanoseconds counted = scope.begin;
    for (; count > 0; --count) {
        LaneCursor& first = *std::ranges::min_element(cursors, {}, beginOf);
        const auto& span = first.index.spans()[first.next++];
        const engine::Nanoseconds end = std::min(span.end(), scope.end);
        together += std::max(engine::Nanoseconds{}, end - std::max(span.begin, counted));
        counted = std::max(counted, end);
    }
    return together;
}

/// The label of the thin row of the previous run.
void paintBefore(const Surface& painter, const Scene& scene, const Row& row, double right)
{
    if (row.ghostHeight <= 0)
        return;
    painter->setFont(scene.theme->sans(10));
    painter->setPen(scene.theme->tokens().text3);
    const QRectF room(0, scene.yOf(row) + row.ownHeight(), right, row.ghostHeight - scene.px(2));
    drawText(painter, scene.labels, room, Qt::AlignRight | Qt::AlignVCenter, tr("before"));
}

}  // namespace

QString headerSubtitle(const Scene& scene, const Row& row)
{
    const QString issued = row.kind == RowKind::Frontend ? issuedText(scene) : QString();
    return row.kind == RowKind::Overlap ? overlapText(scene) : issued.isEmpty() ? row.subtitle : issued;
}

double computingShare(const Scene& scene, engine::LaneId lane)
{
    if (!lane.isValid())
        return 0;
    const model::TimeRange scope = scene.scope();
    const engine::trace::Trace& trace = *scene.trace;
    const engine::trace::LaneRecord& own = trace.lanes()[lane.index];
    std::vector<engine::LaneId> lanes{lane};
    for (const engine::trace::LaneRecord& other : trace.lanes())
        if (own.role == engine::trace::LaneRole::Compute && other.role == own.role && other.device == own.device &&
            other.id != lane && trace.index(other.id).busy(scope.begin, scope.end).count() > 0)
            lanes.push_back(other.id);
    return engine::toSeconds(busyTogether(trace, lanes, scope)) / engine::toSeconds(scope.length());
}

void paintHeader(const Surface& painter, const Scene& scene, const Row& row)
{
    const auto& tokens = scene.theme->tokens();
    if (scene.style.path == PaintPath::Vector)
        return paintName(painter, scene, row);
    if (row.member >= 0)
        paintRankHeader(painter, scene, row);
    if (row.kind == RowKind::Rank && !row.title.isEmpty())
        return;
    const double top = scene.yOf(row);
    const double right = scene.plotLeft() - scene.px(10);
    double titleRight = right;
    paintBefore(painter, scene, row, right);
    if (!row.role.isEmpty()) {
        painter->setFont(scene.theme->sans(10.5));
        painter->setPen(tokens.text3);
        const QFontMetricsF metrics(painter->font());
        const double width =
            std::min(textWidth(scene.labels, painter->font(), row.role), right - scene.px(row.startsGroup ? 60 : 27));
        // If the header has two lines of text, the role is on the first one.
        const bool hasTwoLines = row.kind == RowKind::Link && row.ownHeight() >= scene.px(34);
        const bool isLow = row.labelHeight == 0 && !hasTwoLines;
        const double baseline = isLow ? top + row.ownHeight() / 2.0 + metrics.capHeight() / 2 : top + scene.px(17);
        drawText(painter, scene.labels, QPointF(right - width, baseline),
                 elided(scene.labels, painter->font(), row.role, width + 1));
        titleRight = right - width - scene.px(6);
    }
    const bool isSmall = row.ownHeight() < scene.px(34);
    if (!row.startsGroup) {
        if (row.kind == RowKind::Link && !isSmall && !row.subtitle.isEmpty())
            paintSubtitle(painter, scene, top + scene.px(33), right, row.subtitle);
        return;
    }
    const double baseline = isSmall                           ? top + row.ownHeight() / 2.0 + scene.px(4)
                            : row.kind == RowKind::Benchmarks ? top + row.barHeight * 0.38 + scene.px(4)
                            : row.kind == RowKind::Batches    ? top + row.ownHeight() * 0.5 + scene.px(4)
                                                              : top + scene.px(17);
    const double icon = scene.px(14);
    const bool isPale = row.kind == RowKind::Folded;
    if (!row.icon.isEmpty())
        scene.theme->icon(row.icon, isPale ? tokens.text3 : tokens.text2)
            .paint(painter.get(), QRectF(scene.px(8), baseline - scene.px(11.5), icon, icon).toRect());
    painter->setFont(scene.theme->sans(12, QFont::DemiBold));
    painter->setPen(isPale ? tokens.text2 : tokens.text);
    paintText(painter, scene, scene.px(27), baseline, titleRight, row.title);
    if (row.kind == RowKind::Overlap) {
        const double left = scene.px(27) + textWidth(scene.labels, painter->font(), row.title) + scene.px(1);
        paintOverlapKey(painter, scene, QRectF(left, baseline - scene.px(11), right - left, scene.px(12)));
    }
    const QString subtitle = headerSubtitle(scene, row);
    if (isSmall || subtitle.isEmpty())
        return;
    paintSubtitle(painter, scene, baseline + scene.px(16), right, subtitle);
    if (row.kind == RowKind::Compute && row.ownHeight() >= scene.px(52))
        paintComputing(painter, scene, row, top, right);
}

}  // namespace ui::drawing
