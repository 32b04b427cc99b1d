#include "ui/drawing/lane_painter.h"

#include "engine/analysis/scope.h"
#include "ui/drawing/description.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/lane_strip.h"
#include "ui/drawing/pale.h"
#include "ui/drawing/statement_painter.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/look/contrast.h"
#include "ui/look/format.h"
#include "ui/look/words.h"
#include "ui/model/operations_model.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>

namespace ui::drawing {

using engine::Nanoseconds;
using engine::trace::Coverage;
using engine::trace::Kind;
using engine::trace::LaneIndex;
using engine::trace::OpState;
using engine::trace::Span;
using look::Pattern;

namespace {

constexpr double kPatternWidth = 9;
constexpr double kRoundWidth = 14;
constexpr double kEdgeWidth = 5;
/// If the operations of a statement are wider on average, in pixels, each has a separate label.
constexpr double kOwnLabel = 34;
/// Lower bound of a glyph's width: most texts that do not fit are rejected without measuring them.
constexpr double kNarrowestGlyph = 3.0;
constexpr double kLabelMargin = 8;
constexpr double kShortestLabel = 16;
constexpr int kMostLabels = 400;
constexpr std::size_t kMostPlates = 200;
constexpr double kIdleWidth = 90;
/// Opacity of the tint over operations that still drain after an error.
constexpr double kPaleAfterError = 0.62;

QRectF barsOf(const Scene& scene, const Row& row)
{
    return QRectF(scene.plotLeft(), scene.yOf(row) + row.barTop, scene.plotWidth(), row.barHeight);
}

QColor groundOf(const Scene& scene)
{
    return scene.theme->tokens().band;
}

/// The rectangle of a slice. On the screen, clipped ends extend beyond the plot.
QRectF rectOfSlice(const Scene& scene, const Coverage::Slice& slice, const QRectF& bars, double ratio)
{
    const double beyond = scene.style.overhang(8);
    const double left = std::max(-beyond, slice.left / ratio);
    const double right = std::min(bars.width() + beyond, slice.right / ratio);
    return QRectF(bars.left() + left, bars.top(), right - left, bars.height());
}

QString labelOf(const Scene& scene, const Span& span)
{
    if (span.op.isValid() && span.op.index < scene.trace->opCount())
        return model::operationLabel(*scene.trace, scene.trace->op(span.op));
    if (span.extra < scene.trace->hosts().size()) {
        const std::string_view text = scene.trace->text(scene.trace->hosts()[span.extra].name);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    return {};
}

/// The operation of a span, or the operation that it is a part of: the spans of a link belong to copies.
engine::OpId operationOf(const Scene& scene, const Span& span)
{
    const engine::OpId op = span.op.isValid()                          ? span.op
                            : span.extra < scene.trace->hosts().size() ? scene.trace->hosts()[span.extra].op
                                                                       : engine::OpId{};
    return op.isValid() && op.index < scene.trace->opCount() ? op : engine::OpId{};
}

class LanePainter {
public:
    LanePainter(QPainter& painter, const Scene& scene, const Row& row)
        : m_painter(painter),
          m_scene(scene),
          m_row(row),
          m_index(scene.trace->index(row.lane)),
          m_bars(barsOf(scene, row)),
          m_font(scene.theme->sans(10.5, QFont::Medium)),
          m_metrics(m_font)
    {
        m_bars.setHeight(m_bars.height() - ghostRail(scene, row));
    }

    void paintBars()
    {
        const double ratio = prepare();
        m_busyBefore = paintGhostBars(m_painter, m_scene, m_row, m_bars, m_strip);
        if (m_scene.style.path == PaintPath::Screen) {
            paintImage(ratio);
            paintPatterns(ratio);
        } else {
            paintShapes();
        }
        paintAfterError(ratio);
        if (m_row.kind != RowKind::Link)
            paintPale(m_painter, m_scene, m_row);
    }

    /// Call it after paintBars(), or alone.
    [[nodiscard]] IdleLabels paintLabels()
    {
        const double ratio = prepare();
        if (m_scene.style.hasLabels) {
            const std::vector<QRectF> named = paintGroupLabels();
            paintSpanLabels(ratio, named);
        }
        paintRunning();
        return m_scene.style.hasLabels ? idleLabels(ratio) : IdleLabels{};
    }

private:
    /// Computes the pixel columns of the lane at the first call. Returns the device pixels per unit.
    double prepare()
    {
        const bool isScreen = m_scene.style.path == PaintPath::Screen;
        const double ratio = isScreen ? m_scene.devicePixelRatio : 1.0;
        if (!m_strip.busy.empty())
            return ratio;
        const int columns = static_cast<int>(std::lround(m_scene.plotWidth() * ratio));
        m_strip.make(m_index, m_scene.range, columns, {groundOf(m_scene), m_scene.theme},
                     isScreen ? std::max(1, static_cast<int>(ratio)) : 0);
        if (m_scene.only)
            m_strip.keepOnly((m_scene.xOf(m_scene.only->begin) - m_bars.left()) * ratio,
                             (m_scene.xOf(m_scene.only->end) - m_bars.left()) * ratio, groundOf(m_scene));
        return ratio;
    }

    void paintImage(double ratio)
    {
        const double top = std::round(m_bars.top() * ratio) / ratio;
        QImage image = imageOf(m_strip, static_cast<int>(std::lround(m_bars.height() * ratio)),
                               static_cast<int>(std::lround(2 * ratio)));
        image.setDevicePixelRatio(ratio);
        m_painter.drawImage(QPointF(m_bars.left(), top), image);
    }

    /// Paints all spans of one kind as one path; spans that are too narrow become a skyline of the same area.
    void paintShapes()
    {
        const LaneGeometry geometry = laneGeometry(m_index, m_scene.range, m_bars);
        for (const auto& [kind, columns] : geometry.columns) {
            std::vector<QRectF> steps;
            for (const QRectF& column : columns)
                steps.push_back(tenth(column));
            fillShape(m_painter, skyline(steps), m_scene.theme->kind(kind).fill);
        }
        std::map<std::pair<Kind, OpState>, std::vector<QRectF>> alike;
        for (const LaneGeometry::Bar& bar : geometry.bars)
            alike[{bar.kind, bar.state}].push_back(tenth(bar.rect));
        for (const auto& [look, bars] : alike)
            paintBarShapes(look.first, look.second, bars);
    }

    void paintBarShapes(Kind kind, OpState state, const std::vector<QRectF>& bars)
    {
        const look::KindColours& colours = m_scene.theme->kind(kind);
        const look::Tokens& tokens = m_scene.theme->tokens();
        const bool isFailed = state == OpState::Failed;
        const Pattern pattern = isFailed ? Pattern::DenseLines : colours.pattern;
        QPainterPath fill, lines, edges, seams;
        for (const QRectF& bar : bars) {
            fill.addRect(bar);
            if (bar.width() >= kPatternWidth)
                addPattern(lines, pattern, bar);
            const double seam = std::min(0.8, bar.width() / 4);
            if (bar.width() > kEdgeWidth && pattern != Pattern::Solid)
                edges.addRect(bar.adjusted(0.4, 0.4, -0.4, -0.4));
            else
                seams.addRect(QRectF(bar.right() - seam, bar.top(), seam, bar.height()));
        }
        fillShape(m_painter, fill, StripColours{groundOf(m_scene), m_scene.theme}.of(kind, state));
        strokeShape(m_painter, lines, isFailed ? tokens.panel : colours.edge, 1.1);
        strokeShape(m_painter, edges, isFailed ? tokens.fail : colours.edge, 0.8);
        fillShape(m_painter, seams, groundOf(m_scene));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    /// Paints operations that still drain after the program's failure: outlines over a tint.
    void paintAfterError(double ratio)
    {
        const auto failed = m_scene.failedAt();
        if (!failed)
            return;
        const double x = std::max(m_bars.left(), m_scene.xOf(*failed));
        if (x >= m_bars.right())
            return;
        m_painter.fillRect(QRectF(x, m_bars.top(), m_bars.right() - x, m_bars.height()),
                           withAlpha(groundOf(m_scene), kPaleAfterError));
        for (const Coverage::Slice& slice : m_strip.coverage.slices) {
            const QRectF rect = rectOfSlice(m_scene, slice, m_bars, ratio);
            if (rect.width() < kRoundWidth || rect.right() <= x)
                continue;
            const auto& colours = m_scene.theme->kind(m_index.spans()[slice.span].kind);
            const QRectF rest = rect.adjusted(std::max(0.0, x - rect.left()), 0, 0, 0);
            m_painter.fillRect(rest, colours.tint);
            m_painter.setPen(QPen(colours.fill, 1));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(rect.adjusted(1.5, 0.5, -1.5, -0.5));
        }
    }

    void paintPatterns(double ratio)
    {
        for (const Coverage::Slice& slice : m_strip.coverage.slices) {
            const QRectF rect = rectOfSlice(m_scene, slice, m_bars, ratio);
            if (rect.width() < kPatternWidth)
                continue;
            const Span& span = m_index.spans()[slice.span];
            const bool isFailed = span.state == OpState::Failed;
            if (isFailed || m_scene.theme->kind(span.kind).pattern != Pattern::Solid) {
                const QBrush brush =
                    isFailed ? m_scene.theme->hatchBrush(Pattern::DenseLines, m_scene.theme->tokens().failFill,
                                                         m_scene.theme->tokens().panel, ratio)
                             : m_scene.theme->patternBrush(span.kind, ratio);
                m_painter.setBrushOrigin(rect.topLeft());
                m_painter.fillRect(rect.adjusted(1, 0, 0, 0), brush);
            }
            if (rect.width() >= kRoundWidth)
                roundCorners(rect);
        }
        m_painter.setBrushOrigin(0, 0);
    }

    /// Erases one pixel at each corner: it looks like a radius of 2 and needs no antialiasing.
    void roundCorners(const QRectF& rect)
    {
        const QColor ground = withAlpha(groundOf(m_scene), 0.75);
        const double left = std::floor(rect.left()) + 1;
        const double right = std::floor(rect.right()) - 1;
        for (double x : {left, right})
            for (double y : {rect.top(), rect.bottom() - 1})
                m_painter.fillRect(QRectF(x, y, 1, 1), ground);
    }

    /// `named`: rectangles of statements that have a label already.
    void paintSpanLabels(double ratio, const std::vector<QRectF>& named)
    {
        if (m_bars.height() < m_metrics.height() - 2)
            return;
        m_painter.setFont(m_font);
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
            const QRectF place = besideFrame(rect);
            if (place.width() < kShortestLabel || std::any_of(named.begin(), named.end(), isWithin))
                continue;
            labelled.emplace_back(place, &m_index.spans()[slice.span]);
        }
        chooseTimes(labelled);
        int labels = kMostLabels / std::max(1, lanes);
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

    /// Paints statement names on the bars of a row without a statement strip, where operations are too narrow for
    /// labels. Returns the rectangles of these statements.
    [[nodiscard]] std::vector<QRectF> paintGroupLabels()
    {
        std::vector<QRectF> named;
        if (m_scene.style.path == PaintPath::Screen || m_row.labelHeight > 0 || m_scene.digest == nullptr ||
            m_bars.height() < m_metrics.height() - 2)
            return named;
        const auto& groups = m_scene.digest->groups(m_row.lane);
        const auto endsBefore = [](const StatementGroup& group, Nanoseconds t) { return group.end < t; };
        for (auto it = std::lower_bound(groups.begin(), groups.end(), m_scene.range.begin, endsBefore);
             it != groups.end() && it->begin < m_scene.range.end && named.size() < kMostPlates; ++it) {
            const double left = std::max(m_bars.left(), m_scene.xOf(it->begin));
            double right = std::min(knownRight(m_scene), m_scene.xOf(it->end));
            if (const auto failed = m_scene.failedAt(); failed && m_scene.xOf(*failed) > left)
                right = std::min(right, m_scene.xOf(*failed));
            const double whole = m_scene.xOf(it->end) - m_scene.xOf(it->begin);
            const QRectF bar(left, m_bars.top(), right - left, m_bars.height());
            const QRectF place = besideFrame(bar);
            if (it->count < 2 || whole > kOwnLabel * it->count || place.width() < m_scene.px(kShortestLabel))
                continue;
            const QString name = m_scene.digest->groupText(*m_scene.trace, *it);
            for (const QString& text : {name, name.section(QStringLiteral(" · "), -1), QString::number(it->count)})
                if (const double width = textWidth(m_scene.labels, m_font, text); width + 16 <= place.width()) {
                    paintPlate(place.center(), width, text);
                    named.push_back(bar);
                    break;
                }
        }
        return named;
    }

    /// The widest part of `rect` that no edge of the frame around the magnified range crosses.
    [[nodiscard]] QRectF besideFrame(QRectF rect) const
    {
        if (!m_scene.page.framed)
            return rect;
        constexpr double kOutline = 4;
        const double begin = m_scene.xOf(m_scene.page.framed->begin), end = m_scene.xOf(m_scene.page.framed->end);
        std::pair widest(rect.left(), rect.left());
        for (const auto& [from, to] :
             {std::pair(rect.left(), begin - kOutline), std::pair(begin + kOutline, end - kOutline),
              std::pair(end + kOutline, rect.right())}) {
            const std::pair part(std::max(from, rect.left()), std::min(to, rect.right()));
            if (part.second - part.first > widest.second - widest.first)
                widest = part;
        }
        rect.setLeft(widest.first);
        rect.setRight(widest.second);
        return rect;
    }

    void paintPlate(QPointF middle, double width, const QString& text)
    {
        QRectF plate(0, 0, width + 10, m_metrics.height());
        plate.moveCenter(middle);
        m_painter.fillRect(plate, m_scene.theme->tokens().panel);
        m_painter.setFont(m_font);
        m_painter.setPen(m_scene.theme->tokens().text);
        drawText(m_painter, m_scene.labels, plate, Qt::AlignCenter, text);
    }

    using Label = LabelCache::Label;

    [[nodiscard]] Label laidOut(const QString& text) const
    {
        return m_scene.labels != nullptr ? m_scene.labels->laidOut(m_font, text) : LabelCache().laidOut(m_font, text);
    }

    /// Name and duration; empty if they do not fit.
    [[nodiscard]] std::optional<Label> timedLabel(const Span& span, double room) const
    {
        const QString name = labelOf(m_scene, span);
        const bool hasEnded = !m_scene.page.until || span.end() <= *m_scene.page.until;
        if (!hasEnded || static_cast<double>(name.size() + 6) * m_scene.px(kNarrowestGlyph) >= room)
            return std::nullopt;
        Label label = laidOut(name + QStringLiteral(" · ") + laneDuration(span.duration()));
        return label.width <= room ? std::optional(std::move(label)) : std::nullopt;
    }

    /// The longest that fits of: name and duration, the name, the copied tensor, the elided name.
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
        // Figures never elide a label.
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
        // In a file the area of a colour represents time; a patch in that colour would add to it.
        const bool isPlate = m_scene.style.path == PaintPath::Vector && hasPattern && !isDraining;
        const QColor fill = isFailed || isPlate ? tokens.panel : isDraining ? colours.tint : colours.fill;
        const QColor ground = paled(m_scene, m_row, patch.center().x(), fill);
        // If the bar has a pattern or two colours below its label, paints a patch behind the label.
        const double stopped = failed ? m_scene.xOf(*failed) : -1;
        if (hasPattern || isFailed || isDraining || (patch.left() < stopped && stopped < patch.right()) ||
            isPaleEndWithin(m_scene, m_row, patch.left(), patch.right()))
            m_painter.fillRect(patch, ground);
        m_painter.setPen(isFailed         ? tokens.fail
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
        m_painter.setPen(m_scene.theme->kind(span.kind).textOnTint);
        write(at, label);
    }

    /// Files get real text, not a prepared layout.
    void write(QPointF topLeft, const Label& label)
    {
        if (m_scene.style.path == PaintPath::Screen)
            drawLaidOut(m_painter, topLeft, label.text);
        else
            m_painter.drawText(topLeft + QPointF(0, label.ascent), label.text.text());
    }

    /// The rate of a copy on a link: bytes over time. Empty if it would exceed the link's capacity: when several copies
    /// share the link, the lane shows them one after the other, so that a span may be only the end of a copy.
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
        if (!engine::analysis::isCopy(span.kind) || !span.op.isValid())
            return {};
        for (const auto& edge : m_scene.trace->edgesInto(span.op))
            if (edge.kind == engine::trace::DependencyKind::ReadAfterWrite)
                return model::operationLabel(*m_scene.trace, m_scene.trace->op(edge.from));
        return {};
    }

    /// In a live run, paints the running operation as a growing bar, and queued operations after it as empty boxes.
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
            m_painter.fillRect(rect, colours.fill);
            m_painter.setPen(QPen(colours.edge, 1.5));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
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
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_scene.theme->tokens().strong, 1));
        double x = right + 4;
        for (std::size_t i = 0; i < std::min<std::size_t>(queued, 6) && x + kBox < m_bars.right(); ++i, x += kBox + 2)
            m_painter.drawRect(QRectF(x + 0.5, m_bars.top() + 0.5, kBox - 1, m_bars.height() - 1));
        if (x + 30 > m_bars.right())
            return;
        m_painter.setPen(m_scene.theme->tokens().text3);
        m_painter.setFont(m_scene.theme->sans(9.5));
        m_painter.drawText(QRectF(x + 3, m_bars.top(), 70, m_bars.height()), Qt::AlignVCenter,
                           tr("%1 queued").arg(look::countText(static_cast<qint64>(queued))));
    }

