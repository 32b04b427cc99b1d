#include "ui/timeline/timeline_view.h"

#include "ui/drawing/frontend_painter.h"
#include "ui/look/key_names.h"
#include "ui/look/physical_key.h"
#include "ui/timeline/canvas.h"
#include "ui/timeline/operation_find.h"
#include "ui/timeline/tooltip.h"

#include <QAction>
#include <QKeyEvent>
#include <cmath>

namespace ui::timeline {

using engine::Nanoseconds;
using engine::OpId;
using engine::trace::DependencyKind;
using engine::trace::Edge;
using engine::trace::LaneIndex;

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kPanShare = 0.15;
constexpr double kCoarse = 5.0;

}  // namespace

void TimelineView::buildActions()
{
    // The shortcut stands in the text, for menus and screen readers; the view itself handles the key, by its place on
    // the keyboard and only while it has the focus.
    const auto add = [this](const char* name, const QString& text, const char* key, auto run) {
        const QString keys = look::keyNames(QLatin1String(key));
        const QString shown = keys.isEmpty() ? text : text + QLatin1Char('\t') + QLatin1String(key);
        auto* command = new QAction(shown, this);
        command->setObjectName(QLatin1String(name));
        command->setStatusTip(text);
        command->setToolTip(keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys));
        connect(command, &QAction::triggered, this, run);
        addAction(command);
    };
    add("zoomIn", tr("Zoom in"), "W", [this] { zoomBy(kZoomStep, {}); });
    add("zoomOut", tr("Zoom out"), "S", [this] { zoomBy(1 / kZoomStep, {}); });
    add("panLeft", tr("Earlier"), "A", [this] { panBy(-kPanShare); });
    add("panRight", tr("Later"), "D", [this] { panBy(kPanShare); });
    add("fit", tr("Whole run"), "Home", [this] { static_cast<void>(handleKey(Qt::Key_Home, {})); });
    add("zoomSelection", tr("Zoom to the selection"), "Z", [this] { zoomToSelection(); });
    add("centre", tr("Centre the selection"), "F", [this] { static_cast<void>(handleKey(Qt::Key_F, {})); });
    add("back", tr("Previous view"), "Alt+Left", [this] { m_range.back(); });
    add("forward", tr("Next view"), "Alt+Right", [this] { m_range.forward(); });
    add("previous", tr("Previous operation of the lane"), "Left", [this] { walk(-1); });
    add("next", tr("Next operation of the lane"), "Right", [this] { walk(1); });
    add("laneUp", tr("Lane above"), "Up", [this] { walkLane(-1); });
    add("laneDown", tr("Lane below"), "Down", [this] { walkLane(1); });
    add("producer", tr("Go to a producer"), "[", [this] { walkEdge(false); });
    add("consumer", tr("Go to a consumer"), "]", [this] { walkEdge(true); });
    add("find", tr("Find an operation"), "/", [this] { openFind(); });
    add("arrows", tr("Arrows: none, selected, critical path, all"), "E", [this] { cycleArrows(); });
    add("criticalPath", tr("Critical path"), "X", [this] {
        setArrowMode(arrowMode() == drawing::ArrowMode::CriticalPath ? drawing::ArrowMode::Selected
                                                                     : drawing::ArrowMode::CriticalPath);
    });
    add("mark", tr("Measure the selection"), "M", [this] { markSelection(); });
    add("follow", tr("Follow the live run"), "L", [this] { setFollowing(!isFollowing()); });
    add("flipSync", tr("Flip the sync point under the pointer"), "T",
        [this] { static_cast<void>(handleKey(Qt::Key_T, {})); });
    add("ruler", tr("Drags measure; off: drags move the view"), "", [this] { setRulerTool(!m_rulerTool); });
    action(QStringLiteral("ruler"))->setCheckable(true);
    action(QStringLiteral("ruler"))->setChecked(m_rulerTool);
    add("clear", tr("Clear selection and ruler"), "Esc", [this] { clearSelection(); });
}

QAction* TimelineView::action(const QString& name) const
{
    for (QAction* candidate : actions())
        if (candidate->objectName() == name)
            return candidate;
    return nullptr;
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(look::physicalKey(*event), event->modifiers()))
        QWidget::keyPressEvent(event);
}

