#include "ui/drawing/veil.h"

#include <QPainter>
#include <algorithm>
#include <utility>

namespace ui::drawing {

namespace {

/// Opacity of the veil, chosen for a contrast of 4.4 between the veiled colour of every kind and its labels.
constexpr double kVeil = 0.7;

/// Edges of the scope and of the run, clamped to the plot.
struct Edges {
    double run = 0, scope = 0, scopeEnd = 0, runEnd = 0;

    [[nodiscard]] bool isOutside(double x) const { return (run <= x && x < scope) || (scopeEnd <= x && x < runEnd); }
};

/// Figures and comparisons show nothing outside their scope. A replay shows the whole run, so it has no veil.
Edges edgesOf(const Scene& scene)
{
    // A trace without operations has no veil, unless it is a large run of several ranks, which is shown without
    // operations.
    if (!scene.trace || (scene.trace->opCount() == 0 && !scene.trace->rankPart().set) || scene.chosen.only ||
        scene.style.path == PaintPath::Vector || scene.playhead.isReplaying)
        return {};
    const model::TimeRange scope = scene.scope();
    const double left = scene.plotLeft(), right = left + scene.plotWidth();
    const auto at = [&](engine::Nanoseconds time) { return std::clamp(scene.xOf(time), left, right); };
    return {at({}), at(scope.begin), at(scope.end), at(scene.trace->extent())};
}

}  // namespace

QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

void paintVeil(const Surface& painter, const Scene& scene, const Row& row)
{
    const Edges edges = edgesOf(scene);
    const QColor veil = withAlpha(scene.theme->tokens().line, kVeil);
    for (const auto& [left, right] : {std::pair(edges.run, edges.scope), std::pair(edges.scopeEnd, edges.runEnd)})
        if (left < right)
            painter->fillRect(QRectF(left, scene.yOf(row), right - left, row.height), veil);
}

QColor veiled(const Scene& scene, double x, const QColor& colour)
{
    return edgesOf(scene).isOutside(x) ? veilColour(scene, colour) : colour;
}

QColor veilColour(const Scene& scene, const QColor& colour)
{
    const QColor over = scene.theme->tokens().line;
    const auto mix = [](int a, int b) { return static_cast<int>(a * (1 - kVeil) + b * kVeil + 0.5); };
    return QColor(mix(colour.red(), over.red()), mix(colour.green(), over.green()), mix(colour.blue(), over.blue()));
}

bool hasVeil(const Scene& scene)
{
    const Edges edges = edgesOf(scene);
    return edges.run < edges.scope || edges.scopeEnd < edges.runEnd;
}

bool isVeilEdgeWithin(const Scene& scene, double left, double right)
{
    const Edges edges = edgesOf(scene);
    const auto isWithin = [&](double edge) { return left < edge && edge < right; };
    return isWithin(edges.run) || isWithin(edges.scope) || isWithin(edges.scopeEnd) || isWithin(edges.runEnd);
}

}  // namespace ui::drawing
