#pragma once

#include "ui/timeline/detail/run_scene.h"

#include <memory>

namespace ui::timeline {

class Tooltip;

/// Whether a pointer at `point` can grab the ruler's end at `time`.
[[nodiscard]] bool isOnHandle(const drawing::Scene& scene, const QPointF& point, engine::Nanoseconds time);

/// Follows the pointer over a timeline while no button is pressed: the element under it is highlighted in all views and
/// explained by a tooltip and the cursor's shape. Thread: GUI.
class TimelineHover : public QObject {
    Q_OBJECT

public:
    TimelineHover(RunScene& run, model::Selection& selection, QWidget& view);
    ~TimelineHover() override;

    /// Highlights and explains the element under the pointer.
    void showAt(const QPointF& point);
    /// Call this when the content below the pointer has changed: updates or hides the tooltip.
    void refreshTooltip();
    void hideTooltip();
    /// Stores the position of the pointer without showing anything, for moves during a drag.
    void setPosition(const QPointF& point) { m_position = point; }
    [[nodiscard]] const QPointF& position() const { return m_position; }
    /// Ends highlighting and tooltip; call it when the pointer has left the view.
    void leave();

signals:
    void overlayChanged();

private:
    void showCursor(const QPointF& point);
    void showTooltip(const QPointF& point);

    RunScene& m_run;
    drawing::Scene& m_scene;
    model::Selection& m_selection;
    QWidget& m_view;
    std::unique_ptr<Tooltip> m_tooltip;
    QPointF m_position{-1, -1};
};

}  // namespace ui::timeline
