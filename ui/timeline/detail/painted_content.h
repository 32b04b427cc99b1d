#pragma once

#include "ui/drawing/overview.h"
#include "ui/drawing/scene.h"

#include <vector>

namespace ui::timeline {

/// Paints the content of a scene. Stores the rectangles of the texts, which layers over the content avoid, and caches
/// laid-out labels and the overview.
class PaintedContent {
public:
    [[nodiscard]] const drawing::LabelCache& labels() const { return m_labels; }
    /// Call when the theme has changed.
    void clear();
    /// Call this when the run, or the time that its axis shows as 0, has changed.
    void invalidateOverview() { m_overview.invalidate(); }

    void paint(QPainter& painter, const drawing::Scene& scene);
    /// Returns a surface for layers over the content: lines drawn on it avoid the content's texts.
    [[nodiscard]] drawing::Surface surfaceOf(QPainter& painter) { return {painter, &m_texts}; }
    [[nodiscard]] const drawing::IdleLabels& idleLabels() const { return m_idleLabels; }

private:
    drawing::Overview m_overview;
    drawing::LabelCache m_labels;
    std::vector<QRectF> m_texts;
    drawing::IdleLabels m_idleLabels;
};

}  // namespace ui::timeline
