#include "engine/analysis/scope.h"
#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/veil.h"
#include "ui/look/contrast.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/operation_labels.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace ui::drawing::detail {

using engine::trace::Coverage;
using engine::trace::OpState;
using engine::trace::Span;
using look::Pattern;

namespace {

/// In files, if a statement has more than this many pixels per operation, its operations have labels, where these fit,
/// instead of one label for the statement.
constexpr double kOwnLabel = 34;
/// Lower bound of a glyph's width: most texts that do not fit are rejected without measuring them.
constexpr double kNarrowestGlyph = 3.0;
constexpr double kLabelMargin = 8;
constexpr double kShortestLabel = 16;
constexpr int kMaxLabels = 400;  // of all lanes; bounds the time of a repaint
constexpr std::size_t kMaxPlates = 200;

QString labelOf(const Scene& scene, const Span& span)
{
    if (span.op.isValid() && span.op.index < scene.trace->opCount())
        return model::operationLabel(*scene.trace, scene.trace->op(span.op));
    if (span.extra < scene.trace->programPart().hosts.size())
        return QString::fromUtf8(scene.trace->text(scene.trace->programPart().hosts[span.extra].name));
    return {};
}

class LabelPainter : LanePart {
public:
    explicit LabelPainter(LaneCanvas& lane) : LanePart(lane) {}

    [[nodiscard]] IdleLabels paint()
    {
        const double ratio = m_lane.prepare();
        if (m_scene.style.hasLabels) {
            const std::vector<QRectF> named = paintGroupLabels();
            paintSpanLabels(ratio, named);
        }
        paintRunning();
        return m_scene.style.hasLabels ? besidePlates(idleLabels(m_lane)) : IdleLabels{};
    }

private:
    /// `named`: rectangles of statements that have a label already.
    void paintSpanLabels(double ratio, const std::vector<QRectF>& named)
    {
        if (m_bars.height() < m_metrics.height() - 2)
            return;
        m_painter->setFont(m_lane.font);
        int lanes = 0;
        for (const Row& row : m_scene.layout.rows)
            lanes += row.isUsed && row.lane.isValid() ? 1 : 0;
        std::vector<std::pair<QRectF, const Span*>> labelled;
        for (const Coverage::Slice& slice : m_strip.coverage.slices) {
            if (slice.right - slice.left < kShortestLabel * ratio)
                continue;
            QRectF rect = rectOfSlice(m_scene, slice, m_bars, ratio).intersected(m_bars);
            rect.setRight(std::min(rect.right(), knownRight(m_scene)));
            const auto isWithin = [&](const QRectF& group) {
                return group.left() <= rect.center().x() && rect.center().x() <= group.right();
            };
            const QRectF place = besideFrame(m_scene, rect);
            if (place.width() < kShortestLabel || std::any_of(named.begin(), named.end(), isWithin))
                continue;
            labelled.emplace_back(place, &m_index.spans()[slice.span]);
        }
        chooseTimes(labelled);
        int labels = kMaxLabels / std::max(1, lanes);
        for (const auto& [rect, span] : labelled)
            if (paintLabel(rect, *span) && --labels <= 0)
                return;
    }

    /// On paper, shows durations on a lane only if at least half of its labels have room for them.
    void chooseTimes(const std::vector<std::pair<QRectF, const Span*>>& labelled)
    {
        if (m_scene.style.path == PaintPath::Screen)
            return;
        const auto count = std::count_if(labelled.begin(), labelled.end(), [&](const auto& label) {
            return timedLabel(*label.second, label.first.width() - m_scene.px(kLabelMargin)).has_value();
        });
        m_hasTimes = 2 * count >= std::ssize(labelled);
    }