bool TimelineView::handleKey(int key, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::AltModifier)) {
        if (key == Qt::Key_Left)
            m_range.back();
        else if (key == Qt::Key_Right)
            m_range.forward();
        else
            return false;
        return true;
    }
    const bool ctrl = modifiers.testFlag(Qt::ControlModifier);
    if (handleWalkKey(key, ctrl))
        return true;
    const double pace = modifiers.testFlag(Qt::ShiftModifier) ? kCoarse : 1.0;
    // Ctrl+W closes windows and Ctrl+S saves everywhere else: they stay the shell's.
    return !ctrl && (handleViewKey(key, pace) || handleCommandKey(key));
}

/// Keys that change what is in view; `pace`: of one step.
bool TimelineView::handleViewKey(int key, double pace)
{
    const bool hasPointer = m_scene.plotRect().contains(m_pointer);
    const auto at = hasPointer ? std::optional(m_scene.timeAt(m_pointer.x())) : std::nullopt;
    switch (key) {
        case Qt::Key_W:
            zoomBy(std::pow(kZoomStep, pace), at);
            return true;
        case Qt::Key_S:
            zoomBy(std::pow(kZoomStep, -pace), at);
            return true;
        case Qt::Key_A:
            panBy(-kPanShare * pace);
            return true;
        case Qt::Key_D:
            panBy(kPanShare * pace);
            return true;
        case Qt::Key_Home:
        case Qt::Key_0:
            animateTo({m_range.extent().begin - m_range.extent().length() / 50,
                       m_range.extent().end + m_range.extent().length() / 50});
            return true;
        case Qt::Key_End:
        case Qt::Key_L:
            setFollowing(key == Qt::Key_End || !m_following);
            return true;
        default:
            return false;
    }
}

/// Keys that go from one operation, lane or page to the next; with Ctrl as well.
bool TimelineView::handleWalkKey(int key, bool ctrl)
{
    switch (key) {
        case Qt::Key_Left:
            ctrl ? stepPlayhead(-1) : walk(-1);
            return true;
        case Qt::Key_Right:
            ctrl ? stepPlayhead(1) : walk(1);
            return true;
        case Qt::Key_Comma:
            walk(-1);
            return true;
        case Qt::Key_Up:
            walkLane(-1);
            return true;
        case Qt::Key_Down:
            walkLane(1);
            return true;
        case Qt::Key_PageUp:
            scrollBy(-height() / 2);
            return true;
        case Qt::Key_PageDown:
            scrollBy(height() / 2);
            return true;
        case Qt::Key_Backspace:
            m_range.back();
            return true;
        case Qt::Key_BracketLeft:
            walkEdge(false);
            return true;
        case Qt::Key_BracketRight:
            walkEdge(true);
            return true;
        default:
            return false;
    }
}

/// Keys for what is selected or under the pointer.
bool TimelineView::handleCommandKey(int key)
{
    switch (key) {
        case Qt::Key_E:
            cycleArrows();
            return true;
        case Qt::Key_X:
            action(QStringLiteral("criticalPath"))->trigger();
            return true;
        case Qt::Key_M:
            markSelection();
            return true;
        case Qt::Key_Z:
            zoomToSelection();
            return true;
        case Qt::Key_F:
            centreSelection();
            return true;
        case Qt::Key_T:
            flipAtCursor();
            return true;
        case Qt::Key_Slash:
            openFind();
            return true;
        case Qt::Key_Escape:
            if (!m_scene.selected.isValid() && !m_scene.ruler && m_drag == Drag::None)
                return false;
            clearSelection();
            return true;
        default:
            return false;
    }
}

/// Once centres, and where that changes nothing fits.
void TimelineView::centreSelection()
{
    const OpId op = m_scene.selected;
    if (!op.isValid() || op.index >= m_scene.trace->opCount())
        return;
    const auto& record = m_scene.trace->op(op);
    const Nanoseconds middle = record.started + (record.finished - record.started) / 2;
    const Nanoseconds shift = middle - (m_scene.range.begin + m_scene.range.length() / 2);
    // Where the whole run is in sight, or its end, there may be nowhere to move.
    const model::TimeRange moved = model::VisibleRange::clamped(m_scene.range.movedBy(shift), m_range.extent());
    if (std::abs((moved.begin - m_scene.range.begin).count()) > m_scene.range.length().count() / 100)
        animateTo(moved);
    else
        zoomToSelection();
}

void TimelineView::flipAtCursor()
{
    const int flag = flagAt(m_scene, m_pointer);
    if (flag >= 0)
        emit flipRequested(m_digest.marks()[static_cast<std::size_t>(flag)].line);
    else if (const int wait = drawing::waitAt(*m_scene.trace, cursorTime()); wait >= 0)
        emit flipRequested(m_scene.trace->waits()[static_cast<std::size_t>(wait)].line);
}

