#include "ui/timeline/detail/timeline_pointer.h"

#include "ui/drawing/batch_painter.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/description.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/hit_test.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/timeline/tooltip.h"

#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace ui::timeline {

using engine::Nanoseconds;
using engine::OpId;

namespace {

constexpr double kWheelZoom = 1.25;  ///< per notch; three notches double the scale (1.25^3 = 1.95)
constexpr double kSnap = 6;          ///< pixels: a measured range snaps to the edge of a span within this distance
constexpr double kHandle = 5;        ///< pixels: an end of the ruler's range can be grabbed within this distance
constexpr double kWheelNotch = 120;  ///< QWheelEvent::angleDelta() of one notch, in eighths of a degree

}  // namespace

TimelinePointer::TimelinePointer(RunScene& run, ViewMotion& motion, RowScroll& rows, model::VisibleRange& range,
                                 model::Selection& selection, model::Playhead& playhead, QWidget& view)
    : m_run(run),
      m_scene(run.scene()),
      m_motion(motion),
      m_rows(rows),
      m_range(range),
      m_selection(selection),
      m_playhead(playhead),
      m_view(view),
      m_tooltip(std::make_unique<Tooltip>(*run.scene().theme))
{
}

TimelinePointer::~TimelinePointer() = default;

bool TimelinePointer::handle(QEvent* event)
{
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            press(*static_cast<QMouseEvent*>(event));
            return true;
        case QEvent::MouseMove:
            move(*static_cast<QMouseEvent*>(event));
            return true;
        case QEvent::MouseButtonRelease:
            release(*static_cast<QMouseEvent*>(event));
            return true;
        case QEvent::MouseButtonDblClick:
            doubleClick(*static_cast<QMouseEvent*>(event));
            return true;
        case QEvent::Wheel:
            turnWheel(*static_cast<QWheelEvent*>(event));
            return true;
        case QEvent::Leave:
            leave();
            return true;
        case QEvent::FocusOut:
            hideTooltip();
            return false;
        case QEvent::Hide:
        case QEvent::Resize:  // moves the picture below the pointer
            leave();
            return false;
        case QEvent::NativeGesture: {
            const auto& gesture = *static_cast<QNativeGestureEvent*>(event);
            if (gesture.gestureType() != Qt::ZoomNativeGesture)
                return false;
            m_motion.zoomBy(std::max(0.2, 1.0 + gesture.value()), m_scene.timeAt(gesture.position().x()));
            return true;
        }
        default:
            return false;
    }
}

void TimelinePointer::cancelDrag()
{
    m_drag = Drag::None;
    m_axisZoom.reset();
    m_tooltip->hide();
    emit overlayChanged();
}

void TimelinePointer::hideTooltip()
{
    m_tooltip->hide();
}

void TimelinePointer::refreshTooltip()
{
    if (m_tooltip->isVisible())
        updateHover(m_position);
}

void TimelinePointer::turnWheel(QWheelEvent& event)
{
    const QPointF at = event.position();
    const QPoint pixels = event.pixelDelta();
    const QPoint angle = event.angleDelta();
    const auto modifiers = event.modifiers();
    const double notches = angle.y() / kWheelNotch;
    const bool onAxis = at.y() < m_scene.layout.pinnedTop;
    const bool onOverview = m_scene.overviewRect().contains(at);
    if (modifiers.testFlag(Qt::ControlModifier) || onAxis || onOverview) {
        const Nanoseconds fixed = onOverview ? drawing::Overview::timeAt(m_scene, at.x()) : m_scene.timeAt(at.x());
        m_range.remember();
        m_range.setRange(m_scene.range.zoomedAround(fixed, std::pow(kWheelZoom, notches)));
        m_run.range().setFollowing(false);
    } else if (modifiers.testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y())) {
        const double distance = modifiers.testFlag(Qt::ShiftModifier) && angle.x() == 0 ? angle.y() : angle.x();
        const double x =
            !pixels.isNull() && pixels.x() != 0 ? pixels.x() : distance / kWheelNotch * m_view.width() * 0.1;
        m_motion.panBy(-x / m_scene.plotWidth());
    } else {
        m_rows.scrollBy(pixels.y() != 0 ? -pixels.y() : static_cast<int>(-notches * 48));
    }
    updateHover(at);
    event.accept();
}

