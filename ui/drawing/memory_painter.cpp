#include "ui/drawing/memory_painter.h"

#include "ui/drawing/vector_shapes.h"
#include "ui/look/words.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::Bytes;
using engine::Nanoseconds;
using engine::trace::MemoryRecord;

namespace {

/// In a row lower than this, a capacity far above the curve is written beside the peak, without a line.
constexpr double kCapacityFrom = 58;
/// Space above the highest tick of a row, for the capacity line behind the break and its caption.
constexpr double kCapacityRoom = 20;
constexpr double kLeastRoom = 6;
constexpr double kRefusedRoom = 33;
constexpr double kRefusedFrom = 60;
constexpr double kRefusedWidth = 78;
constexpr double kBelow = 3;  ///< between the curve's zero and the foot of the plot
/// Minimum width and height of a block with an outline, in pixels.
constexpr double kThinnestBlock = 3;
/// Coordinates in a file are rounded to tenths of a unit.
constexpr double kTenths = 10;
/// With more steps than this, a file has one column per unit, so that its size does not grow with the run.
constexpr std::size_t kMostSteps = 4000;
/// More blocks than this are not outlined: on paper they would be an even grey, and the file would grow with the run.
constexpr std::size_t kMostBlocks = 4000;

/// The fill of memory that no result uses and that the allocator has not released.
QBrush poolFill(const look::Tokens& tokens)
{
    QColor fill = tokens.memEnv;
    fill.setAlpha(110);
    return fill;
}

QPen poolPen(const look::Tokens& tokens)
{
    QPen pen(tokens.envLine, 1);
    pen.setDashPattern({3, 3});
    return pen;
}

/// A patterned fill: a texture on the screen, lines in a file.
struct Hatch {
    look::Pattern pattern;
    QColor ground, lines;
};

void fillHatched(QPainter& painter, const look::Theme& theme, PaintPath path, double ratio, const QRectF& rect,
                 const Hatch& hatch)
{
    if (path == PaintPath::Screen) {
        painter.fillRect(rect, theme.hatchBrush(hatch.pattern, hatch.ground, hatch.lines, ratio));
        return;
    }
    QPainterPath lines;
    addPattern(lines, hatch.pattern, rect);
    painter.fillRect(rect, hatch.ground);
    strokeShape(painter, lines, hatch.lines, 0.8);
}

Hatch othersHatch(const look::Tokens& tokens)
{
    return {look::Pattern::Rising, tokens.soft, tokens.strong};
}

/// The space above the curve for the texts of a refused allocation; minimal if the row is too low for them.
double roomAbove(const QRectF& plot, const MemoryScale& of, double capacity, double scale)
{
    const double share = of.pixels(capacity, 1.0);
    if (capacity <= 0 || share <= 0.5 || plot.height() < kRefusedFrom * scale)
        return kLeastRoom * scale;
    return std::clamp((kRefusedRoom * scale - plot.height() * (1 - share)) / share, kLeastRoom * scale,
                      kRefusedRoom * scale);
}

/// Whether there is space for a break and the line of a capacity far above the curve.
bool showsBreak(const MemoryScene& scene, const QRectF& plot)
{
    return scene.track.scale.isBroken &&
           (scene.path == PaintPath::Vector || plot.height() >= kCapacityFrom * scene.theme.scale());
}

class MemoryPainter {
public:
    MemoryPainter(QPainter& painter, const MemoryScene& scene, const QRectF& plot)
        : m_painter(painter),
          m_scene(scene),
          m_track(scene.track),
          m_tokens(scene.theme.tokens()),
          m_plot(plot),
          m_area(scene.curveArea(plot)),
          m_s(scene.theme.scale()),
          m_isPaper(scene.path == PaintPath::Vector),
          m_snap(m_isPaper ? kTenths : scene.devicePixelRatio),
          m_columnsPerUnit(!m_isPaper                          ? m_snap
                           : m_track.curve.size() > kMostSteps ? 1
                                                               : kTenths)
    {
    }

