#include "ui/drawing/ranks/rank_painter.h"

#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/ranks/detail/band_mixing.h"
#include "ui/drawing/ranks/detail/ranks_in_view.h"
#include "ui/drawing/ranks/detail/wide_vectors.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/veil.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

/// Paints all ranks of a run as one image.
namespace ui::drawing {

using detail::BandColours;
using detail::Channels;
using detail::inView;
using detail::kLeastColumns;
using detail::mixAll;
using detail::RowParts;
using detail::setOf;
using engine::ranks::Arrival;
using engine::ranks::MatchedCollective;
using engine::ranks::RunSet;
using engine::trace::Kind;

namespace {

constexpr double kNarrowestWait = 24;  ///< minimum width of a wait with a text, in pixels

Channels channelsOf(const QColor& colour)
{
    return {static_cast<float>(colour.red()), static_cast<float>(colour.green()), static_cast<float>(colour.blue())};
}

#if OVERLAP_WIDE_VECTORS
[[gnu::target("avx2")]] void mixCells(const RowParts& row, const BandColours& colours, std::size_t columns, QRgb* line)
{
    mixAll<detail::EightLanes>(row, colours, columns, line);
}
[[gnu::target("default")]]
#endif
void mixCells(const RowParts& row, const BandColours& colours, std::size_t columns, QRgb* line)
{
    mixAll<detail::FourLanes>(row, colours, columns, line);
}

/// Computes the colours of rows of cells, and hatches the cells in which ranks wait.
class RowColours {
public:
    RowColours(const BandColours& colours, int columns, double ratio)
        : m_colours(colours),
          m_period(std::max(2, static_cast<int>(std::lround(6 * ratio)))),
          m_none(static_cast<std::size_t>(columns))
    {
        const int lineWidth = std::max(1, static_cast<int>(std::lround(2 * ratio)));
        for (int x = 0; x < columns + m_period; ++x)
            m_hatch.push_back(x % m_period < lineWidth ? 1.0F : 0.0F);
    }

    void mix(int row, const BandRow& cells, QRgb* line) const
    {
        RowParts parts{cells.busy, cells.waiting, m_hatch.data() + row % m_period};
        std::ranges::replace(parts.kinds, nullptr, m_none.data());
        mixCells(parts, m_colours, m_none.size(), line);
    }

private:
    const BandColours& m_colours;
    int m_period;
    std::vector<float> m_none;     ///< zeros, for kinds of work that a row does not contain
    std::vector<float> m_hatch{};  ///< for each column: 1 on a line of the hatching of waits, otherwise 0
};

/// The longest part of an interval in which the ranks work for less than half of the time. Resolution: 1/64 of the
/// interval.
model::TimeRange idlePartOf(const RankBands& bands, const std::vector<std::uint32_t>& order,
                            const model::TimeRange& range)
{
    constexpr int kParts = 64;
    int begin = 0, end = 0;
    bands.forEachRow({range, order, kParts, 1, false}, [&](int /*row*/, const BandRow& cells) {
        for (int x = 0, first = 0; x < kParts; ++x) {
            float busy = 0;
            for (const float* kind : cells.busy)
                busy += kind != nullptr ? kind[x] : 0.0F;
            if (busy >= 0.5F)
                first = x + 1;
            else if (x + 1 - first > end - begin)
                std::tie(begin, end) = std::pair(first, x + 1);
        }
    });
    return {range.begin + range.length() * begin / kParts, range.begin + range.length() * end / kParts};
}

/// For a text that is wider than its wait: paints the text on a badge, below a line over the wait.
void paintBesideWait(const Surface& painter, const Scene& scene, const QRectF& plate, std::pair<double, double> wait,
                     const QString& text)
{
    const look::Tokens& tokens = scene.theme->tokens();
    const double y = scene.style.crisp(plate.top() - scene.px(8)), arm = scene.px(4);
    painter->setPen(QPen(tokens.ink, 1.4));
    painter->drawLine(QPointF(wait.first, y), QPointF(wait.second, y));
    for (const double x : {wait.first, wait.second})
        painter->drawLine(QPointF(x, y - arm), QPointF(x, y + arm));
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens.tip);
    painter->drawRoundedRect(plate.adjusted(-scene.px(2), -1, scene.px(2), 1), scene.px(4), scene.px(4));
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(tokens.tipText);
    drawText(painter, scene.labels, plate, Qt::AlignCenter, text);
}

/// Writes "waits for rank 3" over a band's waits, at a time in which most ranks do not work, if there is room.
void paintBandWaits(const Surface& painter, const Scene& scene, const RunSet& set, const RankBands& bands,
                    const std::vector<std::uint32_t>& order, const QRectF& bars)
{
    if (!scene.style.hasLabels || bars.height() < 2 * scene.px(16))
        return;
    const QFont font = scene.theme->sans(10.5, QFont::Medium);
    std::vector<Nanoseconds> posted;
    for (const MatchedCollective& collective : inView(scene, set)) {
        if (collective.firstPosted >= scene.range.end || collective.lastPosted <= scene.range.begin ||
            !detail::hasAnyWaited(set, collective))
            continue;
        const QString text = tr("waits for rank %1").arg(set.members()[collective.lastMember].info.rank);
        const double width = textWidth(scene.labels, font, text) + scene.px(6);
        if (scene.xOf(collective.lastPosted) - scene.xOf(collective.firstPosted) < scene.px(kNarrowestWait))
            continue;
        posted.clear();
        for (const Arrival& arrival : set.arrivals(collective))
            posted.push_back(arrival.posted);
        const auto median = posted.begin() + static_cast<std::ptrdiff_t>(posted.size() / 2);
        std::ranges::nth_element(posted, median);
        const model::TimeRange wait = idlePartOf(bands, order, {*median, collective.lastPosted});
        const double left = std::max(bars.left(), scene.xOf(wait.begin));
        const double right = std::min(bars.right(), scene.xOf(wait.end));
        QRectF plate(0, 0, width, QFontMetricsF(font).height());
        plate.moveCenter({(left + right) / 2, bars.center().y()});
        painter->setFont(font);
        if (right - left >= width + scene.px(2)) {
            painter->fillRect(plate, scene.theme->tokens().panel);
            painter->setPen(scene.theme->tokens().sync);
            drawText(painter, scene.labels, plate, Qt::AlignCenter, text);
        } else if (right - left >= scene.px(kNarrowestWait) && bars.contains(plate) && !painter.hasTextIn(plate)) {
            paintBesideWait(painter, scene, plate, {left, right}, text);
        }
    }
}

/// Paints a dotted line where the last rank arrives at a collective, unless the previous line is less than 12 pixels
/// away.
void paintFronts(const Surface& painter, const Scene& scene, const RunSet& set, const QRectF& bars)
{
    double last = -1e9;
    for (const MatchedCollective& collective : inView(scene, set)) {
        const double x = scene.style.crisp(scene.xOf(collective.lastPosted));
        if (x < bars.left() || x > bars.right() || x - last < scene.px(12))
            continue;
        last = x;
        painter->setPen(QPen(scene.theme->tokens().ink, 1, Qt::DotLine));
        painter->drawLine(QPointF(x, bars.top()), QPointF(x, bars.bottom()));
    }
}

BandColours coloursOf(const Scene& scene)
{
    const look::Theme& theme = *scene.theme;
    const auto fillOf = [&](Kind kind) { return channelsOf(theme.kind(kind).fill); };
    return {{fillOf(Kind::Compute), fillOf(Kind::Backward), fillOf(Kind::Elementwise), fillOf(Kind::CopyIn),
             fillOf(Kind::Collective)},
            channelsOf(detail::groundOf(scene)),
            channelsOf(theme.tokens().syncFill),
            channelsOf(theme.tokens().syncSoft)};
}

double ratioOf(const Scene& scene)
{
    return scene.style.path == PaintPath::Screen ? scene.devicePixelRatio : 2.0;
}

}  // namespace