    [[nodiscard]] IdleLabels idleLabels(double ratio) const
    {
        IdleLabels labels;
        const bool isLow = m_scene.style.path == PaintPath::Vector && m_bars.height() < m_metrics.height() - 2;
        if (isLow || (m_row.kind != RowKind::Compute && m_row.kind != RowKind::Work))
            return labels;
        const QFont font = m_scene.theme->sans(10.5);
        const int columns = static_cast<int>(m_strip.busy.size());
        const double known = std::min(m_scene.xOf(m_scene.trace->extent()), knownRight(m_scene));
        const int edge = static_cast<int>((known - m_bars.left()) * ratio);
        const int last = std::clamp(edge, 0, columns);
        for (int x = std::clamp(static_cast<int>((m_scene.xOf({}) - m_bars.left()) * ratio), 0, last); x < last;) {
            if (m_strip.busy[static_cast<std::size_t>(x)] > 0) {
                ++x;
                continue;
            }
            int end = x;
            while (end < last && m_strip.busy[static_cast<std::size_t>(end)] <= 0)
                ++end;
            if ((end - x) / ratio >= kIdleWidth * m_scene.theme->scale()) {
                const auto [from, to] = freeOfGhost(x, end);
                const QRectF room =
                    besideFrame({m_bars.left() + from / ratio, m_bars.top(), (to - from) / ratio, m_bars.height()});
                // The reason for the idle time if it fits, otherwise "idle".
                QString text = ui::drawing::idleText(m_scene, m_row, m_scene.timeAt(room.center().x()));
                if (text.isEmpty() || textWidth(m_scene.labels, font, text) > room.width() - 16)
                    text = idleText(end == columns);
                if (textWidth(m_scene.labels, font, text) > room.width()) {
                    x = end;
                    continue;
                }
                labels.push_back({room, text});
            }
            x = end;
        }
        return labels;
    }

