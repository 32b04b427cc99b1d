#pragma once

#include "ui/timeline/detail/timeline_hover.h"
#include "ui/timeline/detail/view_motion.h"

class QMouseEvent;
class QWheelEvent;

namespace ui::timeline {

/// Handles the mouse on a timeline: clicks select; drags measure, pan or zoom; the wheel zooms and scrolls;
/// TimelineHover handles moves without a button. Thread: GUI.
class TimelinePointer : public QObject {
    Q_OBJECT

public:
    TimelinePointer(RunScene& run, ViewMotion& motion, RowScroll& rows, model::VisibleRange& range,
                    model::Selection& selection, model::Playhead& playhead, QWidget& view);

    /// Handles an event of the mouse; false: the view must handle the event too.
    [[nodiscard]] bool handle(QEvent* event);
    /// If `isMeasuring` is false, a left drag pans instead of measuring.
    void setMeasuring(bool isMeasuring) { m_isMeasuring = isMeasuring; }
    [[nodiscard]] bool isMeasuring() const { return m_isMeasuring; }
    [[nodiscard]] bool isDragging() const { return m_drag != Drag::None; }
    void cancelDrag();
    [[nodiscard]] TimelineHover& hover() { return m_hover; }
    /// The range selected by the current drag on the axis; the view zooms to it when the button is released.
    [[nodiscard]] const std::optional<model::TimeRange>& axisZoom() const { return m_axisZoom; }

signals:
    void overlayChanged();
    /// Emitted when a sync point is clicked.
    void flipRequested(int line);
    void wholeRunRequested();
    /// Emitted when the header of a row of another view is clicked.
    void extraClicked(int row);

private:
    enum class Drag : std::uint8_t { None, Pending, Ruler, RulerBegin, RulerEnd, Pan, Playhead, AxisZoom, Overview };

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void turnWheel(QWheelEvent& event);

    void click(const QPointF& point, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] bool clickRank(const drawing::Row& row, const QPointF& point, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] bool clickRow(const drawing::Row& row, const QPointF& point);
    void beginDrag();
    void beginOverviewDrag();
    void dragTo(const QPointF& point, Qt::KeyboardModifiers modifiers);
    void dragOverview(const QPointF& point);
    [[nodiscard]] engine::Nanoseconds snapped(const QPointF& point, Qt::KeyboardModifiers modifiers) const;

    RunScene& m_run;
    drawing::Scene& m_scene;
    ViewMotion& m_motion;
    RowScroll& m_rows;
    model::VisibleRange& m_range;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    QWidget& m_view;
    TimelineHover m_hover;
    bool m_isMeasuring = true;

    /// Position and state when the button was pressed.
    struct Press {
        QPointF at;
        engine::Nanoseconds time{};
        model::TimeRange range;
        int scroll = 0;
    };
    Press m_press;
    Drag m_drag = Drag::None;
    drawing::Overview::Part m_overviewPart = drawing::Overview::Part::None;
    std::optional<model::TimeRange> m_axisZoom;
};

}  // namespace ui::timeline