void detail::paintHalves(const Surface& painter, const Scene& scene, const Row& row)
{
    const RankDigest* digest = rankDigestOf(scene);
    if (digest == nullptr || !digest->bands)
        return;
    const BandView view{scene.range,
                        {static_cast<std::uint32_t>(row.member)},
                        static_cast<int>(std::lround(scene.plotWidth() * ratioOf(scene))),
                        1,
                        false};
    if (view.columns < kLeastColumns)
        return;
    const BandColours colours = coloursOf(scene);
    const RowColours mixer(colours, view.columns, ratioOf(scene));
    constexpr auto kCommunication = static_cast<std::size_t>(BandKind::Communication);
    digest->bands->forEachRow(view, [&](int /*y*/, const BandRow& cells) {
        BandRow work = cells, communication;
        communication.waiting = cells.waiting;
        communication.busy[kCommunication] = std::exchange(work.busy[kCommunication], nullptr);
        const std::array<Row, 2> halves = halvesOf(row);
        for (std::size_t i = 0; i < halves.size(); ++i) {
            QImage image(view.columns, 1, QImage::Format_RGB32);
            mixer.mix(0, i == 0 ? work : communication, reinterpret_cast<QRgb*>(image.scanLine(0)));
            const QRectF bars = barsOf(scene, halves[i]);
            // The image is stretched here, because viewers of PDF and SVG would interpolate between its pixels.
            painter->drawImage(bars, image.scaled(view.columns, static_cast<int>(std::lround(bars.height()))));
        }
    });
}

void paintBand(const Surface& painter, const Scene& scene, const Row& row)
{
    const RunSet* set = setOf(scene);
    const RankDigest* digest = rankDigestOf(scene);
    if (set == nullptr || digest == nullptr || !digest->bands)
        return;
    const double ratio = ratioOf(scene);
    const QRectF bars = detail::barsOf(scene, row);
    const BandView view{scene.range, row.ranks, static_cast<int>(std::lround(bars.width() * ratio)),
                        static_cast<int>(std::lround(bars.height() * ratio))};
    if (view.columns < kLeastColumns || view.rows < 1 || view.order.empty() || scene.range.length() <= Nanoseconds{})
        return;
    const BandColours colours = coloursOf(scene);
    QImage image(view.columns, view.rows, QImage::Format_RGB32);
    const RowColours mixer(colours, view.columns, ratio);
    digest->bands->forEachRow(
        view, [&](int y, const BandRow& cells) { mixer.mix(y, cells, reinterpret_cast<QRgb*>(image.scanLine(y))); });
    image.setDevicePixelRatio(ratio);
    painter->drawImage(bars.topLeft(), image);
    paintFronts(painter, scene, *set, bars);
    paintBandWaits(painter, scene, *set, *digest->bands, view.order, bars);
    paintVeil(painter, scene, row);
}

}  // namespace ui::drawing
