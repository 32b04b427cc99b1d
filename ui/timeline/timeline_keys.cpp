#include "ui/timeline/detail/timeline_keys.h"

#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/hit_test.h"
#include "ui/look/in_language.h"
#include "ui/look/key_names.h"

#include <QAction>
#include <QWidget>
#include <cmath>

namespace ui::timeline {

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kPanShare = 0.15;
constexpr double kCoarse = 5.0;

}  // namespace

TimelineKeys::TimelineKeys(RunScene& run, ViewMotion& motion, RowScroll& rows, TimelinePointer& pointer,
                           model::VisibleRange& range, model::Selection& selection, model::Playhead& playhead,
                           QWidget& view)
    : m_run(run),
      m_scene(run.scene()),
      m_motion(motion),
      m_rows(rows),
      m_pointer(pointer),
      m_range(range),
      m_selection(selection),
      m_view(view),
      m_walk(run.scene(), selection, playhead, [this](OpId op) { m_motion.reveal(op); })
{
    buildActions();
}

/// Adds an action whose text shows the shortcut, for menus and screen readers. The action does not handle the key: the
/// view does, while it has the focus (see look::physicalKey()).
void TimelineKeys::add(const char* name, const char* text, const char* key, auto run)
{
    auto* command = new QAction(&m_view);
    command->setObjectName(QLatin1String(name));
    look::inLanguage(command, [command, text, key] {
        look::setTexts(*command, tr(text), tr(text), key);
        if (const QString keys = look::keyNames(QLatin1String(key)); !keys.isEmpty())
            command->setToolTip(QStringLiteral("%1 (%2)").arg(tr(text), keys));
    });
    connect(command, &QAction::triggered, this, run);
    m_view.addAction(command);
}

void TimelineKeys::buildActions()
{
    add("zoomIn", QT_TR_NOOP("Zoom in"), "W", [this] { m_motion.zoomBy(kZoomStep, {}); });
    add("zoomOut", QT_TR_NOOP("Zoom out"), "S", [this] { m_motion.zoomBy(1 / kZoomStep, {}); });
    add("panLeft", QT_TR_NOOP("Earlier"), "A", [this] { m_motion.panBy(-kPanShare); });
    add("panRight", QT_TR_NOOP("Later"), "D", [this] { m_motion.panBy(kPanShare); });
    add("fit", QT_TR_NOOP("Whole run"), "Home", [this] { m_motion.showWholeRun(); });
    add("zoomSelection", QT_TR_NOOP("Zoom to the selection"), "Z", [this] { m_motion.zoomToSelection(); });
    add("centre", QT_TR_NOOP("Centre the selection"), "F", [this] { m_motion.centreSelection(); });
    add("back", QT_TR_NOOP("Previous view"), "Alt+Left", [this] { m_range.back(); });
    add("forward", QT_TR_NOOP("Next view"), "Alt+Right", [this] { m_range.forward(); });
    add("previous", QT_TR_NOOP("Previous operation of the lane"), "Left", [this] { m_walk.alongLane(-1); });
    add("next", QT_TR_NOOP("Next operation of the lane"), "Right", [this] { m_walk.alongLane(1); });
    add("laneUp", QT_TR_NOOP("Lane above"), "Up", [this] { m_walk.toLane(-1); });
    add("laneDown", QT_TR_NOOP("Lane below"), "Down", [this] { m_walk.toLane(1); });
    add("enterRank", QT_TR_NOOP("First operation of the selected rank"), "Return",
        [this] { static_cast<void>(m_walk.enterRank()); });
    add("producer", QT_TR_NOOP("Go to a producer"), "[", [this] { m_walk.toProducer(); });
    add("consumer", QT_TR_NOOP("Go to a consumer"), "]", [this] { m_walk.toConsumer(cursorTime()); });
    add("find", QT_TR_NOOP("Find an operation"), "/", [this] { emit findRequested(); });
    add("arrows", QT_TR_NOOP("Arrows: none, selected, all"), "E", [this] { cycleArrows(); });
    add("criticalPath", QT_TR_NOOP("Critical path"), "X", [this] { toggleCriticalPath(); });
    add("mark", QT_TR_NOOP("Measure the selection"), "M", [this] { markSelection(); });
    add("follow", QT_TR_NOOP("Follow the live run"), "L",
        [this] { m_run.range().setFollowing(!m_run.range().isFollowing()); });
    add("flipSync", QT_TR_NOOP("Flip the wait under the pointer"), "T", [this] { flipAtCursor(); });
    add("foldRows", QT_TR_NOOP("Open or fold memory rows that show nothing new"), "O",
        [this] { emit foldRequested(); });
    add("ruler", QT_TR_NOOP("On: drag to measure. Off: drag to move the view"), "",
        [this] { setRulerTool(!m_pointer.isMeasuring()); });
    add("latestFirst", QT_TR_NOOP("Sort ranks: the latest first"), "",
        [this] { sortRanks(QStringLiteral("alikeTogether")); });
    add("alikeTogether", QT_TR_NOOP("Sort ranks: by similarity"), "",
        [this] { sortRanks(QStringLiteral("latestFirst")); });
    for (const char* name : {"arrows", "criticalPath", "ruler", "latestFirst", "alikeTogether"})
        action(QLatin1String(name))->setCheckable(true);
    connect(&m_run, &RunScene::arrowModeChanged, this, &TimelineKeys::showArrowMode);
    // A click changes the check mark; showArrowMode() sets it again from the mode.
    for (const char* name : {"arrows", "criticalPath"})
        connect(action(QLatin1String(name)), &QAction::triggered, this, &TimelineKeys::showArrowMode);
    showArrowMode();
    action(QStringLiteral("ruler"))->setChecked(m_pointer.isMeasuring());
    add("clear", QT_TR_NOOP("Clear selection and ruler"), "Esc", [this] { clearSelection(); });
}

