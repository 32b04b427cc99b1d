#include "ui/drawing/rank_painter.h"

#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/detail/ranks_in_view.h"
#include "ui/drawing/rank_digest.h"
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
#include <tuple>
#include <utility>
#include <vector>

/// All ranks of a run as one image.
namespace ui::drawing {

using detail::inView;
using detail::setOf;
using engine::Nanoseconds;
using engine::ranks::Arrival;
using engine::ranks::MatchedCollective;
using engine::ranks::RunSet;
using engine::trace::Kind;

namespace {

/// Red, green and blue.
using Channels = std::array<float, 3>;

Channels channelsOf(const QColor& colour)
{
    return {static_cast<float>(colour.red()), static_cast<float>(colour.green()), static_cast<float>(colour.blue())};
}

/// Colours of the kinds of work in a band, of its background, and of the hatching of waits.
struct BandColours {
    std::array<Channels, kBandKinds> kinds;
    Channels ground, waitLine, waitGround;
};

/// Mixes the colours of one row of cells, in the order of BandKind, then waits. A later kind takes at most what is left
/// of a cell, so computing hides transfers.
class RowColours {
public:
    RowColours(const BandColours& colours, int columns, double ratio)
        : m_colours(colours),
          m_period(std::max(2, static_cast<int>(std::lround(6 * ratio)))),
          m_left(static_cast<std::size_t>(columns))
    {
        const int lineWidth = std::max(1, static_cast<int>(std::lround(2 * ratio)));
        for (std::vector<float>& channel : m_sum)
            channel.resize(m_left.size());
        for (int x = 0; x < columns + m_period; ++x)
            m_hatch.push_back(x % m_period < lineWidth ? 1.0F : 0.0F);
    }

    void mix(int row, const BandRow& cells, QRgb* line)
    {
        std::ranges::fill(m_left, 1.0F);
        for (std::size_t i = 0; i < m_sum.size(); ++i)
            std::ranges::fill(m_sum[i], 0.5F);  // rounds
        for (std::size_t kind = 0; kind < kBandKinds; ++kind)
            if (cells.busy[kind] != nullptr)
                add(cells.busy[kind], [&](std::size_t i) { return Flat{m_colours.kinds[kind][i]}; });
        const float* const hatch = m_hatch.data() + row % m_period;
        add(cells.waiting, [&](std::size_t i) {
            return Hatched{hatch, m_colours.waitGround[i], m_colours.waitLine[i] - m_colours.waitGround[i]};
        });
        write(line);
    }

private:
    struct Flat {
        float value;
        float operator[](std::size_t /*x*/) const { return value; }
    };
    struct Hatched {
        const float* lines;  ///< 1: the column is on a line
        float ground, difference;
        float operator[](std::size_t x) const { return ground + lines[x] * difference; }
    };

    /// The buffers do not overlap, so the compiler can use vector instructions.
    template <typename Colour>
    void add(const float* __restrict parts, const Colour& colour)
    {
        float* __restrict left = m_left.data();
        float* __restrict red = m_sum[0].data();
        float* __restrict green = m_sum[1].data();
        float* __restrict blue = m_sum[2].data();
        const auto reds = colour(0), greens = colour(1), blues = colour(2);
        for (std::size_t x = 0; x < m_left.size(); ++x) {
            const float positive = parts[x] > 0.0F ? parts[x] : 0.0F;
            const float part = positive < left[x] ? positive : left[x];
            left[x] -= part;
            red[x] += part * reds[x];
            green[x] += part * greens[x];
            blue[x] += part * blues[x];
        }
    }

    void write(QRgb* __restrict line) const
    {
        const float* __restrict left = m_left.data();
        const float* __restrict red = m_sum[0].data();
        const float* __restrict green = m_sum[1].data();
        const float* __restrict blue = m_sum[2].data();
        const Channels ground = m_colours.ground;
        for (std::size_t x = 0; x < m_left.size(); ++x) {
            const int r = static_cast<int>(red[x] + left[x] * ground[0]);
            const int g = static_cast<int>(green[x] + left[x] * ground[1]);
            const int b = static_cast<int>(blue[x] + left[x] * ground[2]);
            line[x] = 0xff000000U | static_cast<unsigned>(r << 16 | g << 8 | b);
        }
    }

