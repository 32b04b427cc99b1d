#include "ui/drawing/moment_painter.h"

#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/contrast.h"
#include "ui/look/format.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <vector>

namespace ui::drawing {

namespace {

QFont flagFont(const Scene& scene)
{
    return scene.theme->mono(10.5, QFont::Bold);
}

QRectF flagAt(const Scene& scene, double x, const QString& text)
{
    const double width = QFontMetricsF(flagFont(scene)).horizontalAdvance(text) + scene.px(14);
    const double left =
        std::clamp(x - width / 2, scene.plotLeft(), std::max(scene.plotLeft(), scene.size.width() - width - 1));
    return {left, scene.px(4), width, scene.px(17)};
}

void paintFlagAtTop(const Surface& painter, const Scene& scene, double x, const QString& text, const QColor& fill,
                    const QColor& ink, const QPen& outline = Qt::NoPen)
{
    painter->setFont(flagFont(scene));
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(outline);
    painter->setBrush(fill);
    const QRectF chip = flagAt(scene, x, text);
    hideTickLabels(painter, scene, chip);
    painter->drawRoundedRect(chip, 4, 4);
    painter->setPen(Qt::NoPen);
    const QPointF tip[] = {{x - 4, chip.bottom()}, {x + 4, chip.bottom()}, {x, chip.bottom() + 4}};
    painter->drawPolygon(tip, 3);
    painter->setPen(ink);
    painter->drawText(chip, Qt::AlignCenter, text);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

QString playheadText(const Scene& scene)
{
    const Nanoseconds time = scene.playhead.time;
    const bool isFine = scene.range.length() < std::chrono::milliseconds(100) || time < scene.origin;
    return isFine ? look::momentText(time, scene.origin)
                  : QString::number(engine::toSeconds(time - scene.origin), 'f', 3) + QStringLiteral(" s");
}

/// Returns the x of the line for a time; none if it is out of view.
std::optional<double> lineOf(const Scene& scene, Nanoseconds time)
{
    const double x = scene.style.crisp(scene.xOf(time));
    return x >= scene.plotLeft() && x <= knownRight(scene) ? std::optional(x) : std::nullopt;
}

/// Positions of the vertical lines: the failure, the playhead unless it is at the failure, and the end of the previous
/// run unless both runs end together.
struct Moments {
    std::optional<double> failed, playhead, before;
};

Moments momentsOf(const Scene& scene)
{
    Moments moments;
    moments.failed = failureLine(scene);
    if (scene.playhead.isShown && scene.trace->extent() > Nanoseconds{0} && scene.playhead.time != scene.failedAt())
        moments.playhead = lineOf(scene, scene.playhead.time);
    if (scene.before.ghost != nullptr && !scene.trace->isLive() &&
        std::abs(scene.xOf(scene.before.ghost->end()) - scene.xOf(scene.trace->extent())) >= 2)
        moments.before = lineOf(scene, scene.before.ghost->end());
    return moments;
}

}  // namespace

void paintLinesOfMoments(const Surface& painter, const Scene& scene)
{
    const double bottom = scene.size.height() - scene.layout.pinnedBottom;
    paintFailureLine(painter, scene, scene.layout.pinnedTop, bottom);
    if (const auto before = momentsOf(scene).before) {
        painter->setPen(ghostPen(scene));
        drawLineAround(painter, *before, scene.px(21), bottom);
    }
    if (const auto playhead = momentsOf(scene).playhead) {
        painter->setPen(QPen(scene.theme->tokens().accent, 1.2));
        drawLineAround(painter, *playhead, scene.px(20), bottom);
    }
}

/// Paints the flags in order of importance. A flag that would cover an earlier one is left out.
void paintFlagsOfMoments(const Surface& painter, const Scene& scene)
{
    const auto& tokens = scene.theme->tokens();
    const Moments moments = momentsOf(scene);
    std::vector<QRectF> taken;
    if (moments.playhead) {
        paintPlayheadFlag(painter, scene);
        taken.push_back(playheadFlag(scene));
    }
    const auto paint = [&](double x, const QString& text, const QColor& fill, const QColor& ink, const QPen& outline) {
        const QRectF flag = flagAt(scene, x, text);
        if (std::ranges::any_of(taken, [&](const QRectF& other) { return flag.intersects(other); }))
            return;
        paintFlagAtTop(painter, scene, x, text, fill, ink, outline);
        taken.push_back(flag);
    };
    if (moments.failed)
        paint(*moments.failed, look::momentText(*scene.failedAt(), scene.origin), tokens.failFill,
              look::moreReadable(tokens.failFill, tokens.onInk, tokens.ink), Qt::NoPen);
    if (moments.before)
        paint(*moments.before, laneDuration(scene.before.ghost->end() - scene.origin), tokens.plot, tokens.text2,
              ghostPen(scene));
}

void paintPlayheadFlag(const Surface& painter, const Scene& scene)
{
    const look::Tokens& tokens = scene.theme->tokens();
    paintFlagAtTop(painter, scene, scene.style.crisp(scene.xOf(scene.playhead.time)), playheadText(scene),
                   tokens.accent, tokens.onAccent);
}

QRectF playheadFlag(const Scene& scene)
{
    return flagAt(scene, scene.xOf(scene.playhead.time), playheadText(scene));
}

std::optional<double> failureLine(const Scene& scene)
{
    const auto failed = scene.failedAt();
    return failed ? lineOf(scene, *failed) : std::nullopt;
}

void paintFailureLine(const Surface& painter, const Scene& scene, double top, double bottom)
{
    const auto x = failureLine(scene);
    if (!x)
        return;
    QPen pen(scene.theme->tokens().fail, 1.4);
    pen.setDashPattern({5 / 1.4, 3 / 1.4});
    painter->setPen(pen);
    drawLineAround(painter, *x, top, bottom);
}

}  // namespace ui::drawing