    /// In files, paints statement names on the bars of a row without a statement strip, where operations are too narrow
    /// for labels. Returns the rectangles of these statements.
    [[nodiscard]] std::vector<QRectF> paintGroupLabels()
    {
        std::vector<QRectF> named;
        if (m_scene.style.path == PaintPath::Screen || m_row.labelHeight > 0 || m_scene.digest == nullptr ||
            m_bars.height() < m_metrics.height() - 2)
            return named;
        const auto& groups = m_scene.digest->groups(m_row.lane);
        const auto endsBefore = [](const StatementGroup& group, Nanoseconds t) { return group.end < t; };
        for (auto it = std::lower_bound(groups.begin(), groups.end(), m_scene.range.begin, endsBefore);
             it != groups.end() && it->begin < m_scene.range.end && named.size() < kMaxPlates; ++it) {
            const double left = std::max(m_bars.left(), m_scene.xOf(it->begin));
            double right = std::min(knownRight(m_scene), m_scene.xOf(it->end));
            if (const auto failed = m_scene.failedAt(); failed && m_scene.xOf(*failed) > left)
                right = std::min(right, m_scene.xOf(*failed));
            const double whole = m_scene.xOf(it->end) - m_scene.xOf(it->begin);
            const QRectF bar(left, m_bars.top(), right - left, m_bars.height());
            const QRectF place = besideFrame(m_scene, bar);
            if (it->count < 2 || whole > kOwnLabel * it->count || place.width() < m_scene.px(kShortestLabel))
                continue;
            const QString name = m_scene.digest->groupText(*m_scene.trace, *it);
            for (const QString& text : {name, name.section(QStringLiteral(" · "), -1), QString::number(it->count)})
                if (const double width = textWidth(m_scene.labels, m_lane.font, text); width + 16 <= place.width()) {
                    paintPlate(place.center(), width, text);
                    named.push_back(bar);
                    break;
                }
        }
        return named;
    }

    /// Moves each idle label that a statement's label would cover to the left or right of the statement's label, and
    /// removes the idle label if it does not fit there. A statement may contain idle time, so both labels may be at the
    /// same place.
    [[nodiscard]] IdleLabels besidePlates(IdleLabels labels) const
    {
        for (IdleLabel& label : labels)
            for (const QRectF& plate : m_plates) {
                if (!label.room.intersects(plate))
                    continue;
                if (plate.left() - label.room.left() > label.room.right() - plate.right())
                    label.room.setRight(plate.left());
                else
                    label.room.setLeft(plate.right());
            }
        const QFont font = m_scene.theme->sans(10.5);
        std::erase_if(labels, [&](const IdleLabel& label) {
            return textWidth(m_scene.labels, font, label.text) > label.room.width();
        });
        return labels;
    }

    void paintPlate(QPointF middle, double width, const QString& text)
    {
        QRectF plate(0, 0, width + 10, m_metrics.height());
        plate.moveCenter(middle);
        m_plates.push_back(plate);
        m_painter->fillRect(plate, m_scene.theme->tokens().panel);
        m_painter->setFont(m_lane.font);
        m_painter->setPen(m_scene.theme->tokens().text);
        drawText(m_painter, m_scene.labels, plate, Qt::AlignCenter, text);
    }

    using Label = LabelCache::Label;

    [[nodiscard]] Label laidOut(const QString& text) const
    {
        return m_scene.labels != nullptr ? m_scene.labels->laidOut(m_lane.font, text)
                                         : LabelCache().laidOut(m_lane.font, text);
    }

    /// Returns a label with name and duration; none if it does not fit.
    [[nodiscard]] std::optional<Label> timedLabel(const Span& span, double room) const
    {
        const QString name = labelOf(m_scene, span);
        const bool hasEnded = !m_scene.page.until || span.end() <= *m_scene.page.until;
        if (!hasEnded || static_cast<double>(name.size() + 6) * m_scene.px(kNarrowestGlyph) >= room)
            return std::nullopt;
        Label label = laidOut(name + QStringLiteral(" · ") + laneDuration(span.duration()));
        return label.width <= room ? std::optional(std::move(label)) : std::nullopt;
    }

