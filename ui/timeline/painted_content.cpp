#include "ui/timeline/detail/painted_content.h"

#include "ui/drawing/scene_painter.h"

namespace ui::timeline {

void PaintedContent::clear()
{
    m_labels.clear();
    m_overview.invalidate();
}

void PaintedContent::paint(QPainter& painter, const drawing::Scene& scene)
{
    drawing::paintByAge(surfaceOf(painter), scene, [&](const drawing::Surface& shown) {
        m_idleLabels = drawing::paintContent(shown, scene);
        m_overview.paint(shown, scene);
    });
}

}  // namespace ui::timeline
