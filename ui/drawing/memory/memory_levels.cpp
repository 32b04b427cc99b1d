#include "ui/drawing/memory/detail/memory_parts.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing::detail {

namespace {

/// Coordinates in a file are rounded to tenths of a unit.
constexpr double kTenths = 10;
/// With more steps than this, a file has one column per unit, so that its size does not grow with the run.
constexpr std::size_t kMaxSteps = 4000;

class LevelPainter : MemoryPart {
public:
    LevelPainter(const Surface& painter, const MemoryScene& scene, const QRectF& plot)
        : MemoryPart(painter, scene, plot),
          m_snap(m_isPaper ? kTenths : scene.devicePixelRatio),
          m_columnsPerUnit(!m_isPaper                         ? m_snap
                           : m_track.curve.size() > kMaxSteps ? 1
                                                              : kTenths)
    {
    }

    [[nodiscard]] QRectF paint()
    {
        paintGrid();
        paintOthers();
        return paintLevels();
    }

private:
    void paintGrid()
    {
        m_painter->setPen(QPen(m_tokens.soft, 1));
        for (const double tick : m_track.scale.ticks)
            m_painter->drawLine(QPointF(m_plot.left(), crisp(y(tick))), QPointF(m_plot.right(), crisp(y(tick))));
    }

    void paintOthers()
    {
        if (m_track.others() <= 0)
            return;
        fillHatched(m_painter, m_scene.theme, m_scene.path, m_scene.devicePixelRatio,
                    QRectF(m_area.left(), snapped(0), m_area.width(), m_area.bottom() - snapped(0)),
                    othersHatch(m_tokens));
    }