    const BandColours& m_colours;
    int m_period;
    std::vector<float> m_left;     ///< fraction of each cell that has no colour yet
    std::vector<float> m_hatch{};  ///< by column: 1 on a line of the hatching of waits, otherwise 0
    std::array<std::vector<float>, 3> m_sum{};
};

/// The longest part of an interval in which most ranks do nothing else, to a 64th of the interval.
model::TimeRange idlePartOf(const RankBands& bands, const std::vector<std::uint32_t>& order,
                            const model::TimeRange& range)
{
    constexpr int kParts = 64;
    int begin = 0, end = 0;
    bands.forEachRow({range, order, kParts, 1}, [&](int /*row*/, const BandRow& cells) {
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

/// Paints over the waits of a band which rank is waited for, where most ranks do nothing else and there is room.
void paintBandWaits(const Surface& painter, const Scene& scene, const RunSet& set, const RankBands& bands,
                    const std::vector<std::uint32_t>& order, const QRectF& bars)
{
    if (!scene.style.hasLabels || bars.height() < 2 * scene.px(16))
        return;
    const QFont font = scene.theme->sans(10.5, QFont::Medium);
    std::vector<Nanoseconds> posted;
    for (const MatchedCollective& collective : inView(scene, set)) {
        if (collective.firstPosted >= scene.range.end || collective.lastPosted <= scene.range.begin)
            continue;
        const QString text = tr("waits for rank %1").arg(set.members()[collective.lastMember].info.rank);
        const double width = textWidth(scene.labels, font, text) + scene.px(6);
        if (scene.xOf(collective.lastPosted) - scene.xOf(collective.firstPosted) < width)
            continue;
        posted.clear();
        for (const Arrival& arrival : set.arrivals(collective))
            posted.push_back(arrival.posted);
        const auto median = posted.begin() + static_cast<std::ptrdiff_t>(posted.size() / 2);
        std::ranges::nth_element(posted, median);
        const model::TimeRange wait = idlePartOf(bands, order, {*median, collective.lastPosted});
        const double left = std::max(bars.left(), scene.xOf(wait.begin));
        const double right = std::min(bars.right(), scene.xOf(wait.end));
        if (right - left < width + scene.px(2))
            continue;
        QRectF plate(0, 0, width, QFontMetricsF(font).height());
        plate.moveCenter({(left + right) / 2, bars.center().y()});
        painter->setFont(font);
        painter->fillRect(plate, scene.theme->tokens().panel);
        painter->setPen(scene.theme->tokens().sync);
        drawText(painter, scene.labels, plate, Qt::AlignCenter, text);
    }
}

/// Paints a dotted line at each last arrival, but none within 12 pixels of the previous line.
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
    const RankDigest* digest = scene.digest != nullptr ? scene.digest->ranks() : nullptr;
    if (digest == nullptr || !digest->bands)
        return;
    const BandView view{scene.range,
                        {static_cast<std::uint32_t>(row.member)},
                        static_cast<int>(std::lround(scene.plotWidth() * ratioOf(scene))),
                        1};
    const BandColours colours = coloursOf(scene);
    RowColours mixer(colours, view.columns, ratioOf(scene));
    const std::vector<float> none(static_cast<std::size_t>(std::max(view.columns, 0)));
    constexpr auto kCommunication = static_cast<std::size_t>(BandKind::Communication);
    digest->bands->forEachRow(view, [&](int /*y*/, const BandRow& cells) {
        BandRow work = cells, communication;
        work.waiting = communication.waiting = none.data();
        communication.busy[kCommunication] = std::exchange(work.busy[kCommunication], nullptr);
        const std::array<Row, 2> halves = halvesOf(row);
        for (std::size_t i = 0; i < halves.size(); ++i) {
            QImage image(view.columns, 1, QImage::Format_RGB32);
            mixer.mix(0, i == 0 ? work : communication, reinterpret_cast<QRgb*>(image.scanLine(0)));
            const QRectF bars = barsOf(scene, halves[i]);
            // A file may smooth a stretched image towards its edges.
            painter->drawImage(bars, image.scaled(view.columns, static_cast<int>(std::lround(bars.height()))));
        }
    });
}

void paintBand(const Surface& painter, const Scene& scene, const Row& row)
{
    const RunSet* set = setOf(scene);
    const RankDigest* digest = scene.digest != nullptr ? scene.digest->ranks() : nullptr;
    if (set == nullptr || digest == nullptr || !digest->bands)
        return;
    const double ratio = ratioOf(scene);
    const QRectF bars = detail::barsOf(scene, row);
    const BandView view{scene.range, row.ranks, static_cast<int>(std::lround(bars.width() * ratio)),
                        static_cast<int>(std::lround(bars.height() * ratio))};
    const BandColours colours = coloursOf(scene);
    QImage image(view.columns, view.rows, QImage::Format_RGB32);
    image.fill(detail::groundOf(scene));
    RowColours mixer(colours, view.columns, ratio);
    digest->bands->forEachRow(
        view, [&](int y, const BandRow& cells) { mixer.mix(y, cells, reinterpret_cast<QRgb*>(image.scanLine(y))); });
    image.setDevicePixelRatio(ratio);
    painter->drawImage(bars.topLeft(), image);
    paintFronts(painter, scene, *set, bars);
    paintBandWaits(painter, scene, *set, *digest->bands, view.order, bars);
    paintVeil(painter, scene, row);
}

}  // namespace ui::drawing
