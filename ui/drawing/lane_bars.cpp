#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/drawing/veil.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>

namespace ui::drawing {

namespace detail {

using engine::trace::Coverage;
using engine::trace::Kind;
using engine::trace::OpState;
using engine::trace::Span;
using look::Pattern;

namespace {

constexpr double kPatternWidth = 9;
constexpr double kRoundWidth = 14;
constexpr double kEdgeWidth = 5;
/// Opacity of the tint over operations that continue after an error.
constexpr double kPaleAfterError = 0.62;

void paintColumns(const Surface& painter, const Scene& scene, const LaneGeometry& geometry)
{
    fillColumns(geometry, {groundOf(scene), scene.theme},
                [&](const auto& rects, const QColor& colour) { fillRects(painter, rects, colour); });
}

void paintBarShapes(const Surface& painter, const Scene& scene, Kind kind, OpState state,
                    const std::vector<QRectF>& bars)
{
    const look::KindColours& colours = scene.theme->kind(kind);
    const look::Tokens& tokens = scene.theme->tokens();
    const bool isFailed = state == OpState::Failed;
    const Pattern pattern = isFailed ? Pattern::DenseLines : colours.pattern;
    QPainterPath fill, lines, edges, seams;
    for (const QRectF& bar : bars) {
        fill.addRect(bar);
        if (bar.width() >= kPatternWidth)
            addPattern(lines, pattern, bar);
        const double seam = std::min(0.8, bar.width() / 4);
        if (bar.width() > kEdgeWidth && pattern != Pattern::Solid)
            edges.addRect(bar.adjusted(0.4, 0.4, -0.4, -0.4));
        else
            seams.addRect(QRectF(bar.right() - seam, bar.top(), seam, bar.height()));
    }
    fillShape(painter, fill, StripColours{groundOf(scene), scene.theme}.of(kind, state));
    strokeShape(painter, lines, isFailed ? tokens.panel : colours.edge, 1.1);
    strokeShape(painter, edges, isFailed ? tokens.fail : colours.edge, 0.8);
    fillShape(painter, seams, groundOf(scene));
    painter->setRenderHint(QPainter::Antialiasing, false);
}

class BarPainter : LanePart {
public:
    explicit BarPainter(LaneCanvas& lane) : LanePart(lane) {}

    void paint()
    {
        const double ratio = m_lane.prepare();
        if (m_scene.style.path == PaintPath::Screen) {
            paintImage(ratio);
            paintPatterns(ratio);
        } else {
            paintShapes();
        }
        paintAfterError(ratio);
        paintVeil(m_painter, m_scene, m_row);
    }

private:
    void paintImage(double ratio)
    {
        const double top = std::round(m_bars.top() * ratio) / ratio;
        QImage image = imageOf(m_strip, static_cast<int>(std::lround(m_bars.height() * ratio)),
                               static_cast<int>(std::lround(2 * ratio)));
        image.setDevicePixelRatio(ratio);
        m_painter->drawImage(QPointF(m_bars.left(), top), image);
    }

    /// Paints the spans of each kind as one path, and merged spans as one path for each colour strength.
    void paintShapes()
    {
        const LaneGeometry geometry = laneGeometry(m_index, m_scene.range, m_bars);
        paintColumns(m_painter, m_scene, geometry);
        std::map<std::pair<Kind, OpState>, std::vector<QRectF>> alike;
        for (const LaneGeometry::Bar& bar : geometry.bars)
            alike[{bar.kind, bar.state}].push_back(tenth(bar.rect));
        for (const auto& [look, bars] : alike)
            paintBarShapes(m_painter, m_scene, look.first, look.second, bars);
    }

    /// Paints operations that continue after the program's failure: outlines over a tint.
    void paintAfterError(double ratio)
    {
        const auto failed = m_scene.failedAt();
        if (!failed)
            return;
        const double x = std::max(m_bars.left(), m_scene.xOf(*failed));
        if (x >= m_bars.right())
            return;
        m_painter->fillRect(QRectF(x, m_bars.top(), m_bars.right() - x, m_bars.height()),
                            withAlpha(groundOf(m_scene), kPaleAfterError));
        for (const Coverage::Slice& slice : m_strip.coverage.slices) {
            const QRectF rect = rectOfSlice(m_scene, slice, m_bars, ratio);
            if (rect.width() < kRoundWidth || rect.right() <= x)
                continue;
            const auto& colours = m_scene.theme->kind(m_index.spans()[slice.span].kind);
            const QRectF rest = rect.adjusted(std::max(0.0, x - rect.left()), 0, 0, 0);
            m_painter->fillRect(rest, colours.tint);
            m_painter->setPen(QPen(colours.fill, 1));
            m_painter->setBrush(Qt::NoBrush);
            m_painter->drawRect(rect.adjusted(1.5, 0.5, -1.5, -0.5));
        }
    }

