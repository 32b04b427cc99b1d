#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"
#include "ui/charts/plot.h"

#include <QSize>

namespace ui::charts {

/// Writes a plot in the colours of the light theme, with the title of the run, its machine, and whether it was
/// simulated or measured. The file name extension selects the format: .svg, .pdf or .png. Errors: the format is
/// unknown, or the file cannot be written.
[[nodiscard]] engine::Status writePlot(const QString& path, const Plot& plot, const engine::trace::RunInfo& run,
                                       const QSize& size = {1280, 720});

}  // namespace ui::charts
