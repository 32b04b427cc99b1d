#include "ui/drawing/lane_painter.h"

#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/drawing/veil.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ui::drawing {

using engine::trace::Span;

namespace {

/// Consecutive copies on a link with equal size, equal type of host memory, and rates that differ by at most 10 %.
struct EqualCopies {
    Nanoseconds begin{};
    double rate = 0;  ///< bytes per second
    engine::Bytes bytes;
    engine::trace::HostMemory memory = engine::trace::HostMemory::None;
};

/// The mean rate on the link during a span. If the use of the link was not recorded, the rate of the span's copy.
double rateDuring(const Scene& scene, engine::LaneId lane, const Span& span, const engine::trace::Op& copy)
{
    const engine::trace::LinkRates& rates = scene.trace->rates(lane);
    if (!rates.empty())
        return (transferred(rates, span.end()) - transferred(rates, span.begin)) / engine::toSeconds(span.duration());
    return static_cast<double>(copy.bytes.value) / engine::toSeconds(copy.finished - copy.started);
}

/// The groups of copies in view. If there are many copies, only every n-th is inspected.
std::vector<EqualCopies> copiesOn(const Scene& scene, engine::LaneId lane)
{
    constexpr std::size_t kMaxScanned = 512;  // bounds the time of a repaint
    constexpr double kEqual = 0.1;            // maximum relative difference of the rates of equal copies
    const auto& index = scene.trace->index(lane);
    const std::size_t from = index.firstEndingAfter(scene.range.begin);
    const std::size_t to = index.firstBeginningAt(scene.range.end);
    const std::size_t step = to > from ? (to - from) / kMaxScanned + 1 : 1;
    std::vector<EqualCopies> groups;
    for (std::size_t i = from; i < to; i += step) {
        const Span& span = index.spans()[i];
        const engine::OpId id = detail::operationOf(scene, span);
        if (!id.isValid())
            continue;
        const engine::trace::Op& op = scene.trace->op(id);
        const double rate = rateDuring(scene, lane, span, op);
        if (op.bytes.value <= 0 || !std::isfinite(rate))
            continue;
        if (groups.empty() || groups.back().bytes != op.bytes || groups.back().memory != op.hostMemory ||
            std::abs(rate - groups.back().rate) > kEqual * groups.back().rate)
            groups.push_back({std::max(span.begin, scene.range.begin), rate, op.bytes, op.hostMemory});
    }
    return groups;
}

/// Texts about equal copies: "copies at 1.18 GB/s, 10 % of the link: the host memory is pageable", then shorter forms.
/// They state the rate because a pixel column shows the mean rate over the time of the column, which may be lower.
QStringList textsOf(const EqualCopies& copies, double capacity, bool isRecorded)
{
    using engine::trace::HostMemory;
    const QString rate = look::rateText(copies.rate);
    QStringList texts{(isRecorded ? tr("copies at %1") : tr("mean rate %1")).arg(rate)};
    if (capacity <= 0)
        return texts;
    texts.prepend(tr("%1, %2 of the link").arg(texts.front(), look::percentText(copies.rate / capacity)));
    constexpr double kSlow = 0.9;  // latency reduces the rate of a large copy by less than 10 %
    if (copies.rate < kSlow * capacity) {
        if (copies.memory == HostMemory::PageableFresh)
            texts.prepend(tr("%1: the host memory is pageable, its pages new").arg(texts.front()));
        else if (copies.memory == HostMemory::PageableWarm)
            texts.prepend(tr("%1: the host memory is pageable").arg(texts.front()));
    }
    return texts;
}

/// Paints the use of a link: the height of each pixel column is the mean rate. The link's capacity has the full height
/// of the bars.
void paintUse(const Surface& painter, const Scene& scene, const Row& row, double capacity)
{
    const auto& trace = *scene.trace;
    const auto& index = trace.index(row.lane);
    const QRectF bars = detail::barsOf(scene, row);
    const double ratio = scene.style.path == PaintPath::Screen ? scene.devicePixelRatio : 1.0;
    const int columns = static_cast<int>(std::lround(bars.width() * ratio));
    std::map<engine::trace::Kind, QPainterPath> areas;
    engine::trace::Kind kind{};
    QRectF area;
    const auto finishArea = [&] {
        if (area.height() > 0)
            areas[kind].addRect(area);
    };
    std::size_t span = index.firstEndingAfter(scene.range.begin);
    Nanoseconds begin = scene.timeAt(bars.left());
    const engine::trace::LinkRates& rates = trace.rates(row.lane);
    double bytes = transferred(rates, begin);
    for (int column = 0; column < columns; ++column) {
        const double left = bars.left() + column / ratio;
        const Nanoseconds end = std::max(begin + Nanoseconds{1}, scene.timeAt(left + 1 / ratio));
        const double before = std::exchange(bytes, transferred(rates, end));
        const double rate = (bytes - before) / engine::toSeconds(end - begin);
        const double height = scene.isShown(begin, end) ? tenth(std::min(rate / capacity, 1.0) * bars.height()) : 0;
        while (span < index.spans().size() && index.spans()[span].end() <= begin)
            ++span;
        const engine::OpId copy =
            span < index.spans().size() ? detail::operationOf(scene, index.spans()[span]) : engine::OpId{};
        const engine::trace::Kind columnKind = copy.isValid() ? trace.op(copy).kind : engine::trace::Kind::CopyPeer;
        if (height != area.height() || columnKind != kind) {
            finishArea();
            area = QRectF(left, bars.bottom() - height, 0, height);
            kind = columnKind;
        }
        area.setRight(left + 1 / ratio);
        begin = end;
    }
    finishArea();
    for (const auto& [copies, path] : areas)
        fillShape(painter, path, scene.theme->kind(copies).fill);
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintVeil(painter, scene, row);
}

}  // namespace