    /// The widest part of these columns in which the run before was idle too.
    [[nodiscard]] std::pair<int, int> freeOfGhost(int begin, int end) const
    {
        if (m_busyBefore.size() < static_cast<std::size_t>(end))
            return {begin, end};
        std::pair widest(begin, begin);
        for (int x = begin; x < end;) {
            int to = x;
            while (to < end && m_busyBefore[static_cast<std::size_t>(to)] <= 0)
                ++to;
            if (to - x > widest.second - widest.first)
                widest = {x, to};
            x = std::max(to, x + 1);
        }
        return widest;
    }

    [[nodiscard]] QString idleText(bool reachesEdge) const
    {
        if (!reachesEdge || m_row.kind == RowKind::Work)
            return tr("idle");
        const auto& spans = m_index.spans();
        const std::size_t next = m_index.firstBeginningAt(m_scene.range.end);
        const Nanoseconds until = next < spans.size() ? spans[next].begin : m_scene.trace->extent();
        if (until - m_scene.range.end < m_scene.range.length() / 20)
            return tr("idle");
        return tr("idle until %1").arg(look::clockText(until - m_scene.origin));
    }

    QPainter& m_painter;
    const Scene& m_scene;
    const Row& m_row;
    const LaneIndex& m_index;
    QRectF m_bars;
    QFont m_font;
    QFontMetricsF m_metrics;
    LaneStrip m_strip;
    bool m_hasTimes = true;           ///< labels include durations
    std::vector<float> m_busyBefore;  ///< busy fraction of the run before, by column; empty: there is none
};

