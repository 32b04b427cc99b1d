#include "ui/compare/detail/surface.h"
#include "ui/compare/labels.h"
#include "ui/drawing/bracket.h"
#include "ui/drawing/label_cache.h"
#include "ui/look/format.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ui::compare {

using drawing::Row;
using drawing::RowKind;

namespace {

/// Returns the saved time; 0 if the measured runs show no difference.
Nanoseconds shownSaved(const engine::analysis::RunComparison& comparison)
{
    return comparison.isUndecided() ? Nanoseconds{} : comparison.saved();
}

class SavedTimePainter : CompareSurface {
public:
    SavedTimePainter(const CompareSurface& surface, const ComparedPair& pair) : CompareSurface(surface, pair) {}

    /// Paints the region after the end of the shorter side.
    void paintRegion(const CompareLayout::Band& band)
    {
        const auto [left, right] = spanOf(band);
        if (right - left < 2 || !isShorter(band) || isOverlaid())
            return;
        const Row* blocks = band.rows.rowOf(RowKind::Benchmarks);
        const double top = blocks != nullptr ? blocks->bottom() : 0;
        paintRegion(QRectF(left, top, right - left, band.rows.height - top));
    }

    /// Paints the bracket of the difference. Its text interrupts its horizontal line.
    void paintBracket(const CompareLayout::Band& band)
    {
        const auto [left, right] = spanOf(band);
        const Row* blocks = band.rows.rowOf(RowKind::Benchmarks);
        if (right - left < 2 || blocks == nullptr || (!isShorter(band) && !isOverlaid()))
            return;
        paintBracket(left, right, savedLine(*blocks), blocks->bottom());
    }

    /// Paints a line through a band where the longest side ends.
    void paintEnd(const CompareLayout::Band& band)
    {
        const double x = std::floor(xOf(lengthOf(m_scene))) + 0.5;
        if (x < m_left || x > m_scene.size.width())
            return;
        QPen pen(savedColour(), 1.2);
        pen.setDashPattern({2, 2});
        m_painter->setPen(pen);
        m_painter->drawLine(QPointF(x, 0), QPointF(x, band.rows.height));
    }

private:
    [[nodiscard]] bool isOverlaid() const { return m_scene.arrangement == Arrangement::Overlaid; }

    [[nodiscard]] bool isShorter(const CompareLayout::Band& band) const
    {
        return (m_comparison.saved() > Nanoseconds{}) == (band.drawn.which == Which::B);
    }

    /// The x coordinates of the ends of the shorter and the longer side; empty if there is no difference to paint. With
    /// three sides, B and C each have a separate difference to A.
    [[nodiscard]] std::pair<double, double> spanOf(const CompareLayout::Band& band) const
    {
        if (shownSaved(m_comparison) == Nanoseconds{} || (band.drawn.which == Which::A && !m_scene.more.empty()))
            return {};
        return {std::max<double>(m_left, xOf(std::min(m_comparison.lengthA(), m_comparison.lengthB()))),
                std::min<double>(m_scene.size.width(), xOf(band.drawn.pair->length()))};
    }

    /// Returns the y coordinate of the bracket of the saved time: in the band of the longer run, that of the thin row
    /// of the other side, if the band has this row; otherwise that of the brackets of timed blocks.
    [[nodiscard]] double savedLine(const Row& blocks) const
    {
        const bool isInGhost = blocks.ghostHeight > 0 && isSlower();
        return std::floor(isInGhost ? blocks.top + blocks.ownHeight() + blocks.ghostHeight * 0.4
                                    : blocks.top + blocks.barHeight * 0.38) +
               0.5;
    }

    void paintBracket(double left, double right, double y, double foot)
    {
        const QColor colour = savedColour();
        drawing::paintBracket(m_painter, {left + 1.5, right - 0.5, y, px(8), 1.6}, colour);
        const QString text = drawing::savedText(m_comparison.saved());
        m_painter->setFont(m_theme.mono(12, QFont::Bold));
        const double width = QFontMetricsF(m_painter->font()).horizontalAdvance(text) + px(14);
        if (width > right - left - px(10))
            return paintBesideBracket(left, right, y, foot, text);
        const QRectF patch((left + right - width) / 2, y - px(9), width, px(18));
        m_painter->fillRect(patch, m_tokens.plot);
        m_painter->setPen(colour);
        drawing::drawText(m_painter, m_scene.labels, patch, Qt::AlignCenter, text);
    }

