#include "ui/timeline/detail/timeline_hover.h"

#include "ui/drawing/batch_painter.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/description.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/hit_test.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/timeline/tooltip.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace ui::timeline {

namespace {

constexpr double kBelowSelected = 32;  ///< pixels: height of the chip below a selected operation

bool isBarRow(const drawing::Row& row)
{
    return row.lane.isValid() && (row.kind == drawing::RowKind::Compute || row.kind == drawing::RowKind::Work ||
                                  row.kind == drawing::RowKind::Copy || row.kind == drawing::RowKind::Communication);
}

/// The rectangle of the element that a tooltip explains, including the chip below a selected operation; empty outside
/// the rows and in rows of other views.
QRectF explainedAt(const drawing::Scene& scene, const QPointF& point)
{
    const drawing::Row* row = rowAt(scene, point);
    if (row == nullptr || row->kind == drawing::RowKind::Extra)
        return {};
    const double top = scene.yOf(*row);
    if (const auto rect = rectOf(scene, scene.pointer.op))
        return scene.pointer.op == scene.selection.op ? rect->adjusted(0, 0, 0, scene.px(kBelowSelected)) : *rect;
    if (groupAt(scene, point) != nullptr)
        return QRectF(point.x(), top + row->labelTop, 1, row->labelHeight);
    if (isBarRow(*row) || row->kind == drawing::RowKind::Frontend)
        return QRectF(point.x(), std::min(top + row->barTop, point.y()), 1, std::max<double>(row->barHeight, 1));
    return QRectF(point.x(), top, 1, row->height);
}

}  // namespace

bool isOnHandle(const drawing::Scene& scene, const QPointF& point, Nanoseconds time)
{
    constexpr double kHandle = 5;  // pixels: the pointer grabs an end of the ruler up to this distance
    return std::abs(point.x() - scene.xOf(time)) < kHandle;
}

TimelineHover::TimelineHover(RunScene& run, model::Selection& selection, QWidget& view)
    : m_run(run),
      m_scene(run.scene()),
      m_selection(selection),
      m_view(view),
      m_tooltip(std::make_unique<Tooltip>(*run.scene().theme))
{
}

TimelineHover::~TimelineHover() = default;

void TimelineHover::hideTooltip()
{
    m_tooltip->hide();
}

void TimelineHover::refreshTooltip()
{
    if (m_tooltip->isVisible())
        showAt(m_position);
}

void TimelineHover::leave()
{
    m_position = {-1, -1};
    m_tooltip->hide();
    if (std::exchange(m_scene.pointer.isOnOverlap, false))
        emit overlayChanged();
    m_selection.hover().setOp({});
    m_selection.hover().setLine(0);
}

void TimelineHover::showAt(const QPointF& point)
{
    m_position = point;
    const OpId op = operationAt(m_scene, point);
    m_selection.hover().setOp(op);
    int line = 0;
    if (op.isValid())
        line = m_scene.trace->op(op).line;
    else if (const drawing::StatementGroup* group = groupAt(m_scene, point))
        line = group->line;
    const drawing::Row* row = rowAt(m_scene, point);
    if (row != nullptr && row->kind == drawing::RowKind::Benchmarks && point.x() >= m_scene.plotLeft())
        if (const int block = blockAt(m_scene, *row, point); block >= 0)
            line = m_scene.trace->blocks()[static_cast<std::size_t>(block)].line;
    m_selection.hover().setLine(line);
    const bool isOnWaits = row != nullptr && row->kind == drawing::RowKind::Frontend && point.x() >= m_scene.plotLeft();
    const int wait = isOnWaits ? drawing::waitAt(*m_scene.trace, m_scene.timeAt(point.x())) : -1;
    const bool isOnOverlap = row != nullptr && row->kind == drawing::RowKind::Overlap;
    if (wait != m_scene.pointer.wait || isOnOverlap != m_scene.pointer.isOnOverlap) {
        m_scene.pointer.wait = wait;
        m_scene.pointer.isOnOverlap = isOnOverlap;
        emit overlayChanged();
    }
    showTooltip(point);
    showCursor(point);
}