/// During the animation of a flip, paints matched spans between their old and their new position.
void paintMorph(QPainter& painter, const Scene& scene, const Row& row)
{
    const QRectF bars = barsOf(scene, row);
    const auto& index = scene.trace->index(row.lane);
    const auto& spans = index.spans();
    const double p = scene.morph->progress;
    painter.save();
    painter.setClipRect(scene.plotRect());
    for (const Span& span : spans) {
        const auto old = scene.morph->spans.constFind(span.op.index);
        const bool isMatched = span.op.isValid() && old != scene.morph->spans.constEnd();
        const double newLeft = scene.xOf(span.begin);
        const double newRight = scene.xOf(span.end());
        const double left = isMatched ? std::lerp(scene.xOf(old->begin), newLeft, p) : newLeft;
        const double right = isMatched ? std::lerp(scene.xOf(old->end), newRight, p) : newRight;
        if (right < bars.left() || left > bars.right())
            continue;
        QColor colour = StripColours{groundOf(scene), scene.theme}.of(span.kind, span.state);
        if (!isMatched)
            colour = withAlpha(colour, p);
        painter.fillRect(QRectF(left, bars.top(), std::max(1.0, right - left - 1), bars.height()), colour);
    }
    painter.restore();
}

/// Consecutive copies on a link with equal size, rate and type of host memory.
struct EqualCopies {
    Nanoseconds begin{};
    double rate = 0;  ///< of each copy from start to end, in bytes per second
    engine::Bytes bytes;
    engine::trace::HostMemory memory = engine::trace::HostMemory::None;
};

