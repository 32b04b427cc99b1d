#pragma once

#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// Plans the listing at the left of the panels, if the options select it and mayShowListing() allows it: sets
/// Plan::card and Plan::panelLeft. Of long listings, shows the lines with switches and results, and lines beside them.
void planListing(const engine::trace::Trace& trace, const FigureOptions& options, Plan& plan);
void paintListing(const Ink& ink, const Plan& plan);

}  // namespace ui::figure::detail
