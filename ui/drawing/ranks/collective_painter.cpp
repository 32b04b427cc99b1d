#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/ranks/detail/ranks_in_view.h"
#include "ui/drawing/ranks/rank_layout.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/drawing/veil.h"
#include "ui/drawing/waiting.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/// Paints the collectives of several ranks: arrivals, waits and transfers.
namespace ui::drawing {

using detail::hasAnyWaited;
using detail::inView;
using detail::Labels;
using detail::setOf;
using engine::ranks::Arrival;
using engine::ranks::MatchedCollective;
using engine::ranks::RunSet;
using engine::trace::CollectiveKind;
using engine::trace::Kind;
using engine::trace::LaneRole;

namespace {

constexpr double kNarrowest = 3;       ///< minimum width of a painted wait, in pixels
constexpr double kNarrowestText = 20;  ///< minimum width of a rectangle with a text
constexpr double kLowestText = 0.7;    ///< minimum height of bars with texts, as a fraction of a line
constexpr double kTickDistance = 4;    ///< minimum distance between ticks of arrivals
constexpr double kArrowWait = 14;      ///< minimum width of a wait with an arrow

const Arrival* arrivalOf(const RunSet& set, const MatchedCollective& collective, int member)
{
    const auto arrivals = set.arrivals(collective);
    const auto found = std::ranges::lower_bound(arrivals, static_cast<std::uint32_t>(member), {}, &Arrival::member);
    return found != arrivals.end() && found->member == static_cast<std::uint32_t>(member) ? &*found : nullptr;
}

/// Returns the lane of a rank's collective, as its index among the rank's lanes of that role. A rank has a lane for
/// each group and for each rank with which it exchanges tensors.
std::uint16_t laneOf(const engine::trace::Trace& trace, const Arrival& arrival)
{
    const engine::LaneId lane = trace.op(arrival.op).lane;
    return lane.index < trace.lanes().size() ? trace.lanes()[lane.index].index : 0;
}

bool hasSeveralLanes(const engine::trace::Trace& trace)
{
    const auto& lanes = trace.lanes();
    return std::ranges::count(lanes, LaneRole::Communication, &engine::trace::LaneRecord::role) > 1;
}

/// Returns the trace that contains the operations of a row's rank: the rank's own trace, or if that was read without
/// operations, the scene's trace, which then shows this rank alone.
const engine::trace::Trace& ownTrace(const Scene& scene, const Row& row, const RunSet& set)
{
    const engine::trace::Trace& own = *set.members()[static_cast<std::size_t>(row.member)].trace;
    return own.opCount() == 0 && row.lane.isValid() ? *scene.trace : own;
}

/// The texts of a wait, from the longest to the shortest. Shorter texts omit "waits for", because the hatching of a
/// wait has the same meaning.
QStringList waitTexts(const RunSet& set, const MatchedCollective& collective, Nanoseconds wait)
{
    const std::uint32_t rank = set.members()[collective.lastMember].info.rank;
    const QString time = look::durationText(wait);
    const QString brief = tr("rank %1").arg(rank);
    return {tr("waits for rank %1 · %2").arg(rank).arg(time), brief + QStringLiteral(" · ") + time, brief};
}

QString conflictText()
{
    return tr("clocks contradict each other");
}

class CollectiveShapes {
public:
    CollectiveShapes(const Surface& painter, const Scene& scene, const Row& row, const RunSet& set, Labels labels)
        : m_painter(painter),
          m_scene(scene),
          m_row(row),
          m_set(set),
          m_trace(ownTrace(scene, row, set)),
          m_bars(detail::barsOf(scene, row)),
          m_font(scene.theme->sans(10.5, QFont::Medium)),
          m_hasLabels(labels == Labels::Shown && scene.style.hasLabels &&
                      m_bars.height() >= kLowestText * QFontMetricsF(m_font).height())
    {
        if (row.lane.isValid() && hasSeveralLanes(m_trace))
            m_lane = scene.trace->lanes()[row.lane.index].index;
    }

