#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"
#include "ui/drawing/page_file.h"
#include "ui/graph/diagram.h"
#include "ui/model/notes.h"
#include "ui/model/time_range.h"
#include "ui/model/trace_feed.h"

#include <QByteArray>
#include <QSize>
#include <QString>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QMimeData;
class QPainter;

/// Figures of a run, written to files or painted.
///
///     FigureOptions options;
///     options.what = FigureKind::Memory;
///     options.preset = Preset::Page178mm;
///     options.caption = QStringLiteral("Memory of the first epoch");
///     if (const auto written = writeFigure(*trace, options, "memory.pdf"); !written)
///         showError(written.error());
namespace ui::figure {

using Format = drawing::FileFormat;

constexpr double kUnitsPerInch = 96;

/// The size of a figure: a slide, the text width of an A4 page, the width of one of two columns, or
/// FigureOptions::size.
enum class Preset : std::uint8_t { Slide, Page178mm, Column85mm, Custom };

/// Colour and Grayscale are on white; Dark has the colours and the background of the dark theme.
enum class Colours : std::uint8_t { Colour, Grayscale, Dark };

/// The content of a figure. Compare: two runs on one axis.
enum class FigureKind : std::uint8_t { Timeline, Compare, Graph, Memory };

/// A line of the table below a comparison.
struct MeasuredText {
    QString name, before, after, difference;
    int better = 0;  ///< 1: the run is better than the previous one, -1: worse, 0: neither
};

/// Texts about two runs, as the window shows them. An empty text is omitted or generated from the runs.
struct ComparedTexts {
    QString before, after;          ///< titles of the two runs
    QString busyBefore, busyAfter;  ///< concurrency of each run: "A: both busy for 1 % of the time"
    QString factor;                 ///< how the runs compare: "as fast, same operations"
    QString why;                    ///< the reason for the difference, in a few sentences
    std::vector<MeasuredText> measures;
};

/// Options of a figure. A simulated run is always labelled as simulated.
struct FigureOptions {
    FigureKind what = FigureKind::Timeline;
    Preset preset = Preset::Slide;
    QSize size{1280, 720};  ///< size of Preset::Custom, in units of 1/96 inch; height 0: as tall as the content
    QString title;          ///< empty: the run's title
    QString subtitle;       ///< empty: generated from the run
    QString caption;        ///< empty: generated from the run; FigureTexts::note is added in either case
    Colours colours = Colours::Colour;
    bool showLegend = true;
    bool showScaleBar = true;
    bool showLabels = true;     ///< labels on spans
    bool showSyncMarks = true;  ///< flags where waits end
    bool showOverlap = true;    ///< the concurrency band
    bool showBookResults = false;
    /// Timeline and Compare: the listing with switches and results at the left, if the figure is at least 1000 units
    /// wide. There is then no magnified part and no table of measures.
    bool showListing = false;
    /// Source texts of the run and of `before`, with the values of the run's parameters in place of the literals;
    /// empty: Trace::run().source.
    std::string listing, beforeListing;
    bool showLinks = false;   ///< Timeline and Compare: rows for the use of links, where it was recorded
    bool showMemory = false;  ///< Timeline and Compare: memory rows below the lanes
    bool showMagnified =
        true;  ///< allow an enlarged part of the timeline below it; needs a width of at least 500 units
    std::optional<model::TimeRange> range;      ///< none: around a failure, or all timed blocks, or the whole run
    std::optional<model::TimeRange> magnified;  ///< none: the first operations of the last block
    double pngScale = 2.0;                      ///< pixels per unit
    model::RunContext context;                  ///< results of the book, states of the switches
    engine::trace::TracePtr before;             ///< the other run, above (Compare) or outlined (Timeline); null: none
    model::RunContext beforeContext;
    std::optional<model::TimeRange> scope;        ///< Compare: the compared part of the run; none: the timed part
    std::optional<model::TimeRange> beforeScope;  ///< Compare: the compared part of the other run
    ComparedTexts compared;                       ///< Compare: texts about the two runs
    int block = -1;                               ///< Graph: index into Trace::blocks(), -1: the whole run
    /// Graph: the graph as shown on the screen; none: generated from the run.
    std::shared_ptr<const graph::Diagram> diagram;
    std::vector<model::Note> notes;  ///< notes on the exported timeline; in Compare, on the lower run
    bool showNotes = true;
    /// The time that a replay has reached: nothing later is painted, and a line marks it. None: the whole run.
    std::optional<engine::Nanoseconds> until;
};

/// Durations of the timed parts of the two runs of a comparison.
struct Comparison {
    engine::Nanoseconds before{}, after{};
    engine::Difference measured = engine::Difference::Shown;  ///< whether two measured runs show a difference
    bool hasStoppedRun = false;                               ///< an error or the user ended a run early