    std::vector<QRectF> paint()
    {
        paintGrid();
        paintOthers();
        paintLevels();
        paintBlocks();
        paintCapacity();
        paintRefused();
        paintPeak();
        return std::move(m_texts);
    }

private:
    [[nodiscard]] double y(double bytes) const
    {
        return m_area.bottom() - m_track.scale.pixels(bytes, m_area.height());
    }
    [[nodiscard]] double x(Nanoseconds time) const
    {
        return m_area.left() + model::timeToPixel(time, m_scene.range, m_area.width());
    }
    /// Aligns a line of one pixel to the pixels of the screen.
    [[nodiscard]] double crisp(double at) const { return m_isPaper ? at : std::floor(at) + 0.5; }
    [[nodiscard]] double others() const { return static_cast<double>(m_track.others()); }
    /// Nothing is painted after this time.
    [[nodiscard]] Nanoseconds last() const { return std::min(m_scene.range.end, m_scene.end); }

    void paintGrid()
    {
        m_painter.setPen(QPen(m_tokens.soft, 1));
        for (const double tick : m_track.scale.ticks)
            m_painter.drawLine(QPointF(m_plot.left(), crisp(y(tick))), QPointF(m_plot.right(), crisp(y(tick))));
    }

    void paintOthers()
    {
        if (m_track.others() <= 0)
            return;
        fillHatched(m_painter, m_scene.theme, m_scene.path, m_scene.devicePixelRatio,
                    QRectF(m_area.left(), snapped(0), m_area.width(), m_area.bottom() - snapped(0)),
                    othersHatch(m_tokens));
    }

    void paintLevels()
    {
        const int columns = std::max(1, static_cast<int>(std::lround(m_area.width() * m_columnsPerUnit)));
        m_unit = 1 / m_columnsPerUnit;
        const CurveColumns curve = m_track.curve.columns(m_scene.range, columns);
        // The curve starts at the first record and ends with the run.
        const auto column = [&](Nanoseconds time) { return model::timeToPixel(time, m_scene.range, columns); };
        const double first = m_track.curve.size() == 0 ? columns : column(m_track.curve.records().front().time);
        m_from = std::clamp(static_cast<int>(std::floor(first)), 0, columns);
        m_to = std::clamp(static_cast<int>(std::ceil(column(m_scene.end))), m_from, columns);
        if (m_track.curve.showsPool())
            paintPool(outlineOf(curve.pool, 0.5));
        const double ratio = m_scene.devicePixelRatio;
        paintLevel(curve.allocated, m_tokens.memEnv, m_tokens.envLine, std::max(1.0, std::round(ratio)) / ratio);
        paintLevel(curve.held, m_tokens.memFill, m_tokens.memLine, std::round(1.4 * ratio) / ratio);
        if (m_track.curve.showsPool())
            paintPoolText(curve);
    }

    /// The upper edge of a level with its steps; empty: no level. `lower`: offset by which it is painted lower on the
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

    /// Whether a level oscillates within every pixel around `at`: at least kFewest adjacent columns overlap in height.
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
            m_painter.fillRect(QRectF(left, isSwinging ? low : top, run, bottom - (isSwinging ? low : top)), fill);
            if (isSwinging) {
                QColor half = fill;
                half.setAlphaF(0.5F);
                m_painter.fillRect(QRectF(left, top, run, low - top), half);
            }
            m_painter.fillRect(QRectF(left, top, run, isSwinging ? width : std::max(width, low - top + width)), line);
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
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(poolFill(m_tokens));
        m_painter.drawPolygon(areaBelow(outline));
        m_painter.setPen(poolPen(m_tokens));
        m_painter.drawPolyline(outline);
    }