    void paint()
    {
        struct Transfer {
            const MatchedCollective* collective;
            const Arrival* arrival;
            Nanoseconds free;
        };
        std::vector<Transfer> transfers;
        Nanoseconds free{};  // end of the lane's previous transfer
        for (const MatchedCollective& collective : inView(m_scene, m_set)) {
            const Arrival* arrival = arrivalOf(m_set, collective, m_row.member);
            if (arrival == nullptr || (m_lane && laneOf(m_trace, *arrival) != *m_lane))
                continue;
            if (collective.firstPosted < m_scene.range.end && arrival->done > m_scene.range.begin) {
                paintBefore(collective, *arrival, free);
                paintWait(collective, *arrival, free);
                transfers.push_back({&collective, arrival, free});
            }
            free = std::max(free, arrival->done);
        }
        for (const Transfer& transfer : transfers)
            paintUncertainty(*transfer.arrival);
        for (const Transfer& transfer : transfers)
            paintTick(*transfer.arrival);
        // Labels are painted last, because the ticks of later collectives may be within a wait or a transfer.
        for (const Transfer& transfer : transfers)
            paintTransfer(*transfer.collective, *transfer.arrival, transfer.free);
        for (const Label& label : m_labels)
            paintLabel(label);
    }

private:
    [[nodiscard]] QRectF between(Nanoseconds begin, Nanoseconds end) const
    {
        const double overhang = m_scene.style.overhang(8);
        const double left = std::max(m_bars.left() - overhang, m_scene.xOf(begin));
        const double right = std::min(m_bars.right() + overhang, m_scene.xOf(end));
        return {left, m_bars.top(), right - left, m_bars.height()};
    }

    /// Quick check before a text is made: whether `rect` is wide enough for any text.
    [[nodiscard]] bool hasRoomForText(const QRectF& rect) const
    {
        return m_hasLabels && rect.width() >= m_scene.px(kNarrowestText);
    }

    /// Outlines the time in which other ranks have arrived and this rank has not, unless clocks contradict each other.
    void paintBefore(const MatchedCollective& collective, const Arrival& arrival, Nanoseconds free)
    {
        if (m_set.clockConflict())
            return;
        const QRectF rect = between(std::max(collective.firstPosted, free), arrival.posted);
        if (rect.width() < 2 * kNarrowest)
            return;
        m_painter->setBrush(Qt::NoBrush);
        m_painter->setPen(QPen(m_scene.theme->tokens().syncFill, 1, Qt::CustomDashLine));
        QPen pen = m_painter->pen();
        pen.setDashPattern({2, 2});
        m_painter->setPen(pen);
        m_painter->drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        if (arrival.member == collective.lastMember && hasRoomForText(rect))
            label(rect, {tr("the others have arrived")}, m_scene.theme->tokens().text3);
    }

    void paintWait(const MatchedCollective& collective, const Arrival& arrival, Nanoseconds free)
    {
        const QRectF rect = between(std::max(arrival.posted, free), collective.lastPosted);
        if (rect.width() < kNarrowest)
            return;
        if (!m_set.hasWaited(collective, arrival)) {
            if (hasRoomForText(rect))
                label(rect, {conflictText()}, m_scene.theme->tokens().text3);
            return;
        }
        paintWaitBox(m_painter, m_scene, rect, 0);
        if (hasRoomForText(rect))
            label(rect, waitTexts(m_set, collective, collective.waitOf(arrival)), m_scene.theme->tokens().sync);
    }

    struct Label {
        QRectF plate;
        QString text;
        QColor colour;
    };

    /// Adds the first of `texts` that fits, unless it would overlap another label: a rank may wait in several
    /// collectives at the same time.
    void label(const QRectF& rect, const QStringList& texts, const QColor& colour)
    {
        const QRectF visible = rect.intersected(m_bars);
        const auto widthOf = [&](const QString& text) { return textWidth(m_scene.labels, m_font, text); };
        const auto text = std::ranges::find_if(
            texts, [&](const QString& each) { return widthOf(each) + m_scene.px(8) <= visible.width(); });
        if (text == texts.end())
            return;
        QRectF plate(0, 0, widthOf(*text) + m_scene.px(6), QFontMetricsF(m_font).height());
        plate.moveCenter(visible.center());
        if (std::ranges::none_of(m_labels, [&](const Label& other) { return other.plate.intersects(plate); }))
            m_labels.push_back({plate, *text, colour});
    }

    void paintLabel(const Label& label)
    {
        m_painter->setFont(m_font);
        m_painter->fillRect(label.plate, m_scene.theme->tokens().panel);
        m_painter->setPen(label.colour);
        drawText(m_painter, m_scene.labels, label.plate, Qt::AlignCenter, label.text);
    }

