#include "ui/drawing/ghost_painter.h"

#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/bracket.h"
#include "ui/look/format.h"
#include "ui/look/words.h"
#include "ui/model/visible_range.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

namespace ui::drawing {

using engine::Nanoseconds;

namespace {

constexpr double kRail = 7;
/// Strength of the colours of the run before; 1: full.
constexpr double kPale = 0.36;

StripColours paleColours(const Scene& scene)
{
    return {scene.theme->tokens().band, scene.theme, kPale};
}

}  // namespace

double ghostRail(const Scene& scene, const Row& row)
{
    if (scene.ghost == nullptr || scene.ghost->behind(row.lane) == nullptr || row.kind == RowKind::Link)
        return 0;
    return std::min(scene.px(kRail), row.barHeight / 3.0);
}

std::vector<float> paintGhostBars(QPainter& painter, const Scene& scene, const Row& row, const QRectF& bars,
                                  LaneStrip& strip)
{
    const engine::trace::LaneIndex* index = scene.ghost != nullptr ? scene.ghost->behind(row.lane) : nullptr;
    const double rail = ghostRail(scene, row);
    if (index == nullptr || rail <= 0)
        return {};
    const double ratio = scene.devicePixelRatio;
    LaneStrip before;
    before.make(*index, scene.ghost->ownRange(scene.range), static_cast<int>(std::lround(bars.width() * ratio)),
                paleColours(scene), std::max(1, static_cast<int>(ratio)));
    if (const auto& only = scene.ghost->only) {
        const Nanoseconds shift = scene.ghost->shift;
        before.keepOnly((scene.xOf(only->begin + shift) - bars.left()) * ratio,
                        (scene.xOf(only->end + shift) - bars.left()) * ratio, scene.theme->tokens().band);
    }
    const QRectF strap(bars.left(), bars.bottom(), bars.width(), rail);
    strip.layOver(before, scene.theme->tokens().band);
    const double top = std::round(strap.top() * ratio) / ratio;
    QImage image = imageOf(before, static_cast<int>(std::lround(strap.height() * ratio)), 0);
    image.setDevicePixelRatio(ratio);
    painter.drawImage(QPointF(strap.left(), top), image);
    return std::move(before.busy);
}

void paintGhostWaits(QPainter& painter, const Scene& scene, const Row& row)
{
    if (scene.ghost == nullptr)
        return;
    const Nanoseconds shift = scene.ghost->shift;
    const double top = scene.yOf(row) + row.barBottom() - row.top + scene.px(1.5);
    const QRectF plot = scene.plotRect();
    const QColor colour = scene.theme->tokens().syncHatch;
    double drawnUpTo = plot.left() - 1;
    for (const auto& wait : scene.ghost->trace->waits()) {
        if (!scene.ghost->shows(wait.begin, wait.end))
            continue;
        const double left = std::max(plot.left(), scene.xOf(wait.begin + shift));
        const double right = std::min(plot.right(), scene.xOf(wait.end + shift));
        // Skips a short wait within a pixel that is painted already.
        if (right - left < 0.5 && right < drawnUpTo + 1)
            continue;
        if (right < left)
            continue;
        drawnUpTo = right;
        painter.fillRect(QRectF(left, top, std::max(1.0, right - left - 1), scene.px(3.5)), colour);
    }
}

void paintGhostBlocks(QPainter& painter, const Scene& scene, const Row& row)
{
    if (scene.ghost == nullptr)
        return;
    const QRectF plot = scene.plotRect();
    const double y = scene.yOf(row) + row.height - scene.px(5);
    for (const auto& block : scene.ghost->trace->blocks()) {
        if (!scene.ghost->shows(block.begin, block.end))
            continue;
        const double left = std::max(plot.left(), scene.xOf(block.begin + scene.ghost->shift) + 1);
        const double right = std::min(plot.right(), scene.xOf(block.end + scene.ghost->shift) - 1);
        if (right - left >= 1)
            painter.fillRect(QRectF(left, y, right - left, scene.px(3)), scene.theme->tokens().strong);
    }
}

namespace {

using Spans = std::vector<std::pair<double, double>>;

/// The left end of the free interval of `width` nearest to `wanted`; `taken` are the used intervals.
std::optional<double> freePlace(const QRectF& plot, const Spans& taken, double wanted, double width)
{
    const double most = std::max(plot.left() + 4, plot.right() - width - 4);
    const auto inside = [&](double x) { return std::clamp(x, plot.left() + 4, most); };
    std::vector<double> places{inside(wanted - width / 2)};
    for (const auto& [left, right] : taken) {
        places.push_back(inside(right + 4));
        places.push_back(inside(left - width - 4));
    }
    std::stable_sort(places.begin(), places.end(), [&](double a, double b) {
        return std::abs(a + width / 2 - wanted) < std::abs(b + width / 2 - wanted);
    });
    for (const double x : places)
        if (std::none_of(taken.begin(), taken.end(),
                         [&](const auto& text) { return x < text.second + 1 && x + width > text.first - 1; }))
            return x;
    return std::nullopt;
}

struct BadgePlace {
    QString text;
    double x = 0, down = 0, width = 0;
};

/// Finds a free place for the badge: first near `wanted`, on the line of the brackets or below it, with the longest
/// text that fits; then anywhere on these lines. Returns an empty text if there is none.
BadgePlace placeOfBadge(const Scene& scene, const Row& row, double wanted, const QStringList& texts, const QFont& font)
{
    BracketTexts brackets = row.kind == RowKind::Benchmarks ? bracketTexts(scene, row) : BracketTexts{};
    brackets.onLine.insert(brackets.onLine.end(), brackets.above.begin(), brackets.above.end());
    constexpr double kNear = 30;
    for (const bool mustBeNear : {true, false})
        for (const QString& text : texts) {
            const double width = QFontMetricsF(font).horizontalAdvance(text) + scene.px(14);
            const auto isPlaced = [&](const std::optional<double>& x) {
                return x && (!mustBeNear || std::abs(*x + width / 2 - wanted) <= width / 2 + scene.px(kNear));
            };
            if (const auto x = freePlace(scene.plotRect(), brackets.onLine, wanted, width); isPlaced(x))
                return {text, *x, 0, width};
            if (const auto x = freePlace(scene.plotRect(), brackets.below, wanted, width); isPlaced(x))
                return {text, *x, scene.px(28), width};
        }
    return {};
}

}  // namespace

void paintSaved(QPainter& painter, const Scene& scene)
{
    const Row* row = scene.layout.rowOf(RowKind::Benchmarks);
    if (scene.ghost == nullptr || scene.trace->isLive())
        return;
    if (row == nullptr)
        row = scene.layout.rowOf(RowKind::Frontend);
    if (row == nullptr)
        return;
    const Nanoseconds now = scene.trace->extent() - model::originOf(*scene.trace);
    const Nanoseconds before = scene.ghost->trace->extent() - model::originOf(*scene.ghost->trace);
    if (now <= Nanoseconds{} || before <= Nanoseconds{})
        return;
    painter.save();
    painter.setClipRect(scene.plotRect());
    const auto& tokens = scene.theme->tokens();
    const bool isSlower = now > before;
    constexpr double kEqual = 0.01;
    const bool isEqual = std::abs(engine::toSeconds(now - before)) < kEqual * engine::toSeconds(before);
    const bool isNeutral = isEqual || !scene.ghost->hasSameWork;
    const QColor colour = isNeutral ? tokens.text3 : isSlower ? tokens.fail : tokens.ok;
    const QColor ground = isNeutral ? tokens.sunken : isSlower ? tokens.failSoft : tokens.okSoft;
    const QRectF plot = scene.plotRect();
    const double from = scene.xOf(std::min(scene.trace->extent(), scene.ghost->end()));
    const double to = scene.xOf(std::max(scene.trace->extent(), scene.ghost->end()));
    const double y = std::floor(scene.yOf(*row) + scene.px(9)) + 0.5;
    if (to > from + 1 && from < plot.right() && to > plot.left()) {
        const double left = std::max(plot.left() - 4, std::floor(from) + 0.5);
        const double right = std::min(plot.right() + 4, std::floor(to) + 0.5);
        // Painted above the names of the brackets, which it crosses if the run has become longer.
        const double top = std::floor(scene.yOf(*row) + scene.px(4)) + 0.5;
        paintBracket(painter, {left, right, top, scene.px(5)}, colour);
    }
    QStringList texts{tr("as long as before")};
    const QString change = changeText(before, now);
    if (!scene.ghost->hasSameWork)
        texts = {tr("%1, different work than before").arg(change), change};
    else if (!isEqual)
        texts = {tr("against before: %1").arg(QStringLiteral("%1  %2").arg(speedUpText(before, now), change)),
                 QStringLiteral("%1  %2").arg(speedUpText(before, now), change), speedUpText(before, now)};
    const QFont font = scene.theme->sans(11, QFont::DemiBold);
    const double middle = (std::max(from, plot.left()) + std::min(to, plot.right())) / 2;
    const BadgePlace place = placeOfBadge(scene, *row, middle, texts, font);
    // Without a badge the user still sees both times: in the chip above the timeline and in the status bar.
    if (place.text.isEmpty())
        return painter.restore();
    const QRectF badge(place.x, y - scene.px(8.5) + place.down, place.width, scene.px(17));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(badge, scene.px(4), scene.px(4));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(font);
    painter.drawText(badge, Qt::AlignCenter | Qt::TextSingleLine, place.text);
    painter.restore();
}

QString changeText(Nanoseconds before, Nanoseconds now)
{
    const double share = before.count() > 0 ? engine::toSeconds(now) / engine::toSeconds(before) - 1 : 0;
    const double change = engine::toSeconds(now - before);
    const Nanoseconds size{std::abs((now - before).count())};
    if (std::abs(share) < 0.005)
        return look::signedText(change, laneDuration(size));
    return QStringLiteral("%1 (%2)").arg(look::signedText(change, laneDuration(size)),
                                         look::signedText(share, look::percentText(std::abs(share))));
}

QString speedUpText(Nanoseconds before, Nanoseconds now)
{
    return look::factorText(engine::toSeconds(before) / std::max(1e-9, engine::toSeconds(now)));
}

}  // namespace ui::drawing
