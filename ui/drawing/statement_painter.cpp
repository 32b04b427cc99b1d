#include "ui/drawing/statement_painter.h"

#include "ui/drawing/lane_painter.h"

#include <QPainter>
#include <algorithm>

namespace ui::drawing {

namespace {

constexpr double kShortestText = 24;

}  // namespace

std::vector<StatementText> paintStatements(const Surface& painter, const Scene& scene, const Row& row)
{
    std::vector<StatementText> texts;
    if (row.labelHeight == 0)
        return texts;
    const auto& groups = scene.digest->groups(row.lane);
    const QRectF plot(scene.plotLeft(), scene.yOf(row) + row.labelTop, scene.plotWidth(), row.labelHeight);
    auto it = std::ranges::lower_bound(groups, scene.range.begin, {}, &StatementGroup::end);
    // With more statements than this in view, paints none, because they could not be distinguished.
    constexpr std::ptrdiff_t kMaxInView = 1000;
    if (std::distance(it, std::ranges::lower_bound(it, groups.end(), scene.range.end, {}, &StatementGroup::begin)) >
        kMaxInView)
        return texts;
    double drawnUpTo = plot.left() - 1;
    for (; it != groups.end() && it->begin < scene.range.end; ++it) {
        const double left = std::max(plot.left() - 4, scene.xOf(it->begin));
        const double right = std::min(plot.right() + 4, scene.xOf(it->end));
        if (right - drawnUpTo < 1.0) {
            // Skips the groups that end within a column that is tinted already.
            const Nanoseconds next = scene.timeAt(drawnUpTo + 1.0);
            it = std::ranges::lower_bound(it, groups.end(), next, {}, &StatementGroup::end);
            if (it == groups.end())
                break;
            --it;
            drawnUpTo += 0.5;
            continue;
        }
        drawnUpTo = right;
        const auto& colours = scene.theme->kind(it->kind);
        const bool isLit = scene.pointer.line > 0 && scene.pointer.line == it->line;
        const QRectF rect(left, plot.top(), std::max(1.0, right - left - 1), plot.height());
        if (rect.width() > 6) {
            painter->setPen(isLit ? QPen(colours.edge, 1.2) : QPen(Qt::NoPen));
            painter->setBrush(colours.tint);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->drawRoundedRect(isLit ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect, 2, 2);
            painter->setRenderHint(QPainter::Antialiasing, false);
        } else {
            painter->fillRect(rect, isLit ? colours.edge : colours.tint);
        }
        if (rect.width() < kShortestText)
            continue;
        texts.push_back({rect.intersected(plot).adjusted(6, 0, -4, 0), &*it});
    }
    return texts;
}

void paintStatementTexts(const Surface& painter, const Scene& scene, const std::vector<StatementText>& texts)
{
    painter->setFont(scene.theme->sans(10.5, QFont::Medium));
    for (const StatementText& text : texts) {
        painter->setPen(scene.theme->kind(text.group->kind).textOnTint);
        paintFittingText(painter, scene.labels, text.room, scene.digest->groupText(*scene.trace, *text.group),
                         Qt::AlignLeft);
    }
}

}  // namespace ui::drawing