    /// Paints the texts of a transfer, whose bar is painted already: its bytes above its bus bandwidth.
    void paintTransfer(const MatchedCollective& collective, const Arrival& arrival, Nanoseconds free)
    {
        if (collective.what.bytes.value == 0 || m_set.clockConflict())  // the transfer has no bytes or no known begin
            return;
        const QRectF rect = between(std::max(collective.lastPosted, free), arrival.done).intersected(m_bars);
        if (!hasRoomForText(rect))
            return;
        const look::KindColours& colours = m_scene.theme->kind(Kind::Collective);
        const QFont bold = m_scene.theme->sans(10.5, QFont::DemiBold);
        const QFont plain = m_scene.theme->sans(10, QFont::Medium);
        const QString bytes = look::bytesText(collective.what.bytes);
        const double bandwidth = busBandwidth(collective);
        const QString rate = bandwidth > 0 ? look::rateText(bandwidth) : QString();
        const bool hasTwo = !rate.isEmpty() && rect.height() >= m_scene.px(28);
        const double width =
            std::max(textWidth(m_scene.labels, bold, bytes), hasTwo ? textWidth(m_scene.labels, plain, rate) : 0.0);
        if (width + m_scene.px(8) > rect.width())
            return;
        const double line = QFontMetricsF(bold).height();
        QRectF plate(0, 0, width + m_scene.px(6), hasTwo ? 2 * line - 2 : line);
        plate.moveCenter(rect.center());
        m_painter->fillRect(plate, colours.fill);
        m_painter->setPen(colours.textOnFill);
        m_painter->setFont(bold);
        drawText(m_painter, m_scene.labels, QRectF(plate.left(), plate.top(), plate.width(), line), Qt::AlignCenter,
                 bytes);
        if (!hasTwo)
            return;
        m_painter->setFont(plain);
        drawText(m_painter, m_scene.labels, QRectF(plate.left(), plate.bottom() - line, plate.width(), line),
                 Qt::AlignCenter, rate);
    }

    void paintTick(const Arrival& arrival)
    {
        const double x = m_scene.xOf(arrival.posted);
        if (x < m_bars.left() || x > m_bars.right() || x - m_lastTick < kTickDistance)
            return;
        m_lastTick = x;
        m_painter->fillRect(QRectF(x - 0.8, m_bars.top() - 2, 1.6, m_bars.height() + 4), m_scene.theme->tokens().sync);
    }

    /// Paints the interval in which a rank may have arrived, given the uncertainty of its clock. Omits the part
    /// that is already painted for an earlier arrival of the lane. Call this function in the order of the arrivals.
    void paintUncertainty(const Arrival& arrival)
    {
        const engine::ranks::ClockMap& clock = m_set.members()[arrival.member].clock;
        const Nanoseconds uncertain = clock.uncertaintyAt(clock.toLocal(arrival.posted));
        if (uncertain == Nanoseconds{})
            return;
        const double x = m_scene.xOf(arrival.posted);
        const double half = std::max(1.5, m_scene.xOf(arrival.posted + uncertain) - x);
        const double left = std::max({x - half, m_bars.left(), m_uncertainTo});
        const double right = std::min(x + half, m_bars.right());
        if (left >= right)
            return;
        m_painter->fillRect(QRectF(left, m_bars.top() - 2, right - left, m_bars.height() + 4),
                            withAlpha(m_scene.theme->tokens().sync, 0.34));
        m_uncertainTo = right;
    }

