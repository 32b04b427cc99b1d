#include "ui/drawing/ranks/rank_painter.h"

#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/header_painter.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/ranks/detail/ranks_in_view.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/ranks/rank_layout.h"
#include "ui/drawing/veil.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ui::drawing {

using engine::ranks::MatchedCollective;
using engine::ranks::RunSet;
using engine::trace::LaneRole;

namespace detail {

const RunSet* setOf(const Scene& scene)
{
    return scene.trace ? scene.trace->rankPart().set.get() : nullptr;
}

std::span<const MatchedCollective> inView(const model::TimeRange& range, const RunSet& set)
{
    constexpr std::size_t kAround = 1024;  // collectives added on each side: their waits may extend into the view
    const auto all = set.collectives();
    const auto first = std::ranges::lower_bound(all, range.begin, {}, &MatchedCollective::lastPosted);
    const auto last = std::ranges::lower_bound(all, range.end, {}, &MatchedCollective::lastPosted);
    const auto begin = static_cast<std::size_t>(first - all.begin());
    const auto end = static_cast<std::size_t>(last - all.begin());
    const std::size_t from = begin > kAround ? begin - kAround : 0;
    return all.subspan(from, std::min(all.size(), end + kAround) - from);
}

std::span<const MatchedCollective> inView(const Scene& scene, const RunSet& set)
{
    return inView(scene.range, set);
}

std::array<Row, 2> halvesOf(const Row& row)
{
    std::array<Row, 2> halves{row, row};
    const int lower = row.barHeight * 6 / 17;
    halves[0].barHeight = row.barHeight - lower;
    halves[1].barTop = row.barTop + halves[0].barHeight + 1;
    halves[1].barHeight = std::max(1, lower - 1);
    return halves;
}

}  // namespace detail

using detail::setOf;