void TimelinePointer::press(const QMouseEvent& event)
{
    m_tooltip->hide();
    m_motion.stopZoom();
    m_press = {event.position(), {}, m_scene.range, m_scene.scroll};
    m_drag = Drag::None;
    const bool isLeft = event.button() == Qt::LeftButton;
    if (event.button() == Qt::MiddleButton || (isLeft && event.modifiers().testFlag(Qt::ShiftModifier))) {
        m_drag = Drag::Pan;
        m_range.remember();
    } else if (isLeft && m_scene.overviewRect().contains(m_press.at)) {
        beginDrag();
    } else if (isLeft) {
        m_press.time = snapped(m_press.at, event.modifiers());
        m_drag = Drag::Pending;
    }
}

/// Starts the left drag that belongs to the pressed point.
void TimelinePointer::beginDrag()
{
    if (m_scene.overviewRect().contains(m_press.at))
        return beginOverviewDrag();
    if (m_press.at.y() < m_scene.layout.pinnedTop) {
        const bool onFlag = std::abs(m_press.at.x() - m_scene.xOf(m_scene.playhead.time)) < 28;
        m_drag = onFlag ? Drag::Playhead : Drag::AxisZoom;
        return;
    }
    if (m_scene.ruler.range && std::abs(m_press.at.x() - m_scene.xOf(m_scene.ruler.range->begin)) < kHandle) {
        m_drag = Drag::RulerBegin;
    } else if (m_scene.ruler.range && std::abs(m_press.at.x() - m_scene.xOf(m_scene.ruler.range->end)) < kHandle) {
        m_drag = Drag::RulerEnd;
    } else if (m_press.at.x() < m_scene.plotLeft()) {
        m_drag = Drag::None;
    } else if (m_isMeasuring) {
        m_drag = Drag::Ruler;
        const drawing::Row* row = rowAt(m_scene, m_press.at);
        m_scene.ruler.lane = row != nullptr && row->kind != drawing::RowKind::Frontend ? row->lane : engine::LaneId{};
    } else {
        m_drag = Drag::Pan;
        m_range.remember();
    }
}

void TimelinePointer::beginOverviewDrag()
{
    m_overviewPart = drawing::Overview::partAt(m_scene, m_press.at.x());
    m_range.remember();
    m_run.range().setFollowing(false);
    if (m_overviewPart == drawing::Overview::Part::Outside) {
        const Nanoseconds at = drawing::Overview::timeAt(m_scene, m_press.at.x());
        m_range.setRange(m_scene.range.movedBy(at - (m_scene.range.begin + m_scene.range.length() / 2)));
        m_overviewPart = drawing::Overview::Part::Window;
    }
    m_press.range = m_range.range();
    m_drag = Drag::Overview;
}

Nanoseconds TimelinePointer::snapped(const QPointF& point, Qt::KeyboardModifiers modifiers) const
{
    const double x = std::clamp(point.x(), m_scene.plotLeft(), double(m_scene.size.width()));
    if (!modifiers.testFlag(Qt::AltModifier))
        if (const drawing::Row* row = rowAt(m_scene, point))
            if (const auto edge = edgeNear(m_scene, *row, x, kSnap))
                return *edge;
    return m_scene.timeAt(x);
}

void TimelinePointer::move(const QMouseEvent& event)
{
    m_position = event.position();
    if (m_drag == Drag::Pending && (m_position - m_press.at).manhattanLength() >= QApplication::startDragDistance())
        beginDrag();
    if (m_drag != Drag::None && m_drag != Drag::Pending) {
        dragTo(m_position, event.modifiers());
    } else if (event.buttons() == Qt::NoButton) {
        updateHover(m_position);
        updateCursor(m_position);
    }
}

namespace {

model::TimeRange ordered(Nanoseconds a, Nanoseconds b)
{
    return {std::min(a, b), std::max(std::max(a, b), std::min(a, b) + Nanoseconds{1})};
}

}  // namespace

void TimelinePointer::dragTo(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    const Nanoseconds time = snapped(point, modifiers);
    switch (m_drag) {
        case Drag::Ruler:
            m_selection.setRuler(ordered(m_press.time, time));
            break;
        case Drag::RulerBegin:
            m_selection.setRuler(ordered(time, m_scene.ruler.range->end));
            break;
        case Drag::RulerEnd:
            m_selection.setRuler(ordered(m_scene.ruler.range->begin, time));
            break;
        case Drag::Pan: {
            m_run.range().setFollowing(false);
            const double share = (point.x() - m_press.at.x()) / m_scene.plotWidth();
            const double distance = -share * static_cast<double>(m_press.range.length().count());
            m_range.setRange(m_press.range.movedBy(Nanoseconds{static_cast<std::int64_t>(distance)}));
            m_rows.scrollBy(m_press.scroll - static_cast<int>(point.y() - m_press.at.y()) - m_scene.scroll);
            break;
        }
        case Drag::Playhead:
            m_playhead.setTime(m_scene.timeAt(point.x()));
            break;
        case Drag::AxisZoom:
            m_axisZoom = ordered(m_scene.timeAt(m_press.at.x()), m_scene.timeAt(point.x()));
            emit overlayChanged();
            break;
        case Drag::Overview:
            dragOverview(point);
            break;
        case Drag::None:
        case Drag::Pending:
            break;
    }
}