    /// Returns the first label that fits: name and duration, the name, the copied tensor, or (not in files) the elided
    /// name; on a link, name and rate, or the rate.
    [[nodiscard]] std::optional<Label> labelFor(const Span& span, double room) const
    {
        const double narrowest = m_scene.px(kNarrowestGlyph);
        const QString name = labelOf(m_scene, span);
        if (const QString rate = linkRate(span); !rate.isEmpty()) {
            for (const QString& text : {name + QStringLiteral(" · ") + rate, rate})
                if (static_cast<double>(text.size()) * narrowest < room)
                    if (const Label label = laidOut(text); label.width <= room)
                        return label;
            return std::nullopt;
        }
        if (m_hasTimes)
            if (const auto longer = timedLabel(span, room))
                return longer;
        if (static_cast<double>(name.size()) * narrowest < room)
            if (const Label label = laidOut(name); label.width <= room)
                return label;
        if (const QString shorter = shorterLabel(span); !shorter.isEmpty())
            if (const Label label = laidOut(shorter); label.width <= room)
                return label;
        // Labels on bars are not elided in files.
        if (room < m_scene.px(40) || m_scene.style.path == PaintPath::Vector)
            return std::nullopt;
        return laidOut(m_metrics.elidedText(name, Qt::ElideRight, room));
    }

    /// If the program's failure divides a bar, its label is on the part before the failure, and the part after it is
    /// labelled "still draining".
    bool paintLabel(const QRectF& whole, const Span& span)
    {
        QRectF rect = whole;
        const auto failedAt = m_scene.failedAt();
        if (const double x = failedAt ? m_scene.xOf(*failedAt) : whole.left(); whole.left() < x && x < whole.right()) {
            paintStillDraining(whole.adjusted(x - whole.left(), 0, 0, 0), span);
            rect.setRight(x);
        }
        const auto label = labelFor(span, rect.width() - m_scene.px(kLabelMargin));
        if (!label)
            return false;
        const QRectF patch(rect.center().x() - label->width / 2 - 3, rect.center().y() - m_metrics.height() / 2,
                           label->width + 6, m_metrics.height());
        const auto failed = m_scene.failedAt();
        const bool isDraining = failed && m_scene.xOf(*failed) < rect.center().x();
        const look::KindColours& colours = m_scene.theme->kind(span.kind);
        const look::Tokens& tokens = m_scene.theme->tokens();
        const bool isFailed = span.state == OpState::Failed;
        const bool hasPattern = colours.pattern != Pattern::Solid;
        // In a file, the area of a colour represents time, so a patch does not use the colour of the bar.
        const bool isPlate = m_scene.style.path == PaintPath::Vector && hasPattern && !isDraining;
        const QColor fill = isFailed || isPlate ? tokens.panel : isDraining ? colours.tint : colours.fill;
        const QColor ground = veiled(m_scene, patch.center().x(), fill);
        // If the bar has a pattern or two colours below its label, paints a patch behind the label.
        const double stopped = failed ? m_scene.xOf(*failed) : -1;
        if (hasPattern || isFailed || isDraining || (patch.left() < stopped && stopped < patch.right()) ||
            isVeilEdgeWithin(m_scene, patch.left(), patch.right()))
            m_painter->fillRect(patch, ground);
        m_painter->setPen(isFailed         ? tokens.fail
                          : isPlate        ? tokens.text
                          : isDraining     ? colours.textOnTint
                          : ground == fill ? colours.textOnFill
                                           : look::moreReadable(ground, colours.textOnFill, colours.textOnTint));
        write(QPointF(patch.left() + 3, patch.top()), *label);
        return true;
    }

    void paintStillDraining(const QRectF& room, const Span& span)
    {
        const Label label = laidOut(tr("still draining"));
        if (label.width + m_scene.px(kLabelMargin) > room.width())
            return;
        const QPointF at(room.center().x() - label.width / 2, room.center().y() - m_metrics.height() / 2);
        m_painter->setPen(m_scene.theme->kind(span.kind).textOnTint);
        write(at, label);
    }

    /// Writes a label. In files, writes it as text instead of a prepared layout.
    void write(QPointF topLeft, const Label& label)
    {
        m_painter.add({topLeft, QSizeF(label.width, label.height)});
        if (m_scene.style.path == PaintPath::Screen)
            drawLaidOut(m_painter, topLeft, label.text);
        else
            m_painter->drawText(topLeft + QPointF(0, label.ascent), label.text.text());
    }