void paintLink(const Surface& painter, const Scene& scene, const Row& row)
{
    const auto& tokens = scene.theme->tokens();
    const auto& lane = scene.trace->lanes()[row.lane.index];
    if (!row.isUsed)
        return paintVeil(painter, scene, row);
    const bool isRecorded = lane.capacity > 0 && !scene.trace->rates(row.lane).empty();
    if (isRecorded) {
        paintUse(painter, scene, row, lane.capacity);
    } else {
        detail::LaneCanvas bars(painter, scene, row);
        detail::paintBars(bars);
        static_cast<void>(detail::paintLabels(bars));  // links have no idle labels
    }
    const double top = isRecorded ? detail::barsOf(scene, row).top() : scene.yOf(row) + scene.px(8);
    painter->setPen(QPen(tokens.text2, 1, Qt::CustomDashLine));
    QPen pen = painter->pen();
    pen.setDashPattern({6, 4});
    painter->setPen(pen);
    painter->drawLine(QPointF(scene.plotLeft(), top + 0.5), QPointF(scene.size.width(), top + 0.5));
    painter->setFont(scene.theme->sans(9.5, QFont::Medium));
    const QFontMetricsF metrics(painter->font());
    const auto chip = [&](double x, double y, const QString& text, Qt::AlignmentFlag edge) {
        const double width = textWidth(scene.labels, painter->font(), text) + 8;
        const QRectF rect(edge == Qt::AlignRight ? x - width : x, y - metrics.height() / 2, width, metrics.height());
        painter->fillRect(rect, tokens.plot);
        painter->setPen(tokens.text2);
        drawText(painter, scene.labels, rect, Qt::AlignCenter, text);
    };
    if (lane.capacity > 0)
        chip(scene.size.width() - 14, top, look::rateText(lane.capacity), Qt::AlignRight);

    if (row.height < scene.px(30))
        return;  // the row is too low for a text below the line
    const double below = top + metrics.height();
    const double y = isRecorded ? below : scene.yOf(row) + row.barTop - metrics.height() / 2 - 1;
    const std::vector<EqualCopies> groups = copiesOn(scene, row.lane);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const EqualCopies& group = groups[i];
        const double left = std::max(scene.plotLeft() + 6, scene.xOf(group.begin));
        const double next = i + 1 < groups.size() ? scene.xOf(groups[i + 1].begin) : scene.size.width() - 6.0;
        for (const QString& text : textsOf(group, lane.capacity, isRecorded))
            if (left + textWidth(scene.labels, painter->font(), text) + 8 <= next) {
                chip(left, y, text, Qt::AlignLeft);
                break;
            }
    }
}

}  // namespace ui::drawing