    /// Labels the pale area of freed memory that the pool keeps; omitted if the text does not fit.
    void paintPoolText(const CurveColumns& curve)
    {
        const double line = 18 * m_s * m_track.scale.top / std::max(m_area.height(), 1.0);
        const auto found = widestPoolRoom(curve, m_from, m_to, static_cast<std::int64_t>(line));
        if (!found)
            return;
        const QRectF room(m_area.left() + found->from * m_unit, snapped(found->top), (found->to - found->from) * m_unit,
                          snapped(found->bottom) - snapped(found->top));
        m_painter.setFont(m_scene.theme.sans(10));
        m_painter.setPen(m_tokens.text3);
        const QFontMetricsF metrics(m_painter.font());
        const QString size = m_track.bytesText(found->top - found->bottom);
        for (const QString& text :
             {tr("freed, and kept by the pool for later results: %1").arg(size), tr("%1 kept by the pool").arg(size)})
            if (metrics.horizontalAdvance(text) + 16 * m_s <= room.width()) {
                m_painter.drawText(room, Qt::AlignCenter, text);
                return;
            }
    }

    /// Outlines each block from its allocation to its release if it is large enough to be distinguished.
    void paintBlocks()
    {
        QColor edge = m_tokens.memLine;
        edge.setAlpha(150);
        QPainterPath outlines;
        std::size_t count = 0;
        for (const StackPiece& piece : m_track.stack) {
            if (piece.end < m_scene.range.begin || piece.begin > last())
                continue;
            const QRectF rect(QPointF(blockX(piece.begin), blockY(piece.to)),
                              QPointF(blockX(piece.end), blockY(piece.from)));
            const bool isLarge = rect.height() >= kThinnestBlock && rect.width() >= kThinnestBlock;
            if (m_scene.selected.isValid() && m_track.blocks[piece.block].bornBy == m_scene.selected)
                paintSelected(rect);
            else if (isLarge && !m_isPaper)
                paintOutline(rect, QPen(edge, 0.6));
            else if (isLarge && ++count <= kMostBlocks)
                outlines.addRect(rect);
        }
        if (count <= kMostBlocks)
            strokeShape(m_painter, outlines, m_tokens.memLine, 0.5);
    }

    [[nodiscard]] double blockX(Nanoseconds time) const
    {
        return m_isPaper ? x(std::clamp(time, m_scene.range.begin, last()))
                         : std::clamp(x(time), m_area.left() - 1, m_area.right() + 1);
    }
    [[nodiscard]] double blockY(std::int64_t bytes) const
    {
        return y(others() + static_cast<double>(m_track.ground + bytes));
    }