/// The groups of copies in view. If there are many copies, only every n-th is inspected.
std::vector<EqualCopies> copiesOn(const Scene& scene, engine::LaneId lane)
{
    constexpr std::size_t kMostLooked = 512;
    constexpr double kEqual = 0.1;
    const auto& index = scene.trace->index(lane);
    const std::size_t from = index.firstEndingAfter(scene.range.begin);
    const std::size_t to = index.firstBeginningAt(scene.range.end);
    const std::size_t step = to > from ? (to - from) / kMostLooked + 1 : 1;
    std::vector<EqualCopies> groups;
    for (std::size_t i = from; i < to; i += step) {
        const Span& span = index.spans()[i];
        const engine::OpId id = operationOf(scene, span);
        if (!id.isValid())
            continue;
        const engine::trace::Op& op = scene.trace->op(id);
        const double seconds = engine::toSeconds(op.finished - op.started);
        if (seconds <= 0 || op.bytes.value <= 0)
            continue;
        const double rate = static_cast<double>(op.bytes.value) / seconds;
        if (groups.empty() || groups.back().bytes != op.bytes || groups.back().memory != op.hostMemory ||
            std::abs(rate - groups.back().rate) > kEqual * groups.back().rate)
            groups.push_back({std::max(span.begin, scene.range.begin), rate, op.bytes, op.hostMemory});
    }
    return groups;
}

