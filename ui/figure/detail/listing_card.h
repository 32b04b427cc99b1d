#pragma once

#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// Plans the listing at the left of the panels, if the options ask for it and the figure is at least 1000 units wide:
/// sets Plan::card and Plan::panelLeft. Long listings keep the lines with switches and results and the ones beside
/// them.
void planListing(const engine::trace::Trace& trace, const FigureOptions& options, Plan& plan);
void paintListing(const Ink& ink, const Plan& plan);

}  // namespace ui::figure::detail
