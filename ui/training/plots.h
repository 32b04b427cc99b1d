#pragma once

#include "engine/analysis/pipeline.h"
#include "engine/analysis/training.h"
#include "ui/charts/plot.h"

namespace ui::training {

/// What the horizontal axis of a training counts.
enum class TrainingAxis : std::uint8_t { Epochs, Time };

/// Test accuracy on the left axis, training loss on the right one; runs differ in colour, dashes and marker. Without
/// accuracy, the loss has the left axis; without both, plots the times of the epochs.
[[nodiscard]] charts::Plot trainingPlot(const engine::analysis::Training& training, TrainingAxis axis);

/// Plots of metrics named "sweep:SERIES", whose step is x and whose value is y. They form one plot; a unit in the name
/// ("one stream, ms") becomes the title of the axis. A name "sweep:PLOT|SERIES|X AXIS|Y AXIS" also selects the plot and
/// its axes; a further part "x=2.5" sets an x that is not an integer. Points are sorted by x. An axis is logarithmic if
/// its values span more than a factor of 60 (x) or 300 (y; 20 if x is logarithmic).
[[nodiscard]] std::vector<charts::Plot> sweepPlots(const engine::trace::Trace& trace);

/// Plots of the metrics that are neither losses, accuracies nor sweeps, over their steps.
[[nodiscard]] std::vector<charts::Plot> metricPlots(const engine::trace::Trace& trace);

/// Number of live batches over time; without batches, of live results with one label. None: see analysis::liveCounts().
[[nodiscard]] std::optional<charts::Plot> livePlot(const engine::trace::Trace& trace,
                                                   const engine::analysis::Training& training);

/// Plots both formulas of the pipeline model over t2. Marks show the current t2, and the t2 at which issuing and
/// computing take equally long.
[[nodiscard]] charts::Plot pipelinePlot(const engine::analysis::PipelineTimes& times);

}  // namespace ui::training