Nanoseconds TimelineView::cursorTime() const
{
    return m_scene.plotRect().contains(m_pointer) ? m_scene.timeAt(m_pointer.x()) : m_scene.playhead;
}

void TimelineView::zoomBy(double factor, std::optional<Nanoseconds> at)
{
    const Nanoseconds middle = m_scene.range.begin + m_scene.range.length() / 2;
    m_zoomAnimation.stop();
    setFollowing(false);
    m_range.visit(m_scene.range.zoomedAround(at.value_or(middle), factor));
}

void TimelineView::panBy(double share)
{
    setFollowing(false);
    const auto distance = static_cast<double>(m_scene.range.length().count()) * share;
    m_range.setRange(m_scene.range.movedBy(Nanoseconds{static_cast<std::int64_t>(distance)}));
}

/// The operations of a lane in order; host work in between is passed over.
void TimelineView::walk(int direction)
{
    const auto& trace = *m_scene.trace;
    OpId op = m_scene.selected;
    if (!op.isValid() || op.index >= trace.opCount() || m_scene.layout.rowOf(trace.op(op).lane) == nullptr) {
        walkLane(1);
        return;
    }
    const LaneIndex& index = trace.index(trace.op(op).lane);
    auto i = static_cast<std::ptrdiff_t>(index.firstEndingAfter(trace.op(op).started)) + direction;
    while (i >= 0 && i < static_cast<std::ptrdiff_t>(index.spans().size())) {
        const OpId next = index.spans()[static_cast<std::size_t>(i)].op;
        if (next.isValid() && next != op) {
            m_selection.selectOp(next);
            reveal(next);
            return;
        }
        i += direction;
    }
}

/// To the operation of the next lane that is nearest in time.
void TimelineView::walkLane(int direction)
{
    const auto& trace = *m_scene.trace;
    const OpId op = m_scene.selected;
    const bool isKnown = op.isValid() && op.index < trace.opCount();
    const drawing::Row* current = isKnown ? m_scene.layout.rowOf(trace.op(op).lane) : nullptr;
    const Nanoseconds at = current != nullptr ? trace.op(op).started : m_scene.range.begin + m_scene.range.length() / 2;
    const auto& rows = m_scene.layout.rows;
    auto i = current != nullptr ? (current - rows.data()) + direction : direction > 0 ? 0 : std::ssize(rows) - 1;
    for (; i >= 0 && i < std::ssize(rows); i += direction) {
        const drawing::Row& row = rows[static_cast<std::size_t>(i)];
        if (!row.lane.isValid() || row.kind == drawing::RowKind::Frontend || row.kind == drawing::RowKind::Link)
            continue;
        const LaneIndex& index = trace.index(row.lane);
        if (index.empty())
            continue;
        const std::size_t span = std::min(index.firstEndingAfter(at), index.spans().size() - 1);
        const OpId next = index.spans()[span].op;
        if (!next.isValid())
            continue;
        m_selection.selectOp(next);
        reveal(next);
        return;
    }
}

/// From the wait under the pointer, or of the line that is looked at, to the operation that it waits for.
bool TimelineView::walkFromWait()
{
    int wait = m_scene.hoveredWait;
    if (wait < 0 && !m_scene.selected.isValid()) {
        const auto& waits = m_scene.trace->waits();
        const int at = drawing::waitAt(*m_scene.trace, cursorTime());
        if (at >= 0 && waits[static_cast<std::size_t>(at)].line == m_selection.line())
            wait = at;
    }
    if (wait < 0 || static_cast<std::size_t>(wait) >= m_scene.trace->waits().size())
        return false;
    const OpId op = m_scene.trace->waits()[static_cast<std::size_t>(wait)].releasedBy;
    if (!op.isValid() || op.index >= m_scene.trace->opCount() || op == m_scene.selected)
        return false;
    m_selection.selectOp(op);
    reveal(op);
    return true;
}

