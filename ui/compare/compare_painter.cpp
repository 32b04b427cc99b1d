#include "ui/compare/compare_painter.h"

#include "ui/compare/words.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/bracket.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/header_painter.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

namespace ui::compare {

using drawing::Row;
using drawing::RowKind;
using engine::Nanoseconds;

namespace {

struct Compare {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

constexpr double kFlagRoom = 34;
/// Minimum width of a curve's piece in pixels; narrower ones are averaged with their neighbours.
constexpr double kShortestPiece = 5;

class ComparePainter {
public:
    ComparePainter(QPainter& painter, const CompareScene& scene)
        : m_painter(painter),
          m_scene(scene),
          m_theme(*scene.theme),
          m_tokens(scene.theme->tokens()),
          m_comparison(scene.pair->comparison()),
          m_layout(layOut(scene)),
          m_axis(axisOf(scene, m_layout)),
          m_left(m_layout.headerWidth),
          m_width(std::max(1, scene.size.width() - m_layout.headerWidth))
    {
    }

    void paint()
    {
        m_painter.fillRect(QRectF(QPointF(0, 0), QSizeF(m_scene.size)), m_tokens.plot);
        m_painter.save();
        m_painter.setClipRect(
            QRectF(0, m_layout.axisHeight, m_scene.size.width(), m_scene.size.height() - m_layout.axisHeight));
        m_painter.translate(0, -m_scene.scroll);
        for (const auto& band : m_layout.bands)
            paintBand(band);
        paintEnd();
        paintCurves();
        m_painter.restore();
        paintAxis();
    }

private:
    [[nodiscard]] double px(double at100) const { return at100 * m_theme.scale(); }
    [[nodiscard]] double xOf(Nanoseconds t) const { return m_left + timeToPixel(t, m_scene.range, m_width); }
    [[nodiscard]] Nanoseconds lengthOf(Which which) const { return m_scene.pair->side(which).scope.length(); }
    [[nodiscard]] QRectF plotRect(double top, double height) const { return QRectF(m_left, top, m_width, height); }
    [[nodiscard]] bool isSlower() const { return m_comparison.saved() < Nanoseconds{}; }
    [[nodiscard]] QColor savedColour() const { return isSlower() ? m_tokens.fail : m_tokens.ok; }
    void paintAxis()
    {
        drawing::paintTicks(m_painter, m_axis);
        paintLine(0, m_layout.axisHeight - 0.5, m_left, m_layout.axisHeight - 0.5);
    }

    void paintLine(double x1, double y1, double x2, double y2)
    {
        m_painter.setPen(QPen(m_tokens.line, 1));
        m_painter.drawLine(QPointF(x1, y1), QPointF(x2, y2));
    }

    // -- a side

    void paintBand(const CompareLayout::Band& band)
    {
        paintTitle(band);
        m_painter.save();
        m_painter.translate(0, band.top + band.titleHeight);
        drawing::Ghost ghost;
        const drawing::Scene side = sceneOf(m_scene, band, ghost);
        paintGround(side);
        paintRows(side, band);
        paintHeaders(side, band);
        m_painter.restore();
    }

    void paintTitle(const CompareLayout::Band& band)
    {
        const QRectF rect(0, band.top, m_scene.size.width(), band.titleHeight);
        m_painter.fillRect(rect, m_tokens.chrome);
        paintLine(0, rect.bottom() - 0.5, rect.right(), rect.bottom() - 0.5);
        if (band.which == Which::B)
            paintLine(0, rect.top() + 0.5, rect.right(), rect.top() + 0.5);
        const bool isA = band.which == Which::A;
        const double side = px(18);
        const QRectF letter(px(9), rect.center().y() - side / 2, side, side);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(isA ? m_tokens.ink : m_tokens.accent);
        m_painter.drawRoundedRect(letter, px(4), px(4));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setFont(m_theme.sans(11, QFont::Bold));
        m_painter.setPen(isA ? m_tokens.onInk : m_tokens.onAccent);
        m_painter.drawText(letter, Qt::AlignCenter, isA ? QStringLiteral("A") : QStringLiteral("B"));
        m_painter.setFont(m_theme.sans(12, QFont::DemiBold));
        m_painter.setPen(m_tokens.text);
        const bool isOverlaid = m_scene.arrangement == Arrangement::Overlaid;
        m_painter.drawText(QRectF(letter.right() + px(8), rect.top(), m_left - letter.right(), rect.height()),
                           Qt::AlignVCenter,
                           isOverlaid ? Compare::tr("B over A")
                           : isA      ? Compare::tr("Run A")
                                      : Compare::tr("Run B"));
        const Compared& shown = m_scene.pair->of(band.which);
        QString title = shown.title.isEmpty() ? shown.name : shown.title;
        if (isOverlaid)
            title = Compare::tr("%1 over %2, which is pale").arg(title, nameOf(Which::A));
        drawing::paintFittingText(m_painter, m_scene.labels,
                                  plotRect(rect.top(), rect.height()).adjusted(px(12), 0, -px(8), 0), title,
                                  Qt::AlignLeft);
    }

