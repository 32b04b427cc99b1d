#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"
#include "ui/model/time_range.h"
#include "ui/model/trace_feed.h"

#include <QByteArray>
#include <QSize>
#include <QString>
#include <memory>
#include <optional>

class QMimeData;
class QPainter;

namespace ui::figure {

enum class Format : std::uint8_t { Svg, Pdf, Png };

/// Sizes of print: a slide, the width of a page of A4, one column of two.
enum class Preset : std::uint8_t { Slide, Page178mm, Column85mm, Custom };

enum class Colours : std::uint8_t { Colour, Grayscale };

/// How a figure is drawn. The note that a run was simulated is no option: it always stands.
struct FigureOptions {
    Preset preset = Preset::Slide;
    QSize size{1280, 720};  ///< of Preset::Custom, in units of 1/96 inch; no height: as tall as the content
    QString title;          ///< empty: of the run
    QString subtitle;       ///< empty: made from the run
    QString caption;        ///< empty: made from the run; the simulated note is added in either case
    Colours colours = Colours::Colour;
    bool showLegend = true;
    bool showScaleBar = true;
    bool showLabels = true;     ///< on spans
    bool showSyncMarks = true;  ///< where waits end
    bool showBookResults = false;
    bool showMagnified = true;                  ///< a part of the timeline, enlarged below it; never in a column
    std::optional<model::TimeRange> range;      ///< none: all timed blocks, or the whole run without any
    std::optional<model::TimeRange> magnified;  ///< none: the first operations of the last block
    double pngScale = 2.0;                      ///< pixels per unit
    model::RunContext context;                  ///< book numbers and switches
};

/// Width and height of the figure in its own units, 96 to an inch: a slide is 1280 × 720. Printed sizes are as tall as
/// their content.
[[nodiscard]] QSizeF figureSize(const engine::trace::Trace& trace, const FigureOptions& options);

/// Texts that are used where the options leave them empty; `caption` without the simulated note.
struct FigureTexts {
    QString title, subtitle, caption;
    QString note;         ///< "Simulated on a virtual machine …" or "Measured on this computer …"
    QString description;  ///< one paragraph for those who cannot see it
};
[[nodiscard]] FigureTexts textsFor(const engine::trace::Trace& trace, const FigureOptions& options);

/// Draws the figure in its own units, origin at the top left. Cost: bounded by lanes × width, not by spans.
void paintFigure(QPainter& painter, const engine::trace::Trace& trace, const FigureOptions& options);

/// The bytes of a figure file; the same trace and options give the same bytes.
[[nodiscard]] engine::Result<QByteArray> renderFigure(const engine::trace::Trace& trace, const FigureOptions& options,
                                                      Format format);

/// Writes a figure; the format follows the ending of `path` (.svg, .pdf, .png). A file already there stays untouched
/// if anything fails. Errors: InvalidArgument for another ending, InputOutput with the reason.
[[nodiscard]] engine::Status writeFigure(const engine::trace::Trace& trace, const FigureOptions& options,
                                         const QString& path);

/// For the clipboard: PNG and SVG, and the caption as text. The caller hands it to QClipboard.
[[nodiscard]] std::unique_ptr<QMimeData> figureForClipboard(const engine::trace::Trace& trace,
                                                            const FigureOptions& options);

}  // namespace ui::figure