/// Sorts the ranks again after the action of one order was clicked, and unchecks the action `other` of the other order.
void TimelineKeys::sortRanks(const QString& other)
{
    action(other)->setChecked(false);
    emit m_run.rowsChanged();
}

QAction* TimelineKeys::action(const QString& name) const
{
    for (QAction* candidate : m_view.actions())
        if (candidate->objectName() == name)
            return candidate;
    return nullptr;
}

void TimelineKeys::setRulerTool(bool isOn)
{
    m_pointer.setMeasuring(isOn);
    action(QStringLiteral("ruler"))->setChecked(isOn);
}

bool TimelineKeys::press(int key, Qt::KeyboardModifiers modifiers)
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
    if (pressWalkKey(key, ctrl))
        return true;
    const double pace = modifiers.testFlag(Qt::ShiftModifier) ? kCoarse : 1.0;
    // Ctrl+W (close window) and Ctrl+S (save) belong to the shell.
    return !ctrl && (pressViewKey(key, pace) || pressCommandKey(key));
}

/// Handles keys that change the visible range; `pace`: factor of one step.
bool TimelineKeys::pressViewKey(int key, double pace)
{
    const QPointF& pointer = m_pointer.hover().position();
    const auto at = m_scene.plotRect().contains(pointer) ? std::optional(m_scene.timeAt(pointer.x())) : std::nullopt;
    switch (key) {
        case Qt::Key_W:
            m_motion.zoomBy(std::pow(kZoomStep, pace), at);
            return true;
        case Qt::Key_S:
            m_motion.zoomBy(std::pow(kZoomStep, -pace), at);
            return true;
        case Qt::Key_A:
            m_motion.panBy(-kPanShare * pace);
            return true;
        case Qt::Key_D:
            m_motion.panBy(kPanShare * pace);
            return true;
        case Qt::Key_Home:
        case Qt::Key_0:
            m_motion.showWholeRun();
            return true;
        case Qt::Key_End:
        case Qt::Key_L:
            m_run.range().setFollowing(key == Qt::Key_End || !m_run.range().isFollowing());
            return true;
        default:
            return false;
    }
}