void TimelinePointer::dragOverview(const QPointF& point)
{
    const Nanoseconds moved =
        drawing::Overview::timeAt(m_scene, point.x()) - drawing::Overview::timeAt(m_scene, m_press.at.x());
    const model::TimeRange& from = m_press.range;
    m_range.setRange(m_overviewPart == drawing::Overview::Part::Begin ? ordered(from.begin + moved, from.end)
                     : m_overviewPart == drawing::Overview::Part::End ? ordered(from.begin, from.end + moved)
                                                                      : from.movedBy(moved));
}

void TimelinePointer::release(const QMouseEvent& event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Pending)
        click(event.position(), event.modifiers());
    if (drag == Drag::AxisZoom && m_axisZoom)
        m_motion.zoomTo(*std::exchange(m_axisZoom, std::nullopt));
    updateCursor(event.position());
    updateHover(event.position());
}

void TimelinePointer::click(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    if (point.y() < m_scene.layout.pinnedTop) {
        if (point.x() >= m_scene.plotLeft())
            m_playhead.setTime(m_scene.timeAt(point.x()));
        return;
    }
    if (const int flag = flagAt(m_scene, point); flag >= 0) {
        const int line = m_run.digest().marks()[static_cast<std::size_t>(flag)].line;
        m_selection.setLine(line);
        emit flipRequested(line);
        return;
    }
    const drawing::Row* row = rowAt(m_scene, point);
    if (row != nullptr && row->kind == drawing::RowKind::Extra && point.x() < m_scene.plotLeft())
        return emit extraClicked(row->extra);
    if (row == nullptr || clickRank(*row, point, modifiers) || point.x() < m_scene.plotLeft())
        return;
    if (clickRow(*row, point))
        return;
    if (const drawing::StatementGroup* group = groupAt(m_scene, point)) {
        m_selection.setLine(group->line);
        return;
    }
    if (const OpId op = operationAt(m_scene, point); op.isValid()) {
        if (modifiers.testFlag(Qt::ControlModifier))
            return m_selection.toggleOp(op);
        m_selection.selectOp(op);
        if (const int line = m_scene.trace->op(op).line; line > 0)
            m_selection.setLine(line);
        return;
    }
    m_selection.selectOp({});
    m_selection.setRuler(std::nullopt);
}

/// Handles a click on the header of a rank, or on a rank whose operations are not shown; false: it is elsewhere.
bool TimelinePointer::clickRank(const drawing::Row& row, const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    const bool isOnHeader = point.x() < m_scene.plotLeft() && row.kind != drawing::RowKind::Band;
    const bool hasNoOperations =
        row.kind == drawing::RowKind::Band || (row.kind == drawing::RowKind::Rank && row.folded.empty());
    const auto member = memberAt(m_scene, row, point.y());
    if (!member || (!isOnHeader && !hasNoOperations))
        return false;
    if (modifiers.testFlag(Qt::ControlModifier))
        m_selection.toggleRank(*member);
    else
        m_selection.selectRanks({*member});
    return true;
}

/// Handles a click on a bracket, batch or wait; false: there is none at the point.
bool TimelinePointer::clickRow(const drawing::Row& row, const QPointF& point)
{
    if (row.kind == drawing::RowKind::Benchmarks) {
        const int block = blockAt(m_scene, row, point);
        m_selection.setBlock(block == m_scene.chosen.block ? -1 : block);
        if (block >= 0)
            m_selection.setLine(m_scene.trace->blocks()[static_cast<std::size_t>(block)].line);
        return true;
    }
    if (row.kind == drawing::RowKind::Batches) {
        const drawing::StepHit hit = stepAt(m_scene, point.x());
        if (hit.batch >= 0)
            m_run.selectBatch(hit.batch);
        else if (hit.epoch >= 0)
            m_motion.zoomAround(hit.range, 0.94);
        return true;
    }
    if (row.kind != drawing::RowKind::Frontend || groupAt(m_scene, point) != nullptr ||
        operationAt(m_scene, point).isValid())
        return false;
    const int wait = drawing::waitAt(*m_scene.trace, m_scene.timeAt(point.x()));
    if (wait < 0)
        return false;
    const auto& record = m_scene.trace->waits()[static_cast<std::size_t>(wait)];
    m_selection.setLine(record.line);
    if (record.releasedBy.isValid())
        m_selection.selectOp(record.releasedBy);
    return true;
}

