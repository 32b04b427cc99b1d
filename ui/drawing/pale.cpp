#include "ui/drawing/pale.h"

#include <QPainter>
#include <algorithm>

namespace ui::drawing {

namespace {

/// Opacity of the background colour over a pale part.
constexpr double kVeilBefore = 0.6;
constexpr double kVeilStale = 0.55;

QColor veiled(const QColor& colour, const QColor& over, double share)
{
    const auto mix = [share](int a, int b) { return static_cast<int>(a * (1 - share) + b * share + 0.5); };
    return QColor(mix(colour.red(), over.red()), mix(colour.green(), over.green()), mix(colour.blue(), over.blue()));
}

/// The right end of the part before the first timed block; the left end of the plot if there is none.
double beforeEnd(const Scene& scene, const Row& row)
{
    const double left = scene.plotLeft();
    if (row.kind == RowKind::Frontend || scene.batchInView() != nullptr)
        return left;
    return std::clamp(scene.xOf(scene.origin), left, left + scene.plotWidth());
}

bool isStale(const Scene& scene)
{
    return scene.context != nullptr && scene.context->isStale;
}

}  // namespace

QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

void paintPale(QPainter& painter, const Scene& scene, const Row& row)
{
    const QRectF plot(scene.plotLeft(), scene.yOf(row), scene.plotWidth(), row.height);
    const QColor band = scene.theme->tokens().band;
    if (const double end = beforeEnd(scene, row); end > plot.left())
        painter.fillRect(QRectF(plot.left(), plot.top(), end - plot.left(), plot.height()),
                         withAlpha(band, kVeilBefore));
    if (isStale(scene))
        painter.fillRect(plot, withAlpha(band, kVeilStale));
}

QColor paled(const Scene& scene, const Row& row, double x, const QColor& colour)
{
    const QColor band = scene.theme->tokens().band;
    const QColor before = x < beforeEnd(scene, row) ? veiled(colour, band, kVeilBefore) : colour;
    return isStale(scene) ? veiled(before, band, kVeilStale) : before;
}

bool isPaleEndWithin(const Scene& scene, const Row& row, double left, double right)
{
    const double end = beforeEnd(scene, row);
    return end > scene.plotLeft() && left < end && end < right;
}

}  // namespace ui::drawing