    Surface m_painter;
    const Scene& m_scene;
    const Row& m_row;
    const RunSet& m_set;
    const engine::trace::Trace& m_trace;
    QRectF m_bars;
    QFont m_font;
    bool m_hasLabels;
    std::optional<std::uint16_t> m_lane;  ///< the row's lane; none: the rank has only one
    std::vector<Label> m_labels;
    double m_lastTick = -1e9;
    double m_uncertainTo = -1e9;  ///< right end of the painted uncertainty
};

}  // namespace

double busBandwidth(const MatchedCollective& collective)
{
    const double seconds = engine::toSeconds(collective.done - collective.lastPosted);
    const double ranks = collective.count;
    if (seconds <= 0 || ranks < 2)
        return 0;
    const double plain = static_cast<double>(collective.what.bytes.value) / seconds;
    switch (collective.what.kind) {
        case CollectiveKind::AllReduce:
            return plain * 2 * (ranks - 1) / ranks;
        case CollectiveKind::AllGather:
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::AllToAll:
        case CollectiveKind::Gather:
        case CollectiveKind::Scatter:
            return plain * (ranks - 1) / ranks;
        case CollectiveKind::Reduce:
        case CollectiveKind::Broadcast:
        case CollectiveKind::Send:
        case CollectiveKind::Receive:
        case CollectiveKind::Barrier:
            break;
    }
    return plain;
}

void detail::paintShapes(const Surface& painter, const Scene& scene, const Row& row, Labels labels)
{
    if (const RunSet* set = setOf(scene))
        CollectiveShapes(painter, scene, row, *set, labels).paint();
}

void paintCommunication(const Surface& painter, const Scene& scene, const Row& row)
{
    if (!row.lane.isValid())
        return;
    detail::LaneCanvas lane(painter, scene, row);
    detail::paintBars(lane);
    paintCollectives(painter, scene, row);
}

void paintCollectives(const Surface& painter, const Scene& scene, const Row& row)
{
    detail::paintShapes(painter, scene, row, Labels::Shown);
}

bool detail::hasAnyWaited(const RunSet& set, const MatchedCollective& collective)
{
    return !set.clockConflict() || std::ranges::any_of(set.arrivals(collective), [&](const Arrival& arrival) {
        return set.hasWaited(collective, arrival);
    });
}

bool haveRanksWaits(const engine::trace::Trace& trace, const model::TimeRange& range)
{
    const auto& set = trace.rankPart().set;
    return set && std::ranges::any_of(inView(range, *set), [&](const MatchedCollective& collective) {
               return collective.lastPosted > std::max(collective.firstPosted, range.begin) &&
                      collective.firstPosted < range.end && hasAnyWaited(*set, collective);
           });
}

void paintLastArrivals(const Surface& painter, const Scene& scene)
{
    const RunSet* set = setOf(scene);
    if (set == nullptr || set->members().size() > kMaxArrowRanks)
        return;
    const auto& tokens = scene.theme->tokens();
    std::map<std::pair<int, std::uint16_t>, QRectF> bars;  // bars of each member's lanes
    const auto addLane = [&](const Row& row) {
        const engine::trace::LaneRecord& lane = scene.trace->lanes()[row.lane.index];
        if (lane.role == LaneRole::Communication)
            bars[{row.member, lane.index}] = detail::barsOf(scene, row);
    };
    for (const Row& row : scene.layout.rows) {
        if (row.kind == RowKind::Communication)
            addLane(row);
        if (row.kind == RowKind::Rank)
            for (const Row& own : lanesOfFolded(*scene.trace, row))
                addLane(own);
    }
    const auto barsOf = [&](const Arrival& arrival) {
        const auto found =
            bars.find({static_cast<int>(arrival.member), laneOf(*set->members()[arrival.member].trace, arrival)});
        return found != bars.end() ? found->second : QRectF();
    };
    double lastX = -1e9;
    painter->setRenderHint(QPainter::Antialiasing);
    for (const MatchedCollective& collective : inView(scene, *set)) {
        const double x = scene.xOf(collective.lastPosted);
        if (x < scene.plotLeft() || x > scene.plotLeft() + scene.plotWidth() || x - lastX < kArrowWait)
            continue;
        const Arrival* last = arrivalOf(*set, collective, static_cast<int>(collective.lastMember));
        const QRectF from = last != nullptr ? barsOf(*last) : QRectF();
        if (from.isEmpty())
            continue;
        std::vector<QPointF> tips;
        double top = from.center().y();
        double bottom = top;
        for (const Arrival& arrival : set->arrivals(collective)) {
            const QRectF to = barsOf(arrival);
            const double wait = x - scene.xOf(arrival.posted);
            if (!set->hasWaited(collective, arrival) || to.isEmpty() || wait < kArrowWait)
                continue;
            tips.emplace_back(x, to.center().y());
            top = std::min(top, to.center().y());
            bottom = std::max(bottom, to.center().y());
        }
        if (tips.empty())
            continue;
        lastX = x;
        for (const QPen& pen : {QPen(tokens.plot, 4.5), QPen(tokens.ink, 1.4)}) {
            painter->setPen(pen);
            drawLineAround(painter, x, top, bottom);
        }
        painter->setPen(Qt::NoPen);
        painter->setBrush(tokens.ink);
        painter->drawEllipse(QPointF(x, from.center().y()), scene.px(3.6), scene.px(3.6));
        for (const QPointF& tip : tips) {
            QPainterPath head;
            head.moveTo(tip);
            head.lineTo(tip + QPointF(-scene.px(6), -scene.px(3.5)));
            head.lineTo(tip + QPointF(-scene.px(6), scene.px(3.5)));
            head.closeSubpath();
            painter->drawPath(head);
        }
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace ui::drawing
