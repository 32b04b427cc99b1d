#include "ui/compare/compare_painter.h"

#include "ui/compare/detail/surface.h"
#include "ui/compare/labels.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/header_painter.h"
#include "ui/drawing/label_cache.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/memory/memory_painter.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/translate.h"

#include <QPainter>
#include <algorithm>

namespace ui::compare {

using drawing::Row;
using drawing::RowKind;

namespace {

constexpr double kFlagRoom = 34;

class ComparePainter : CompareSurface {
public:
    explicit ComparePainter(const CompareSurface& surface) : CompareSurface(surface) {}

    void paint()
    {
        m_painter->fillRect(QRectF(QPointF(0, 0), QSizeF(m_scene.size)), m_tokens.plot);
        m_painter->save();
        m_painter->setClipRect(
            QRectF(0, m_layout.axisHeight, m_scene.size.width(), m_scene.size.height() - m_layout.axisHeight));
        m_painter->translate(0, -m_scene.scroll);
        for (const auto& band : m_layout.bands)
            paintBand(band);
        m_painter.clear();
        paintBusyCurves(*this);
        paintMoment(m_layout.curveTop + m_layout.curveTitleHeight, m_layout.height);
        m_painter->restore();
        paintAxis();
    }

private:
    /// In a replay, covers the part after the replay's time, and draws a line at that time.
    void paintMoment(double top, double bottom)
    {
        if (!m_scene.moment)
            return;
        const double x = std::clamp<double>(std::floor(xOf(*m_scene.moment)) + 0.5, m_left, m_scene.size.width());
        m_painter->fillRect(QRectF(x, top, m_scene.size.width() - x, bottom - top), m_tokens.plot);
        m_painter->setPen(QPen(m_tokens.accent, 1.2));
        drawing::drawLineAround(m_painter, x, top, bottom);
    }

    void paintAxis()
    {
        drawing::paintTicks(m_painter, m_axis);
        if (m_scene.moment)
            drawing::paintPlayheadFlag(m_painter, m_axis);
        paintLine(0, m_layout.axisHeight - 0.5, m_left, m_layout.axisHeight - 0.5);
    }

    void paintBand(const CompareLayout::Band& band)
    {
        paintTitle(band);
        m_painter->save();
        m_painter->translate(0, band.top + band.titleHeight);
        m_painter.clear();  // lines of this band need not avoid the texts of the previous band
        drawing::Ghost ghost;
        const drawing::Scene side = sceneOf(m_scene, band, ghost);
        paintGround(side);
        paintRows(side, band);
        paintHeaders(side, band);
        paintMoment(0, side.layout.height);
        m_painter->restore();
    }

    void paintTitle(const CompareLayout::Band& band)
    {
        const QRectF rect(0, band.top, m_scene.size.width(), band.titleHeight);
        m_painter->fillRect(rect, m_tokens.chrome);
        paintLine(0, rect.bottom() - 0.5, rect.right(), rect.bottom() - 0.5);
        if (band.drawn.number > 0)
            paintLine(0, rect.top() + 0.5, rect.right(), rect.top() + 0.5);
        const bool isA = band.drawn.which == Which::A;
        const double side = px(18);
        const QRectF letter(px(9), rect.center().y() - side / 2, side, side);
        m_painter->setRenderHint(QPainter::Antialiasing);
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(isA ? m_tokens.ink : m_tokens.accent);
        m_painter->drawRoundedRect(letter, px(4), px(4));
        m_painter->setRenderHint(QPainter::Antialiasing, false);
        m_painter->setFont(m_theme.sans(11, QFont::Bold));
        m_painter->setPen(isA ? m_tokens.onInk : m_tokens.onAccent);
        m_painter->drawText(letter, Qt::AlignCenter, band.drawn.letter());
        m_painter->setFont(m_theme.sans(12, QFont::DemiBold));
        m_painter->setPen(m_tokens.text);
        const bool isOverlaid = m_scene.arrangement == Arrangement::Overlaid;
        m_painter->drawText(QRectF(letter.right() + px(8), rect.top(), m_left - letter.right(), rect.height()),
                            Qt::AlignVCenter, (isOverlaid ? tr("%1 over A") : tr("Run %1")).arg(band.drawn.letter()));
        QString title = band.drawn.compared().heading();
        if (isOverlaid)
            title = tr("%1 over %2, which is outlined").arg(title, band.drawn.pair->of(Which::A).heading());
        const QRectF room = plotRect(rect.top(), rect.height()).adjusted(px(12), 0, -px(8), 0);
        drawing::paintFittingText(m_painter, m_scene.labels, withoutScope(room, band), title, Qt::AlignLeft);
        m_painter->setFont(scopeFont());
        m_painter->setPen(m_tokens.text2);
        drawing::paintFittingText(m_painter, m_scene.labels, room, scopeText(band.drawn.side()), Qt::AlignRight);
    }

    [[nodiscard]] QFont scopeFont() const { return m_theme.sans(11); }

    /// Returns `room` without the text of the scope at its right end.
    [[nodiscard]] QRectF withoutScope(const QRectF& room, const CompareLayout::Band& band) const
    {
        const double scope = drawing::textWidth(m_scene.labels, scopeFont(), scopeText(band.drawn.side()));
        return room.adjusted(0, 0, -std::min(scope + px(12), room.width()), 0);
    }

    /// Returns false for a row outside the visible area, which needs no painting.
    [[nodiscard]] bool isVisible(const CompareLayout::Band& band, const Row& row) const
    {
        const int top = band.top + band.titleHeight + row.top - m_scene.scroll;
        return top < m_scene.size.height() && top + row.height > m_layout.axisHeight;
    }