/// Handles keys that move to the next operation, lane or page, also while Ctrl is pressed.
bool TimelineKeys::pressWalkKey(int key, bool ctrl)
{
    switch (key) {
        case Qt::Key_Left:
            ctrl ? m_walk.movePlayhead(-1) : m_walk.alongLane(-1);
            return true;
        case Qt::Key_Right:
            ctrl ? m_walk.movePlayhead(1) : m_walk.alongLane(1);
            return true;
        case Qt::Key_Comma:
            m_walk.alongLane(-1);
            return true;
        case Qt::Key_Up:
            m_walk.toLane(-1);
            return true;
        case Qt::Key_Down:
            m_walk.toLane(1);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return m_walk.enterRank();
        case Qt::Key_PageUp:
            m_rows.scrollBy(-m_view.height() / 2);
            return true;
        case Qt::Key_PageDown:
            m_rows.scrollBy(m_view.height() / 2);
            return true;
        case Qt::Key_Backspace:
            m_range.back();
            return true;
        case Qt::Key_BracketLeft:
            m_walk.toProducer();
            return true;
        case Qt::Key_BracketRight:
            m_walk.toConsumer(cursorTime());
            return true;
        default:
            return false;
    }
}

/// Handles keys that act on the selection or on the element under the pointer.
bool TimelineKeys::pressCommandKey(int key)
{
    switch (key) {
        case Qt::Key_E:
            cycleArrows();
            return true;
        case Qt::Key_X:
            toggleCriticalPath();
            return true;
        case Qt::Key_M:
            markSelection();
            return true;
        case Qt::Key_Z:
            m_motion.zoomToSelection();
            return true;
        case Qt::Key_F:
            m_motion.centreSelection();
            return true;
        case Qt::Key_T:
            flipAtCursor();
            return true;
        case Qt::Key_O:
            emit foldRequested();
            return true;
        case Qt::Key_Slash:
            emit findRequested();
            return true;
        case Qt::Key_Escape:
            if (!m_scene.selection.op.isValid() && m_selection.ranks().empty() && !m_scene.ruler.range &&
                !m_pointer.isDragging())
                return false;
            clearSelection();
            return true;
        default:
            return false;
    }
}

void TimelineKeys::flipAtCursor()
{
    const int flag = flagAt(m_scene, m_pointer.hover().position());
    if (flag >= 0)
        emit flipRequested(m_run.digest().marks()[static_cast<std::size_t>(flag)].line);
    else if (const int wait = drawing::waitAt(*m_scene.trace, cursorTime()); wait >= 0)
        emit flipRequested(m_scene.trace->waits()[static_cast<std::size_t>(wait)].line);
}

Nanoseconds TimelineKeys::cursorTime() const
{
    const QPointF& pointer = m_pointer.hover().position();
    return m_scene.plotRect().contains(pointer) ? m_scene.timeAt(pointer.x()) : m_scene.playhead.time;
}

void TimelineKeys::cycleArrows()
{
    using drawing::ArrowMode;
    const ArrowMode mode = m_scene.selection.arrows;
    m_run.setArrowMode(mode == ArrowMode::None       ? ArrowMode::Selected
                       : mode == ArrowMode::Selected ? ArrowMode::All
                                                     : ArrowMode::None);
}

void TimelineKeys::showArrowMode()
{
    using drawing::ArrowMode;
    const ArrowMode mode = m_scene.selection.arrows;
    action(QStringLiteral("arrows"))->setChecked(mode == ArrowMode::Selected || mode == ArrowMode::All);
    action(QStringLiteral("criticalPath"))->setChecked(mode == ArrowMode::CriticalPath);
}

void TimelineKeys::toggleCriticalPath()
{
    using drawing::ArrowMode;
    m_run.setArrowMode(m_scene.selection.arrows == ArrowMode::CriticalPath ? ArrowMode::Selected
                                                                           : ArrowMode::CriticalPath);
}

void TimelineKeys::markSelection()
{
    const OpId op = m_scene.selection.op;
    if (!op.isValid() || op.index >= m_scene.trace->opCount())
        return;
    const auto& record = m_scene.trace->op(op);
    m_scene.ruler.lane = record.lane;
    m_selection.setRuler(model::TimeRange{record.started, std::max(record.finished, record.started + Nanoseconds{1})});
}

void TimelineKeys::clearSelection()
{
    m_pointer.cancelDrag();
    m_selection.clear();
}

}  // namespace ui::timeline
