#pragma once

#include "ui/timeline/detail/operation_walk.h"
#include "ui/timeline/detail/timeline_pointer.h"

class QAction;

namespace ui::timeline {

/// The commands of a timeline, as actions of its widget and as keys. Thread: GUI.
class TimelineKeys : public QObject {
    Q_OBJECT

public:
    TimelineKeys(RunScene& run, ViewMotion& motion, RowScroll& rows, TimelinePointer& pointer,
                 model::VisibleRange& range, model::Selection& selection, model::Playhead& playhead, QWidget& view);

    /// Returns an action of the widget by its object name.
    [[nodiscard]] QAction* action(const QString& name) const;
    /// Runs the command of a key (see look::physicalKey()). Returns false if the key has no command.
    [[nodiscard]] bool press(int key, Qt::KeyboardModifiers modifiers);
    void setRulerTool(bool isOn);

signals:
    void findRequested();
    void flipRequested(int line);
    void foldRequested();

private:
    void buildActions();
    void add(const char* name, const char* text, const char* key, auto run);
    [[nodiscard]] bool pressViewKey(int key, double pace);
    [[nodiscard]] bool pressWalkKey(int key, bool ctrl);
    [[nodiscard]] bool pressCommandKey(int key);
    void flipAtCursor();
    void sortRanks(const QString& other);
    void cycleArrows();
    void showArrowMode();
    void toggleCriticalPath();
    void markSelection();
    void clearSelection();
    [[nodiscard]] engine::Nanoseconds cursorTime() const;

    RunScene& m_run;
    drawing::Scene& m_scene;
    ViewMotion& m_motion;
    RowScroll& m_rows;
    TimelinePointer& m_pointer;
    model::VisibleRange& m_range;
    model::Selection& m_selection;
    QWidget& m_view;
    OperationWalk m_walk;
};

}  // namespace ui::timeline