    void paintOutline(const QRectF& rect, const QPen& pen)
    {
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect);
    }

    void paintSelected(const QRectF& rect)
    {
        QColor fill = m_tokens.accent;
        fill.setAlpha(90);
        m_painter.fillRect(rect.adjusted(0, 0, 0, std::max(0.0, 2 - rect.height())), fill);
        paintOutline(rect, QPen(m_tokens.accent, 1.2));
    }

    void paintCapacity()
    {
        const double capacity = static_cast<double>(m_track.device.capacity.value);
        const bool hasBreak = showsBreak(m_scene, m_plot);
        if (capacity <= 0 || (m_track.scale.isBroken && !hasBreak))
            return;
        const bool isReached = m_track.refused >= 0;
        const double at = crisp(m_track.scale.isBroken ? m_plot.top() + 9 * m_s : y(capacity));
        m_painter.setPen(capacityPen(m_tokens, isReached));
        m_painter.drawLine(QPointF(m_plot.left(), at), QPointF(m_plot.right(), at));
        const QString text = tr("capacity %1").arg(capacityText(m_track.device.capacity, m_track.isBinary));
        m_painter.setFont(isReached ? m_scene.theme.sans(10.5, QFont::DemiBold)
                                    : m_scene.theme.sans(9.5, QFont::Medium));
        m_painter.setPen(isReached ? m_tokens.fail : m_tokens.text2);
        const QFontMetricsF metrics(m_painter.font());
        const double width = metrics.horizontalAdvance(text);
        if (isReached) {
            // Above the line if the text then stays within the row, otherwise below it.
            const bool isAbove = at - 6 * m_s - metrics.ascent() >= m_plot.top();
            const QPointF left(m_plot.left() + 10 * m_s, isAbove ? at - 6 * m_s : at + 3 * m_s + metrics.ascent());
            m_painter.drawText(left, text);
            m_texts.emplace_back(left.x(), left.y() - metrics.ascent(), width, metrics.height());
            return;
        }
        const QRectF chip(m_plot.right() - width - 18 * m_s, at - metrics.height() / 2, width + 8 * m_s,
                          metrics.height());
        m_painter.fillRect(chip, m_tokens.plot);
        m_painter.drawText(chip, Qt::AlignCenter, text);
        m_texts.push_back(chip);
    }

    void paintPeak()
    {
        // On the screen, the texts of a refused allocation need this space.
        if (m_track.refused >= 0 && !m_isPaper)
            return;
        const StepCurve::Peak peak = m_track.curve.peak({m_scene.range.begin, last()});
        if (peak.bytes <= 0)
            return;
        const QPointF at(x(peak.time), y(others() + static_cast<double>(peak.bytes)));
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_tokens.ink);
        const QPointF mark[] = {at + QPointF(-4 * m_s, -8 * m_s), at + QPointF(4 * m_s, -8 * m_s),
                                at + QPointF(0, -2 * m_s)};
        m_painter.drawPolygon(mark, 3);
        m_painter.setRenderHint(QPainter::Antialiasing, m_isPaper);
        m_painter.setFont(m_scene.theme.sans(10, QFont::DemiBold));
        const QString text = peakText(peak);
        const QFontMetricsF metrics(m_painter.font());
        const double width = metrics.horizontalAdvance(text);
        // The refused block is to the right of the peak, so the text goes to the left.
        const bool fitsRight = at.x() + 8 * m_s + width + 6 * m_s < m_plot.right() && m_track.refused < 0;
        const QPointF left(std::max(fitsRight ? at.x() + 8 * m_s : at.x() - 8 * m_s - width, m_plot.left() + 2),
                           m_track.refused < 0 ? at.y() - 2 * m_s : at.y() + metrics.ascent() + 2 * m_s);
        // Erases the background, because the capacity line may cross the text.
        const QRectF ground(left.x() - 2, left.y() - metrics.ascent(), width + 4, metrics.height());
        m_painter.fillRect(ground, m_tokens.plot);
        m_painter.setPen(m_tokens.text);
        m_painter.drawText(left, text);
        m_texts.push_back(ground);
    }

    [[nodiscard]] QString peakText(const StepCurve::Peak& peak) const
    {
        // Includes the memory of other programs, as the axis does: the refused block had to fit beside both.
        if (m_track.refused >= 0)
            return tr("peak %1").arg(m_track.bytesText(peak.bytes + m_track.others()));
        const bool saysCapacity = m_track.scale.isBroken && !showsBreak(m_scene, m_plot);
        const QString bytes = m_track.bytesText(peak.bytes);
        const bool isWhole = peak.bytes >= m_track.curve.highest();
        const QString text =
            saysCapacity ? tr("peak %1 of %2").arg(bytes, capacityText(m_track.device.capacity, m_track.isBinary))
            : isWhole    ? tr("peak %1").arg(bytes)
                         : tr("peak in view %1").arg(bytes);
        if (!isWhole || !m_track.showsOthers)
            return text;
        // Total for the device as in a prediction: pool and other programs included.
        const bool hasPool = m_track.curve.highestPool() > m_track.curve.highest();
        return text + (hasPool ? tr(", %1 with pool and others") : tr(", %1 with others"))
                          .arg(m_track.bytesText(m_track.curve.highestPool() + m_track.others()));
    }

    /// Paints the block that did not fit, hatched, up to and beyond the capacity line.
    void paintRefused()
    {
        if (m_track.refused < 0)
            return;
        const MemoryRecord& record = m_track.curve.records()[static_cast<std::size_t>(m_track.refused)];
        const bool isLater = record.time > m_scene.end;
        const bool isOutside = record.time < m_scene.range.begin || record.time > m_scene.range.end;
        if (!isLater && !(m_isPaper && isOutside))
            paintRefused(record);
        if (m_track.showsOthers)
            paintOthersText();
    }

    void paintRefused(const MemoryRecord& record)
    {
        const double level = others() + static_cast<double>(record.allocated.value);
        const double bottom = y(level), top = y(level + static_cast<double>(record.bytes.value));
        const double left = x(record.time) + 1;
        const double wide = m_isPaper ? std::min(kRefusedWidth * m_s, m_plot.right() - left) : kRefusedWidth * m_s;
        const QRectF block(left, std::min(top, bottom - 4 * m_s), wide, std::max(4 * m_s, bottom - top));
        fillHatched(m_painter, m_scene.theme, m_scene.path, m_scene.devicePixelRatio, block,
                    {look::Pattern::DenseLines, m_tokens.failSoft, m_tokens.failFill});
        paintOutline(block, QPen(m_tokens.failFill, 1.2));
        m_painter.setFont(m_scene.theme.sans(10.5, QFont::Bold));
        const QFontMetricsF bold(m_painter.font());
        const QString refused = tr("refused: %1 more").arg(m_track.bytesText(record.bytes.value));
        const double width = bold.horizontalAdvance(refused);
        m_painter.setPen(QPen(m_tokens.fail, 1.2));
        // The text is above the block, or beside it if it would leave the row at the top.
        if (block.top() - 17 * m_s - bold.ascent() >= m_plot.top()) {
            const double middle = block.center().x();
            m_painter.drawLine(QPointF(middle, block.top() - 1), QPointF(middle, block.top() - 13 * m_s));
            const double at = std::min(block.left() + 5 * m_s, m_plot.right() - width - 4 * m_s);
            m_painter.drawText(QPointF(std::max(m_plot.left() + 4 * m_s, at), block.top() - 17 * m_s), refused);
            return;
        }
        const bool fitsRight = block.right() + width + 12 * m_s <= m_plot.right();
        m_painter.drawText(QPointF(fitsRight ? block.right() + 6 * m_s : block.left() - width - 6 * m_s,
                                   std::max(block.top(), m_plot.top()) + bold.ascent() + 2 * m_s),
                           refused);
    }

    void paintOthersText()
    {
        const QString text = tr("driver, context, display: %1").arg(m_track.bytesText(m_track.others()));
        m_painter.setFont(m_scene.theme.sans(10.5, QFont::Medium));
        const QFontMetricsF metrics(m_painter.font());
        const QRectF chip(m_plot.left() + 8 * m_s, y(others() / 2) - 8.5 * m_s,
                          metrics.horizontalAdvance(text) + 12 * m_s, 17 * m_s);
        m_painter.fillRect(chip, m_tokens.plot);
        m_painter.setPen(m_tokens.text2);
        m_painter.drawText(chip, Qt::AlignCenter, text);
    }

    QPainter& m_painter;
    const MemoryScene& m_scene;
    const MemoryTrack& m_track;
    const look::Tokens& m_tokens;
    QRectF m_plot, m_area;
    double m_s;
    bool m_isPaper;
    double m_snap, m_columnsPerUnit;
    double m_unit = 1;         ///< width of a column
    int m_from = 0, m_to = 0;  ///< columns that have a curve, [from, to)
    std::vector<QRectF> m_texts;
};

}  // namespace

