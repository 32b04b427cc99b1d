#pragma once

#include "ui/figure/detail/panel_scene.h"

namespace ui::figure::detail {

/// The parts of a panel, which an animation paints separately.
struct PanelParts {
    bool hasFrame = true;  ///< the panel's letter and title, and the names of the lanes
    bool hasSpans = true;
    bool hasMarks = true;  ///< everything else, such as the program's row, links, brackets and labels
};

/// Paints one lane of a panel. Returns its idle labels.
[[nodiscard]] drawing::IdleLabels paintLaneParts(const drawing::Surface& painter, const drawing::Scene& scene,
                                                 const drawing::Row& row, const PanelParts& parts = {});

/// Paints a panel. `scene`: the panel's scene, which receives the rectangles of the painted texts.
void paintPanel(const Ink& ink, const Plan& plan, const PanelPlan& panel, PanelScene& scene,
                const FigureOptions& options, const PanelParts& parts = {});

}  // namespace ui::figure::detail
