#include "ui/compare/busy_curve.h"
#include "ui/compare/detail/surface.h"
#include "ui/compare/labels.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::compare {

namespace {

/// Minimum width of a curve's piece in pixels; narrower ones are averaged with their neighbours.
constexpr double kShortestPiece = 5;

class BusyCurvesPainter : CompareSurface {
public:
    explicit BusyCurvesPainter(const CompareSurface& surface) : CompareSurface(surface), m_sides(sidesOf(m_scene)) {}

    void paint()
    {
        const double top = m_layout.curveTop;
        const QRectF title(0, top, m_scene.size.width(), m_layout.curveTitleHeight);
        m_painter->fillRect(title, m_tokens.chrome);
        paintLine(0, title.bottom() - 0.5, title.right(), title.bottom() - 0.5);
        m_painter->setFont(m_theme.sans(10.5, QFont::DemiBold));
        m_painter->setPen(m_tokens.text2);
        const bool isDevices = !m_comparison.units.empty() && m_comparison.units.front().isDevice;
        drawing::paintFittingText(m_painter, m_scene.labels,
                                  QRectF(px(10), title.top(), m_left - px(14), title.height()),
                                  isDevices ? tr("Busy devices") : tr("Busy streams"), Qt::AlignLeft);
        double x = m_left + px(12);
        for (const DrawnSide& drawn : m_sides)
            x = paintLegend(x, title.center().y(), drawn) + px(28);
        paintCurveArea(QRectF(0, title.bottom(), m_scene.size.width(), m_layout.curveHeight));
    }

private:
    double paintLegend(double x, double y, const DrawnSide& drawn)
    {
        m_painter->setPen(curvePen(drawn));
        m_painter->drawLine(QPointF(x, y), QPointF(x + px(20), y));
        m_painter->setFont(m_theme.sans(11));
        m_painter->setPen(m_tokens.text2);
        const QString text = QStringLiteral("%1 %2").arg(drawn.letter(), drawn.compared().title);
        const double width = QFontMetricsF(m_painter->font()).horizontalAdvance(text);
        m_painter->drawText(QRectF(x + px(27), y - px(9), width + 2, px(18)), Qt::AlignVCenter, text);
        return x + px(27) + width;
    }

