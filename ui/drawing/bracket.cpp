#include "ui/drawing/bracket.h"

#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QPainter>
#include <algorithm>
#include <chrono>

namespace ui::drawing {

using engine::trace::BlockRecord;

void paintBracket(const Surface& painter, const Bracket& bracket, const QColor& colour)
{
    const double end = bracket.y + bracket.tooth;
    const QPointF points[] = {
        {bracket.left, end}, {bracket.left, bracket.y}, {bracket.right, bracket.y}, {bracket.right, end}};
    painter->setPen(QPen(colour, bracket.width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawPolyline(points, bracket.isOpen ? 3 : 4);
}

QString workText(const engine::analysis::TimedBlock& block)
{
    return block.isMistimed() && block.isClockEarly()
               ? tr("work %1").arg(look::benchmarkText(engine::toSeconds(block.work - block.begin)))
               : QString();
}

int tailLevels(const std::vector<engine::analysis::TimedBlock>& blocks)
{
    constexpr int kMost = 3;
    std::vector<Nanoseconds> ends;  // for each line of tails, the end of its last tail
    for (const engine::analysis::TimedBlock& block : blocks) {
        if (!block.isMistimed() || !block.isClockEarly())
            continue;
        const auto free = std::find_if(ends.begin(), ends.end(), [&](Nanoseconds end) { return end <= block.clock; });
        if (free != ends.end())
            *free = block.work;
        else if (ends.size() < kMost)
            ends.push_back(block.work);
    }
    return std::max(1, static_cast<int>(ends.size()));
}

QString savedText(Nanoseconds saved)
{
    return (saved < Nanoseconds{} ? tr("%1 longer") : tr("saved %1")).arg(look::clockText(std::chrono::abs(saved)));
}

void paintTail(const Surface& painter, const Scene& scene, double from, double to, double y)
{
    const QRectF plot = scene.plotRect();
    const double left = std::max(plot.left(), from), right = std::min(plot.right(), to);
    if (right <= left)
        return;
    const QColor colour = scene.theme->tokens().warn;
    const double width = 1.4, tooth = scene.px(4);
    painter->setPen(QPen(colour, width, Qt::DashLine, Qt::FlatCap));
    painter->drawLine(QPointF(left, y), QPointF(right, y));
    painter->setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    if (to <= plot.right())
        painter->drawLine(QPointF(to, y - tooth), QPointF(to, y + tooth));
}

QString timeText(const engine::trace::Trace& trace, const model::RunContext* context, std::size_t block,
                 Nanoseconds origin)
{
    const BlockRecord& record = trace.blocks()[block];
    if (record.isFailed)
        return tr("stopped at %1").arg(look::momentText(record.end, origin));
    const engine::Statistics* times = context != nullptr ? context->timesOf(block) : nullptr;
    return times != nullptr ? look::measuredText(*times) : look::benchmarkText(record.seconds);
}

QString timeText(const Scene& scene, std::size_t block)
{
    return timeText(*scene.trace, scene.context, block, scene.origin);
}

QString bookText(const Scene& scene, const BlockRecord& block)
{
    if (scene.context == nullptr || block.isFailed)
        return {};
    const auto book = scene.context->bookResults.constFind(QString::fromStdString(block.label));
    return book == scene.context->bookResults.constEnd() ? QString()
                                                         : tr("book %1").arg(QString::number(book.value(), 'f', 4));
}

std::vector<std::size_t> blocksInView(const Scene& scene, std::size_t most)
{
    const auto& blocks = scene.trace->blocks();
    // Of the blocks that end after the view, scans only the first kMaxAfter. Later ones normally begin after the view
    // too.
    constexpr std::ptrdiff_t kMaxAfter = 10'000;
    const auto endsBefore = [](const BlockRecord& block, Nanoseconds t) { return block.end < t; };
    const auto first = std::lower_bound(blocks.begin(), blocks.end(), scene.range.begin, endsBefore);
    const auto after = std::lower_bound(first, blocks.end(), scene.range.end, endsBefore);
    std::vector<std::size_t> found;
    for (auto it = after + std::min(kMaxAfter, blocks.end() - after); it != first && found.size() < most;)
        if ((--it)->begin < scene.range.end)
            found.push_back(static_cast<std::size_t>(it - blocks.begin()));
    std::reverse(found.begin(), found.end());
    return found;
}

}  // namespace ui::drawing