    void paintPatterns(double ratio)
    {
        for (const Coverage::Slice& slice : m_strip.coverage.slices) {
            const QRectF rect = rectOfSlice(m_scene, slice, m_bars, ratio);
            if (rect.width() < kPatternWidth)
                continue;
            const Span& span = m_index.spans()[slice.span];
            const bool isFailed = span.state == OpState::Failed;
            if (isFailed || m_scene.theme->kind(span.kind).pattern != Pattern::Solid) {
                const QBrush brush =
                    isFailed ? m_scene.theme->hatchBrush(Pattern::DenseLines, m_scene.theme->tokens().failFill,
                                                         m_scene.theme->tokens().panel, ratio)
                             : m_scene.theme->patternBrush(span.kind, ratio);
                m_painter->setBrushOrigin(rect.topLeft());
                m_painter->fillRect(rect.adjusted(1, 0, 0, 0), brush);
            }
            if (rect.width() >= kRoundWidth)
                roundCorners(rect);
        }
        m_painter->setBrushOrigin(0, 0);
    }

    /// Erases one pixel at each corner, which looks like a radius of 2 and needs no antialiasing.
    void roundCorners(const QRectF& rect)
    {
        const QColor ground = withAlpha(groundOf(m_scene), 0.75);
        const double left = std::floor(rect.left()) + 1;
        const double right = std::floor(rect.right()) - 1;
        for (double x : {left, right})
            for (double y : {rect.top(), rect.bottom() - 1})
                m_painter->fillRect(QRectF(x, y, 1, 1), ground);
    }
};

}  // namespace

LaneCanvas::LaneCanvas(const Surface& onto, const Scene& of, const Row& in)
    : painter(onto),
      scene(of),
      row(in),
      index(of.trace->index(in.lane)),
      bars(barsOf(of, in)),
      font(of.theme->sans(10.5, QFont::Medium)),
      metrics(font)
{
}

double LaneCanvas::prepare()
{
    const bool isScreen = scene.style.path == PaintPath::Screen;
    const double ratio = isScreen ? scene.devicePixelRatio : 1.0;
    if (!strip.busy.empty())
        return ratio;
    const int columns = static_cast<int>(std::lround(scene.plotWidth() * ratio));
    strip.make(index, scene.range, columns, {groundOf(scene), scene.theme},
               isScreen ? std::max(1, static_cast<int>(ratio)) : 0);
    if (scene.chosen.only)
        strip.clipTo((scene.xOf(scene.chosen.only->begin) - bars.left()) * ratio,
                     (scene.xOf(scene.chosen.only->end) - bars.left()) * ratio, groundOf(scene));
    return ratio;
}

void paintBars(LaneCanvas& lane)
{
    BarPainter(lane).paint();
}

QRectF barsOf(const Scene& scene, const Row& row)
{
    return QRectF(scene.plotLeft(), scene.yOf(row) + row.barTop, scene.plotWidth(), row.barHeight);
}

QColor groundOf(const Scene& scene)
{
    return scene.theme->tokens().band;
}

QRectF rectOfSlice(const Scene& scene, const Coverage::Slice& slice, const QRectF& bars, double ratio)
{
    const double beyond = scene.style.overhang(8);
    const double left = std::max(-beyond, slice.left / ratio);
    const double right = std::min(bars.width() + beyond, slice.right / ratio);
    return QRectF(bars.left() + left, bars.top(), right - left, bars.height());
}

QRectF besideFrame(const Scene& scene, QRectF rect)
{
    if (!scene.page.framed)
        return rect;
    constexpr double kOutline = 4;
    const double begin = scene.xOf(scene.page.framed->begin), end = scene.xOf(scene.page.framed->end);
    std::pair widest(rect.left(), rect.left());
    for (const auto& [from, to] :
         {std::pair(rect.left(), begin - kOutline), std::pair(begin + kOutline, end - kOutline),
          std::pair(end + kOutline, rect.right())}) {
        const std::pair part(std::max(from, rect.left()), std::min(to, rect.right()));
        if (part.second - part.first > widest.second - widest.first)
            widest = part;
    }
    rect.setLeft(widest.first);
    rect.setRight(widest.second);
    return rect;
}

}  // namespace detail

namespace {

/// Calls `visit` with the geometry of every lane that has bars.
void forLanes(const Scene& scene, const auto& visit)
{
    for (const Row& row : scene.layout.rows)
        if (row.lane.isValid() && row.kind != RowKind::Frontend && row.kind != RowKind::Link) {
            const auto& index = scene.trace->index(row.lane);
            visit(index, laneGeometry(index, scene.range, detail::barsOf(scene, row)));
        }
}

}  // namespace

void paintMerged(const Surface& painter, const Scene& scene)
{
    forLanes(scene, [&](const auto&, const LaneGeometry& lane) { detail::paintColumns(painter, scene, lane); });
}

std::vector<LaneBar> barsOf(const Scene& scene)
{
    std::vector<LaneBar> bars;
    forLanes(scene, [&](const auto& index, const LaneGeometry& lane) {
        for (const LaneGeometry::Bar& bar : lane.bars)
            bars.push_back({bar, index.spans()[bar.span].op});
    });
    return bars;
}

void paintBar(const Surface& painter, const Scene& scene, const LaneGeometry::Bar& bar)
{
    detail::paintBarShapes(painter, scene, bar.kind, bar.state, {tenth(bar.rect)});
}

}  // namespace ui::drawing
