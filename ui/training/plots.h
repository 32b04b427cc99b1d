#pragma once

#include "engine/analysis/pipeline.h"
#include "engine/analysis/training.h"
#include "ui/training/plot.h"

namespace ui::training {

/// Test accuracy on the left axis, training loss on the right one, a look per run.
[[nodiscard]] Plot trainingPlot(const engine::analysis::Training& training, bool isByTime);

/// The points of sweeps are metrics named "sweep:SERIES"; the step is x and the value is y. They make one plot; a part
/// of the name that is a unit ("one stream, ms") goes to the axis. A name "sweep:PLOT|SERIES|X AXIS|Y AXIS" says more,
/// and may say "x=2.5" as a further part where x is no whole number. Points are put in order of x; values that span
/// more than a factor of 60 (across) or 300 (upwards) get axes of powers.
[[nodiscard]] std::vector<Plot> sweepPlots(const engine::trace::Trace& trace);

/// The other metrics of a run that are neither loss nor accuracy, each over its steps.
[[nodiscard]] std::vector<Plot> metricPlots(const engine::trace::Trace& trace);

/// How many batches are alive over time.
[[nodiscard]] std::optional<Plot> livePlot(const engine::trace::Trace& trace,
                                           const engine::analysis::Training& training);

/// Both formulas over t2, with the place where issuing and computing take equally long.
[[nodiscard]] Plot pipelinePlot(const engine::analysis::PipelineTimes& times);

}  // namespace ui::training
