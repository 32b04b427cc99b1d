#include "ui/figure/detail/timeline_painter.h"

#include "engine/analysis/scope.h"
#include "ui/look/format.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using engine::Nanoseconds;
using engine::OpId;
using engine::analysis::isCopy;
using engine::trace::Kind;
using engine::trace::OpState;
using engine::trace::Span;

namespace {

constexpr std::size_t kMostGrouped = 20'000;  // more spans than that are not read for their names
constexpr std::size_t kMostLabels = 400;
constexpr double kPatternFrom = 9;
constexpr double kEdgeFrom = 5;

QString textOf(const engine::trace::Trace& trace, engine::NameId name)
{
    const std::string_view view = trace.text(name);
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString spanName(const engine::trace::Trace& trace, const Span& span)
{
    if (!span.op.isValid())
        return span.extra < trace.hosts().size() ? textOf(trace, trace.hosts()[span.extra].name) : QString();
    const QString label = textOf(trace, trace.op(span.op).label);
    // A result that nobody is to use is called "_".
    return label.isEmpty() || label == QLatin1String("_") ? textOf(trace, trace.op(span.op).name) : label;
}

/// Touching rectangles that stand on one base, as one outline: two points a step.
void addSkyline(QPainterPath& path, const std::vector<QRectF>& rects)
{
    for (std::size_t i = 0; i < rects.size();) {
        std::size_t end = i + 1;
        while (end < rects.size() && std::abs(rects[end].left() - rects[end - 1].right()) < 1e-6)
            ++end;
        path.moveTo(rects[i].left(), rects[i].bottom());
        for (std::size_t k = i; k < end; ++k) {
            path.lineTo(rects[k].left(), rects[k].top());
            path.lineTo(rects[k].right(), rects[k].top());
        }
        path.lineTo(rects[end - 1].right(), rects[end - 1].bottom());
        path.closeSubpath();
        i = end;
    }
}

/// Values with one decimal: a tenth of a unit is finer than a printer, and a file of long numbers is a large file.
double tenth(double value)
{
    return std::round(value * 10) / 10;
}

QRectF tenth(const QRectF& rect)
{
    const double left = tenth(rect.left()), top = tenth(rect.top());
    return QRectF(left, top, tenth(rect.right()) - left, tenth(rect.bottom()) - top);
}

QStringList waitTexts(const engine::trace::Trace& trace, const engine::trace::WaitRecord& wait)
{
    using engine::trace::WaitTarget;
    const QString time = look::durationText(wait.end - wait.begin);
    QStringList texts;
    if ((wait.target == WaitTarget::Device || wait.target == WaitTarget::Stream) &&
        wait.device.index < trace.devices().size())
        texts << tr("waits for %1 · %2").arg(QString::fromStdString(trace.devices()[wait.device.index].name), time);
    else if (wait.target == WaitTarget::All)
        texts << tr("waits for everything · %1").arg(time);
    else if (wait.op.isValid())
        texts << tr("waits for %1 · %2").arg(textOf(trace, trace.op(wait.op).label), time);
    texts << tr("waits %1").arg(time) << tr("waits");
    return texts;
}

}  // namespace

TimelinePainter::TimelinePainter(const Ink& ink, const engine::trace::Trace& trace, const FigureOptions& options,
                                 double left, double right, const model::TimeRange& range,
                                 std::optional<Nanoseconds> until)
    : m_ink(ink),
      m_trace(trace),
      m_options(options),
      m_left(left),
      m_right(right),
      m_range(range),
      m_until(std::min(until.value_or(range.end), range.end)),
      m_stop(std::min(right, x(m_until))),
      m_failed(trace.error() && trace.error()->line > 0 ? std::max(left, x(trace.error()->time)) : right)
{
}

void TimelinePainter::labels(const std::vector<RowPlan>& rows) const
{
    const int size = m_ink.sizes().label;
    for (const RowPlan& row : rows)
        m_ink.writeRight(QPointF(m_left - 12, row.top + row.height / 2 + size * 0.36), row.label, size, QFont::Medium,
                         m_ink.text2());
}

/// Writes the first of `texts` that fits, on a white plate in the middle of `room`.
bool TimelinePainter::plate(const QRectF& room, const QStringList& texts, const QColor& ink, int size,
                            QFont::Weight weight) const
{
    for (const QString& text : texts) {
        const double width = Ink::widthOf(text, Ink::font(size, weight));
        if (text.isEmpty() || width + 16 > room.width() || size + 3 > room.height())
            continue;
        const QPointF middle = room.center();
        QPainterPath plate;
        plate.addRoundedRect(QRectF(middle.x() - width / 2 - 6, middle.y() - size * 0.65, width + 12, size * 1.3), 2,
                             2);
        m_ink.fill(plate, Qt::white);
        m_ink.writeCentred(QPointF(middle.x(), middle.y() + size * 0.36), text, size, weight, ink);
        return true;
    }
    return false;
}

void TimelinePainter::program(const RowPlan& row) const
{
    const int columns = std::max(1, static_cast<int>(m_right - m_left));
    const double unit = (m_right - m_left) / columns;
    // What the program issues, as high as it is busy with it.
    std::vector<QRectF> steps;
    const std::vector<double> shares = issueShares(m_trace, m_range, columns);
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (shares[i] > 0) {
            const double height = std::max(1.5, row.height * shares[i]);
            const QRectF rect =
                tenth(QRectF(m_left + static_cast<double>(i) * unit, row.top + row.height - height, unit, height));
            if (!steps.empty() && std::abs(steps.back().right() - rect.left()) < 1e-6 &&
                steps.back().height() == rect.height())
                steps.back().setRight(rect.right());
            else
                steps.push_back(rect);
        }
    QPainterPath issues;
    addSkyline(issues, steps);

    QPainterPath hatch, outline;
    const std::vector<WaitRun> runs = waitRuns();
    for (const WaitRun& run : runs) {
        const QRectF rect = tenth(QRectF(run.left, row.top, run.right - run.left, row.height));
        if (rect.width() >= 3)
            addPattern(hatch, look::Pattern::ThinRising, rect.adjusted(0.5, 0.5, -0.5, -0.5));
        outline.addRect(rect.width() >= 3 ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect);
    }
    m_ink.stroke(hatch, m_ink.waitLine(), 1.2);
    m_ink.stroke(outline, m_ink.waitLine(), 1);
    m_ink.fill(issues, m_ink.kind(Kind::Host).fill);
}

void TimelinePainter::programLabels(const RowPlan& row) const
{
    if (!m_options.showLabels)
        return;
    std::size_t written = 0;
    for (const WaitRun& run : waitRuns()) {
        if (run.left >= m_stop)
            break;
        // How long a wait will be is not known while it goes on.
        const QStringList texts =
            run.right > m_stop ? QStringList{tr("waits")}
            : run.count == 1   ? waitTexts(m_trace, m_trace.waits()[run.first])
                             : QStringList{tr("waits %1 times · %2").arg(run.count).arg(look::durationText(run.time)),
                                           tr("waits %1×").arg(run.count)};
        const QRectF rect(run.left, row.top, std::min(run.right, m_stop) - run.left, row.height);
        if (written < 40 && plate(rect, texts, m_ink.wait(), m_ink.sizes().body, QFont::DemiBold))
            ++written;
    }
}

/// Waits of one line that follow each other without a gap that could be seen are one.
std::vector<TimelinePainter::WaitRun> TimelinePainter::waitRuns() const
{
    std::vector<WaitRun> runs;
    std::int32_t line = 0;
    for (std::size_t i = 0; i < m_trace.waits().size(); ++i) {
        const engine::trace::WaitRecord& wait = m_trace.waits()[i];
        if (wait.end <= m_range.begin || wait.begin >= m_range.end)
            continue;
        const double from = std::max(m_left, x(wait.begin)), to = std::min(m_right, x(wait.end));
        if (!runs.empty() && line == wait.line && from - runs.back().right < 1.2) {
            runs.back().right = std::max(runs.back().right, to);
            runs.back().time += wait.end - wait.begin;
            ++runs.back().count;
        } else if (to - from >= 0.2) {
            runs.push_back({i, 1, from, to, wait.end - wait.begin});
        }
        line = wait.line;
    }
    return runs;
}

void TimelinePainter::bars(const LaneGeometry& geometry) const
{
    // Grouped by kind: a vector file repeats pen and brush for every change.
    std::map<std::pair<Kind, bool>, std::vector<QRectF>> byKind;
    for (const LaneGeometry::Bar& bar : geometry.bars)
        byKind[{bar.kind, bar.state == OpState::Failed}].push_back(tenth(bar.rect));
    for (const auto& [key, rects] : byKind) {
        const look::KindColours colours = m_ink.kind(key.first);
        QPainterPath fill, hatch, edges, seams;
        for (const QRectF& rect : rects) {
            fill.addRect(rect);
            if (rect.width() >= kPatternFrom)
                addPattern(hatch, key.second ? look::Pattern::DenseLines : colours.pattern, rect);
            if (rect.width() > kEdgeFrom && colours.pattern != look::Pattern::Solid)
                edges.addRect(rect.adjusted(0.4, 0.4, -0.4, -0.4));
            else
                seams.addRect(QRectF(rect.right() - std::min(0.8, rect.width() / 4), rect.top(),
                                     std::min(0.8, rect.width() / 4), rect.height()));
        }
        m_ink.fill(fill, key.second ? m_ink.of(QColor(0xFD, 0xF0, 0xE7)) : colours.fill);
        if (!hatch.isEmpty())
            m_ink.stroke(hatch, key.second ? m_ink.fail() : colours.edge, key.first == Kind::Backward ? 1.4 : 1.1);
        if (!edges.isEmpty())
            m_ink.stroke(edges, colours.edge, 0.8);
        if (!seams.isEmpty())
            m_ink.fill(seams, Qt::white);
    }
}

void TimelinePainter::columns(const LaneGeometry& geometry) const
{
    for (const auto& [kind, rects] : geometry.columns) {
        QPainterPath path;
        std::vector<QRectF> rounded;
        rounded.reserve(rects.size());
        for (const QRectF& rect : rects)
            rounded.push_back(tenth(rect));
        addSkyline(path, rounded);
        m_ink.fill(path, m_ink.kind(kind).fill);
    }
}

void TimelinePainter::spanLabels(const RowPlan& row, const LaneGeometry& geometry,
                                 const std::vector<Group>& named) const
{
    const auto& spans = m_trace.spans(row.lane);
    const int size = row.height < 18 ? 12 : m_ink.sizes().label;
    const QFont font = Ink::font(size, QFont::DemiBold);
    std::size_t written = 0;
    for (const LaneGeometry::Bar& bar : geometry.bars) {
        QRectF room = bar.rect;
        room.setRight(std::min(room.right(), m_stop));
        const bool isDraining = room.left() >= m_failed - 1;
        if (!isDraining && room.right() > m_failed)
            room.setRight(m_failed);
        if (room.width() < size || written >= kMostLabels || size + 3 > row.height)
            continue;
        // A group that has one label for all of it needs none one by one.
        if (std::any_of(named.begin(), named.end(),
                        [&](const Group& g) { return bar.span >= g.first && bar.span < g.last; }))
            continue;
        const Span& span = spans[bar.span];
        const QString name = spanName(m_trace, span);
        const look::KindColours colours = m_ink.kind(bar.kind);
        QStringList texts{name};
        if (span.end() <= m_until && (isCopy(bar.kind) || bar.rect.width() > 160))
            texts.prepend(name + QStringLiteral(" · ") + look::durationText(span.duration()));
        if (colours.pattern != look::Pattern::Solid) {
            written += plate(room, texts, m_ink.text(), size, QFont::DemiBold) ? 1 : 0;
            continue;
        }
        for (const QString& text : texts) {
            if (text.isEmpty() || Ink::widthOf(text, font) + 8 > room.width())
                continue;
            m_ink.writeCentred(QPointF(room.center().x(), room.center().y() + size * 0.36), text, size, QFont::DemiBold,
                               isDraining ? colours.textOnTint : colours.textOnFill);
            ++written;
            break;
        }
    }
}

/// Runs of alike operations of one statement that are too narrow for labels of their own.
std::vector<TimelinePainter::Group> TimelinePainter::groupsOf(const RowPlan& row) const
{
    const auto& index = m_trace.index(row.lane);
    const auto& spans = index.spans();
    const std::size_t first = index.firstEndingAfter(m_range.begin), last = index.firstBeginningAt(m_until);
    std::vector<Group> groups;
    if (last <= first || last - first > kMostGrouped)
        return groups;
    const auto isSame = [&](const Span& a, const Span& b) {
        if (a.kind != b.kind || !a.op.isValid() || !b.op.isValid())
            return false;
        const engine::trace::Op& left = m_trace.op(a.op);
        const engine::trace::Op& right = m_trace.op(b.op);
        return left.name == right.name && left.line == right.line &&
               b.begin - a.end() < 2 * a.duration() + Nanoseconds{1};
    };
    for (std::size_t i = first; i < last; ++i) {
        if (!groups.empty() && isSame(spans[i - 1], spans[i]))
            groups.back().last = i + 1;
        else
            groups.push_back({i, i + 1, 0, 0});
    }
    for (Group& group : groups) {
        group.left = std::max(m_left, x(spans[group.first].begin));
        group.right = std::min(m_stop, x(spans[group.last - 1].end()));
    }
    // What is wide enough one by one has its own labels.
    std::erase_if(groups, [](const Group& group) {
        const std::size_t count = group.last - group.first;
        return count < 2 || (group.right - group.left) / static_cast<double>(count) > 34;
    });
    return groups;
}

void TimelinePainter::groupLabels(const RowPlan& row, const std::vector<Group>& groups) const
{
    const auto& spans = m_trace.spans(row.lane);
    for (const Group& group : groups) {
        const std::size_t count = group.last - group.first;
        const Span& span = spans[group.first];
        const QString name = textOf(m_trace, m_trace.op(span.op).name);
        const bool isProduct =
            name == QLatin1String("mm") || name == QLatin1String("dot") || name == QLatin1String("matmul");
        const QString what = isCopy(span.kind) ? tr("%1 copies").arg(count)
                             : isProduct       ? tr("%1 products").arg(count)
                                               : tr("%1 × %2").arg(count).arg(name);
        const QString from = spanName(m_trace, span), to = spanName(m_trace, spans[group.last - 1]);
        QStringList texts;
        if (isCopy(span.kind) && from != to && !from.isEmpty())
            texts << what + QStringLiteral(", ") + from + QStringLiteral(" … ") + to;
        texts << what << QString::number(count);
        plate(QRectF(group.left, row.top, group.right - group.left, row.height), texts, m_ink.text(),
              row.height < 18 ? 12 : m_ink.sizes().label, QFont::DemiBold);
    }
}

/// Says "idle" where a lane that works elsewhere does nothing for a long time.
void TimelinePainter::idleLabels(const RowPlan& row) const
{
    const auto& index = m_trace.index(row.lane);
    const auto& spans = index.spans();
    std::size_t at = index.firstEndingAfter(m_range.begin);
    const std::size_t last = index.firstBeginningAt(m_until);
    if (last < at || last - at > kMostGrouped)
        return;
    double from = m_left;
    for (; at <= last; ++at) {
        const double to = at < last ? std::max(m_left, x(spans[at].begin)) : m_stop;
        if (to - from > (m_right - m_left) * 0.18)
            m_ink.writeCentred(QPointF((from + to) / 2, row.top + row.height / 2 + 5), tr("idle"), m_ink.sizes().body,
                               QFont::Normal, m_ink.text3());
        if (at < last)
            from = x(spans[at].end());
    }
}

LaneGeometry TimelinePainter::geometryOf(const RowPlan& row) const
{
    return laneGeometry(m_trace.index(row.lane), m_range, QRectF(m_left, row.top, m_right - m_left, row.height));
}

void TimelinePainter::lane(const RowPlan& row) const
{
    const LaneGeometry geometry = geometryOf(row);
    columns(geometry);
    bars(geometry);
    if (m_failed < m_right)
        stillDraining(row, geometry);
}

/// What was queued when the program had failed: outlines over a tint.
void TimelinePainter::stillDraining(const RowPlan& row, const LaneGeometry& geometry) const
{
    constexpr int kVeil = 196;
    QColor veil(Qt::white);
    veil.setAlpha(kVeil);
    m_ink.fill(tenth(QRectF(m_failed, row.top, m_right - m_failed, row.height)), veil);
    std::map<Kind, QPainterPath> outlines;
    for (const LaneGeometry::Bar& bar : geometry.bars)
        if (bar.rect.right() > m_failed && bar.rect.width() > kEdgeFrom)
            outlines[bar.kind].addRect(tenth(bar.rect.adjusted(0.5, 0.5, -1, -0.5)));
    for (const auto& [kind, path] : outlines)
        m_ink.stroke(path, m_ink.kind(kind).fill, 0.8);
}

void TimelinePainter::laneLabels(const RowPlan& row) const
{
    if (!m_options.showLabels)
        return;
    idleLabels(row);
    const std::vector<Group> groups = groupsOf(row);
    spanLabels(row, geometryOf(row), groups);
    groupLabels(row, groups);
}

}  // namespace ui::figure::detail
