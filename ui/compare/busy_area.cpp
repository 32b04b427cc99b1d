#include "ui/compare/busy_curve.h"
#include "ui/compare/detail/surface.h"
#include "ui/compare/words.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/words.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <cmath>

namespace ui::compare {

using engine::Nanoseconds;

namespace {

/// Minimum width of a curve's piece in pixels; narrower ones are averaged with their neighbours.
constexpr double kShortestPiece = 5;

class BusyCurvesPainter : CompareSurface {
public:
    explicit BusyCurvesPainter(const CompareSurface& surface) : CompareSurface(surface) {}

    void paint()
    {
        const double top = m_layout.curveTop;
        const QRectF title(0, top, m_scene.size.width(), m_layout.curveTitleHeight);
        m_painter.fillRect(title, m_tokens.chrome);
        paintLine(0, title.bottom() - 0.5, title.right(), title.bottom() - 0.5);
        m_painter.setFont(m_theme.sans(10.5, QFont::DemiBold));
        m_painter.setPen(m_tokens.text2);
        const bool isDevices = !m_comparison.units.empty() && m_comparison.units.front().isDevice;
        drawing::paintFittingText(m_painter, m_scene.labels,
                                  QRectF(px(10), title.top(), m_left - px(14), title.height()),
                                  isDevices ? tr("Busy devices") : tr("Busy streams"), Qt::AlignLeft);
        const double next = paintLegend(m_left + px(12), title.center().y(), Which::A);
        paintLegend(next + px(28), title.center().y(), Which::B);
        paintCurveArea(QRectF(0, title.bottom(), m_scene.size.width(), m_layout.curveHeight));
    }

private:
    double paintLegend(double x, double y, Which which)
    {
        m_painter.setPen(curvePen(which));
        m_painter.drawLine(QPointF(x, y), QPointF(x + px(20), y));
        m_painter.setFont(m_theme.sans(11));
        m_painter.setPen(m_tokens.text2);
        const QString text = QStringLiteral("%1 %2").arg(which == Which::A ? QStringLiteral("A") : QStringLiteral("B"),
                                                         m_scene.pair->of(which).title);
        const double width = QFontMetricsF(m_painter.font()).horizontalAdvance(text);
        m_painter.drawText(QRectF(x + px(27), y - px(9), width + 2, px(18)), Qt::AlignVCenter, text);
        return x + px(27) + width;
    }

    [[nodiscard]] QPen curvePen(Which which) const
    {
        if (which == Which::B)
            return QPen(m_tokens.accent, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
        QPen pen(m_tokens.text2, 2, Qt::CustomDashLine, Qt::FlatCap, Qt::MiterJoin);
        pen.setDashPattern({3, 1.6});
        return pen;
    }

    void paintCurveArea(const QRectF& area)
    {
        const int most = std::max<int>(1, static_cast<int>(m_comparison.units.size()));
        const double foot = area.bottom() - px(12);
        const double step = (foot - area.top() - px(24)) / most;
        const auto yOf = [&](int units) { return std::floor(foot - units * step) + 0.5; };
        m_painter.fillRect(QRectF(0, area.top(), m_left, area.height()), m_tokens.panel);
        drawing::paintGrid(m_painter, m_axis, area.top(), area.bottom());
        for (int units = 0; units <= most; ++units) {
            m_painter.setPen(QPen(m_tokens.soft, 1));
            m_painter.drawLine(QPointF(m_left, yOf(units)), QPointF(m_scene.size.width(), yOf(units)));
            m_painter.setPen(m_tokens.text3);
            m_painter.setFont(m_theme.mono(10));
            m_painter.drawText(QRectF(0, yOf(units) - px(8), m_left - px(10), px(16)),
                               Qt::AlignRight | Qt::AlignVCenter, QString::number(units));
        }
        paintLine(m_left - 0.5, area.top(), m_left - 0.5, area.bottom());
        m_painter.save();
        m_painter.setClipRect(plotRect(area.top(), area.height()), Qt::IntersectClip);
        const Curve curves[] = {{Which::A, piecesOf(Which::A), yOf(0), step},
                                {Which::B, piecesOf(Which::B), yOf(0), step}};
        const QPainterPath b = pathOf(curves[1]);
        m_painter.fillPath(b, m_tokens.accentSoft);
        m_painter.strokePath(b, curvePen(Which::B));
        m_painter.strokePath(pathOf(curves[0]), curvePen(Which::A));
        paintCurveTexts(curves[0], curves[1], area);
        m_painter.restore();
    }

    /// The visible part of one side's curve.
    struct Curve {
        Which which = Which::A;
        std::vector<CurvePiece> pieces;
        double foot = 0;  ///< y coordinate of zero busy units
        double step = 0;  ///< pixels per busy unit

        [[nodiscard]] double yOf(const CurvePiece& piece) const { return std::floor(foot - piece.units * step) + 0.5; }
    };

    [[nodiscard]] std::vector<CurvePiece> piecesOf(Which which) const
    {
        const double share = px(kShortestPiece) / m_width;
        return m_scene.pair->curve(which).pieces(
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

    [[nodiscard]] QString curveText(Which which) const { return busyText(m_comparison, which == Which::A); }

    /// Places the text of each curve beside the curve, without crossing either curve.
    void paintCurveTexts(const Curve& a, const Curve& b, const QRectF& area)
    {
        m_painter.setFont(m_theme.sans(11, QFont::DemiBold));
        const QRectF ofB = placeOfText(b, a, area, {});
        paintCurveText(b.which, ofB);
        paintCurveText(a.which, placeOfText(a, b, area, ofB));
    }

    /// Finds the place for a curve's text. B prefers its highest piece, A the longest piece after the end of B; the
    /// first candidate with enough room is used.
    [[nodiscard]] QRectF placeOfText(const Curve& own, const Curve& other, const QRectF& area,
                                     const QRectF& taken) const
    {
        const QFontMetricsF metrics(m_painter.font());
        const QSizeF size(metrics.horizontalAdvance(curveText(own.which)), metrics.height());
        const QRectF room(m_left + px(4), area.top() + 1, m_width - px(8), own.foot - area.top());
        if (size.width() <= 0 || size.width() > room.width())
            return {};
        const Nanoseconds otherEnd = other.pieces.empty() ? Nanoseconds{} : other.pieces.back().end;
        const auto alone = [&](const CurvePiece& piece) {
            return piece.end - std::max(piece.begin, std::min(piece.end, otherEnd));
        };
        std::vector<CurvePiece> best = own.pieces;
        std::erase_if(best, [](const CurvePiece& piece) { return piece.units <= 0; });
        std::stable_sort(best.begin(), best.end(), [&](const CurvePiece& x, const CurvePiece& y) {
            if (own.which == Which::B && std::abs(x.units - y.units) > 0.05)
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
                    if (room.contains(rect) && !rect.intersects(taken) && !isCrossed(rect, own) &&
                        !isCrossed(rect, other))
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

    void paintCurveText(Which which, const QRectF& rect)
    {
        if (rect.isEmpty())
            return;
        m_painter.setPen(which == Which::B ? m_tokens.accent : m_tokens.text2);
        m_painter.drawText(rect, Qt::AlignCenter, curveText(which));
    }
};

}  // namespace

void paintBusyCurves(const CompareSurface& surface)
{
    BusyCurvesPainter(surface).paint();
}

}  // namespace ui::compare