    /// Whether one run may be called faster than the other.
    [[nodiscard]] bool isDecided() const { return !hasStoppedRun && measured == engine::Difference::Shown; }

    [[nodiscard]] engine::Nanoseconds saved() const { return before - after; }  ///< negative: `after` is longer
    [[nodiscard]] double factor() const
    {
        return after.count() > 0 ? static_cast<double>(before.count()) / static_cast<double>(after.count()) : 1.0;
    }
};
[[nodiscard]] Comparison compare(const engine::trace::Trace& trace, const FigureOptions& options);

/// The content that the options select. Compare without another run becomes Timeline.
[[nodiscard]] FigureKind figureKindOf(const FigureOptions& options);

/// Whether the run has a listing, and the selected figure has room for the listing.
[[nodiscard]] bool mayShowListing(const engine::trace::Trace& trace, const FigureOptions& options);

/// Width and height of the figure in its own units, 96 to an inch: a slide is 1280 × 720. A figure for print is as tall
/// as its content.
[[nodiscard]] QSizeF figureSize(const engine::trace::Trace& trace, const FigureOptions& options);

/// The size of the smallest text of the figure, in points; 1280 units of a slide are 13.33 in. Cost: paints the figure.
[[nodiscard]] double smallestText(const engine::trace::Trace& trace, const FigureOptions& options);

/// Whether a comparison has measures, but the figure has no room for their table, as on a low slide.
[[nodiscard]] bool omitsMeasures(const engine::trace::Trace& trace, const FigureOptions& options);

/// The texts of a figure. `caption` does not contain `note`.
struct FigureTexts {
    QString title, subtitle, caption;
    QString note;         ///< "Simulated on a virtual machine …" or "Measured on this computer …"
    QString description;  ///< one paragraph for screen readers
};
/// The texts of a figure. A text that is empty in the options is generated from the run.
[[nodiscard]] FigureTexts textsFor(const engine::trace::Trace& trace, const FigureOptions& options);

/// Paints the figure in its own units, origin at the top left. Cost: bounded by lanes × width, not by the number of
/// spans.
void paintFigure(QPainter& painter, const engine::trace::Trace& trace, const FigureOptions& options);

/// The bytes of a figure file; the same trace and options give the same bytes. Errors: those of drawing::renderPage().
[[nodiscard]] engine::Result<QByteArray> renderFigure(const engine::trace::Trace& trace, const FigureOptions& options,
                                                      Format format);

/// Writes a figure; the extension of `path` selects the format (.svg, .pdf, .png). If it fails, an existing file is
/// unchanged. Errors: those of renderFigure(), InvalidArgument for another extension, InputOutput if the file cannot be
/// written.
[[nodiscard]] engine::Status writeFigure(const engine::trace::Trace& trace, const FigureOptions& options,
                                         const std::filesystem::path& path);

/// One page of a sequence.
struct Page {
    engine::trace::TracePtr trace;
    FigureOptions options;
};

/// The pages of a replay: each shows the run up to a time. About the same number of operations end between consecutive
/// pages; the last page is the whole run. At most `most` pages, all on one axis.
[[nodiscard]] std::vector<Page> replayPages(const engine::trace::TracePtr& trace, const FigureOptions& options,
                                            int most = 12);
/// The pages of a flip: the previous run, this run on the same axis, and both on one page. Without options.before, one
/// page with this run.
[[nodiscard]] std::vector<Page> flipPages(const engine::trace::TracePtr& trace, const FigureOptions& options);

/// A PDF of these pages; the same pages give the same bytes. Errors: InvalidArgument without pages; Internal if the PDF
/// cannot be painted.
[[nodiscard]] engine::Result<QByteArray> renderFlipBook(const std::vector<Page>& pages);

/// An SVG in which the bars of operations move once from their places in options.before to their places in `trace`;
/// bars without a counterpart fade. Viewers without animation, and users who prefer reduced motion, see `trace`
/// unanimated. Errors: InvalidArgument without another run.
[[nodiscard]] engine::Result<QByteArray> renderFlip(const engine::trace::Trace& trace, const FigureOptions& options);

/// Returns the figure for the clipboard: as an image, as SVG, and its title, caption and note as text. The caller
/// passes the data to QClipboard.
[[nodiscard]] std::unique_ptr<QMimeData> figureForClipboard(const engine::trace::Trace& trace,
                                                            const FigureOptions& options);

}  // namespace ui::figure