    /// If a bracket is too narrow for its text, places the text below the bracket, or to the left of the bracket if
    /// there is no room below.
    void paintBesideBracket(double left, double right, double y, double foot, const QString& text)
    {
        m_painter->setFont(m_theme.mono(10.5, QFont::Bold));
        const double line = px(13), under = std::floor(y + px(11));
        const bool isBelow = under + line <= foot;
        const double width = QFontMetricsF(m_painter->font()).horizontalAdvance(text) + px(6);
        const double wanted = isBelow ? (left + right - width) / 2 : left - width - px(2);
        const QRectF rect(std::max(m_left, std::min(wanted, m_scene.size.width() - width)),
                          isBelow ? under : y - line / 2, width, line);
        m_painter->fillRect(rect, m_tokens.plot);
        m_painter->setPen(savedColour());
        drawing::drawText(m_painter, m_scene.labels, rect, Qt::AlignCenter, text);
    }

    void paintRegion(const QRectF& region)
    {
        m_painter->setBrushOrigin(region.topLeft());
        m_painter->fillRect(region, m_theme.hatchBrush(look::Pattern::Falling, m_tokens.sunken, m_tokens.line,
                                                       m_scene.devicePixelRatio));
        m_painter->setBrushOrigin(0, 0);
        paintBadge(region);
    }

    void paintBadge(const QRectF& region)
    {
        const QString factor =
            m_comparison.isUndecided() ? QStringLiteral("≈") : look::factorText(m_comparison.speedUp());
        const QString note = factorText(m_comparison);
        const QFont large = m_theme.sans(20, QFont::Bold);
        const QFont small = m_theme.sans(10.5);
        const double width =
            std::max(QFontMetricsF(large).horizontalAdvance(factor), QFontMetricsF(small).horizontalAdvance(note)) +
            px(34);
        const double height = px(58);
        const bool fits = width + px(8) <= region.width() && height + px(8) <= region.height();
        const QRectF badge(region.center().x() - width / 2, region.center().y() - height / 2, width, height);
        if (!fits)
            return paintSmallBadge(region, factor);
        m_painter->setRenderHint(QPainter::Antialiasing);
        m_painter->setPen(QPen(savedColour(), 1.6));
        m_painter->setBrush(m_tokens.plot);
        m_painter->drawRoundedRect(badge, px(8), px(8));
        m_painter->setRenderHint(QPainter::Antialiasing, false);
        m_painter->setFont(large);
        drawing::drawText(m_painter, m_scene.labels, badge.adjusted(0, px(5), 0, -px(22)), Qt::AlignCenter, factor);
        m_painter->setFont(small);
        m_painter->setPen(m_tokens.text2);
        drawing::drawText(m_painter, m_scene.labels, badge.adjusted(0, px(33), 0, -px(6)), Qt::AlignCenter, note);
    }

    /// If the region is narrow, places the badge to its right, where no operation is painted. Without room there, omits
    /// it, because the status bar also shows the factor.
    void paintSmallBadge(const QRectF& region, const QString& factor)
    {
        m_painter->setFont(m_theme.sans(12, QFont::Bold));
        const double width = QFontMetricsF(m_painter->font()).horizontalAdvance(factor) + px(12);
        const double x = width <= region.width() ? region.center().x() - width / 2 : region.right() + px(4);
        if (x + width >= m_scene.size.width())
            return;
        const QRectF badge(x, region.center().y() - px(11), width, px(22));
        m_painter->setRenderHint(QPainter::Antialiasing);
        m_painter->setPen(QPen(savedColour(), 1.4));
        m_painter->setBrush(m_tokens.plot);
        m_painter->drawRoundedRect(badge, px(5), px(5));
        m_painter->setRenderHint(QPainter::Antialiasing, false);
        drawing::drawText(m_painter, m_scene.labels, badge, Qt::AlignCenter, factor);
    }
};

}  // namespace

void paintSavedTime(const CompareSurface& surface, const CompareScene& scene, const CompareLayout::Band& band)
{
    const std::vector<DrawnSide> sides = sidesOf(scene);
    const bool differ = std::ranges::any_of(
        sides, [](const DrawnSide& drawn) { return shownSaved(drawn.pair->comparison()) != Nanoseconds{}; });
    SavedTimePainter painter(surface, *band.drawn.pair);
    painter.paintRegion(band);
    if (differ && !scene.moment)
        painter.paintEnd(band);
}

void paintDifference(const CompareSurface& surface, const CompareLayout::Band& band)
{
    SavedTimePainter(surface, *band.drawn.pair).paintBracket(band);
}

}  // namespace ui::compare