/// "1.18 GB/s, 10 % of the link: the host memory is pageable", then shorter forms.
QStringList textsOf(const EqualCopies& copies, double capacity)
{
    using engine::trace::HostMemory;
    QStringList texts{look::rateText(copies.rate)};
    if (capacity <= 0)
        return texts;
    texts.prepend(tr("%1, %2 of the link").arg(texts.front(), look::percentText(copies.rate / capacity)));
    constexpr double kSlow = 0.9;
    if (copies.rate < kSlow * capacity) {
        if (copies.memory == HostMemory::PageableFresh)
            texts.prepend(tr("%1: the host memory is pageable, its pages new").arg(texts.front()));
        else if (copies.memory == HostMemory::PageableWarm)
            texts.prepend(tr("%1: the host memory is pageable").arg(texts.front()));
    }
    return texts;
}

}  // namespace

void paintFittingText(QPainter& painter, const LabelCache* labels, const QRectF& rect, const QString& text,
                      Qt::Alignment alignment)
{
    const bool isWhole = textWidth(labels, painter.font(), text) <= rect.width();
    const QString fitting = isWhole ? text : elided(labels, painter.font(), text, rect.width());
    if (fitting.size() < 2 || (fitting.size() < 4 && fitting != text))
        return;
    drawText(painter, labels, rect, alignment | Qt::AlignVCenter, fitting);
}