QRectF MemoryScene::curveArea(const QRectF& plot) const
{
    const double s = theme.scale();
    // Only a device that refused an allocation needs space for texts at the capacity line.
    const auto capacity = static_cast<double>(track.refused >= 0 ? track.device.capacity.value : 0);
    const double top = path == PaintPath::Vector || showsBreak(*this, plot) ? kCapacityRoom * s
                       : track.scale.isBroken                               ? 12 * s
                                                                            : roomAbove(plot, track.scale, capacity, s);
    return plot.adjusted(0, top, 0, -kBelow);
}

QRectF MemoryScene::plotAround(const QRectF& area, const look::Theme& theme)
{
    return area.adjusted(0, -kCapacityRoom * theme.scale(), 0, kBelow);
}

std::vector<QRectF> paintMemory(QPainter& painter, const MemoryScene& scene, const QRectF& plot)
{
    return MemoryPainter(painter, scene, plot).paint();
}

void paintMemoryScale(QPainter& painter, const MemoryScene& scene, const QRectF& header)
{
    const look::Tokens& tokens = scene.theme.tokens();
    const MemoryScale& scale = scene.track.scale;
    const double s = scene.theme.scale();
    const bool isPaper = scene.path == PaintPath::Vector;
    const QRectF area = scene.curveArea(header);
    painter.setFont(isPaper ? scene.theme.sans(9.5) : scene.theme.mono(9.5));
    painter.setPen(tokens.text3);
    const double lineHeight = QFontMetricsF(painter.font()).height();
    const auto yOf = [&](double tick) {
        const double y = area.bottom() - scale.pixels(tick, area.height());
        return isPaper ? y : std::min(y, header.bottom() - 6 * s);
    };
    double free = header.bottom() + 1;
    for (const double tick : scale.ticks) {
        const double y = yOf(tick);
        const bool hasUnit = isPaper && tick == scale.ticks.back();
        // A low row shows only the numbers that fit, and always the one with the unit.
        if (!hasUnit && (y > free || (isPaper && y - yOf(scale.ticks.back()) < lineHeight)))
            continue;
        free = y - lineHeight;
        const QString number = QLocale().toString(tick / scale.unit, 'g', 4);
        painter.drawText(QRectF(header.left(), y - 8, header.width() - 8 * s, 16), Qt::AlignRight | Qt::AlignVCenter,
                         hasUnit ? tr("%1 %2").arg(number, unitName(scale)) : number);
    }
    if (!showsBreak(scene, header))
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.strong, 1));
    const double x = header.right() - 6 * s;
    for (const double y : {area.top() - 3 * s, area.top()}) {
        const QPointF wave[] = {{x, y}, {x + 4 * s, y - 2.5 * s}, {x + 8 * s, y + 2.5 * s}, {x + 12 * s, y}};
        painter.drawPolyline(wave, 4);
    }
    painter.setRenderHint(QPainter::Antialiasing, isPaper);
}