void TimelinePointer::doubleClick(const QMouseEvent& event)
{
    const QPointF point = event.position();
    if (event.button() != Qt::LeftButton || !m_scene.plotRect().contains(point))
        return;
    if (const OpId op = operationAt(m_scene, point); op.isValid()) {
        m_selection.selectOp(op);
        m_selection.setRuler(std::nullopt);
        return m_motion.zoomToSelection();
    }
    if (const drawing::StatementGroup* group = groupAt(m_scene, point))
        return m_motion.zoomAround(ordered(group->begin, group->end), 0.94);
    const drawing::Row* row = rowAt(m_scene, point);
    if (row != nullptr && row->kind == drawing::RowKind::Benchmarks)
        if (const int block = blockAt(m_scene, *row, point); block >= 0) {
            const engine::analysis::Scope work = m_scene.timed(static_cast<std::size_t>(block)).scope();
            return m_motion.zoomAround(ordered(work.begin, work.end), 0.94);
        }
    if (row != nullptr && row->kind == drawing::RowKind::Batches)
        if (const drawing::StepHit hit = stepAt(m_scene, point.x()); hit.epoch >= 0)
            return m_motion.zoomAround(hit.range, 0.86);
    emit wholeRunRequested();
}

void TimelinePointer::leave()
{
    m_position = {-1, -1};
    m_tooltip->hide();
    if (std::exchange(m_scene.pointer.isOnOverlap, false))
        emit overlayChanged();
    m_selection.hoverOp({});
    m_selection.hoverLine(0);
}

void TimelinePointer::updateCursor(const QPointF& point)
{
    Qt::CursorShape shape = Qt::ArrowCursor;
    const auto near = [&](Nanoseconds t) { return std::abs(point.x() - m_scene.xOf(t)) < kHandle; };
    if (m_scene.overviewRect().contains(point)) {
        const auto part = drawing::Overview::partAt(m_scene, point.x());
        const bool isEdge = part == drawing::Overview::Part::Begin || part == drawing::Overview::Part::End;
        shape = isEdge                                    ? Qt::SizeHorCursor
                : part == drawing::Overview::Part::Window ? Qt::OpenHandCursor
                                                          : Qt::ArrowCursor;
    } else if (m_scene.ruler.range && m_scene.plotRect().contains(point) &&
               (near(m_scene.ruler.range->begin) || near(m_scene.ruler.range->end))) {
        shape = Qt::SizeHorCursor;
    } else if (flagAt(m_scene, point) >= 0) {
        shape = Qt::PointingHandCursor;
    }
    if (m_view.cursor().shape() != shape)
        m_view.setCursor(shape);
}

void TimelinePointer::updateHover(const QPointF& point)
{
    if (m_drag != Drag::None)
        return;
    const OpId op = operationAt(m_scene, point);
    m_selection.hoverOp(op);
    int line = 0;
    if (op.isValid())
        line = m_scene.trace->op(op).line;
    else if (const drawing::StatementGroup* group = groupAt(m_scene, point))
        line = group->line;
    const drawing::Row* row = rowAt(m_scene, point);
    if (row != nullptr && row->kind == drawing::RowKind::Benchmarks && point.x() >= m_scene.plotLeft())
        if (const int block = blockAt(m_scene, *row, point); block >= 0)
            line = m_scene.trace->blocks()[static_cast<std::size_t>(block)].line;
    m_selection.hoverLine(line);
    const bool isOnWaits = row != nullptr && row->kind == drawing::RowKind::Frontend && point.x() >= m_scene.plotLeft();
    const int wait = isOnWaits ? drawing::waitAt(*m_scene.trace, m_scene.timeAt(point.x())) : -1;
    const bool isOnOverlap = row != nullptr && row->kind == drawing::RowKind::Overlap;
    if (wait != m_scene.pointer.wait || isOnOverlap != m_scene.pointer.isOnOverlap) {
        m_scene.pointer.wait = wait;
        m_scene.pointer.isOnOverlap = isOnOverlap;
        emit overlayChanged();
    }
    showTooltip(point);
}

namespace {

constexpr double kBelowSelected = 32;

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

void TimelinePointer::showTooltip(const QPointF& point)
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
