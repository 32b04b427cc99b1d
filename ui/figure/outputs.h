#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"
#include "ui/figure/figure.h"

#include <QStringList>
#include <vector>

namespace ui::figure {

/// The content of a file: one figure (Svg, Pdf, Png) or a sequence of figures (FlipBook, Animation).
enum class Output : std::uint8_t { Svg, Pdf, Png, FlipBook, Animation };

/// Returns a file name for the first output, made from a title.
[[nodiscard]] QString fileNameFor(const std::vector<Output>& outputs, const QString& title);
/// Returns the paths of the outputs' files, in one folder: "a.svg" gives a.svg, a.pdf, a-pages.pdf, …
[[nodiscard]] QStringList pathsFor(const std::vector<Output>& outputs, const QString& path);
/// The filter of a file dialog for the outputs.
[[nodiscard]] QString fileFilterFor(const std::vector<Output>& outputs);
/// Writes each output to the path with the same index. Stops at the first error.
[[nodiscard]] engine::Status writeOutputs(const std::vector<Output>& outputs, const QStringList& paths,
                                          const engine::trace::TracePtr& trace, const FigureOptions& options);

}  // namespace ui::figure
