#include "ui/drawing/overlap_band.h"

#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/lane_strip.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::trace::Coverage;
using engine::trace::Kind;
using engine::trace::LaneIndex;
using Line = TooltipLine;
using Style = TooltipStyle;

namespace {

/// Colour strength of the band for one working lane; for two or more lanes it is 1.
constexpr double kPaleStep = 0.42;
/// Fraction of the colour `text3` where the band is darkest; the rest is the background.
constexpr double kGrey = 0.62;
constexpr float kShade = 0.12F;

/// The band counts lanes of all kinds, so it is grey instead of the colour of a kind. The grey lies between those of
/// the program and of the grid.
StripColours coloursOf(const look::Theme& theme, double strength)
{
    return {theme.tokens().band, &theme, kGrey * strength, theme.tokens().text3};
}

enum class Half : std::uint8_t { Upper, Lower };

/// Paints the shapes of one half of the band, the rectangle `area`. Only the lower half marks the lower edge of pale
/// columns.
void paintHalf(const Surface& painter, const Scene& scene, const LaneIndex& index, Half half, const QRectF& area,
               int step, const StrengthOf& strengthOf = {})
{
    LaneGeometry geometry = laneGeometry(index, scene.range, area, strengthOf);
    if (half == Half::Upper)
        for (LaneGeometry::Column& column : geometry.columns)
            column.isPale = false;
    const StripColours colours = coloursOf(*scene.theme, step == 1 ? kPaleStep : 1.0);
    const auto fill = [&](const auto& rects, const QColor& colour) { fillRects(painter, rects, colour); };
    fillColumns(geometry, colours, fill);
    std::vector<QRectF> bars;
    for (const LaneGeometry::Bar& bar : geometry.bars)
        bars.push_back(bar.rect);
    fill(bars, overlapColour(*scene.theme, step));
}

/// Paints the band as shapes. As in paintImages(), the step of one lane also covers the times in which two or more
/// lanes work.
void paintShapes(const Surface& painter, const Scene& scene, const QRectF& bars)
{
    const auto& concurrency = scene.digest->concurrency();
    const double middle =
        std::round(bars.center().y());  // a boundary of pixels, so that no line is visible between the halves
    const QRectF upper(bars.topLeft(), QPointF(bars.right(), middle));
    const QRectF lower(upper.bottomLeft(), bars.bottomRight());
    const auto both = [&](Nanoseconds begin, Nanoseconds end, double many) {
        const Nanoseconds any = concurrency.any().busy(begin, end);
        return many + kPaleStep * std::max(0.0, engine::toSeconds(any) / engine::toSeconds(end - begin) - many);
    };
    paintHalf(painter, scene, concurrency.many(), Half::Upper, upper, 2);
    paintHalf(painter, scene, concurrency.any(), Half::Lower, lower, 1);
    paintHalf(painter, scene, concurrency.many(), Half::Lower, lower, 2, both);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

void paintImages(const Surface& painter, const Scene& scene, const QRectF& bars)
{
    const double ratio = scene.devicePixelRatio;
    const int columns = static_cast<int>(std::lround(bars.width() * ratio));
    const auto& concurrency = scene.digest->concurrency();
    const QColor ground = scene.theme->tokens().band;
    LaneStrip one, many;
    one.make(concurrency.any(), scene.range, columns, coloursOf(*scene.theme, kPaleStep), 0);
    many.make(concurrency.many(), scene.range, columns, coloursOf(*scene.theme, 1.0), 0);
    const int height = static_cast<int>(std::lround(bars.height() * ratio));
    const int upper = height / 2;
    const double top = std::round(bars.top() * ratio) / ratio;
    QImage above = imageOf(many, upper, 0);
    // In the lower half, the strip of two or more working lanes covers the paler strip of at least one working lane.
    many.layOver(one, ground);
    QImage below = imageOf(many, height - upper, static_cast<int>(std::lround(2 * ratio)));
    above.setDevicePixelRatio(ratio);
    below.setDevicePixelRatio(ratio);
    painter->drawImage(QPointF(bars.left(), top), above);
    painter->drawImage(QPointF(bars.left(), top + upper / ratio), below);
}

/// The span of `index` that contains `time`.
std::optional<model::TimeRange> spanAt(const LaneIndex& index, Nanoseconds time)
{
    const std::size_t at = index.firstEndingAfter(time);
    if (at >= index.spans().size() || index.spans()[at].begin > time)
        return std::nullopt;
    return model::TimeRange{index.spans()[at].begin, index.spans()[at].end()};
}

/// The lane's name, from its row if it has one: "GPU 0 compute", "GPU 0 copy out".
QString nameOf(const Scene& scene, engine::LaneId id)
{
    const auto& lane = scene.trace->lanes()[id.index];
    QString device;
    for (const auto& record : scene.trace->devices())
        if (record.id == lane.device)
            device = QString::fromStdString(record.name);
    const Row* row = scene.layout.rowOf(id);
    const QString role = row != nullptr && row->lane == id ? row->role : QString::fromStdString(lane.name);
    return device.isEmpty() ? role : QStringLiteral("%1 %2").arg(device, role).trimmed();
}

}  // namespace

QColor overlapColour(const look::Theme& theme, int step)
{
    return coloursOf(theme, step == 1 ? kPaleStep : 1.0).of(Kind::Host, engine::trace::OpState::Done);
}

void paintOverlapBand(const Surface& painter, const Scene& scene, const Row& row)
{
    if (scene.digest == nullptr)
        return;
    const QRectF bars(scene.plotLeft(), scene.yOf(row) + row.barTop, scene.plotWidth(), row.barHeight);
    if (scene.style.path == PaintPath::Screen)
        paintImages(painter, scene, bars);
    else
        paintShapes(painter, scene, bars);
    painter->setPen(QPen(scene.theme->tokens().line, 1));
    const double foot = std::floor(bars.bottom()) + 0.5;
    painter->drawLine(QPointF(bars.left(), foot), QPointF(bars.right(), foot));
}

void paintOverlapKey(const Surface& painter, const Scene& scene, const QRectF& rect)
{
    painter->setFont(scene.theme->sans(9.5));
    const QString texts[] = {{}, QStringLiteral("1"), QStringLiteral("2+")};
    const double box = scene.px(6), gap = scene.px(2), between = scene.px(5);
    double x = rect.right();
    // The legend shows both steps or, if there is no room for both, neither.
    double whole = -between;
    for (int step = 1; step <= 2; ++step)
        whole += textWidth(scene.labels, painter->font(), texts[step]) + gap + box + between;
    if (whole > rect.width())
        return;
    for (int step = 2; step >= 1; --step) {
        const double width = textWidth(scene.labels, painter->font(), texts[step]);
        x -= width;
        painter->setPen(scene.theme->tokens().text3);
        drawText(painter, scene.labels, QPointF(x, rect.bottom() - scene.px(1)), texts[step]);
        x -= gap + box;
        const double height = (rect.height() - scene.px(1)) * step / 2.0;
        painter->fillRect(QRectF(x, rect.bottom() - scene.px(1) - height, box, height),
                          overlapColour(*scene.theme, step));
        painter->fillRect(QRectF(x, rect.bottom() - scene.px(1), box, 1), scene.theme->tokens().strong);
        x -= between;
    }
}

void paintOverlapShade(const Surface& painter, const Scene& scene)
{
    const Row* band = scene.layout.rowOf(RowKind::Overlap);
    if (band == nullptr || scene.digest == nullptr)
        return;
    double top = scene.yOf(*band);
    for (const Row& row : scene.layout.rows)
        if (row.kind == RowKind::Work || row.kind == RowKind::Compute || row.kind == RowKind::Copy)
            top = std::min(top, scene.yOf(row));
    QColor grey = scene.theme->tokens().ink;
    grey.setAlphaF(kShade);
    QColor lines = grey;
    lines.setAlphaF(2 * kShade);
    const QBrush hatch(lines, Qt::BDiagPattern);
    Coverage coverage;
    scene.digest->concurrency().many().cover({scene.range.begin, scene.range.end, static_cast<int>(scene.plotWidth())},
                                             coverage);
    const double height = scene.yOf(*band) + band->height - top;
    for (const Coverage::Slice& slice : coverage.slices) {
        const double left = std::max(0.0, static_cast<double>(slice.left));
        const double right = std::min(scene.plotWidth(), static_cast<double>(slice.right));
        const QRectF rect(scene.plotLeft() + left, top, right - left, height);
        painter->fillRect(rect, grey);
        painter->fillRect(rect, hatch);
    }
    for (const Coverage::Column& column : coverage.columns) {
        QColor share = grey;
        share.setAlphaF(kShade * std::min(column.busy, 1.0F));
        painter->fillRect(QRectF(scene.plotLeft() + column.x, top, 1, height), share);
    }
}

QString overlapText(const Scene& scene)
{
    if (scene.digest == nullptr || scene.digest->isEmpty())
        return {};
    const auto& concurrency = scene.digest->concurrency();
    const model::TimeRange range = scene.scope();
    const engine::analysis::Scope scope{range.begin, range.end};
    if (concurrency.copying().busy(scope.begin, scope.end).count() > 0)
        return tr("%1 copy hidden").arg(look::percentText(concurrency.hiddenShare(scope)));
    return tr("%1 concurrent").arg(look::percentText(concurrency.overlapShare(scope)));
}

std::vector<Line> describeOverlap(const Scene& scene, std::optional<Nanoseconds> time)
{
    if (scene.digest == nullptr || scene.digest->isEmpty())
        return {};
    const auto& concurrency = scene.digest->concurrency();
    std::vector<Line> lines;
    if (time) {
        const auto lanes = engine::analysis::busyLanesAt(*scene.trace, *time);
        const int count = static_cast<int>(lanes.size());
        const QString atOnce = QCoreApplication::translate("Timeline", "%n work at once", nullptr, count);
        lines.push_back({lanes.empty() ? tr("No lane is busy here") : atOnce, Style::Strong, Kind::Host});
        constexpr std::size_t kMax = 6;
        for (std::size_t i = 0; i < std::min(lanes.size(), kMax); ++i)
            lines.push_back({nameOf(scene, lanes[i]), Style::Pale, Kind::Host});
        if (lanes.size() > kMax)
            lines.push_back({tr("and %1 more").arg(lanes.size() - kMax), Style::Pale, Kind::Host});
        if (const auto span = spanAt(concurrency.many(), *time))
            lines.push_back(
                {tr("two or more for %1").arg(look::durationText(span->length())), Style::Pale, Kind::Host});
    }
    const model::TimeRange range = scene.scope();
    const engine::analysis::Scope scope{range.begin, range.end};
    const Nanoseconds many = concurrency.many().busy(scope.begin, scope.end);
    const Nanoseconds any = concurrency.any().busy(scope.begin, scope.end);
    if (any.count() > 0)
        lines.push_back({tr("Concurrent time: two or more work in %1 of %2 (%3)")
                             .arg(look::durationText(many), look::durationText(any),
                                  look::percentText(concurrency.overlapShare(scope))),
                         time ? Style::Pale : Style::Strong, Kind::Host});
    const Nanoseconds copying = concurrency.copying().busy(scope.begin, scope.end);
    if (copying.count() > 0)
        lines.push_back({tr("%1 of %2 copying is hidden behind computing")
                             .arg(look::durationText(concurrency.hidden().busy(scope.begin, scope.end)),
                                  look::durationText(copying)),
                         Style::Pale, Kind::Host});
    lines.push_back({tr("Scope: %1").arg(scene.scopeName()), Style::Pale, Kind::Host});
    lines.push_back({tr("Half height: one works; full height: two or more"), Style::Pale, Kind::Host});
    return lines;
}

}  // namespace ui::drawing
