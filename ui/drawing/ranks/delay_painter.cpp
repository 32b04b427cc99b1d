#include "engine/analysis/lateness.h"
#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/ranks/detail/ranks_in_view.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <utility>
#include <vector>

/// Paints the delays of late ranks, as dimension lines.
namespace ui::drawing {

using engine::analysis::LateCause;
using engine::analysis::Lateness;
using engine::analysis::LateReason;
using engine::analysis::StepLateness;
using engine::ranks::Arrival;
using engine::ranks::RunSet;

namespace {

constexpr double kNarrowest = 14;  ///< minimum width of a painted delay, in pixels
constexpr double kLowest = 12;     ///< minimum height of bars with a painted delay, in pixels

/// Arrival times at the collective of a step: of a usual rank and of the late one.
struct Delay {
    Nanoseconds usual{};   ///< arrival of the median rank; of two ranks: arrival of the earlier one
    Nanoseconds posted{};  ///< arrival of the late rank
};

Delay delayOf(const RunSet& set, const StepLateness& step)
{
    Delay delay;
    std::vector<Nanoseconds> posted;
    for (const Arrival& arrival : set.arrivals(set.collectives()[step.collective])) {
        if (arrival.member == step.last)
            delay.posted = arrival.posted;
        posted.push_back(arrival.posted);
    }
    std::ranges::sort(posted);
    delay.usual = posted.size() == 2 ? posted.front() : posted[posted.size() / 2];
    return delay;
}

/// Texts of a delay: "+32 ms · conv2d_backward 1.9×", then shorter forms.
QStringList textsOf(Nanoseconds late, const LateReason& reason)
{
    const QString time = QStringLiteral("+") + look::durationText(late);
    if (reason.cause != LateCause::Slower || reason.name.empty())
        return {time};
    const QString ratio = QLocale().toString(reason.ratio, 'f', 1) + QStringLiteral("×");
    const QString cause = QString::fromStdString(reason.name) + QLatin1Char(' ') + ratio;
    return {time + QStringLiteral(" · ") + cause, time + QStringLiteral(" · ") + ratio, time};
}

/// A row of a late rank and the rectangles in which its delays are painted.
class DelayRow {
public:
    DelayRow(const Surface& painter, const Scene& scene, const Row& row, const LateReason& reason)
        : m_painter(painter), m_scene(scene), m_reason(reason), m_bars(barsOf(scene, row)), m_line(m_bars)
    {
        if (row.labelHeight > 0) {
            m_line.setTop(scene.yOf(row) + row.labelTop);
            m_line.setHeight(row.labelHeight);
        }
    }

    void paint(const Delay& delay)
    {
        const double left = m_scene.xOf(delay.usual), right = m_scene.xOf(delay.posted);
        if (m_bars.height() < m_scene.px(kLowest) || right - left < m_scene.px(kNarrowest) || right < m_bars.left() ||
            left > m_bars.right())
            return;
        paintUsual(left);
        paintLine(left, right);
        paintText(left, right, delay.posted - delay.usual);
    }

private:
    [[nodiscard]] static QRectF barsOf(const Scene& scene, const Row& row)
    {
        const bool isFolded = row.kind == RowKind::Rank;
        return detail::barsOf(scene, isFolded ? detail::halvesOf(row)[0] : row);
    }

    /// Marks the arrival of the median rank; if there are two ranks, the arrival of the rank that is not late.
    void paintUsual(double x)
    {
        if (x < m_bars.left())
            return;
        const QColor ink = m_scene.theme->tokens().ink;
        m_painter->setPen(QPen(ink, 1.4, Qt::DashLine));
        drawLineAround(m_painter, x, std::min(m_line.top(), m_bars.top()), m_bars.bottom());
        const QFont font = m_scene.theme->sans(10, QFont::DemiBold);
        const QString text = setOf().members().size() == 2 ? tr("other rank") : tr("median rank");
        const double width = textWidth(m_scene.labels, font, text) + m_scene.px(6);
        const double height = QFontMetricsF(font).height();
        const QRectF plate(x - width - m_scene.px(2), m_bars.bottom() - height, width, height);
        if (m_line == m_bars || plate.left() < m_bars.left() || height > m_bars.height() || m_painter.hasTextIn(plate))
            return;
        m_painter->fillRect(plate, m_scene.theme->tokens().panel);
        m_painter->setFont(font);
        m_painter->setPen(m_scene.theme->tokens().text);
        drawText(m_painter, m_scene.labels, plate, Qt::AlignCenter, text);
    }