    [[nodiscard]] QString nameOf(Which which) const
    {
        const Compared& shown = m_scene.pair->of(which);
        return shown.title.isEmpty() ? shown.name : shown.title;
    }

    /// Whether the row is visible; others are skipped.
    [[nodiscard]] bool isVisible(const CompareLayout::Band& band, const Row& row) const
    {
        const int top = band.top + band.titleHeight + row.top - m_scene.scroll;
        return top < m_scene.size.height() && top + row.height > m_layout.axisHeight;
    }

    void paintGround(const drawing::Scene& side)
    {
        for (const Row& row : side.layout.rows)
            m_painter.fillRect(plotRect(row.top, row.height),
                               row.kind == RowKind::Benchmarks ? m_tokens.plot : m_tokens.band);
        drawing::paintGrid(m_painter, m_axis, 0, side.layout.height);
    }

    void paintRows(const drawing::Scene& side, const CompareLayout::Band& band)
    {
        // Leave room for flags, which are drawn to the right of the end.
        const QRectF plot = plotRect(0, side.layout.height);
        const Nanoseconds shown = side.ghost != nullptr ? m_scene.pair->length() : lengthOf(band.which);
        const double begin = xOf({}) - px(2);
        const QRectF clip(begin, 0, xOf(shown) - begin + px(2), plot.height());
        m_painter.save();
        m_painter.setClipRect(clip.intersected(plot), Qt::IntersectClip);
        for (const Row& row : side.layout.rows) {
            if (!isVisible(band, row))
                continue;
            switch (row.kind) {
                case RowKind::Benchmarks:
                    drawing::paintGhostBlocks(m_painter, side, row);
                    drawing::paintBenchmarks(m_painter, side, row);
                    break;
                case RowKind::Frontend:
                    drawing::paintGhostWaits(m_painter, side, row);
                    drawing::paintFrontend(m_painter, side, row);
                    break;
                default:
                    drawing::paintIdleLabels(m_painter, side, drawing::paintLane(m_painter, side, row));
            }
        }
        m_painter.restore();
        paintSaved(side, band);
        m_painter.save();
        m_painter.setClipRect(clip.adjusted(0, -px(2), px(kFlagRoom), 0).intersected(plot.adjusted(0, -px(2), 0, 0)),
                              Qt::IntersectClip);
        drawing::paintSyncMarks(m_painter, side);
        m_painter.restore();
    }

    void paintHeaders(const drawing::Scene& side, const CompareLayout::Band& band)
    {
        m_painter.fillRect(QRectF(0, 0, m_left, side.layout.height), m_tokens.panel);
        for (const Row& row : side.layout.rows) {
            if (!isVisible(band, row))
                continue;
            drawing::paintHeader(m_painter, side, row);
            if (row.startsGroup && row.top > 0)
                paintLine(0, row.top - 0.5, m_scene.size.width(), row.top - 0.5);
        }
        paintLine(0, side.layout.height - 0.5, m_scene.size.width(), side.layout.height - 0.5);
        paintLine(m_left - 0.5, 0, m_left - 0.5, side.layout.height);
    }

    // -- what was saved

