#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"
#include "ui/training/plot.h"

namespace ui::training {

/// Writes a plot as a figure in the colours of the light theme, with the run's title and the sentence that says whether
/// it was simulated or measured. The format follows the name: .svg, .pdf or .png.
/// Errors: a sentence if the format is not known, or the file cannot be written.
[[nodiscard]] engine::Status writePlot(const QString& path, const Plot& plot, const engine::trace::RunInfo& run,
                                       const QSize& size = {1280, 720});

/// The sentence below the plot: machine, and simulated or measured.
[[nodiscard]] QString captionOf(const engine::trace::RunInfo& run);

}  // namespace ui::training