    void paintLine(double left, double right)
    {
        const double y = m_scene.style.crisp(m_line.center().y()), arm = m_scene.px(3.5);
        if (m_painter.hasTextIn(QRectF(left, y - arm, right - left, 2 * arm)))
            return;
        m_painter->setPen(QPen(m_scene.theme->tokens().ink, 1.4));
        m_painter->drawLine(QPointF(left, y), QPointF(right, y));
        for (const auto& [x, inwards] : {std::pair(left, arm), std::pair(right, -arm)})
            for (const double side : {-arm, arm})
                m_painter->drawLine(QPointF(x, y), QPointF(x + inwards, y + side));
    }

    /// Writes the delay on its line, with its cause if there is room.
    void paintText(double left, double right, Nanoseconds late)
    {
        const QFont font = m_scene.theme->sans(10.5, QFont::DemiBold);
        left = std::max(left, m_bars.left());
        right = std::min(right, m_bars.right());
        for (const QString& text : textsOf(late, m_reason)) {
            QRectF badge(0, 0, textWidth(m_scene.labels, font, text) + m_scene.px(10), m_scene.px(17));
            badge.moveCenter({(left + right) / 2, m_line.center().y()});
            if (badge.width() + m_scene.px(12) > right - left || m_painter.hasTextIn(badge))
                continue;
            m_painter->setRenderHint(QPainter::Antialiasing);
            m_painter->setPen(Qt::NoPen);
            m_painter->setBrush(m_scene.theme->tokens().tip);
            m_painter->drawRoundedRect(badge, m_scene.px(4), m_scene.px(4));
            m_painter->setRenderHint(QPainter::Antialiasing, false);
            m_painter->setFont(font);
            m_painter->setPen(m_scene.theme->tokens().tipText);
            drawText(m_painter, m_scene.labels, badge, Qt::AlignCenter, text);
            return;
        }
    }

    [[nodiscard]] const RunSet& setOf() const { return *detail::setOf(m_scene); }

    Surface m_painter;
    const Scene& m_scene;
    const LateReason& m_reason;
    QRectF m_bars;
    QRectF m_line;  ///< area of the dimension line and its text
};

const LateReason& reasonOf(const Lateness& lateness, std::uint32_t member)
{
    const auto found = std::ranges::find(lateness.stragglers, member, &engine::analysis::Straggler::member);
    return found != lateness.stragglers.end() ? found->reason : lateness.rare->reason;
}

/// Returns the row with the operations of the rank that starts at `row`; null: no rank starts there.
const Row* operationsOf(const Row& row)
{
    if (row.kind == RowKind::Compute && row.startsGroup)
        return &row;
    if (row.kind != RowKind::Rank || row.title.isEmpty())
        return nullptr;
    return row.opened ? &row.lanes.front() : &row;
}

}  // namespace

void paintDelays(const Surface& painter, const Scene& scene)
{
    const RunSet* set = detail::setOf(scene);
    const RankDigest* digest = rankDigestOf(scene);
    if (set == nullptr || digest == nullptr || !scene.style.hasLabels)
        return;
    const Lateness& lateness = digest->lateness;
    for (const Row& row : scene.layout.rows) {
        const Row* const operations = operationsOf(row);
        if (row.member < 0 || operations == nullptr || !lateness.isNamed(static_cast<std::uint32_t>(row.member)))
            continue;
        DelayRow shown(painter, scene, *operations, reasonOf(lateness, static_cast<std::uint32_t>(row.member)));
        const auto begin = [](const StepLateness& step) { return step.scope.begin; };
        const auto end = [](const StepLateness& step) { return step.scope.end; };
        for (auto step = std::ranges::upper_bound(lateness.steps, scene.range.begin, {}, end);
             step != lateness.steps.end() && begin(*step) < scene.range.end; ++step)
            // In a live run, the digest may contain more collectives than the scene's set of ranks.
            if (step->collective < set->collectives().size() && step->last == static_cast<std::uint32_t>(row.member) &&
                step->isCostly() && scene.xOf(step->scope.end) - scene.xOf(step->scope.begin) > scene.px(kNarrowest))
                shown.paint(delayOf(*set, *step));
    }
}

}  // namespace ui::drawing