namespace {

/// Paints the interval of ± `uncertainty` at the scale of the axis, but at least 5 pixels and at most a quarter of
/// `place` wide, with a line at its middle. Returns its right end.
double paintUncertainty(const Surface& painter, const Scene& scene, const QRectF& place, Nanoseconds uncertainty)
{
    const double half = scene.xOf(scene.range.begin + uncertainty) - scene.xOf(scene.range.begin);
    QRectF soft = place.adjusted(0, scene.px(3), 0, -scene.px(3));
    soft.setWidth(std::clamp(2 * half, scene.px(5), std::max(scene.px(5), place.width() / 4)));
    QColor colour = scene.theme->tokens().sync;
    const QColor middle = colour;
    colour.setAlpha(0);
    QLinearGradient gradient(soft.topLeft(), soft.topRight());
    gradient.setColorAt(0, colour);
    gradient.setColorAt(1, colour);
    colour.setAlpha(160);
    gradient.setColorAt(0.5, colour);
    painter->fillRect(soft, gradient);
    painter->setPen(QPen(middle, 1));
    painter->drawLine(QPointF(soft.center().x(), soft.top()), QPointF(soft.center().x(), soft.bottom()));
    return soft.right();
}

/// Paints the name of a rank in one row, and the row's subtitle or, without a subtitle, how late the rank is if the
/// delay is notable. Uses one line, or two lines in a tall row.
void paintRankName(const Surface& painter, const Scene& scene, const Row& row, bool isLate)
{
    const auto& tokens = scene.theme->tokens();
    const RankDigest* digest = rankDigestOf(scene);
    const auto member = static_cast<std::uint32_t>(row.member);
    const Nanoseconds late =
        digest != nullptr && digest->lateness.isNotable(member) ? digest->lateness.ranks[member].late : Nanoseconds{};
    const QString lateText = !row.subtitle.isEmpty() ? row.subtitle
                             : late > Nanoseconds{}  ? tr("%1 late").arg(look::durationText(late))
                                                     : QString();
    const QFont font = scene.theme->sans(10.5, isLate ? QFont::DemiBold : QFont::Normal);
    QRectF text(scene.px(12), scene.yOf(row), scene.plotLeft() - scene.px(22), row.height);
    const bool hasTwoLines = !lateText.isEmpty() && row.height >= scene.px(34);
    const double line = scene.px(16);
    if (row.height < line)
        text.adjust(0, (row.height - line) / 2, 0, (line - row.height) / 2);
    const QRectF first = hasTwoLines ? text.adjusted(0, 0, 0, -line) : text;
    painter->setFont(font);
    painter->setPen(isLate ? tokens.text : tokens.text2);
    drawText(painter, scene.labels, first, Qt::AlignLeft | Qt::AlignVCenter, row.title);
    painter->setFont(scene.theme->sans(10.5));
    painter->setPen(tokens.text3);
    if (hasTwoLines)
        drawText(painter, scene.labels, text.adjusted(0, line, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, lateText);
    else if (textWidth(scene.labels, font, row.title) + textWidth(scene.labels, painter->font(), lateText) +
                 scene.px(6) <=
             text.width())
        drawText(painter, scene.labels, text, Qt::AlignRight | Qt::AlignVCenter, lateText);
}

bool isCopy(LaneRole role)
{
    return role == LaneRole::CopyIn || role == LaneRole::CopyOut || role == LaneRole::CopyPeer;
}

/// Paints the scale of a band: the ranks per pixel of height, or the pixels per rank.
void paintBandScale(const Surface& painter, const Scene& scene, const Row& row)
{
    const RunSet* set = setOf(scene);
    const double perPixel = set != nullptr ? static_cast<double>(rankCount(*set, row.ranks)) / row.barHeight : 1;
    painter->setFont(scene.theme->sans(10.5));
    painter->setPen(scene.theme->tokens().text3);
    drawText(painter, scene.labels, QPointF(scene.px(27), scene.yOf(row) + scene.px(row.subtitle.isEmpty() ? 34 : 50)),
             perPixel >= 1 ? tr("1 px = %1 ranks").arg(QLocale().toString(perPixel, 'f', 1))
                           : tr("1 rank = %1 px").arg(QLocale().toString(1 / perPixel, 'f', 1)));
}

}  // namespace

const RankDigest* rankDigestOf(const Scene& scene)
{
    const RunSet* set = setOf(scene);
    const RankDigest* digest = scene.digest != nullptr ? scene.digest->ranks() : nullptr;
    const bool isOfSameRanks =
        set != nullptr && digest != nullptr && digest->lateness.ranks.size() == set->members().size();
    return isOfSameRanks ? digest : nullptr;
}

void paintNode(const Surface& painter, const Scene& scene, const Row& row)
{
    const RunSet* set = setOf(scene);
    const auto& tokens = scene.theme->tokens();
    const QRectF plot(scene.plotLeft(), scene.yOf(row), scene.plotWidth(), row.height);
    painter->fillRect(plot, tokens.chrome);
    if (set == nullptr)
        return;
    const std::uint32_t node = set->members()[static_cast<std::size_t>(row.member)].info.node;
    int ranks = 0;
    Nanoseconds uncertainty{};
    Nanoseconds doubt{};
    for (const engine::ranks::Member& member : set->members())
        if (member.info.node == node) {
            ++ranks;
            uncertainty = std::max(uncertainty, member.clock.largestUncertainty());
            doubt = std::max(doubt, member.clock.doubt());
        }
    const QString text = tr("%n rank(s)", nullptr, ranks);
    const QFont font = scene.theme->sans(10.5);
    painter->setFont(font);
    painter->setPen(tokens.text2);
    QRectF place = plot.adjusted(scene.px(8), 0, -scene.px(8), 0);
    paintFittingText(painter, scene.labels, place, text, Qt::AlignLeft);
    if (uncertainty == Nanoseconds{})
        return;
    place.setLeft(place.left() + textWidth(scene.labels, font, text) + scene.px(16));
    place.setLeft(paintUncertainty(painter, scene, place, uncertainty) + scene.px(6));
    painter->setPen(tokens.text2);
    const QString clock =
        doubt > Nanoseconds{} ? tr("clock ±%1: contradicts other clocks") : tr("clock ±%1 against node 0");
    paintFittingText(painter, scene.labels, place, clock.arg(look::durationText(uncertainty)), Qt::AlignLeft);
}

std::vector<Row> lanesOfFolded(const engine::trace::Trace& trace, const Row& row)
{
    std::vector<Row> rows;
    int below = 0;
    for (const engine::LaneId lane : row.folded)
        below += trace.lanes()[lane.index].role == LaneRole::Communication ? 1 : 0;
    const int above = static_cast<int>(row.folded.size()) - below;
    const int lower = below == 0 ? 0 : above == 0 ? row.barHeight : row.barHeight * 6 / 17;
    const int upper = row.barHeight - lower;
    // Beside lanes that compute, copies get only a quarter of the upper half, because they are short compared with the
    // computing that uses their data.
    int copies = 0;
    for (const engine::LaneId lane : row.folded)
        copies += isCopy(trace.lanes()[lane.index].role) ? 1 : 0;
    const int computing = above - copies;
    const int forCopies = copies == 0 ? 0 : computing == 0 ? upper : std::max(1, upper / 4);
    int top = row.barTop;
    int countBelow = 0;
    for (const engine::LaneId lane : row.folded) {
        Row own = row;
        own.kind = RowKind::Copy;
        own.lane = lane;
        own.device = trace.lanes()[lane.index].device;
        own.labelHeight = 0;
        own.folded.clear();
        if (trace.lanes()[lane.index].role == LaneRole::Communication) {
            own.barTop = row.barTop + upper + (above > 0 ? 1 : 0) + countBelow * lower / below;
            own.barHeight = std::max(1, lower / below - 1);
            ++countBelow;
        } else {
            const bool isOfCopies = isCopy(trace.lanes()[lane.index].role);
            own.barTop = std::min(top, row.barTop + std::max(0, upper - 1));
            own.barHeight = std::max(1, isOfCopies ? forCopies / copies : (upper - forCopies) / computing);
            top += own.barHeight;
        }
        rows.push_back(own);
    }
    return rows;
}

Scene sceneOfOpened(const Scene& scene, const Row& row)
{
    Scene own = scene;
    own.trace = row.opened;
    // The trace of one rank has no timed blocks, so none is selected.
    own.chosen.block = -1;
    own.chosen.part = scene.scope();
    own.layout.rows = row.lanes;
    if (scene.selection.ranks.empty() || scene.selection.ranks.back() != static_cast<std::uint32_t>(row.member)) {
        own.selection.op = {};
        own.selection.others.clear();
    }
    own.pointer = {};
    own.before = {};
    return own;
}

Scene sceneOfSelection(const Scene& scene)
{
    for (const Row& row : scene.layout.rows)
        if (row.opened && !scene.selection.ranks.empty() &&
            scene.selection.ranks.back() == static_cast<std::uint32_t>(row.member))
            return sceneOfOpened(scene, row);
    return scene;
}

std::optional<std::uint32_t> memberAt(const Scene& scene, const Row& row, double y)
{
    if (setOf(scene) == nullptr || row.member < 0 || row.kind == RowKind::Node)
        return std::nullopt;
    if (row.kind != RowKind::Band || row.ranks.empty())
        return static_cast<std::uint32_t>(row.member);
    const double part = (y - scene.yOf(row) - row.barTop) / std::max(1, row.barHeight);
    const auto at = static_cast<std::ptrdiff_t>(std::floor(part * static_cast<double>(row.ranks.size())));
    return row.ranks[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, std::ssize(row.ranks) - 1))];
}