    /// Returns the pen of a curve: dashed for A, solid for B, dotted for other sides.
    [[nodiscard]] QPen curvePen(const DrawnSide& drawn) const
    {
        if (drawn.number == 1)
            return QPen(m_tokens.accent, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
        QPen pen(drawn.number == 0 ? m_tokens.text2 : m_tokens.text, 2, Qt::CustomDashLine, Qt::FlatCap, Qt::MiterJoin);
        pen.setDashPattern(drawn.number == 0 ? QVector<qreal>{3, 1.6} : QVector<qreal>{1, 1});
        return pen;
    }

    void paintCurveArea(const QRectF& area)
    {
        int most = 1;
        for (const DrawnSide& drawn : m_sides)
            most = std::max(most, static_cast<int>(drawn.pair->comparison().units.size()));
        const double foot = area.bottom() - px(12);
        const double step = (foot - area.top() - px(24)) / most;
        const auto yOf = [&](int units) { return std::floor(foot - units * step) + 0.5; };
        m_painter->fillRect(QRectF(0, area.top(), m_left, area.height()), m_tokens.panel);
        drawing::paintGrid(m_painter, m_axis, area.top(), area.bottom());
        for (int units = 0; units <= most; ++units) {
            m_painter->setPen(QPen(m_tokens.soft, 1));
            m_painter->drawLine(QPointF(m_left, yOf(units)), QPointF(m_scene.size.width(), yOf(units)));
            m_painter->setPen(m_tokens.text3);
            m_painter->setFont(m_theme.mono(10));
            m_painter->drawText(QRectF(0, yOf(units) - px(8), m_left - px(10), px(16)),
                                Qt::AlignRight | Qt::AlignVCenter, QString::number(units));
        }
        paintLine(m_left - 0.5, area.top(), m_left - 0.5, area.bottom());
        m_painter->save();
        m_painter->setClipRect(plotRect(area.top(), area.height()), Qt::IntersectClip);
        std::vector<Curve> curves;
        for (const DrawnSide& drawn : m_sides)
            curves.push_back({drawn, piecesOf(drawn), yOf(0), step});
        // Fill B first, so that the lines of the other sides are painted over it.
        std::swap(curves[0], curves[1]);
        m_painter->fillPath(pathOf(curves[0]), m_tokens.accentSoft);
        for (const Curve& curve : curves)
            m_painter->strokePath(pathOf(curve), curvePen(curve.drawn));
        paintCurveTexts(curves, area);
        m_painter->restore();
    }

    /// The visible part of one side's curve.
    struct Curve {
        DrawnSide drawn;
        std::vector<CurvePiece> pieces;
        double foot = 0;  ///< y coordinate of zero busy units
        double step = 0;  ///< pixels per busy unit

        [[nodiscard]] double yOf(const CurvePiece& piece) const { return std::floor(foot - piece.units * step) + 0.5; }
    };

    [[nodiscard]] std::vector<CurvePiece> piecesOf(const DrawnSide& drawn) const
    {
        const double share = px(kShortestPiece) / m_width;
        return drawn.pair->curve(drawn.which)
            .pieces(
                m_scene.range,
                Nanoseconds{static_cast<std::int64_t>(static_cast<double>(m_scene.range.length().count()) * share)});
    }

    [[nodiscard]] QPainterPath pathOf(const Curve& curve) const
    {
        QPainterPath path;
        if (curve.pieces.empty())
            return path;
        const auto x = [this](Nanoseconds t) { return std::floor(xOf(t)) + 0.5; };
        path.moveTo(x(curve.pieces.front().begin), curve.foot);
        for (const CurvePiece& piece : curve.pieces) {
            path.lineTo(x(piece.begin), curve.yOf(piece));
            path.lineTo(x(piece.end), curve.yOf(piece));
        }
        path.lineTo(x(curve.pieces.back().end), curve.foot);
        return path;
    }

    [[nodiscard]] static QString curveText(const DrawnSide& drawn)
    {
        return busyText(drawn.pair->comparison(), drawn.which);
    }

    /// Paints the text of each curve beside the curve, where it crosses no curve or text; omits a text without room.
    void paintCurveTexts(const std::vector<Curve>& curves, const QRectF& area)
    {
        m_painter->setFont(m_theme.sans(11, QFont::DemiBold));
        std::vector<QRectF> taken;
        for (const Curve& curve : curves) {
            taken.push_back(placeOfText(curve, curves, area, taken));
            paintCurveText(curve.drawn, taken.back());
        }
    }

    /// Finds the place for a curve's text. For A, tries first the longest piece after the ends of the other curves; for
    /// B and C, the highest piece of the curve. Uses the first candidate with enough room.
    [[nodiscard]] QRectF placeOfText(const Curve& own, const std::vector<Curve>& curves, const QRectF& area,
                                     const std::vector<QRectF>& taken) const
    {
        const QFontMetricsF metrics(m_painter->font());
        const QSizeF size(metrics.horizontalAdvance(curveText(own.drawn)), metrics.height());
        const QRectF room(m_left + px(4), area.top() + 1, m_width - px(8), own.foot - area.top());
        if (size.width() <= 0 || size.width() > room.width())
            return {};
        Nanoseconds otherEnd{};
        for (const Curve& other : curves)
            if (&other != &own && !other.pieces.empty())
                otherEnd = std::max(otherEnd, other.pieces.back().end);
        const auto alone = [&](const CurvePiece& piece) {
            return piece.end - std::max(piece.begin, std::min(piece.end, otherEnd));
        };
        std::vector<CurvePiece> best = own.pieces;
        std::erase_if(best, [](const CurvePiece& piece) { return piece.units <= 0; });
        std::ranges::stable_sort(best, [&](const CurvePiece& x, const CurvePiece& y) {
            if (own.drawn.number > 0 && std::abs(x.units - y.units) > 0.05)
                return x.units > y.units;
            if (alone(x) != alone(y))
                return alone(x) > alone(y);
            return x.end - x.begin > y.end - y.begin;
        });
        best.resize(std::min<std::size_t>(best.size(), 8));
        for (const CurvePiece& piece : best) {
            const Nanoseconds begin = alone(piece) > Nanoseconds{} ? std::max(piece.begin, otherEnd) : piece.begin;
            const double left = xOf(begin), right = xOf(piece.end), y = own.yOf(piece);
            const double middle = (left + right - size.width()) / 2;
            for (const double top : {y - size.height() - px(3), y + px(3)})
                for (const double x :
                     {middle, left + px(6), right - size.width() - px(6), right + px(6), left - size.width() - px(6)}) {
                    const QRectF rect(QPointF(x, top), size);
                    const QRectF apart = rect.adjusted(-px(8), 0, px(8), 0);  // leaves a gap between adjacent texts
                    const bool isFree =
                        std::ranges::none_of(taken, [&](const QRectF& one) { return apart.intersects(one); }) &&
                        std::ranges::none_of(curves, [&](const Curve& curve) { return isCrossed(rect, curve); });
                    if (room.contains(rect) && isFree)
                        return rect;
                }
        }
        return {};
    }

    /// Whether the line of `curve` crosses `rect`.
    [[nodiscard]] bool isCrossed(const QRectF& rect, const Curve& curve) const
    {
        const QRectF wide = rect.adjusted(-2, -1, 2, 1);
        double before = curve.foot;
        for (std::size_t i = 0; i <= curve.pieces.size() && !curve.pieces.empty(); ++i) {
            const bool isEnd = i == curve.pieces.size();
            const double x = xOf(isEnd ? curve.pieces.back().end : curve.pieces[i].begin);
            const double y = isEnd ? curve.foot : curve.yOf(curve.pieces[i]);
            if (x > wide.left() && x < wide.right() && std::max(before, y) > wide.top() &&
                std::min(before, y) < wide.bottom())
                return true;
            if (!isEnd && y > wide.top() && y < wide.bottom() && x < wide.right() &&
                xOf(curve.pieces[i].end) > wide.left())
                return true;
            before = y;
        }
        return false;
    }

    void paintCurveText(const DrawnSide& drawn, const QRectF& rect)
    {
        if (rect.isEmpty())
            return;
        m_painter->setPen(curvePen(drawn).color());
        drawing::drawText(m_painter, m_scene.labels, rect, Qt::AlignCenter, curveText(drawn));
    }

    std::vector<DrawnSide> m_sides;
};

}  // namespace

void paintBusyCurves(const CompareSurface& surface)
{
    BusyCurvesPainter(surface).paint();
}

}  // namespace ui::compare
