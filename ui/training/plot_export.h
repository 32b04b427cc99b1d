#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"
#include "ui/training/plot.h"

namespace ui::training {

/// Writes a plot in the colours of the light theme, with the title of the run and captionOf() the run. The file name
/// extension selects the format: .svg, .pdf or .png. Errors: the format is unknown, or the file cannot be written.
[[nodiscard]] engine::Status writePlot(const QString& path, const Plot& plot, const engine::trace::RunInfo& run,
                                       const QSize& size = {1280, 720});

/// The caption below the plot: the machine, and whether the run was simulated or measured.
[[nodiscard]] QString captionOf(const engine::trace::RunInfo& run);

}  // namespace ui::training
