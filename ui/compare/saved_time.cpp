#include "ui/compare/detail/surface.h"
#include "ui/compare/words.h"
#include "ui/drawing/bracket.h"
#include "ui/look/format.h"
#include "ui/look/words.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace ui::compare {

using drawing::Row;
using drawing::RowKind;
using engine::Nanoseconds;

namespace {

class SavedTimePainter : CompareSurface {
public:
    explicit SavedTimePainter(const CompareSurface& surface) : CompareSurface(surface) {}
    SavedTimePainter(const CompareSurface& surface, const ComparedPair& pair) : CompareSurface(surface, pair) {}

    void paint(const drawing::Scene& side, const CompareLayout::Band& band)
    {
        const Nanoseconds saved = shownSaved(m_comparison);
        const bool isB = band.drawn.which == Which::B;
        const bool isShorter = saved != Nanoseconds{} && (saved > Nanoseconds{}) == isB;
        const bool isOverlaid = side.ghost != nullptr && saved != Nanoseconds{};
        // Of three sides, each one after A has its own difference to A.
        if ((!isShorter && !isOverlaid) || (!isB && !m_scene.more.empty()))
            return;
        const double left = std::max<double>(m_left, xOf(std::min(m_comparison.lengthA(), m_comparison.lengthB())));
        const double right = std::min<double>(m_scene.size.width(), xOf(band.drawn.pair->length()));
        if (right - left < 2)
            return;
        const Row* blocks = side.layout.rowOf(RowKind::Benchmarks);
        const double top = blocks != nullptr ? blocks->bottom() : 0;
        if (blocks != nullptr)
            paintBracket(left, right, savedLine(*blocks), blocks->bottom());
        if (isShorter && side.ghost == nullptr)
            paintRegion(QRectF(left, top, right - left, side.layout.height - top));
    }

    void paintEnd()
    {
        const double x = std::floor(xOf(lengthOf(m_scene))) + 0.5;
        const std::vector<DrawnSide> sides = sidesOf(m_scene);
        const bool differ = std::any_of(sides.begin(), sides.end(), [](const DrawnSide& drawn) {
            return shownSaved(drawn.pair->comparison()) != Nanoseconds{};
        });
        if (!differ || x < m_left || x > m_scene.size.width() || m_layout.bands.empty())
            return;
        QPen pen(savedColour(), 1.2);
        pen.setDashPattern({2, 2});
        m_painter.setPen(pen);
        for (const CompareLayout::Band& band : m_layout.bands)  // a title may have text there
            m_painter.drawLine(QPointF(x, band.top + band.titleHeight), QPointF(x, band.bottom()));
    }

private:
    /// 0 if the measured runs show no difference.
    [[nodiscard]] static Nanoseconds shownSaved(const engine::analysis::RunComparison& comparison)
    {
        return comparison.isUndecided() ? Nanoseconds{} : comparison.saved();
    }
    /// The y coordinate of the bracket of the saved time: the line of the run's own brackets, which end before it. If
    /// the run is the longer one, the row of the other side.
    [[nodiscard]] double savedLine(const Row& blocks) const
    {
        const bool isInGhost = blocks.ghostHeight > 0 && isSlower();
        return std::floor(isInGhost ? blocks.top + blocks.ownHeight() + blocks.ghostHeight * 0.4
                                    : blocks.top + blocks.ownHeight() * 0.38) +
               0.5;
    }

    void paintBracket(double left, double right, double y, double foot)
    {
        const QColor colour = savedColour();
        drawing::paintBracket(m_painter, {left + 1.5, right - 0.5, y, px(8), 1.6}, colour);
        const QString word = isSlower() ? tr("longer") : tr("saved");
        const double seconds = std::abs(engine::toSeconds(m_comparison.saved()));
        const QString time =
            seconds >= 0.1 ? look::benchmarkText(seconds) : look::durationText(engine::fromSeconds(seconds));
        const QString text = QStringLiteral("%1  %2").arg(word, time);
        m_painter.setFont(m_theme.mono(12, QFont::Bold));
        const double width = QFontMetricsF(m_painter.font()).horizontalAdvance(text) + px(14);
        if (width > right - left - px(10))
            return paintBesideBracket(left, right, y, foot, {word, time});
        const QRectF patch((left + right - width) / 2, y - px(9), width, px(18));
        m_painter.fillRect(patch, m_tokens.plot);
        m_painter.setPen(colour);
        m_painter.drawText(patch, Qt::AlignCenter, text);
    }

    /// Places the texts of a bracket that is too narrow for them: below it in two lines, with less room in one line,
    /// and with no room below it in one line to its left.
    void paintBesideBracket(double left, double right, double y, double foot, const QStringList& words)
    {
        m_painter.setFont(m_theme.mono(10.5, QFont::Bold));
        const QFontMetricsF metrics(m_painter.font());
        const double line = px(13);
        const double under = y + px(2);
        const bool isBelow = under + line <= foot;
        const QStringList lines = under + 2 * line <= foot ? words : QStringList{words.join(QStringLiteral("  "))};
        double width = 0;
        for (const QString& each : lines)
            width = std::max(width, metrics.horizontalAdvance(each) + px(6));
        const double wanted = isBelow ? (left + right - width) / 2 : left - width - px(2);
        QRectF rect(std::max(m_left, std::min(wanted, m_scene.size.width() - width)), isBelow ? under : y - line / 2,
                    width, line);
        m_painter.setPen(savedColour());
        for (const QString& each : lines) {
            m_painter.fillRect(rect, m_tokens.plot);
            m_painter.drawText(rect, Qt::AlignCenter, each);
            rect.translate(0, line);
        }
    }

    void paintRegion(const QRectF& region)
    {
        m_painter.setBrushOrigin(region.topLeft());
        m_painter.fillRect(region, m_theme.hatchBrush(look::Pattern::Falling, m_tokens.sunken, m_tokens.line,
                                                      m_scene.devicePixelRatio));
        m_painter.setBrushOrigin(0, 0);
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
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(savedColour(), 1.6));
        m_painter.setBrush(m_tokens.plot);
        m_painter.drawRoundedRect(badge, px(8), px(8));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setFont(large);
        m_painter.drawText(badge.adjusted(0, px(5), 0, -px(22)), Qt::AlignCenter, factor);
        m_painter.setFont(small);
        m_painter.setPen(m_tokens.text2);
        m_painter.drawText(badge.adjusted(0, px(33), 0, -px(6)), Qt::AlignCenter, note);
    }

    /// In a narrow region, the badge is placed to its right, or to its left if there is no room.
    void paintSmallBadge(const QRectF& region, const QString& factor)
    {
        m_painter.setFont(m_theme.sans(12, QFont::Bold));
        const double width = QFontMetricsF(m_painter.font()).horizontalAdvance(factor) + px(12);
        double x = region.center().x() - width / 2;
        if (width > region.width())
            x = region.right() + px(4) + width < m_scene.size.width() ? region.right() + px(4)
                                                                      : region.left() - width - px(4);
        const QRectF badge(x, region.center().y() - px(11), width, px(22));
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(savedColour(), 1.4));
        m_painter.setBrush(m_tokens.plot);
        m_painter.drawRoundedRect(badge, px(5), px(5));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.drawText(badge, Qt::AlignCenter, factor);
    }
};

}  // namespace

void paintSavedTime(const CompareSurface& surface, const drawing::Scene& side, const CompareLayout::Band& band)
{
    SavedTimePainter(surface, *band.drawn.pair).paint(side, band);
}

void paintLongerEnd(const CompareSurface& surface)
{
    SavedTimePainter(surface).paintEnd();
}

}  // namespace ui::compare
