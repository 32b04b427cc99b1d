#include "ui/drawing/detail/memory_parts.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/look/format.h"
#include "ui/look/words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace ui::drawing::detail {

using engine::Nanoseconds;
using engine::trace::MemoryRecord;

namespace {

constexpr double kRefusedWidth = 78;
/// Minimum width and height of a block with an outline, in pixels.
constexpr double kThinnestBlock = 3;
/// More blocks than this are not outlined: on paper they would be an even grey, and the file would grow with the run.
constexpr std::size_t kMaxBlocks = 4000;

class MarkPainter : MemoryPart {
public:
    MarkPainter(QPainter& painter, const MemoryScene& scene, const QRectF& plot) : MemoryPart(painter, scene, plot) {}

    void paint()
    {
        paintBlocks();
        paintCapacity();
        paintRefused();
        paintPeak();
    }

private:
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
            else if (isLarge && ++count <= kMaxBlocks)
                outlines.addRect(rect);
        }
        if (count <= kMaxBlocks)
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
        const QString text = tr("capacity %1").arg(look::bytesText(m_track.device.capacity));
        m_painter.setFont(isReached ? m_scene.theme.sans(10.5, QFont::DemiBold)
                                    : m_scene.theme.sans(9.5, QFont::Medium));
        m_painter.setPen(isReached ? m_tokens.fail : m_tokens.text2);
        const QFontMetricsF metrics(m_painter.font());
        const double width = metrics.horizontalAdvance(text);
        if (isReached) {
            // Above the line if the text then stays within the row, otherwise below it.
            const bool isAbove = at - 6 * m_s - metrics.ascent() >= m_plot.top();
            const QPointF left(m_plot.left() + 10 * m_s, isAbove ? at - 6 * m_s : at + 3 * m_s + metrics.ascent());
            drawText(m_painter, m_scene.labels, left, text);
            return;
        }
        const QRectF chip(m_plot.right() - width - 18 * m_s, at - metrics.height() / 2, width + 8 * m_s,
                          metrics.height());
        m_painter.fillRect(chip, m_tokens.plot);
        drawText(m_painter, m_scene.labels, chip, Qt::AlignCenter, text);
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
        drawText(m_painter, m_scene.labels, left, text);
    }

    [[nodiscard]] QString peakText(const StepCurve::Peak& peak) const
    {
        // Includes the memory of other programs, as the axis does: the refused block had to fit beside both.
        if (m_track.refused >= 0)
            return tr("peak %1").arg(look::bytesText(engine::Bytes{peak.bytes + m_track.others()}));
        const bool saysCapacity = m_track.scale.isBroken && !showsBreak(m_scene, m_plot);
        const QString bytes = look::bytesText(engine::Bytes{peak.bytes});
        const bool isWhole = peak.bytes >= m_track.curve.highest();
        const QString text = saysCapacity ? tr("peak %1 of %2").arg(bytes, look::bytesText(m_track.device.capacity))
                             : isWhole    ? tr("peak %1").arg(bytes)
                                          : tr("peak in view %1").arg(bytes);
        if (!isWhole || !m_track.showsOthers)
            return text;
        // Total for the device as in a prediction: pool and other programs included.
        const bool hasPool = m_track.curve.highestPool() > m_track.curve.highest();
        return text + (hasPool ? tr(", %1 with pool and others") : tr(", %1 with others"))
                          .arg(look::bytesText(engine::Bytes{m_track.curve.highestPool() + m_track.others()}));
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
        const double bottom = y(level);
        // A large block would reach over the rows above.
        const double top = std::max(y(level + static_cast<double>(record.bytes.value)), m_plot.top());
        const double left = x(record.time) + 1;
        const double wide = m_isPaper ? std::min(kRefusedWidth * m_s, m_plot.right() - left) : kRefusedWidth * m_s;
        const QRectF block(left, std::min(top, bottom - 4 * m_s), wide, std::max(4 * m_s, bottom - top));
        fillHatched(m_painter, m_scene.theme, m_scene.path, m_scene.devicePixelRatio, block,
                    {look::Pattern::DenseLines, m_tokens.failSoft, m_tokens.failFill});
        paintOutline(block, QPen(m_tokens.failFill, 1.2));
        m_painter.setFont(m_scene.theme.sans(10.5, QFont::Bold));
        const QFontMetricsF bold(m_painter.font());
        const QString refused = tr("refused: %1 more").arg(look::bytesText(record.bytes));
        const double width = bold.horizontalAdvance(refused);
        m_painter.setPen(QPen(m_tokens.fail, 1.2));
        const auto write = [&](double at, double baseline) {
            m_painter.fillRect(QRectF(at - 2, baseline - bold.ascent(), width + 4, bold.height()), m_tokens.plot);
            drawText(m_painter, m_scene.labels, QPointF(at, baseline), refused);
        };
        // The text is above the block, or beside it if it would leave the row at the top.
        if (block.top() - 17 * m_s - bold.ascent() >= m_plot.top()) {
            const double middle = block.center().x();
            m_painter.drawLine(QPointF(middle, block.top() - 1), QPointF(middle, block.top() - 13 * m_s));
            const double wanted = std::min(block.left() + 5 * m_s, m_plot.right() - width - 4 * m_s);
            return write(std::max(m_plot.left() + 4 * m_s, wanted), block.top() - 17 * m_s);
        }
        const bool fitsRight = block.right() + width + 12 * m_s <= m_plot.right();
        write(fitsRight ? block.right() + 6 * m_s : block.left() - width - 6 * m_s,
              std::max(block.top(), m_plot.top()) + bold.ascent() + 2 * m_s);
    }

    void paintOthersText()
    {
        const QString text = tr("driver, context, display: %1").arg(look::bytesText(engine::Bytes{m_track.others()}));
        m_painter.setFont(m_scene.theme.sans(10.5, QFont::Medium));
        const QFontMetricsF metrics(m_painter.font());
        const QRectF chip(m_plot.left() + 8 * m_s, std::min(y(others() / 2) - 8.5 * m_s, m_area.bottom() - 18 * m_s),
                          metrics.horizontalAdvance(text) + 12 * m_s, 17 * m_s);
        m_painter.fillRect(chip, m_tokens.plot);
        m_painter.setPen(m_tokens.text2);
        drawText(m_painter, m_scene.labels, chip, Qt::AlignCenter, text);
    }
};

}  // namespace

void paintMemoryMarks(QPainter& painter, const MemoryScene& scene, const QRectF& plot)
{
    MarkPainter(painter, scene, plot).paint();
}

}  // namespace ui::drawing::detail