    void paintGround(const drawing::Scene& side)
    {
        for (const Row& row : side.layout.rows)
            m_painter->fillRect(
                plotRect(row.top, row.height),
                row.kind == RowKind::Benchmarks || row.kind == RowKind::Extra ? m_tokens.plot : m_tokens.band);
        drawing::paintGrid(m_painter, m_axis, 0, side.layout.height);
    }

    void paintRows(const drawing::Scene& side, const CompareLayout::Band& band)
    {
        // Clips the rows at the end of the run. Only the flags, which are painted after the rows, may be to the right
        // of this end.
        const QRectF plot = plotRect(0, side.layout.height);
        const Nanoseconds shown =
            side.before.ghost != nullptr ? band.drawn.pair->length() : band.drawn.side().scope.length();
        const double begin = xOf({}) - px(2);
        const QRectF clip(begin, 0, xOf(shown) - begin + px(2), plot.height());
        m_painter->save();
        m_painter->setClipRect(clip.intersected(plot), Qt::IntersectClip);
        for (const Row& row : side.layout.rows) {
            if (!isVisible(band, row))
                continue;
            switch (row.kind) {
                case RowKind::Benchmarks:
                    drawing::paintBenchmarks(m_painter, side, row);
                    break;
                case RowKind::Frontend:
                    drawing::paintFrontend(m_painter, side, row);
                    break;
                case RowKind::Node:
                    drawing::paintNode(m_painter, side, row);
                    break;
                case RowKind::Communication:
                    drawing::paintCommunication(m_painter, side, row);
                    break;
                case RowKind::Rank:
                    drawing::paintFoldedRank(m_painter, side, row);
                    break;
                case RowKind::Band:
                    drawing::paintBand(m_painter, side, row);
                    break;
                case RowKind::Extra:
                    paintMemory(band, row);
                    continue;
                default:
                    drawing::paintIdleLabels(m_painter, side, drawing::paintLane(m_painter, side, row));
            }
            drawing::paintGhost(m_painter, side, row);
        }
        m_painter->restore();
        paintSavedTime(*this, m_scene, band);
        m_painter->save();
        m_painter->setClipRect(clip.adjusted(0, -px(2), px(kFlagRoom), 0).intersected(plot.adjusted(0, -px(2), 0, 0)),
                               Qt::IntersectClip);
        drawing::paintSyncMarks(m_painter, side);
        m_painter->restore();
        paintDifference(*this, band);
    }

    void paintMemory(const CompareLayout::Band& band, const Row& row)
    {
        if (row.extra < 0)
            return;
        const ComparedPair& pair = *band.drawn.pair;
        const ComparedMemory& memory = pair.memory()[static_cast<std::size_t>(row.extra)];
        QRectF plot = plotRect(row.top, row.height);
        plot.setLeft(std::max(plot.left(), xOf({})));
        if (const auto scene = memoryOf(m_scene, pair, band.drawn.which, memory))
            drawing::paintMemory(m_painter, *scene, plot);
        if (m_scene.arrangement == Arrangement::Overlaid)
            if (const auto before = memoryOf(m_scene, pair, Which::A, memory))
                drawing::paintMemoryOutline(m_painter, *before, plot);
    }

    /// Paints the heading of all memory rows, or the name and the scale of one row.
    void paintMemoryHeader(const CompareLayout::Band& band, const Row& row)
    {
        const QRectF header(0, row.top, m_left, row.height);
        const auto& all = band.drawn.pair->memory();
        if (row.extra >= 0) {
            const auto scene =
                memoryOf(m_scene, *band.drawn.pair, band.drawn.which, all[static_cast<std::size_t>(row.extra)]);
            drawing::paintMemoryName(m_painter, m_theme, header, QString::fromStdString(scene->track.device.name));
            drawing::paintMemoryScale(m_painter, *scene, header);
            return;
        }
        const QRectF plot = plotRect(row.top, row.height);
        m_painter->fillRect(header | plot, m_tokens.chrome);
        m_painter->setFont(m_theme.sans(11, QFont::DemiBold));
        m_painter->setPen(m_tokens.text2);
        m_painter->drawText(header.adjusted(px(10), 0, 0, 0), Qt::AlignVCenter, tr("Memory"));
        std::vector<const drawing::MemoryTrack*> tracks;
        for (const ComparedMemory& memory : all)
            for (const auto* track : {&memory.a, &memory.b})
                if (*track)
                    tracks.push_back(&**track);
        drawing::paintMemoryKey(m_painter, m_theme, tracks, plot, m_scene.devicePixelRatio);
    }

    void paintHeaders(const drawing::Scene& side, const CompareLayout::Band& band)
    {
        m_painter->fillRect(QRectF(0, 0, m_left, side.layout.height), m_tokens.panel);
        for (const Row& row : side.layout.rows) {
            if (!isVisible(band, row))
                continue;
            if (row.kind == RowKind::Extra)
                paintMemoryHeader(band, row);
            else
                drawing::paintHeader(m_painter, side, row);
            if ((row.startsGroup || row.kind == RowKind::Extra) && row.top > 0)
                paintLine(0, row.top - 0.5, m_scene.size.width(), row.top - 0.5);
        }
        paintLine(0, side.layout.height - 0.5, m_scene.size.width(), side.layout.height - 0.5);
        paintLine(m_left - 0.5, 0, m_left - 0.5, side.layout.height);
    }
};

}  // namespace

void paintComparison(const drawing::Surface& painter, const CompareScene& scene)
{
    const CompareLayout layout = layOut(scene);
    const drawing::Scene axis = axisOf(scene, layout);
    ComparePainter({painter, scene, layout, axis}).paint();
}

}  // namespace ui::compare