    /// The rate of a copy on a link: bytes over time. Empty if the rate would exceed the link's capacity: if several
    /// copies shared the link, the span of a copy may be shorter than the copy.
    [[nodiscard]] QString linkRate(const Span& span) const
    {
        const auto& lane = m_scene.trace->lanes()[m_row.lane.index];
        const engine::OpId op = operationOf(m_scene, span);
        if (m_row.kind != RowKind::Link || !op.isValid())
            return {};
        const double seconds = engine::toSeconds(span.duration());
        const auto bytes = static_cast<double>(m_scene.trace->op(op).bytes.value);
        if (seconds <= 0 || bytes <= 0 || (lane.capacity > 0 && bytes / seconds > 1.01 * lane.capacity))
            return {};
        return look::rateText(bytes / seconds);
    }

    /// The copied tensor's name, "y[3]", for a copy whose label "y_cpu[3]" does not fit.
    [[nodiscard]] QString shorterLabel(const Span& span) const
    {
        if (!isCopy(span.kind) || !span.op.isValid())
            return {};
        for (const auto& edge : m_scene.trace->edges().into(span.op))
            if (edge.kind == engine::trace::DependencyKind::ReadAfterWrite)
                return model::operationLabel(*m_scene.trace, m_scene.trace->op(edge.from));
        return {};
    }

    /// In a live run, paints the running operation as a growing bar, and after it up to 6 queued operations of the
    /// device as empty boxes.
    void paintRunning()
    {
        const auto running = m_scene.trace->running(m_row.lane);
        if (!m_scene.trace->isLive())
            return;
        double right = m_scene.xOf(m_scene.trace->extent());
        if (running) {
            const auto& op = m_scene.trace->op(*running);
            const double left = std::max(m_bars.left() - 8, m_scene.xOf(op.started));
            const auto& colours = m_scene.theme->kind(op.kind);
            const QRectF rect(left, m_bars.top(), std::max(2.0, right - left), m_bars.height());
            m_painter->fillRect(rect, colours.fill);
            m_painter->setPen(QPen(colours.edge, 1.5));
            m_painter->setBrush(Qt::NoBrush);
            m_painter->drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        paintQueued(right);
    }

    void paintQueued(double right)
    {
        if (!m_row.startsGroup)
            return;
        std::size_t finished = 0;
        for (const auto& lane : m_scene.trace->lanes())
            if (lane.device == m_row.device && lane.role != engine::trace::LaneRole::Link)
                finished += m_scene.trace->spans(lane.id).size();
        const std::size_t issued = m_scene.digest->issuedTo(m_row.device);
        if (issued <= finished)
            return;
        const std::size_t queued = issued - finished;
        constexpr double kBox = 9;
        m_painter->setBrush(Qt::NoBrush);
        m_painter->setPen(QPen(m_scene.theme->tokens().strong, 1));
        double x = right + 4;
        for (std::size_t i = 0; i < std::min<std::size_t>(queued, 6) && x + kBox < m_bars.right(); ++i, x += kBox + 2)
            m_painter->drawRect(QRectF(x + 0.5, m_bars.top() + 0.5, kBox - 1, m_bars.height() - 1));
        if (x + 30 > m_bars.right())
            return;
        m_painter->setPen(m_scene.theme->tokens().text3);
        m_painter->setFont(m_scene.theme->sans(9.5));
        drawText(m_painter, m_scene.labels, QRectF(x + 3, m_bars.top(), 70, m_bars.height()), Qt::AlignVCenter,
                 tr("%1 queued").arg(look::countText(queued)));
    }

    bool m_hasTimes = true;  ///< labels include durations
    std::vector<QRectF> m_plates;
};

}  // namespace

engine::OpId operationOf(const Scene& scene, const Span& span)
{
    const engine::OpId op = span.op.isValid() ? span.op
                            : span.extra < scene.trace->programPart().hosts.size()
                                ? scene.trace->programPart().hosts[span.extra].op
                                : engine::OpId{};
    return op.isValid() && op.index < scene.trace->opCount() ? op : engine::OpId{};
}

IdleLabels paintLabels(LaneCanvas& lane)
{
    return LabelPainter(lane).paint();
}

}  // namespace ui::drawing::detail
