#include "ui/drawing/frontend_painter.h"

#include "ui/drawing/batch_painter.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/lane_strip.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/drawing/veil.h"
#include "ui/drawing/waiting.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ui::drawing {

using engine::trace::WaitRecord;
using engine::trace::WaitTarget;

namespace {

/// If more vertical lines than this are in view, none is painted: only their density would be visible.
constexpr std::size_t kMaxLines = 60;
/// Waits of one source line that end closer together than this, in pixels, share one mark, that of the last one.
constexpr double kToldApart = 24;
/// With more waits in view than this, none is merged or marked; with more spans of the program's thread, none is
/// labelled as pinning or unmapping memory pages. The search would take too long.
constexpr std::ptrdiff_t kMaxFoldable = 10'000;
constexpr std::size_t kFewestInRun = 3;  // fewer waits do not share one text
constexpr double kFlagHeight = 13;
constexpr double kDot = 3;  // radius

/// Waits narrower than this many pixels have no text.
constexpr double kWideWait = 5;

QRectF waitRect(const Scene& scene, const QRectF& bars, const WaitRecord& wait)
{
    const QRectF plot = scene.plotRect();
    const double beyond = scene.style.overhang(4);
    const double left = std::clamp(scene.xOf(wait.begin), plot.left() - beyond, plot.right() + beyond - 1);
    const double right = std::min(plot.right() + beyond, scene.xOf(wait.end));
    return {left, bars.top(), std::max(1.0, right - left), bars.height()};
}

/// A text on a wait, with its background.
struct WaitLabel {
    QRectF patch;
    QString text;
};

QFont waitFont(const Scene& scene)
{
    return scene.theme->sans(10.5, QFont::Medium);
}

void paintWaitLabel(const Surface& painter, const Scene& scene, const WaitLabel& label)
{
    const look::Tokens& tokens = scene.theme->tokens();
    painter->fillRect(label.patch, tokens.syncSoft);
    painter->setFont(waitFont(scene));
    painter->setPen(tokens.sync);
    drawText(painter, scene.labels, label.patch, Qt::AlignCenter, label.text);
}

/// Paints the box of a wait; returns its label, which must be painted after paintVeil(). None: there is no room for it.
std::optional<WaitLabel> paintWait(const Surface& painter, const Scene& scene, const QRectF& rect,
                                   const WaitRecord& wait)
{
    paintWaitBox(painter, scene, rect, 2);
    const bool hasEnded = !scene.page.until || wait.end <= *scene.page.until;
    const bool isLow = scene.style.path == PaintPath::Vector && rect.height() < scene.px(16);
    if (isLow || !scene.style.hasLabels)
        return std::nullopt;

    const QFont font = waitFont(scene);
    const QString time = laneDuration(wait.end - wait.begin);
    QString text = waitText(*scene.trace, wait);
    if (hasEnded)
        text += QStringLiteral(" · ") + time;
    QRectF room = rect.intersected(scene.plotRect());
    room.setRight(std::min(room.right(), knownRight(scene)));
    room.adjust(4, 0, -4, 0);
    if (textWidth(scene.labels, font, text) + 10 > room.width())
        text = hasEnded ? time : tr("waits");
    const double width = textWidth(scene.labels, font, text) + 10;
    if (width > room.width())
        return std::nullopt;
    const double height = scene.px(16);
    return WaitLabel{QRectF(room.left() + 2, rect.center().y() - height / 2, width, height), text};
}

/// Paints the ticks of issued operations. `isLow`: as short ticks at the bottom, below the texts of the wait boxes.
/// In a pixel column in which the program waits for more than half of the time, dense ticks are transparent, the more
/// the longer it waits. So a loop that waits in each iteration still shows its waits.
void paintIssues(const Surface& painter, const Scene& scene, const QRectF& bars, bool isLow,
                 const WaitedColumns& waited)
{
    LaneStrip strip;
    const bool isScreen = scene.style.path == PaintPath::Screen;
    const double ratio = isScreen ? scene.devicePixelRatio : 1.0;
    const int columns = static_cast<int>(std::lround(scene.plotWidth() * ratio));
    const QColor ground = scene.theme->tokens().band;
    strip.make(scene.digest->frontend(), scene.range, columns, {ground, scene.theme}, 0);
    const QColor slate = scene.theme->kind(engine::trace::Kind::Host).fill;
    const double height = isLow ? scene.px(4) : bars.height() + 4;
    const double top = isLow ? bars.bottom() - height : bars.top() - 2;
    QPainterPath shape;                  // in a file, one path with all opaque ticks
    shape.setFillRule(Qt::WindingFill);  // fills overlaps too: a tick may overlap the pinning of its memory pages
    const auto fill = [&](const QRectF& rect, const QColor& colour) {
        if (isScreen || colour.alpha() < 255)
            painter->fillRect(rect, colour);
        else
            shape.addRect(tenth(rect));
    };
    for (const auto& slice : strip.coverage.slices) {
        const double left = std::max(-scene.style.overhang(4), slice.left / ratio);
        const double right = std::min(bars.width() + scene.style.overhang(4), slice.right / ratio);
        const double gap = right - left > 5 ? 1.0 : 0.0;
        fill(QRectF(bars.left() + left, top, right - left - gap, height), slate);
    }
    // Ticks have no duration; a minimum width keeps them visible.
    const double thinnest = 2.0;
    double previous = -10;
    for (const auto& column : strip.coverage.columns) {
        const double left = column.x / ratio;
        const bool isDense = left - previous < thinnest;
        const double width = std::max(column.busy > 0.5F ? 1.0 / ratio : 0.0, isDense ? 1.0 / ratio : thinnest);
        QColor colour = slate;
        if (const float wait = waited.share(column.x); wait > 0.5F && left - previous < 2 * thinnest + 0.5)
            colour.setAlphaF(1.0F - wait);
        fill(QRectF(bars.left() + left, top, std::min(width, bars.width() - left), height), colour);
        previous = left;
    }
    fillShape(painter, shape, slate);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

/// Returns the indices of the sync marks in view, ascending; none if there are more than kMaxFoldable. Marks of one
/// line and state that are closer than kToldApart are merged into the last of them, even if that is to the right of
/// the view.
std::vector<std::size_t> marksInView(const Scene& scene)
{
    const auto& marks = scene.digest->marks();
    const double fold = scene.px(kToldApart);
    const Nanoseconds reach = scene.timeAt(scene.size.width() + fold);
    const auto begin = std::ranges::lower_bound(marks, scene.range.begin, {}, &SyncMark::time);
    const auto end =
        std::ranges::upper_bound(begin, marks.end(), std::max(reach, scene.range.end), {}, &SyncMark::time);
    std::vector<std::size_t> shown;
    if (end - begin > kMaxFoldable)
        return shown;
    struct NearestMark {
        std::int32_t line;
        bool isOn;
        double x;
    };
    std::vector<NearestMark> next;  // the nearest mark to the right, for each source line
    for (auto it = end; it != begin;) {
        --it;
        if (!scene.isShown(it->begin, it->time) || (scene.page.until && it->time > *scene.page.until))
            continue;
        const double x = scene.xOf(it->time);
        const auto known = std::ranges::find_if(
            next, [&](const NearestMark& other) { return other.line == it->line && other.isOn == it->isOn; });
        const bool isFolded = known != next.end() && known->x - x < fold;
        if (known == next.end())
            next.push_back({it->line, it->isOn, x});
        else
            known->x = x;
        if (!isFolded && it->time <= scene.range.end)
            shown.push_back(static_cast<std::size_t>(it - marks.begin()));
    }
    std::ranges::reverse(shown);
    return shown;
}

/// Consecutive waits of one source line that are too close together to have separate texts.
struct WaitRun {
    double left = 0, right = 0;
    std::int32_t line = 0;
    std::size_t count = 0;
    Nanoseconds time{};
};

class WaitRuns {
public:
    explicit WaitRuns(const Scene& scene) : m_scene(scene), m_fold(scene.px(kToldApart)) {}

    /// Adds a wait; call it for waits from left to right.
    void add(const WaitRecord& wait)
    {
        const double left = m_scene.xOf(wait.begin), right = m_scene.xOf(wait.end);
        if (m_run.count > 0 && wait.line == m_run.line && right - m_run.right < m_fold) {
            m_run.right = right;
            m_run.time += wait.end - wait.begin;
            ++m_run.count;
            return;
        }
        close();
        if (right - left < m_fold)
            m_run = {left, right, wait.line, 1, wait.end - wait.begin};
    }

    /// Writes, in the middle of each WaitRun, the number and the total time of its waits.
    void paint(const Surface& painter, const QRectF& bars)
    {
        close();
        const QFont font = waitFont(m_scene);
        const double height = m_scene.px(16);
        for (const WaitRun& run : m_runs) {
            const double left = std::max(run.left, bars.left()), right = std::min(run.right, knownRight(m_scene));
            if (right < run.right && m_scene.page.until)
                continue;  // on this page of a replay, the waits have not ended yet
            const QString time = laneDuration(run.time);
            for (const QString& text : {tr("waits %1 times · %2").arg(run.count).arg(time),
                                        QStringLiteral("%1× · %2").arg(run.count).arg(time)}) {
                const double width = textWidth(m_scene.labels, font, text) + 10;
                if (width + 8 > right - left)
                    continue;
                const QRectF patch((left + right - width) / 2, bars.center().y() - height / 2, width, height);
                paintWaitLabel(painter, m_scene, {patch, text});
                break;
            }
        }
    }

private:
    void close()
    {
        constexpr double kNarrowest = 60;
        if (m_run.count >= kFewestInRun && m_run.right - m_run.left >= m_scene.px(kNarrowest))
            m_runs.push_back(m_run);
        m_run = {};
    }

    const Scene& m_scene;
    double m_fold;
    WaitRun m_run;
    std::vector<WaitRun> m_runs;
};

/// Returns the text for a record of the program's thread that pins or unmaps memory pages; empty for other records.
QString pageWorkText(std::string_view name)
{
    return name.starts_with("pin ") ? tr("pins pages") : name.starts_with("unmap ") ? tr("unmaps pages") : QString();
}

/// Consecutive records in which the program's thread pins or unmaps memory pages.
struct PageRun {
    QString text;
    double left = 0, right = 0;
    Nanoseconds time{};
};

std::vector<PageRun> pageRunsInView(const Scene& scene)
{
    const engine::trace::LaneIndex& frontend = scene.digest->frontend();
    const std::size_t end = frontend.firstBeginningAt(scene.range.end);
    std::size_t i = frontend.firstEndingAfter(scene.range.begin);
    std::vector<PageRun> runs;
    if (end > i + static_cast<std::size_t>(kMaxFoldable))
        return runs;
    for (; i < end; ++i) {
        const engine::trace::Span& span = frontend.spans()[i];
        if (span.op.isValid() || !scene.isShown(span.begin, span.end()))
            continue;
        const QString text = pageWorkText(scene.trace->text(scene.trace->programPart().hosts[span.extra].name));
        if (text.isEmpty())
            continue;
        const double left = scene.xOf(span.begin), right = scene.xOf(span.end());
        if (runs.empty() || runs.back().text != text || left - runs.back().right > scene.px(kToldApart))
            runs.push_back({text, left, right, {}});
        runs.back().right = right;
        runs.back().time += span.duration();
    }
    return runs;
}

/// Labels the bars in which the program's thread pins or unmaps memory pages: "pins pages · 2.17 s", if there is room.
void paintPageWork(const Surface& painter, const Scene& scene, const QRectF& bars)
{
    if (scene.page.until)
        return;  // on a page of a replay, the work may not have ended yet
    const QFont font = waitFont(scene);
    const double height = scene.px(16);
    for (const PageRun& run : pageRunsInView(scene)) {
        const QString text = run.text + QStringLiteral(" · ") + laneDuration(run.time);
        const double left = std::max(run.left, bars.left()), right = std::min(run.right, knownRight(scene));
        const double width = textWidth(scene.labels, font, text) + 10;
        if (width + 8 > right - left)
            continue;
        const QRectF patch((left + right - width) / 2, bars.center().y() - height / 2, width, height);
        painter->fillRect(patch, scene.theme->tokens().plot);
        painter->setFont(font);
        painter->setPen(scene.theme->tokens().text);
        drawText(painter, scene.labels, patch, Qt::AlignCenter, text);
    }
}

enum class FlagSide : std::uint8_t { Left, Right };

struct Flag {
    QRectF rect;
    FlagSide side;  ///< side of its line on which the flag is
};

Flag flagOf(const Scene& scene, const SyncMark& mark, const Row& frontend, const QFont& font, FlagSide side)
{
    const double x = std::floor(scene.xOf(mark.time)) + 0.5;
    const double width = textWidth(scene.labels, font, QStringLiteral("L%1").arg(mark.line)) + scene.px(11);
    const double top = scene.yOf(frontend) - 1;
    return {QRectF(side == FlagSide::Left ? x - width : x, top, width, scene.px(kFlagHeight)), side};
}

/// The flags in view. A flag is to the right of its line, or to the left if the next flag or the edge of the plot is
/// too near. A flag without room on either side is left out.
std::vector<std::pair<std::size_t, Flag>> flagsOf(const Scene& scene, const Row& frontend,
                                                  const std::vector<std::size_t>& shown)
{
    const auto& marks = scene.digest->marks();
    const QFont font = scene.theme->sans(9.5, QFont::DemiBold);
    std::vector<std::pair<std::size_t, Flag>> flags;
    // More flags than this would overlap and could not be read.
    if (shown.size() > kMaxLines * 4)
        return flags;
    const double first = scene.plotLeft() - 1;
    double taken = first;
    for (std::size_t k = 0; k < shown.size(); ++k) {
        const SyncMark& mark = marks[shown[k]];
        if (mark.line <= 0)
            continue;  // the program has no listing
        const double limit = k + 1 < shown.size()
                                 ? std::min(scene.xOf(marks[shown[k + 1]].time), double(scene.size.width()))
                                 : scene.size.width();
        const auto placedFrom = [&](double from) -> std::optional<Flag> {
            Flag flag = flagOf(scene, mark, frontend, font, FlagSide::Right);
            if (flag.rect.right() > limit || flag.rect.left() < from)
                if (const Flag left = flagOf(scene, mark, frontend, font, FlagSide::Left); left.rect.left() >= from)
                    flag = left;
            const bool hasRoom = flag.rect.left() >= from && flag.rect.right() <= scene.size.width() + 1;
            return hasRoom ? std::optional(flag) : std::nullopt;
        };
        std::optional<Flag> flag = placedFrom(taken);
        // If the flag of a wait has no room, it replaces the previous flag if that belongs to a sync point that is
        // switched off.
        if (!flag && mark.isOn && !flags.empty() && !marks[flags.back().first].isOn) {
            flag = placedFrom(flags.size() < 2 ? first : flags[flags.size() - 2].second.rect.right() + 1);
            if (flag)
                flags.pop_back();
        }
        if (!flag)
            continue;
        taken = flag->rect.right() + 1;
        flags.emplace_back(shown[k], *flag);
    }
    return flags;
}

/// Returns the y coordinates of the dots on a mark's line: one in the row of each device or operation that the wait is
/// for, at the middle of the row's bars, or at their upper edge if a text covers the middle.
std::vector<double> dotsOf(const Surface& painter, const Scene& scene, const SyncMark& mark, double x)
{
    std::vector<double> dots;
    const auto dot = [&](const Row* row) {
        if (row == nullptr)
            return;
        const double top = scene.yOf(*row) + row->barTop, middle = std::floor(top + row->barHeight / 2.0);
        const double radius = scene.px(kDot) + 1;
        const bool isOnText = painter.hasTextIn(QRectF(x - radius, middle - radius, 2 * radius, 2 * radius));
        dots.push_back(isOnText ? top : middle);
    };
    switch (mark.target) {
        case WaitTarget::Device:
            dot(scene.layout.rowOf(mark.device));
            break;
        case WaitTarget::Op:
            if (mark.op.isValid() && mark.op.index < scene.trace->opCount())
                dot(scene.layout.rowOf(scene.trace->op(mark.op).lane));
            break;
        case WaitTarget::Stream:
        case WaitTarget::Event:
            dot(scene.layout.rowOf(mark.device));
            break;
        case WaitTarget::All:
            for (const auto& device : scene.trace->devices())
                if (const Row* row = scene.layout.rowOf(device.id); row != nullptr && row->isUsed)
                    dot(row);
            break;
    }
    return dots;
}

void paintFlag(const Surface& painter, const Scene& scene, const SyncMark& mark, const Flag& flag)
{
    const auto& tokens = scene.theme->tokens();
    const double notch = scene.px(4);
    const QRectF& r = flag.rect;
    const bool pointsLeft = flag.side == FlagSide::Left;
    const double tip = pointsLeft ? r.left() : r.right();
    const double in = pointsLeft ? tip + notch : tip - notch;
    const double foot = pointsLeft ? r.right() : r.left();
    const QPointF shape[] = {
        {foot, r.top()}, {tip, r.top()}, {in, r.center().y()}, {tip, r.bottom()}, {foot, r.bottom()}};
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(mark.isOn ? Qt::NoPen : QPen(tokens.strong, 1, Qt::DashLine));
    painter->setBrush(mark.isOn ? tokens.sync : tokens.panel);
    painter->drawPolygon(shape, 5);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setFont(scene.theme->sans(9.5, QFont::DemiBold));
    painter->setPen(mark.isOn ? tokens.panel : tokens.text3);
    drawText(painter, scene.labels, pointsLeft ? r.adjusted(notch, 0, 0, 0) : r.adjusted(0, 0, -notch, 0),
             Qt::AlignCenter, QStringLiteral("L%1").arg(mark.line));
}

double lineOf(const Scene& scene, const SyncMark& mark)
{
    return std::floor(scene.xOf(mark.time)) + 0.5;
}

void paintMarkLine(const Surface& painter, const Scene& scene, const SyncMark& mark, double x, double top)
{
    const auto& tokens = scene.theme->tokens();
    const QColor colour = mark.isOn ? tokens.sync : tokens.strong;
    const auto dots = mark.isOn ? dotsOf(painter, scene, mark, x) : std::vector<double>{};
    const double bottom = dots.empty() ? top + scene.px(42) : *std::ranges::max_element(dots);
    QPen pen(colour, 1.2);
    pen.setDashPattern({4 / 1.2, 3 / 1.2});
    painter->setPen(pen);
    drawLineAround(painter, x, top, bottom);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(tokens.plot, 1));
    painter->setBrush(colour);
    for (double y : dots)
        painter->drawEllipse(QPointF(x, y), scene.px(kDot), scene.px(kDot));
    painter->setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

QString waitText(const Trace& trace, const WaitRecord& wait)
{
    switch (wait.target) {
        case WaitTarget::Device:
        case WaitTarget::Stream:
            return tr("waits for %1").arg(model::deviceName(trace, wait.device));
        case WaitTarget::Op:
            if (wait.op.isValid() && wait.op.index < trace.opCount())
                return tr("waits for %1").arg(model::operationLabel(trace, trace.op(wait.op)));
            break;
        case WaitTarget::Event:
            return tr("waits for an event");
        case WaitTarget::All: {
            int gpus = 0;
            for (const auto& lane : trace.lanes())
                gpus += lane.role == engine::trace::LaneRole::Compute && isUsed(trace, lane.id) ? 1 : 0;
            return gpus == 2 ? tr("both") : tr("waits for all");
        }
    }
    const QString call = QString::fromUtf8(trace.text(wait.call));
    return call.isEmpty() ? tr("waits") : call;
}

void paintFrontend(const Surface& painter, const Scene& scene, const Row& row)
{
    const QRectF bars(scene.plotLeft(), scene.yOf(row) + row.barTop, scene.plotWidth(), row.barHeight);
    const bool hasPhases = scene.digest != nullptr && paintIssuePhases(painter, scene, bars);
    const auto& waits = scene.trace->waits();
    std::size_t i = static_cast<std::size_t>(std::ranges::lower_bound(waits, scene.range.begin, {}, &WaitRecord::end) -
                                             waits.begin());
    WaitedColumns waited(bars, scene.style.path == PaintPath::Screen ? scene.devicePixelRatio : 1.0);
    NarrowWaits narrow(painter, scene, bars, waited);
    WaitRuns runs(scene);
    std::vector<WaitLabel> labels;
    double drawnUpTo = -1;
    for (; i < waits.size() && waits[i].begin < scene.range.end; ++i) {
        if (!scene.isShown(waits[i].begin, waits[i].end))
            continue;
        const double right = scene.xOf(waits[i].end);
        waited.add(scene.xOf(waits[i].begin), right);
        runs.add(waits[i]);
        // Short waits within one pixel are painted once.
        if (right < drawnUpTo + 0.5)
            continue;
        drawnUpTo = std::max(right, scene.xOf(waits[i].begin) + 1);
        if (const QRectF rect = waitRect(scene, bars, waits[i]); rect.width() < kWideWait) {
            narrow.add(rect);
        } else {
            narrow.flush();
            if (std::optional<WaitLabel> label = paintWait(painter, scene, rect, waits[i]))
                labels.push_back(*std::move(label));
        }
    }
    narrow.flush();
    if (scene.digest != nullptr)
        paintIssues(painter, scene, bars, hasPhases, waited);
    paintVeil(painter, scene, row);
    for (const WaitLabel& label : labels)
        paintWaitLabel(painter, scene, label);
    if (hasPhases || !scene.style.hasLabels)
        return;
    runs.paint(painter, bars);
    if (scene.digest != nullptr)
        paintPageWork(painter, scene, bars);
}

void paintSyncMarks(const Surface& painter, const Scene& scene)
{
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    if (frontend == nullptr || scene.digest == nullptr)
        return;
    const auto& marks = scene.digest->marks();
    const std::vector<std::size_t> shown = marksInView(scene);
    const double top = scene.yOf(*frontend) - 1;
    if (shown.size() <= kMaxLines)
        for (const std::size_t i : shown)
            paintMarkLine(painter, scene, marks[i], lineOf(scene, marks[i]), top);
    for (const auto& [index, flag] : flagsOf(scene, *frontend, shown))
        paintFlag(painter, scene, marks[index], flag);
}

int flagAt(const Scene& scene, const QPointF& point)
{
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    if (frontend == nullptr || scene.digest == nullptr)
        return -1;
    const double top = scene.yOf(*frontend) - 1;
    if (point.y() < top - 2 || point.y() > top + scene.px(kFlagHeight) + 2)
        return -1;
    for (const auto& [index, flag] : flagsOf(scene, *frontend, marksInView(scene)))
        if (flag.rect.adjusted(-1, -1, 1, 2).contains(point))
            return static_cast<int>(index);
    return -1;
}

int waitAt(const Trace& trace, Nanoseconds time)
{
    const auto& waits = trace.waits();
    const auto it = std::ranges::upper_bound(waits, time, {}, &WaitRecord::end);
    if (it == waits.end() || it->begin > time)
        return -1;
    return static_cast<int>(it - waits.begin());
}

}  // namespace ui::drawing
