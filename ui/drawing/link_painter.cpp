#include "ui/drawing/lane_painter.h"

#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/veil.h"
#include "ui/look/format.h"
#include "ui/look/words.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::Nanoseconds;
using engine::trace::Span;

namespace {

/// Consecutive copies on a link with equal size, rate and type of host memory.
struct EqualCopies {
    Nanoseconds begin{};
    double rate = 0;  ///< of each copy from start to end, in bytes per second
    engine::Bytes bytes;
    engine::trace::HostMemory memory = engine::trace::HostMemory::None;
};

/// The groups of copies in view. If there are many copies, only every n-th is inspected.
std::vector<EqualCopies> copiesOn(const Scene& scene, engine::LaneId lane)
{
    constexpr std::size_t kMaxLooked = 512;
    constexpr double kEqual = 0.1;
    const auto& index = scene.trace->index(lane);
    const std::size_t from = index.firstEndingAfter(scene.range.begin);
    const std::size_t to = index.firstBeginningAt(scene.range.end);
    const std::size_t step = to > from ? (to - from) / kMaxLooked + 1 : 1;
    std::vector<EqualCopies> groups;
    for (std::size_t i = from; i < to; i += step) {
        const Span& span = index.spans()[i];
        const engine::OpId id = detail::operationOf(scene, span);
        if (!id.isValid())
            continue;
        const engine::trace::Op& op = scene.trace->op(id);
        const double seconds = engine::toSeconds(op.finished - op.started);
        if (seconds <= 0 || op.bytes.value <= 0)
            continue;
        const double rate = static_cast<double>(op.bytes.value) / seconds;
        if (groups.empty() || groups.back().bytes != op.bytes || groups.back().memory != op.hostMemory ||
            std::abs(rate - groups.back().rate) > kEqual * groups.back().rate)
            groups.push_back({std::max(span.begin, scene.range.begin), rate, op.bytes, op.hostMemory});
    }
    return groups;
}

/// "mean rate 1.18 GB/s, 10 % of the link: the host memory is pageable", then shorter forms. A trace has no record of
/// the rates on a link; the mean is that of one copy from its start to its end.
QStringList textsOf(const EqualCopies& copies, double capacity)
{
    using engine::trace::HostMemory;
    QStringList texts{tr("mean rate %1").arg(look::rateText(copies.rate))};
    if (capacity <= 0)
        return texts;
    texts.prepend(tr("%1, %2 of the link").arg(texts.front(), look::percentText(copies.rate / capacity)));
    constexpr double kSlow = 0.9;
    if (copies.rate < kSlow * capacity) {
        if (copies.memory == HostMemory::PageableFresh)
            texts.prepend(tr("%1: the host memory is pageable, its pages new").arg(texts.front()));
        else if (copies.memory == HostMemory::PageableWarm)
            texts.prepend(tr("%1: the host memory is pageable").arg(texts.front()));
    }
    return texts;
}

}  // namespace

void paintLink(QPainter& painter, const Scene& scene, const Row& row)
{
    const auto& tokens = scene.theme->tokens();
    const auto& lane = scene.trace->lanes()[row.lane.index];
    if (!row.isUsed)
        return paintVeil(painter, scene, row);
    detail::LaneCanvas bars(painter, scene, row);
    detail::paintBars(bars);
    static_cast<void>(detail::paintLabels(bars));  // links have no idle labels
    const double top = scene.yOf(row) + scene.px(8);
    painter.setPen(QPen(tokens.text2, 1, Qt::CustomDashLine));
    QPen pen = painter.pen();
    pen.setDashPattern({6, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(scene.plotLeft(), top + 0.5), QPointF(scene.size.width(), top + 0.5));
    painter.setFont(scene.theme->sans(9.5, QFont::Medium));
    const QFontMetricsF metrics(painter.font());
    const auto chip = [&](double x, double y, const QString& text, bool alignRight) {
        const double width = textWidth(scene.labels, painter.font(), text) + 8;
        const QRectF rect(alignRight ? x - width : x, y - metrics.height() / 2, width, metrics.height());
        painter.fillRect(rect, tokens.plot);
        painter.setPen(tokens.text2);
        drawText(painter, scene.labels, rect, Qt::AlignCenter, text);
    };
    if (lane.capacity > 0)
        chip(scene.size.width() - 14, top, look::rateText(lane.capacity), true);

    if (row.barTop < scene.px(20))
        return;  // too low for a text below the line
    const double y = scene.yOf(row) + row.barTop - metrics.height() / 2 - 1;
    const std::vector<EqualCopies> groups = copiesOn(scene, row.lane);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const EqualCopies& group = groups[i];
        const double left = std::max(scene.plotLeft() + 6, scene.xOf(group.begin));
        const double next = i + 1 < groups.size() ? scene.xOf(groups[i + 1].begin) : scene.size.width() - 6.0;
        for (const QString& text : textsOf(group, lane.capacity))
            if (left + textWidth(scene.labels, painter.font(), text) + 8 <= next) {
                chip(left, y, text, false);
                break;
            }
    }
}

}  // namespace ui::drawing
