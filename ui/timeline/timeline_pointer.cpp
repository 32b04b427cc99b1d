#include "ui/timeline/detail/timeline_pointer.h"

#include "ui/drawing/batch_painter.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/hit_test.h"
#include "ui/drawing/ranks/rank_painter.h"

#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::timeline {

namespace {

constexpr double kWheelZoom = 1.25;  ///< per notch; three notches almost double the scale (1.25^3 = 1.95)
constexpr double kSnap = 6;          ///< pixels: a measured range snaps to the edge of a span within this distance
constexpr double kWheelNotch = 120;  ///< QWheelEvent::angleDelta() of one notch, in eighths of a degree

/// Selects the operation of an opened rank at a point; false: there is none.
bool selectOpened(const drawing::Scene& scene, model::Selection& selection, const QPointF& point,
                  Qt::KeyboardModifiers modifiers)
{
    const drawing::Row* row = rowAt(scene, point);
    if (row == nullptr || !row->opened)
        return false;
    const drawing::Scene opened = sceneOfOpened(scene, *row);
    const OpId op = operationAt(opened, point);
    if (!op.isValid())
        return false;
    const auto member = static_cast<std::uint32_t>(row->member);
    if (modifiers.testFlag(Qt::ControlModifier) && selection.ranks().back() == member)
        selection.toggleOp(op);
    else
        selection.selectOpOf(member, op);
    if (const int line = opened.trace->op(op).line; line > 0)
        selection.setLine(line);
    return true;
}

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
      m_hover(run, selection, view)
{
    connect(&m_hover, &TimelineHover::overlayChanged, this, &TimelinePointer::overlayChanged);
}

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
            m_hover.leave();
            return true;
        case QEvent::FocusOut:
            m_hover.hideTooltip();
            return false;
        case QEvent::Hide:
        case QEvent::Resize:  // the content below the pointer moves
            m_hover.leave();
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
    m_hover.hideTooltip();
    emit overlayChanged();
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
    if (m_drag == Drag::None)
        m_hover.showAt(at);
    event.accept();
}

void TimelinePointer::press(const QMouseEvent& event)
{
    m_hover.hideTooltip();
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

/// Starts a drag with the left button. The pressed point determines what the drag changes.
void TimelinePointer::beginDrag()
{
    if (m_scene.overviewRect().contains(m_press.at))
        return beginOverviewDrag();
    if (m_press.at.y() < m_scene.layout.pinnedTop) {
        const bool onFlag = std::abs(m_press.at.x() - m_scene.xOf(m_scene.playhead.time)) < 28;
        m_drag = onFlag ? Drag::Playhead : Drag::AxisZoom;
        return;
    }
    if (m_scene.ruler.range && isOnHandle(m_scene, m_press.at, m_scene.ruler.range->begin)) {
        m_drag = Drag::RulerBegin;
    } else if (m_scene.ruler.range && isOnHandle(m_scene, m_press.at, m_scene.ruler.range->end)) {
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
    const QPointF position = event.position();
    m_hover.setPosition(position);
    if (m_drag == Drag::Pending && (position - m_press.at).manhattanLength() >= QApplication::startDragDistance())
        beginDrag();
    if (m_drag != Drag::None && m_drag != Drag::Pending) {
        dragTo(position, event.modifiers());
    } else if (m_drag == Drag::None && event.buttons() == Qt::NoButton) {
        m_hover.showAt(position);
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
    m_hover.showAt(event.position());
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
    if (row == nullptr || selectOpened(m_scene, m_selection, point, modifiers) || clickRank(*row, point, modifiers) ||
        point.x() < m_scene.plotLeft())
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

/// Handles a click on the header of a rank, or on a rank whose operations are not shown; false: the click is elsewhere.
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

/// Handles a click in the row of brackets or of batches, or on a wait; false: the click is elsewhere.
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
    if (selectOpened(m_scene, m_selection, point, {})) {
        m_selection.setRuler(std::nullopt);
        return m_motion.zoomToSelection();
    }
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

}  // namespace ui::timeline