    /// Paints the time that the shorter side saved, from its end to the end of the other side: a bracket, and hatching.
    void paintSaved(const drawing::Scene& side, const CompareLayout::Band& band)
    {
        const Nanoseconds saved = m_comparison.saved();
        const bool isShorter = saved != Nanoseconds{} && (saved > Nanoseconds{}) == (band.which == Which::B);
        const bool isOnly = m_layout.bands.size() == 1 && saved != Nanoseconds{};
        if (!isShorter && !isOnly)
            return;
        const double left = std::max<double>(m_left, xOf(std::min(m_comparison.lengthA(), m_comparison.lengthB())));
        const double right = std::min<double>(m_scene.size.width(), xOf(m_scene.pair->length()));
        if (right - left < 2)
            return;
        const Row* blocks = side.layout.rowOf(RowKind::Benchmarks);
        const double top = blocks != nullptr ? blocks->bottom() : 0;
        if (blocks != nullptr)
            paintBracket(left, right, savedLine(side, *blocks), blocks->bottom());
        if (isShorter && side.ghost == nullptr)
            paintRegion(QRectF(left, top, right - left, side.layout.height - top));
    }

    /// The y coordinate of the bracket of the saved time: the line of the run's own brackets, or the lower part of the
    /// row if the other side's brackets are painted behind.
    [[nodiscard]] double savedLine(const drawing::Scene& side, const Row& blocks) const
    {
        const double y = side.ghost == nullptr ? blocks.top + blocks.height * 0.38 : blocks.bottom() - px(15);
        return std::floor(y) + 0.5;
    }

    void paintBracket(double left, double right, double y, double foot)
    {
        const QColor colour = savedColour();
        drawing::paintBracket(m_painter, {left + 1.5, right - 0.5, y, px(8), 1.6}, colour);
        const QString word = isSlower() ? Compare::tr("longer") : Compare::tr("saved");
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
        const QColor ground = isSlower() ? m_tokens.failSoft : m_tokens.okSoft;
        const QColor lines = isSlower() ? m_tokens.failLine : m_tokens.okLine;
        m_painter.setBrushOrigin(region.topLeft());
        m_painter.fillRect(region, m_theme.hatchBrush(look::Pattern::Falling, ground, lines, m_scene.devicePixelRatio));
        m_painter.setBrushOrigin(0, 0);
        paintBadge(region);
    }

    void paintBadge(const QRectF& region)
    {
        const QString factor = look::factorText(m_comparison.speedUp());
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

    /// Draws a line through all bands where the longer side ends.
    void paintEnd()
    {
        const double x = std::floor(xOf(m_scene.pair->length())) + 0.5;
        if (m_comparison.saved() == Nanoseconds{} || x < m_left || x > m_scene.size.width() || m_layout.bands.empty())
            return;
        QPen pen(savedColour(), 1.2);
        pen.setDashPattern({2, 2});
        m_painter.setPen(pen);
        m_painter.drawLine(QPointF(x, m_layout.bands.front().top + m_layout.bands.front().titleHeight),
                           QPointF(x, m_layout.bands.back().bottom()));
    }

    // -- devices busy at once

    void paintCurves()
    {
        const double top = m_layout.curveTop;
        const QRectF title(0, top, m_scene.size.width(), m_layout.curveTitleHeight);
        m_painter.fillRect(title, m_tokens.chrome);
        paintLine(0, title.bottom() - 0.5, title.right(), title.bottom() - 0.5);
        m_painter.setFont(m_theme.sans(10.5, QFont::DemiBold));
        m_painter.setPen(m_tokens.text2);
        const bool isDevices = !m_comparison.units.empty() && m_comparison.units.front().isDevice;
        drawing::paintFittingText(
            m_painter, m_scene.labels, QRectF(px(10), title.top(), m_left - px(14), title.height()),
            isDevices ? Compare::tr("Devices busy at the same time") : Compare::tr("Streams busy at the same time"),
            Qt::AlignLeft);
        const double next = paintLegend(m_left + px(12), title.center().y(), Which::A);
        paintLegend(next + px(28), title.center().y(), Which::B);
        paintCurveArea(QRectF(0, title.bottom(), m_scene.size.width(), m_layout.curveHeight));
    }

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

    QPainter& m_painter;
    const CompareScene& m_scene;
    const look::Theme& m_theme;
    const look::Tokens& m_tokens;
    const engine::analysis::RunComparison& m_comparison;
    CompareLayout m_layout;
    drawing::Scene m_axis;
    double m_left;
    double m_width;
};

}  // namespace

void paintComparison(QPainter& painter, const CompareScene& scene)
{
    ComparePainter(painter, scene).paint();
}

}  // namespace ui::compare
