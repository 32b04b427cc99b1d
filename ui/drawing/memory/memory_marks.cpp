#include "ui/drawing/memory/detail/memory_parts.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <initializer_list>
#include <vector>

namespace ui::drawing::detail {

using engine::trace::MemoryRecord;

namespace {

constexpr double kRefusedWidth = 78;
/// Minimum width and height of a block with an outline, in pixels.
constexpr double kThinnestBlock = 3;
/// If a file would have more outlined blocks than this, none is outlined: the outlines would be an even grey, and the
/// size of the file would grow with the run.
constexpr std::size_t kMaxBlocks = 4000;

class MarkPainter : MemoryPart {
public:
    MarkPainter(const Surface& painter, const MemoryScene& scene, const QRectF& plot) : MemoryPart(painter, scene, plot)
    {
    }

    /// Places the texts in order of importance. A text that does not fit beside the earlier ones is left out; the row's
    /// tooltip contains it.
    void paint(const QRectF& poolRoom)
    {
        paintBlocks();
        const double capacity = paintCapacityLine();
        const QRectF refused = paintRefusedBlock();
        writeRefused(refused);
        writeCapacity(capacity);
        paintPeak();
        writeOthers();
        writePool(poolRoom);
    }

private:
    /// Outlines each block from its allocation to its release if it is large enough to be distinguished. On paper,
    /// outlines none if there are more than kMaxBlocks.
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
        m_painter->setPen(pen);
        m_painter->setBrush(Qt::NoBrush);
        m_painter->drawRect(rect);
    }

    void paintSelected(const QRectF& rect)
    {
        QColor fill = m_tokens.accent;
        fill.setAlpha(90);
        m_painter->fillRect(rect.adjusted(0, 0, 0, std::max(0.0, 2 - rect.height())), fill);
        paintOutline(rect, QPen(m_tokens.accent, 1.2));
    }

    [[nodiscard]] bool isReached() const { return m_track.refused >= 0; }

    /// Returns the y of the line; 0: there is none.
    [[nodiscard]] double paintCapacityLine()
    {
        const double capacity = static_cast<double>(m_track.device.capacity.value);
        const bool hasBreak = showsBreak(m_scene, m_plot);
        if (capacity <= 0 || (m_track.scale.isBroken && !hasBreak))
            return 0;
        const double at = crisp(m_track.scale.isBroken ? m_plot.top() + 9 * m_s : y(capacity));
        m_painter->setPen(capacityPen(m_tokens, isReached()));
        m_painter->drawLine(QPointF(m_plot.left(), at), QPointF(m_plot.right(), at));
        return at;
    }

    enum class Plate : std::uint8_t { Opaque, None };

    /// Writes the text on a background, at the first of `places` where it is within the row and covers no earlier text.
    /// A place is the text's top left corner. Returns false if it fits at none of them.
    bool write(const QString& text, const QColor& colour, std::initializer_list<QPointF> places,
               Plate kind = Plate::Opaque)
    {
        constexpr double kMargin = 2;
        const QFontMetricsF metrics(m_painter->font());
        const QSizeF size(metrics.horizontalAdvance(text) + 2 * kMargin, metrics.height());
        for (const QPointF& place : places) {
            const QRectF plate(place - QPointF(kMargin, 0), size);
            const auto covers = [&](const QRectF& other) { return plate.intersects(other); };
            if (!m_plot.contains(plate) || std::ranges::any_of(m_written, covers))
                continue;
            m_written.push_back(plate);
            if (kind == Plate::Opaque)
                m_painter->fillRect(plate, m_tokens.plot);
            m_painter->setPen(colour);
            drawText(m_painter, m_scene.labels, plate, Qt::AlignCenter, text);
            return true;
        }
        return false;
    }

    void writeCapacity(double line)
    {
        if (line <= 0)
            return;
        const QString text = tr("capacity %1").arg(look::bytesText(m_track.device.capacity));
        m_painter->setFont(isReached() ? m_scene.theme.sans(10.5, QFont::DemiBold)
                                       : m_scene.theme.sans(9.5, QFont::Medium));
        const QFontMetricsF metrics(m_painter->font());
        const double left = m_plot.left() + 10 * m_s;
        const double right = m_plot.right() - metrics.horizontalAdvance(text) - 14 * m_s;
        const double above = line - 3 * m_s - metrics.height(), on = line - metrics.height() / 2,
                     below = line + 3 * m_s;
        if (isReached())
            write(text, m_tokens.fail, {{left, above}, {left, below}, {right, above}, {right, below}});
        else
            write(text, m_tokens.text2, {{right, on}, {right, m_plot.top()}, {left, on}, {right, below}});
    }