std::vector<MemoryMark> marksOf(const std::vector<const MemoryTrack*>& tracks)
{
    std::vector<MemoryMark> marks{MemoryMark::Held, MemoryMark::Reserved};
    if (std::any_of(tracks.begin(), tracks.end(), [](const auto* track) { return track->curve.showsPool(); }))
        marks.push_back(MemoryMark::Pool);
    if (std::any_of(tracks.begin(), tracks.end(), [](const auto* track) { return track->showsOthers; }))
        marks.push_back(MemoryMark::Others);
    return marks;
}

QString nameOf(MemoryMark mark)
{
    switch (mark) {
        case MemoryMark::Held:
            return tr("holds results");
        case MemoryMark::Reserved:
            return tr("reserved when issued");
        case MemoryMark::Pool:
            return tr("kept by the pool");
        case MemoryMark::Others:
            return tr("used by others");
    }
    return {};
}

QPen capacityPen(const look::Tokens& tokens, bool isReached)
{
    QPen pen(isReached ? tokens.fail : tokens.text2, isReached ? 1.6 : 1.0);
    pen.setDashPattern({6, 4});
    return pen;
}

void paintMemoryMark(QPainter& painter, const look::Theme& theme, PaintPath path, double devicePixelRatio,
                     const QRectF& box, MemoryMark mark)
{
    const look::Tokens& tokens = theme.tokens();
    painter.setBrushOrigin(box.topLeft());
    switch (mark) {
        case MemoryMark::Held:
            painter.setBrush(tokens.memFill);
            painter.setPen(QPen(tokens.memFill, 1));
            break;
        case MemoryMark::Reserved:
            painter.setBrush(tokens.memEnv);
            painter.setPen(QPen(tokens.envLine, 1));
            break;
        case MemoryMark::Pool:
            painter.setBrush(poolFill(tokens));
            painter.setPen(poolPen(tokens));
            break;
        case MemoryMark::Others:
            fillHatched(painter, theme, path, devicePixelRatio, box, othersHatch(tokens));
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(tokens.strong, 1));
            break;
    }
    painter.drawRect(box);
    painter.setBrushOrigin(0, 0);
}

}  // namespace ui::drawing
