#pragma once

#include "ui/drawing/scene.h"
#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// The parts of a panel, which an animation paints separately.
struct PanelParts {
    bool hasFrame = true;  ///< letter, title, names of the lanes
    bool hasSpans = true;
    bool hasMarks = true;  ///< the program's row, links, brackets, labels and sync marks
};

/// `scene`: the panel's scene.
void paintPanel(const Ink& ink, const Plan& plan, const PanelPlan& panel, const drawing::Scene& scene,
                const FigureOptions& options, const PanelParts& parts = {});

}  // namespace ui::figure::detail
