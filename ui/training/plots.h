#pragma once

#include "engine/analysis/pipeline.h"
#include "engine/analysis/training.h"
#include "ui/training/plot.h"

namespace ui::training {

/// Test accuracy on the left axis, training loss on the right one, a look per run.
[[nodiscard]] Plot trainingPlot(const engine::analysis::Training& training, bool isByTime);

/// One plot per sweep. A sweep's points are metrics whose name is "sweep:PLOT|SERIES|X AXIS|Y AXIS" (all but the first
/// may be left out); the step is x and the value is y. "x=2.5" as a further part of the name stands for a step that is
/// no whole number. Points are put in order of x.
[[nodiscard]] std::vector<Plot> sweepPlots(const engine::trace::Trace& trace);

/// The other metrics of a run that are neither loss nor accuracy, each over its steps.
[[nodiscard]] std::vector<Plot> metricPlots(const engine::trace::Trace& trace);

/// How many batches are alive over time.
[[nodiscard]] std::optional<Plot> livePlot(const engine::trace::Trace& trace,
                                           const engine::analysis::Training& training);

/// Both formulas over t2, with the place where issuing and computing take equally long.
[[nodiscard]] Plot pipelinePlot(const engine::analysis::PipelineTimes& times);

}  // namespace ui::training