IdleLabels paintLane(QPainter& painter, const Scene& scene, const Row& row)
{
    if (!row.lane.isValid())
        return {};
    if (scene.morph != nullptr && scene.morph->progress < 1.0) {
        paintMorph(painter, scene, row);
        paintPale(painter, scene, row);
        return {};
    }
    const std::vector<StatementText> texts = paintStatements(painter, scene, row);
    LanePainter lane(painter, scene, row);
    lane.paintBars();
    IdleLabels idle = lane.paintLabels();
    paintStatementTexts(painter, scene, texts);
    return idle;
}

IdleLabels paintLaneLabels(QPainter& painter, const Scene& scene, const Row& row)
{
    return row.lane.isValid() ? LanePainter(painter, scene, row).paintLabels() : IdleLabels{};
}

void paintLink(QPainter& painter, const Scene& scene, const Row& row)
{
    const auto& tokens = scene.theme->tokens();
    const auto& lane = scene.trace->lanes()[row.lane.index];
    if (!row.isUsed)
        return;
    LanePainter bars(painter, scene, row);
    bars.paintBars();
    static_cast<void>(bars.paintLabels());  // links have no idle labels
    const double top = scene.yOf(row) + scene.px(8);
    painter.setPen(QPen(tokens.text2, 1, Qt::CustomDashLine));
    QPen pen = painter.pen();
    pen.setDashPattern({6, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(scene.plotLeft(), top + 0.5), QPointF(scene.size.width(), top + 0.5));
    painter.setFont(scene.theme->sans(9.5, QFont::Medium));
    const QFontMetricsF metrics(painter.font());
    const auto chip = [&](double x, double y, const QString& text, bool alignRight) {
        const double width = textWidth(scene.labels, painter.font(), text) + 8;
        const QRectF rect(alignRight ? x - width : x, y - metrics.height() / 2, width, metrics.height());
        painter.fillRect(rect, tokens.plot);
        painter.setPen(tokens.text2);
        drawText(painter, scene.labels, rect, Qt::AlignCenter, text);
    };
    if (lane.capacity > 0)
        chip(scene.size.width() - 14, top, look::rateText(lane.capacity), true);

    if (row.barTop < scene.px(20))
        return;  // too low for a text below the line
    const double y = scene.yOf(row) + row.barTop - metrics.height() / 2 - 1;
    const std::vector<EqualCopies> groups = copiesOn(scene, row.lane);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const EqualCopies& group = groups[i];
        const double left = std::max(scene.plotLeft() + 6, scene.xOf(group.begin));
        const double next = i + 1 < groups.size() ? scene.xOf(groups[i + 1].begin) : scene.size.width() - 6.0;
        for (const QString& text : textsOf(group, lane.capacity))
            if (left + textWidth(scene.labels, painter.font(), text) + 8 <= next) {
                chip(left, y, text, false);
                break;
            }
    }
}

int visibleSpans(const Scene& scene)
{
    int count = 0;
    for (const Row& row : scene.layout.rows) {
        if (!row.lane.isValid() || row.kind == RowKind::Frontend)
            continue;
        const auto& index = scene.trace->index(row.lane);
        count += static_cast<int>(index.firstBeginningAt(scene.range.end) - index.firstEndingAfter(scene.range.begin));
    }
    return count;
}

}  // namespace ui::drawing