    [[nodiscard]] QRectF paintLevels()
    {
        const int columns = std::max(1, static_cast<int>(std::lround(m_area.width() * m_columnsPerUnit)));
        m_unit = 1 / m_columnsPerUnit;
        const CurveColumns curve = m_track.curve.columns(m_scene.range, columns);
        // The curve starts at the first record and ends with the run.
        const auto column = [&](Nanoseconds time) { return model::timeToPixel(time, m_scene.range, columns); };
        const double first = m_track.curve.size() == 0 ? columns : column(m_track.curve.records().front().time);
        const auto within = [&](double at) {
            return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(columns)));
        };
        m_from = within(std::floor(first));
        m_to = std::max(m_from, within(std::ceil(column(m_scene.end))));
        if (m_track.curve.showsPool())
            paintPool(outlineOf(curve.pool, 0.5));
        const double ratio = m_scene.devicePixelRatio;
        paintLevel(curve.allocated, m_tokens.memEnv, m_tokens.envLine, std::max(1.0, std::round(ratio)) / ratio);
        paintLevel(curve.held, m_tokens.memFill, m_tokens.memLine, std::round(1.4 * ratio) / ratio);
        return m_track.curve.showsPool() ? poolRoom(curve) : QRectF();
    }

    /// The upper edge of a level with its steps; empty: no level. `lower`: offset by which the edge is lower on the
    /// screen.
    [[nodiscard]] QPolygonF outlineOf(const std::vector<CurveColumn>& level, double lower) const
    {
        QPolygonF outline;
        for (int at = m_from; at < m_to; ++at) {
            const CurveColumn& column = level[static_cast<std::size_t>(at)];
            const double top = snapped(column.high) + (m_isPaper ? 0 : lower);
            if (!outline.isEmpty() && outline.back().y() == top)
                continue;
            const double left = m_area.left() + at * m_unit;
            // A level that was set before the visible range has no step at the left edge.
            outline << QPointF(left, outline.isEmpty() ? snapped(column.low) : outline.back().y())
                    << QPointF(left, top);
        }
        if (!outline.isEmpty())
            outline << QPointF(m_area.left() + m_to * m_unit, outline.back().y());
        return outline;
    }

    /// The y of a level, rounded to device pixels or tenths of a unit; otherwise adjacent columns would blur.
    [[nodiscard]] double snapped(std::int64_t bytes) const
    {
        return std::round(y(others() + static_cast<double>(bytes)) * m_snap) / m_snap;
    }

    /// Extends an outline to the polygon of the area below it.
    [[nodiscard]] QPolygonF areaBelow(QPolygonF outline) const
    {
        outline << QPointF(outline.back().x(), snapped(0)) << QPointF(outline.front().x(), snapped(0));
        return outline;
    }

    /// Whether a level oscillates within every pixel around `at`: more than kFewest adjacent columns overlap in height.
    /// Such a level is painted with half opacity between its bounds. A single step or peak spans fewer columns.
    [[nodiscard]] bool swings(const std::vector<CurveColumn>& level, int at) const
    {
        constexpr int kFewest = 5;
        const auto overlap = [&](int a, int b) {
            const CurveColumn& one = level[static_cast<std::size_t>(a)];
            const CurveColumn& other = level[static_cast<std::size_t>(b)];
            return std::max(one.low, other.low) < std::min(one.high, other.high);
        };
        int left = at, right = at;
        while (left > m_from && right - left < kFewest && overlap(left - 1, left))
            --left;
        while (right + 1 < m_to && right - left < kFewest && overlap(right, right + 1))
            ++right;
        return right - left >= kFewest;
    }

    void paintLevel(const std::vector<CurveColumn>& level, const QColor& fill, const QColor& line, double width)
    {
        if (m_isPaper)
            return paintShape(outlineOf(level, 0), fill, line);
        for (int at = m_from; at < m_to;) {
            // Adjacent columns of equal height are painted as one rectangle.
            int end = at + 1;
            const CurveColumn& column = level[static_cast<std::size_t>(at)];
            while (end < m_to && level[static_cast<std::size_t>(end)].high == column.high &&
                   level[static_cast<std::size_t>(end)].low == column.low)
                ++end;
            const double left = m_area.left() + at * m_unit, run = (end - at) * m_unit;
            const double top = snapped(column.high), low = snapped(column.low), bottom = snapped(0);
            const bool isSwinging = swings(level, at);
            m_painter->fillRect(QRectF(left, isSwinging ? low : top, run, bottom - (isSwinging ? low : top)), fill);
            if (isSwinging) {
                QColor half = fill;
                half.setAlphaF(0.5F);
                m_painter->fillRect(QRectF(left, top, run, low - top), half);
            }
            m_painter->fillRect(QRectF(left, top, run, isSwinging ? width : std::max(width, low - top + width)), line);
            at = end;
        }
    }

    void paintShape(const QPolygonF& outline, const QColor& fill, const QColor& line)
    {
        if (outline.isEmpty())
            return;
        QPainterPath path;
        path.addPolygon(areaBelow(outline));
        path.closeSubpath();
        fillShape(m_painter, path, fill);
        strokeShape(m_painter, path, line, 1);
    }

    void paintPool(const QPolygonF& outline)
    {
        if (outline.isEmpty())
            return;
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(poolFill(m_tokens));
        m_painter->drawPolygon(areaBelow(outline));
        m_painter->setPen(poolPen(m_tokens));
        m_painter->drawPolyline(outline);
    }

    /// Returns the widest part of the pool's unused area that is high enough for a text; empty: there is none.
    [[nodiscard]] QRectF poolRoom(const CurveColumns& curve) const
    {
        const double line = 18 * m_s * m_track.scale.top / std::max(m_area.height(), 1.0);
        const auto found = widestPoolRoom(curve, m_from, m_to, static_cast<std::int64_t>(line));
        return found ? QRectF(m_area.left() + found->from * m_unit, snapped(found->top),
                              (found->to - found->from) * m_unit, snapped(found->bottom) - snapped(found->top))
                     : QRectF();
    }

    double m_snap, m_columnsPerUnit;
    double m_unit = 1;         ///< width of a column
    int m_from = 0, m_to = 0;  ///< columns that have a curve, [from, to)
};

}  // namespace

QRectF paintMemoryLevels(const Surface& painter, const MemoryScene& scene, const QRectF& plot)
{
    return LevelPainter(painter, scene, plot).paint();
}

}  // namespace ui::drawing::detail
