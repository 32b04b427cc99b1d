#include "ui/drawing/ghost_painter.h"

#include "engine/analysis/line_match.h"
#include "ui/drawing/bracket.h"
#include "ui/drawing/lane_strip.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/statement.h"
#include "ui/model/visible_range.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

namespace ui::drawing {

namespace {

/// In pixels. Boxes at most kApart apart are adjacent; adjacent boxes that are both narrower than kNarrow share an
/// outline.
constexpr double kApart = 2;
constexpr double kNarrow = 6;

/// The subject of an outline: the line of a statement or wait, or the index of a block.
using Subject = std::optional<std::size_t>;

struct Box {
    double left = 0, right = 0;
    Subject subject;  ///< none: unknown, or the box merges several subjects

    [[nodiscard]] double width() const { return right - left; }
};

/// Adds a box; call it for boxes from left to right. Merges adjacent boxes of one subject, and adjacent boxes that are
/// both too narrow.
void add(std::vector<Box>& boxes, const Box& box)
{
    Box* last = boxes.empty() ? nullptr : &boxes.back();
    const bool isNear = last != nullptr && box.left - last->right <= kApart;
    const bool isMerged =
        isNear && (last->subject == box.subject || (last->width() < kNarrow && box.width() < kNarrow));
    if (!isMerged) {
        boxes.push_back(box);
        return;
    }
    if (last->subject != box.subject)
        last->subject = std::nullopt;
    last->right = std::max(last->right, box.right);
}

std::vector<Box> boxesOfLane(const Scene& scene, const Row& row)
{
    const Ghost& ghost = *scene.before.ghost;
    const engine::trace::LaneIndex* index = ghost.laneOf(row.lane);
    if (index == nullptr || index->empty())
        return {};
    const int columns = static_cast<int>(std::lround(scene.plotWidth()));
    LaneStrip strip;
    strip.make(*index, ghost.ownRange(scene.range), columns, {scene.theme->tokens().band, scene.theme}, 0);
    if (ghost.only)
        strip.clipTo(scene.xOf(ghost.only->begin + ghost.shift) - scene.plotLeft(),
                     scene.xOf(ghost.only->end + ghost.shift) - scene.plotLeft(), scene.theme->tokens().band);
    const auto lineAt = [&](double x) -> Subject {
        const std::size_t at = index->firstEndingAfter(scene.timeAt(x) - ghost.shift);
        const engine::OpId op = index->spans()[std::min(at, index->spans().size() - 1)].op;
        return op.isValid() && ghost.trace->op(op).line > 0
                   ? Subject(static_cast<std::size_t>(ghost.trace->op(op).line))
                   : std::nullopt;
    };
    std::vector<Box> columnsOfLine;
    for (std::size_t x = 0; x < strip.busy.size(); ++x) {
        if (strip.busy[x] <= 0)
            continue;
        const double left = scene.plotLeft() + static_cast<double>(x);
        const Subject line = lineAt(left + 0.5);
        // Extends the previous box if this column belongs to the same line.
        if (!columnsOfLine.empty() && columnsOfLine.back().subject == line &&
            left - columnsOfLine.back().right <= kApart)
            columnsOfLine.back().right = left + 1;
        else
            columnsOfLine.push_back({left, left + 1, line});
    }
    std::vector<Box> boxes;
    for (const Box& box : columnsOfLine)
        add(boxes, box);
    return boxes;
}

/// Returns the boxes of the records in view, merged by add(). `subjectOf(record, index)` returns the subject of a
/// record's box.
std::vector<Box> boxesOf(const Scene& scene, const auto& records, const auto& subjectOf)
{
    const Ghost& ghost = *scene.before.ghost;
    const double beyond = scene.style.overhang(4);
    const double first = scene.plotLeft() - beyond, last = scene.plotLeft() + scene.plotWidth() + beyond;
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Nanoseconds begin = records[i].begin, end = records[i].end;
        const double left = std::max(first, scene.xOf(begin + ghost.shift));
        const double right = std::min(last, scene.xOf(end + ghost.shift));
        if (right >= left && ghost.shows(begin, end))
            add(boxes, {left, std::max(right, left + 1), subjectOf(records[i], i)});
    }
    return boxes;
}

/// Paints boxes. `textOf(subject)` returns the label of a box.
void paintBoxes(const Surface& painter, const Scene& scene, const Row& row, const std::vector<Box>& boxes,
                const auto& textOf)
{
    const double top = scene.style.crisp(scene.yOf(row) + row.ownHeight() + scene.px(1));
    const double height = row.ghostHeight - scene.px(4);
    const QFont font = scene.theme->sans(10);
    painter->save();
    painter->setFont(font);
    for (const Box& box : boxes) {
        const QRectF rect(scene.style.crisp(box.left), top, std::max(0.0, std::round(box.width()) - 2), height);
        painter->setPen(ghostPen(scene));
        painter->setBrush(Qt::NoBrush);
        if (rect.width() < 3) {
            painter->drawLine(rect.topLeft(), rect.bottomLeft());
            continue;
        }
        painter->setRenderHint(QPainter::Antialiasing);
        painter->drawRoundedRect(rect, 2, 2);
        painter->setRenderHint(QPainter::Antialiasing, false);
        const double margin = scene.px(5);
        const QString text = box.subject && rect.width() > scene.px(24) ? textOf(*box.subject) : QString();
        const double room =
            std::min(rect.right(), scene.plotRect().right()) - std::max(rect.left(), scene.plotLeft()) - 2 * margin;
        if (text.isEmpty() || !scene.style.hasLabels || textWidth(scene.labels, font, text) > room)
            continue;
        painter->setPen(scene.theme->tokens().text3);
        const QRectF within = rect.intersected(scene.plotRect());
        drawText(painter, scene.labels, within, Qt::AlignCenter, text);
    }
    painter->restore();
}

}  // namespace