    void paintPeak()
    {
        // On the screen, the texts of a refused allocation need the space of the peak's text.
        if (isReached() && !m_isPaper)
            return;
        const StepCurve::Peak peak = m_track.curve.peak({m_scene.range.begin, last()});
        if (peak.bytes <= 0)
            return;
        const QPointF at(x(peak.time), y(others() + static_cast<double>(peak.bytes)));
        m_painter->setRenderHint(QPainter::Antialiasing);
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(m_tokens.ink);
        const QPointF mark[] = {at + QPointF(-4 * m_s, -8 * m_s), at + QPointF(4 * m_s, -8 * m_s),
                                at + QPointF(0, -2 * m_s)};
        m_painter->drawPolygon(mark, 3);
        m_painter->setRenderHint(QPainter::Antialiasing, m_isPaper);
        m_painter->setFont(m_scene.theme.sans(10, QFont::DemiBold));
        for (const QString& text : peakTexts(peak)) {
            const QFontMetricsF metrics(m_painter->font());
            const double width = metrics.horizontalAdvance(text);
            const double right = at.x() + 8 * m_s, left = at.x() - 8 * m_s - width;
            const double beside = at.y() - 2 * m_s - metrics.ascent(), below = at.y() + 2 * m_s;
            const double first = m_plot.left() + 2, last = m_plot.right() - width - 6 * m_s;
            const double highest = std::max(beside, m_plot.top());
            // The refused block is to the right of the peak, so the text is placed at the left, below the peak.
            if (isReached() ? write(text, m_tokens.text, {{left, below}, {first, below}})
                            : write(text, m_tokens.text,
                                    {{right, highest},
                                     {left, highest},
                                     {right, below},
                                     {left, below},
                                     {first, below},
                                     {last, below}}))
                return;
        }
    }

    /// The texts of the peak, from the most complete to the shortest.
    [[nodiscard]] QStringList peakTexts(const StepCurve::Peak& peak) const
    {
        const bool hasPool = m_track.curve.highestPool() > m_track.curve.highest();
        const bool isWhole = peak.bytes >= m_track.curve.highest();
        // Includes the memory of other programs, as the axis does: the refused block had to fit beside their memory
        // too. "Peak" alone also includes the pool.
        if (isReached())
            return {(isWhole && !hasPool ? tr("peak %1") : tr("allocated with others: %1"))
                        .arg(look::bytesText(engine::Bytes{peak.bytes + m_track.others()}))};
        const bool saysCapacity = m_track.scale.isBroken && !showsBreak(m_scene, m_plot);
        const QString bytes = look::bytesText(engine::Bytes{peak.bytes});
        QStringList texts{isWhole ? tr("peak %1").arg(bytes) : tr("peak in view %1").arg(bytes)};
        if (saysCapacity)
            texts.prepend(tr("peak %1 of %2").arg(bytes, look::bytesText(m_track.device.capacity)));
        if (!isWhole || !m_track.showsOthers)
            return texts;
        // The total for the device includes the pool and the memory of other programs.
        texts.prepend(texts.front() +
                      (hasPool ? tr(", %1 with pool and others") : tr(", %1 with others"))
                          .arg(look::bytesText(engine::Bytes{m_track.curve.highestPool() + m_track.others()})));
        return texts;
    }

    [[nodiscard]] const MemoryRecord& refused() const
    {
        return m_track.curve.records()[static_cast<std::size_t>(m_track.refused)];
    }