void TimelineHover::showCursor(const QPointF& point)
{
    Qt::CursorShape shape = Qt::ArrowCursor;
    if (m_scene.overviewRect().contains(point)) {
        const auto part = drawing::Overview::partAt(m_scene, point.x());
        const bool isEdge = part == drawing::Overview::Part::Begin || part == drawing::Overview::Part::End;
        shape = isEdge                                    ? Qt::SizeHorCursor
                : part == drawing::Overview::Part::Window ? Qt::OpenHandCursor
                                                          : Qt::ArrowCursor;
    } else if (m_scene.ruler.range && m_scene.plotRect().contains(point) &&
               (isOnHandle(m_scene, point, m_scene.ruler.range->begin) ||
                isOnHandle(m_scene, point, m_scene.ruler.range->end))) {
        shape = Qt::SizeHorCursor;
    } else if (flagAt(m_scene, point) >= 0) {
        shape = Qt::PointingHandCursor;
    }
    if (m_view.cursor().shape() != shape)
        m_view.setCursor(shape);
}

void TimelineHover::showTooltip(const QPointF& point)
{
    std::vector<Tooltip::Line> lines;
    const drawing::Row* row = rowAt(m_scene, point);
    if (const int flag = flagAt(m_scene, point); flag >= 0) {
        lines = describe(m_scene, m_run.digest().marks()[static_cast<std::size_t>(flag)]);
    } else if (m_scene.pointer.op.isValid()) {
        lines = describe(m_scene, m_scene.pointer.op);
    } else if (row != nullptr && row->opened && point.x() >= m_scene.plotLeft()) {
        const drawing::Scene own = sceneOfOpened(m_scene, *row);
        lines = describe(own, operationAt(own, point));
    } else if (row != nullptr && row->kind == drawing::RowKind::Band && point.x() >= m_scene.plotLeft()) {
        lines = describeMember(m_scene, *row, point.y());
    } else if (row != nullptr && row->kind == drawing::RowKind::Frontend && point.x() >= m_scene.plotLeft()) {
        if (const int wait = drawing::waitAt(*m_scene.trace, m_scene.timeAt(point.x())); wait >= 0)
            lines = describe(m_scene, m_scene.trace->waits()[static_cast<std::size_t>(wait)]);
        else if (const auto failed = m_scene.failedAt(); failed && m_scene.timeAt(point.x()) >= *failed)
            lines = describeFailure(m_scene);
    } else if (const drawing::StatementGroup* group = groupAt(m_scene, point)) {
        lines = describe(m_scene, *group);
    } else if (row != nullptr && isBarRow(*row) && point.x() >= m_scene.plotLeft()) {
        const Nanoseconds time = m_scene.timeAt(point.x());
        if (const QString idle = idleText(m_scene, *row, time); !idle.isEmpty())
            lines = {{idle, Tooltip::Style::Strong, engine::trace::Kind::Host}};
    } else if (row != nullptr && row->kind == drawing::RowKind::Benchmarks && point.x() >= m_scene.plotLeft()) {
        if (const int block = blockAt(m_scene, *row, point); block >= 0)
            lines = describeBlock(m_scene, static_cast<std::size_t>(block));
    } else if (row != nullptr && row->kind == drawing::RowKind::Overlap) {
        lines = describeOverlap(
            m_scene, point.x() >= m_scene.plotLeft() ? std::optional(m_scene.timeAt(point.x())) : std::nullopt);
    } else if (row != nullptr && row->kind == drawing::RowKind::Batches && point.x() >= m_scene.plotLeft()) {
        lines = describe(m_scene, stepAt(m_scene, point.x()));
    } else if (row != nullptr && row->kind == drawing::RowKind::Extra && m_scene.extra != nullptr &&
               point.x() >= m_scene.plotLeft()) {
        for (const QString& text : m_scene.extra->describe(row->extra, m_scene.timeAt(point.x())))
            lines.push_back(
                {text, lines.empty() ? Tooltip::Style::Strong : Tooltip::Style::Pale, engine::trace::Kind::Host});
    }
    if (row != nullptr && point.x() < m_scene.plotLeft()) {
        const std::vector<Tooltip::Line> figures =
            row->kind == drawing::RowKind::Compute ? describeBusy(m_scene, *row) : std::exchange(lines, {});
        lines = describeHeader(m_scene, *row);
        std::ranges::copy(figures, std::back_inserter(lines));
    }
    if (lines.empty()) {
        m_tooltip->hide();
        return;
    }
    const QRect about = explainedAt(m_scene, point).toAlignedRect();
    m_tooltip->showAt(m_view.mapToGlobal(point.toPoint()), lines,
                      QRect(m_view.mapToGlobal(about.topLeft()), about.size()));
}

}  // namespace ui::timeline
