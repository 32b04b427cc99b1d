#include "ui/drawing/replay_painter.h"

#include "engine/analysis/memory.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/line_times.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>
#include <optional>

namespace ui::drawing {

void paintNotYetRun(const Surface& painter, const Scene& scene)
{
    if (!scene.playhead.isReplaying || !scene.playhead.isShown)
        return;
    const double x = std::max(scene.plotLeft(), scene.xOf(scene.playhead.time));
    if (x >= scene.size.width())
        return;
    const look::Tokens& tokens = scene.theme->tokens();
    const double width = scene.size.width() - x;
    // Lower edge of the previous row. The gap between two rows is covered too, since marks extend into the gap.
    std::optional<double> below;
    for (const Row& row : scene.layout.rows) {
        if (row.kind == RowKind::Axis || row.kind == RowKind::Key || row.kind == RowKind::Overview ||
            row.kind == RowKind::Folded) {
            below.reset();
            continue;
        }
        const double top = scene.yOf(row);
        painter->fillRect(QRectF(x, top, width, row.ownHeight()), tokens.plot);
        if (below && *below < top)
            painter->fillRect(QRectF(x, *below, width, top - *below), tokens.plot);
        if (below && row.startsGroup)
            painter->fillRect(QRectF(x, std::floor(top) - 1, width, 1), tokens.line);
        below = top + row.height;
    }
}

void paintMoment(const Surface& painter, const Scene& scene)
{
    const double x = scene.xOf(scene.playhead.time);
    if (!scene.playhead.isReplaying || !scene.playhead.isShown || x < scene.plotLeft() || x > scene.size.width())
        return;
    const model::StateCounts moment = model::countsAt(*scene.trace, scene.playhead.time);
    QString text = tr("%1 queued · %2 running").arg(moment.queued).arg(moment.running);
    engine::Bytes held;
    for (const auto& device : scene.trace->devices())
        if (isGpu(device))
            if (const auto memory = engine::analysis::memoryAt(*scene.trace, device.id, scene.playhead.time))
                held += memory->allocated;
    if (held.value > 0)
        text += QStringLiteral(" · ") + look::bytesText(held);
    painter->setFont(scene.theme->mono(10.5));
    const double width = QFontMetricsF(painter->font()).horizontalAdvance(text) + scene.px(12);
    const double gap = scene.px(10);
    const QRectF flag = playheadFlag(scene);
    const bool isRight = flag.right() + gap + width < scene.size.width();
    const QRectF chip(isRight ? flag.right() + gap : flag.left() - gap - width, flag.top(), width, flag.height());
    hideTickLabels(painter, scene, chip);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(scene.theme->tokens().line, 1));
    painter->setBrush(scene.theme->tokens().panel);
    painter->drawRoundedRect(chip, 4, 4);
    painter->setPen(scene.theme->tokens().text);
    painter->drawText(chip, Qt::AlignCenter, text);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace ui::drawing
