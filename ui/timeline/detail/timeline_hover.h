#pragma once

#include "ui/timeline/detail/run_scene.h"

#include <memory>

namespace ui::timeline {

class Tooltip;

/// Whether the pointer can grab the end of the ruler's range that is at `time`.
[[nodiscard]] bool isOnHandle(const drawing::Scene& scene, const QPointF& point, engine::Nanoseconds time);

/// Follows the pointer over a timeline while no button is pressed: what is under it is highlighted in all views,
/// explained by a tooltip, and shown by the cursor. Thread: GUI.
class TimelineHover : public QObject {
    Q_OBJECT

public:
    TimelineHover(RunScene& run, model::Selection& selection, QWidget& view);
    ~TimelineHover() override;

    /// Shows what is under the pointer.
    void showAt(const QPointF& point);
    /// Call this when the content below the pointer has changed: updates or hides the tooltip.
    void refreshTooltip();
    void hideTooltip();
    /// The pointer moved, and nothing is shown because of a drag.
    void setPosition(const QPointF& point) { m_position = point; }
    [[nodiscard]] const QPointF& position() const { return m_position; }
    /// The pointer has left the view.
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