QPen ghostPen(const Scene& scene)
{
    QPen pen(scene.theme->tokens().text3, 1);
    pen.setDashPattern({3, 2});
    return pen;
}

void paintGhost(const Surface& painter, const Scene& scene, const Row& row)
{
    if (scene.before.ghost == nullptr || row.ghostHeight <= 0)
        return;
    const engine::trace::Trace& before = *scene.before.ghost->trace;
    if (row.kind == RowKind::Benchmarks)
        return paintBoxes(
            painter, scene, row, boxesOf(scene, before.blocks(), [](const auto&, std::size_t i) { return Subject(i); }),
            [&](std::size_t i) {
                return QStringLiteral("%1 %2").arg(
                    QString::fromStdString(before.blocks()[i].label),
                    timeText(before, &scene.before.ghost->context, i, scene.origin - scene.before.ghost->shift));
            });
    if (row.kind == RowKind::Frontend)
        return paintBoxes(painter, scene, row,
                          boxesOf(scene, before.waits(),
                                  [](const auto& wait, std::size_t) {
                                      return wait.line > 0 ? Subject(static_cast<std::size_t>(wait.line))
                                                           : std::nullopt;
                                  }),
                          [](std::size_t line) { return tr("line %1 waits").arg(line); });
    paintBoxes(painter, scene, row, boxesOfLane(scene, row), [&](std::size_t line) {
        const std::string_view text = engine::analysis::lineOf(before.run().source, static_cast<int>(line));
        return model::statementOf(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    });
}

void paintDifference(const Surface& painter, const Scene& scene)
{
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    if (row == nullptr)
        row = scene.layout.rowOf(RowKind::Frontend);
    if (scene.before.ghost == nullptr || scene.trace->isLive() || row == nullptr)
        return;
    const Nanoseconds now = scene.trace->extent(), before = scene.before.ghost->end();
    const QRectF plot = scene.plotRect();
    const double left = std::max(plot.left(), scene.xOf(std::min(now, before)) + 2);
    const double right = std::min(plot.right(), scene.xOf(std::max(now, before)) - 2);
    if (right - left < scene.px(4))
        return;
    const bool isLonger = now > before;
    const int bracketHeight = row->kind == RowKind::Benchmarks ? row->barHeight : row->ownHeight();
    const double y = scene.style.crisp(scene.yOf(*row) + (isLonger && row->ghostHeight > 0
                                                              ? row->ownHeight() + row->ghostHeight / 2.0
                                                              : bracketHeight * 0.38));
    const auto& tokens = scene.theme->tokens();
    const QString text = savedText(before - now);
    painter->save();
    painter->setClipRect(plot);
    painter->setPen(QPen(tokens.text2, 1));
    painter->drawLine(QPointF(left, y), QPointF(right, y));
    const double arm = scene.px(3.5);
    for (const auto& [x, inwards] : {std::pair(left, arm), std::pair(right, -arm)}) {
        painter->drawLine(QPointF(x, y), QPointF(x + inwards, y - arm));
        painter->drawLine(QPointF(x, y), QPointF(x + inwards, y + arm));
    }
    const QFont font = scene.theme->sans(11, QFont::DemiBold);
    const double width = textWidth(scene.labels, font, text) + scene.px(12);
    const bool fits = width + 4 * arm <= right - left;
    // If the line is too short for its text, the text is to the right or left of the line.
    const double toTheLeft = left - scene.px(4) - width, toTheRight = right + scene.px(4);
    const double at = fits ? (left + right - width) / 2 : toTheRight + width <= plot.right() ? toTheRight : toTheLeft;
    const QRectF room(at, y - scene.px(8), width, scene.px(16));
    if (at >= plot.left() && !painter.hasTextIn(room)) {
        painter->fillRect(room, tokens.plot);
        painter->setFont(font);
        painter->setPen(tokens.text);
        drawText(painter, scene.labels, room, Qt::AlignCenter, text);
    }
    painter->restore();
}

}  // namespace ui::drawing