    /// Paints the block that did not fit, hatched, up to and beyond the capacity line. Returns its rectangle; empty: it
    /// is not visible.
    [[nodiscard]] QRectF paintRefusedBlock()
    {
        if (!isReached())
            return {};
        const MemoryRecord& record = refused();
        const bool isOutside = record.time < m_scene.range.begin || record.time > m_scene.range.end;
        if (record.time > m_scene.end || (m_isPaper && isOutside))
            return {};
        const double level = others() + static_cast<double>(record.allocated.value);
        const double bottom = y(level);
        // Cuts a large block at the top of the row, because it would cover the rows above.
        const double top = std::max(y(level + static_cast<double>(record.bytes.value)), m_plot.top());
        const double left = x(record.time) + 1;
        const double wide = m_isPaper ? std::min(kRefusedWidth * m_s, m_plot.right() - left) : kRefusedWidth * m_s;
        const QRectF block(left, std::min(top, bottom - 4 * m_s), wide, std::max(4 * m_s, bottom - top));
        fillHatched(m_painter, m_scene.theme, m_scene.path, m_scene.devicePixelRatio, block,
                    {look::Pattern::DenseLines, m_tokens.failSoft, m_tokens.failFill});
        paintOutline(block, QPen(m_tokens.failFill, 1.2));
        return block;
    }

    /// Writes the text above the block, or beside the block if the text would leave the row at the top.
    void writeRefused(const QRectF& block)
    {
        if (block.isEmpty())
            return;
        m_painter->setFont(m_scene.theme.sans(10.5, QFont::Bold));
        const QFontMetricsF bold(m_painter->font());
        const QString text = tr("refused: %1 more").arg(look::bytesText(refused().bytes));
        const double width = bold.horizontalAdvance(text), last = m_plot.right() - width - 4 * m_s;
        const double above = block.top() - 17 * m_s - bold.ascent();
        const double beside = std::max(block.top(), m_plot.top()) + 2 * m_s;
        if (above >= m_plot.top()) {
            const double middle = block.center().x();
            m_painter->setPen(QPen(m_tokens.fail, 1.2));
            m_painter->drawLine(QPointF(middle, block.top() - 1), QPointF(middle, block.top() - 13 * m_s));
        }
        write(text, m_tokens.fail,
              {{std::max(m_plot.left() + 4 * m_s, std::min(block.left() + 5 * m_s, last)), above},
               {block.right() + 6 * m_s, beside},
               {block.left() - width - 6 * m_s, beside}});
    }

    void writeOthers()
    {
        if (!isReached() || !m_track.showsOthers)
            return;
        const QString text = tr("driver, context, display: %1").arg(look::bytesText(engine::Bytes{m_track.others()}));
        m_painter->setFont(m_scene.theme.sans(10.5, QFont::Medium));
        const double height = QFontMetricsF(m_painter->font()).height();
        const double top = std::min(y(others() / 2) - height / 2, m_area.bottom() - height - 1);
        write(text, m_tokens.text2, {{m_plot.left() + 14 * m_s, top}});
    }

    /// Labels the pale area of freed memory that the pool keeps.
    void writePool(const QRectF& room)
    {
        if (room.isEmpty())
            return;
        m_painter->setFont(m_scene.theme.sans(10));
        const QFontMetricsF metrics(m_painter->font());
        // States the amount at the middle of the area; the amounts of the columns depend on the width of the window.
        const Nanoseconds middle = model::pixelToTime(room.center().x() - m_area.left(), m_scene.range, m_area.width());
        const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, m_track.curve.indexAt(middle)));
        const MemoryRecord& record = m_track.curve.records()[at];
        const QString size = look::bytesText(record.reserved - record.allocated);
        for (const QString& text : {tr("freed, and cached by the pool for later results: %1").arg(size),
                                    tr("%1 cached by the pool").arg(size)}) {
            const double width = metrics.horizontalAdvance(text), margin = 8 * m_s;
            const double top = room.center().y() - metrics.height() / 2;
            if (width + 2 * margin <= room.width() && write(text, m_tokens.text3,
                                                            {{room.center().x() - width / 2, top},
                                                             {room.left() + margin, top},
                                                             {room.right() - width - margin, top}},
                                                            Plate::None))
                return;
        }
    }

    std::vector<QRectF> m_written;  ///< backgrounds of the texts painted so far; later texts must not cover them
};

}  // namespace

void paintMemoryMarks(const Surface& painter, const MemoryScene& scene, const QRectF& plot, const QRectF& poolRoom)
{
    MarkPainter(painter, scene, plot).paint(poolRoom);
}

}  // namespace ui::drawing::detail