void TimelineView::walkEdge(bool toConsumer)
{
    if (toConsumer && walkFromWait())
        return;
    const OpId op = m_scene.selected;
    if (!op.isValid() || op.index >= m_scene.trace->opCount())
        return;
    // Pressed again on what it led to, the key goes on to the next neighbour of where it started.
    const bool isRepeat = m_edgeOf.isValid() && m_edgeToConsumer == toConsumer && m_edgeOf != op;
    const auto neighbours = [&](OpId of) {
        std::vector<OpId> ids;
        for (const Edge& edge : toConsumer ? m_scene.trace->edgesOutOf(of) : m_scene.trace->edgesInto(of))
            if (edge.kind == DependencyKind::ReadAfterWrite)
                ids.push_back(toConsumer ? edge.to : edge.from);
        return ids;
    };
    std::vector<OpId> ids = neighbours(op);
    if (isRepeat) {
        const std::vector<OpId> siblings = neighbours(m_edgeOf);
        if (siblings.size() > 1 && m_edgeAt < siblings.size() && siblings[m_edgeAt] == op) {
            m_edgeAt = (m_edgeAt + 1) % siblings.size();
            m_selection.selectOp(siblings[m_edgeAt]);
            reveal(siblings[m_edgeAt]);
            return;
        }
    }
    if (ids.empty())
        return;
    m_edgeOf = op;
    m_edgeAt = 0;
    m_edgeToConsumer = toConsumer;
    m_selection.selectOp(ids.front());
    reveal(ids.front());
}

/// To the next start or end of an operation, in either direction.
void TimelineView::stepPlayhead(int direction)
{
    const Nanoseconds now = m_playhead.time();
    std::optional<Nanoseconds> best;
    const auto consider = [&](Nanoseconds t) {
        if (direction > 0 ? t > now && (!best || t < *best) : t < now && (!best || t > *best))
            best = t;
    };
    for (const auto& lane : m_scene.trace->lanes()) {
        const LaneIndex& index = m_scene.trace->index(lane.id);
        const auto& spans = index.spans();
        const std::size_t i = index.firstEndingAfter(now);
        for (std::size_t j = i > 0 ? i - 1 : 0; j < std::min(spans.size(), i + 2); ++j) {
            consider(spans[j].begin);
            consider(spans[j].end());
        }
    }
    if (best)
        m_playhead.setTime(*best);
}

void TimelineView::cycleArrows()
{
    constexpr int kModes = 4;
    setArrowMode(static_cast<drawing::ArrowMode>((static_cast<int>(m_scene.arrows) + 1) % kModes));
}

void TimelineView::markSelection()
{
    const OpId op = m_scene.selected;
    if (!op.isValid() || op.index >= m_scene.trace->opCount())
        return;
    const auto& record = m_scene.trace->op(op);
    m_scene.rulerLane = record.lane;
    m_selection.setRuler(model::TimeRange{record.started, std::max(record.finished, record.started + Nanoseconds{1})});
}

void TimelineView::clearSelection()
{
    m_drag = Drag::None;
    m_axisZoom.reset();
    m_tooltip->hide();
    m_selection.clear();
    requestMarks();
}

void TimelineView::zoomToSelection()
{
    if (m_scene.ruler) {
        animateTo(m_scene.ruler->zoomedAround(m_scene.ruler->begin + m_scene.ruler->length() / 2, 0.9));
        return;
    }
    const OpId op = m_scene.selected;
    if (!op.isValid() || op.index >= m_scene.trace->opCount())
        return;
    const auto& record = m_scene.trace->op(op);
    const model::TimeRange range{record.started, std::max(record.finished, record.started + Nanoseconds{1})};
    animateTo(range.zoomedAround(range.begin + range.length() / 2, 0.5));
}

void TimelineView::openFind()
{
    m_find->open(m_scene.range.begin);
}

/// Moves as little as shows the operation.
void TimelineView::reveal(OpId id)
{
    const auto& op = m_scene.trace->op(id);
    const drawing::Row* row = m_scene.layout.rowOf(op.lane);
    if (row == nullptr)
        return;
    const model::TimeRange& range = m_scene.range;
    const Nanoseconds margin = range.length() / 20;
    if (op.finished < range.begin + margin || op.started > range.end - margin) {
        const Nanoseconds middle = op.started + (op.finished - op.started) / 2;
        m_range.setRange(range.movedBy(middle - (range.begin + range.length() / 2)));
    }
    const int top = row->top - m_scene.layout.pinnedTop;
    const int bottom = row->bottom() - (height() - m_scene.layout.pinnedBottom);
    if (m_scene.scroll > top)
        scrollBy(top - m_scene.scroll);
    else if (m_scene.scroll < bottom)
        scrollBy(bottom - m_scene.scroll);
}

}  // namespace ui::timeline