namespace {

void paintOpened(const Surface& painter, const Scene& scene)
{
    for (const Row& row : scene.layout.rows)
        if (row.kind == RowKind::Communication)
            paintCommunication(painter, scene, row);
        else if (row.kind == RowKind::Rank)
            paintFoldedRank(painter, scene, row);
        else
            static_cast<void>(paintLane(painter, scene, row));  // idle labels are not painted in opened ranks
}

}  // namespace

void paintFoldedRank(const Surface& painter, const Scene& scene, const Row& row)
{
    if (row.opened)
        return paintOpened(painter, sceneOfOpened(scene, row));
    if (row.folded.empty() && setOf(scene) != nullptr) {
        detail::paintHalves(painter, scene, row);
        paintVeil(painter, scene, row);
        detail::paintShapes(painter, scene, detail::halvesOf(row)[1], detail::Labels::Shown);
        return;
    }
    for (const Row& own : lanesOfFolded(*scene.trace, row)) {
        detail::LaneCanvas lane(painter, scene, own);
        detail::paintBars(lane);
        if (scene.trace->lanes()[own.lane.index].role == LaneRole::Communication)
            detail::paintShapes(painter, scene, own, detail::Labels::Hidden);
    }
}

void paintRankHeader(const Surface& painter, const Scene& scene, const Row& row)
{
    const RankDigest* digest = rankDigestOf(scene);
    const auto& tokens = scene.theme->tokens();
    const double top = scene.yOf(row);
    if (row.kind == RowKind::Node)
        painter->fillRect(QRectF(0, top, scene.plotLeft(), row.height), tokens.chrome);
    const bool isOfRank = row.member >= 0 && row.kind != RowKind::Node && row.kind != RowKind::Band;
    const auto member = static_cast<std::uint32_t>(row.member);
    const bool isLate = isOfRank && digest != nullptr && digest->lateness.isNamed(member);
    const bool isSelected = isOfRank && std::ranges::count(scene.selection.ranks, member) > 0;
    if (isLate || isSelected)
        painter->fillRect(QRectF(0, top, scene.plotLeft(), row.height), tokens.accentSoft);
    if (isSelected || (isLate && scene.selection.ranks.empty()))
        painter->fillRect(QRectF(0, top, scene.px(3), row.height), tokens.accent);
    if (row.opened) {
        const Scene own = sceneOfOpened(scene, row);
        for (const Row& lane : own.layout.rows)
            paintHeader(painter, own, lane);
        return;
    }
    if (row.kind == RowKind::Rank && !row.title.isEmpty() && row.isNamed)
        paintRankName(painter, scene, row, isLate);
    if (row.kind == RowKind::Band && row.height >= scene.px(58))
        paintBandScale(painter, scene, row);
}

}  // namespace ui::drawing
