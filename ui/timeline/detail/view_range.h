#pragma once

#include "ui/drawing/scene.h"
#include "ui/model/visible_range.h"

#include <optional>

namespace ui::timeline {

/// Moves the visible range of a scene: to the opening view of its run, along with the growing end of a live run, or to
/// the same place in the next run. Any other change of the range ends the opening view. Thread: GUI.
class ViewRange {
public:
    ViewRange(const drawing::Scene& scene, model::VisibleRange& range) : m_scene(scene), m_range(range) {}

    [[nodiscard]] bool isOpening() const { return m_isOpening; }
    void showOpening();
    /// The time that the playhead shows in the opening view; none: the end of the run.
    [[nodiscard]] std::optional<engine::Nanoseconds> openingMoment() const;

    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool isFollowing);

    /// Call when the visible range has changed.
    void noteChange() { m_isOpening = m_isOpening && m_isMoving; }
    /// Call when the run of the scene, and its extent, have changed.
    void adoptRun(drawing::Continuity continuity);
    void moveTo(const model::TimeRange& range);

private:
    [[nodiscard]] model::TimeRange openingRange() const;
    /// The range of this length that ends shortly after the end of the run.
    [[nodiscard]] model::TimeRange atEnd(engine::Nanoseconds length) const;

    const drawing::Scene& m_scene;
    model::VisibleRange& m_range;
    bool m_isMoving = false;  ///< set while this object changes the range
    bool m_isOpening = true;
    bool m_isFollowing = false;
};

}  // namespace ui::timeline
