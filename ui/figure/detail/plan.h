#pragma once

#include "ui/drawing/bracket_tiers.h"
#include "ui/drawing/ghost.h"
#include "ui/drawing/memory/memory_painter.h"
#include "ui/figure/detail/ink.h"
#include "ui/figure/figure.h"
#include "ui/look/python_tokens.h"
#include "ui/look/translate.h"
#include "ui/model/line_marks.h"

#include <QStringList>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ui::figure::detail {

struct RowPlan {
    QString label;
    engine::LaneId lane;      ///< none: the program's row
    engine::DeviceId device;  ///< the lane's device
    engine::trace::LaneRole role = engine::trace::LaneRole::Frontend;
    std::vector<std::uint32_t> ranks{};  ///< indices of a band's ranks, or the index of a late rank between bands
    bool isLateRank = false;
    /// For runs of more than drawing::kMaxUnfoldedRanks ranks: the row of one rank or node, placed as in the window.
    std::optional<drawing::Row> folded{};
    double share = 1;  ///< height, as a multiple of a lane's height
    double top = 0;
    double height = 0;
    double ghost = 0;       ///< height of the thin row below the bars that outlines the previous run
    bool hasGhost = false;  ///< a thin row for the previous run is below the bars

    [[nodiscard]] bool isProgram() const { return role == engine::trace::LaneRole::Frontend; }
    [[nodiscard]] bool isLane() const { return !isProgram() && ranks.empty() && !folded; }
    [[nodiscard]] double bottom() const { return top + height + ghost; }
};

/// A device's memory row below the lanes. The row has the time axis of the lanes; the device's name is above the row.
struct MemoryRow {
    engine::DeviceId device;
    double top = 0;
    double height = 0;
};

/// The part of a figure that shows one run: brackets above the rows of the run.
struct PanelPlan {
    const engine::trace::Trace* trace = nullptr;
    const model::RunContext* context = nullptr;
    QString letter, title;  ///< comparison: "A", and how the run differs, as in "with the wait on line 14"
    QStringList titleLines;
    QString total;  ///< comparison beside a listing: the time of the run, at the right; there is then no scale bar
    QString busy;   ///< comparison: the fraction of time with concurrent work, painted after the title or below it
    QPointF busyAt;
    double titleBaseline = 0;
    double bracketY = 0;
    drawing::TieredBrackets brackets;
    std::optional<drawing::Ghost> ghost;      ///< the previous run
    std::optional<drawing::SavedTime> saved;  ///< comparison: the time that the faster run saved
    std::vector<RowPlan> rows;
    int foldedHeight = 0;            ///< height of `rows` at their natural size if each rank has one row; 0: lanes
    std::optional<RowPlan> overlap;  ///< the concurrency band below the lanes
    std::vector<MemoryRow> memory;
    model::TimeRange range;
    model::TimeRange scope;     ///< the timed part, within the range
    engine::Nanoseconds until;  ///< latest time that is painted; at most the end of the range

    [[nodiscard]] double bottom() const
    {
        const RowPlan* last = overlap ? &*overlap : rows.empty() ? nullptr : &rows.back();
        return last == nullptr ? bracketY + 12 : last->bottom();
    }
    /// Lower end of the lanes and the memory rows.
    [[nodiscard]] double end() const { return memory.empty() ? bottom() : memory.back().top + memory.back().height; }
    /// Upper end of the grid lines; `rows` must not be empty.
    [[nodiscard]] double gridTop() const { return rows.front().top - 6; }
};

/// The table of measures of two runs, split into columns side by side if there is room.
struct MeasureTable {
    double top = 0;
    double height = 0;  ///< 0: no table
    double rowHeight = 0;
    int across = 1;          ///< number of tables beside each other
    int rows = 0;            ///< rows per table
    double width = 0;        ///< width of one table
    double columns[3] = {};  ///< right ends of the number columns, from the left of a table
    bool isStacked = false;  ///< each name is on a line above its numbers
};

/// The listing beside a timeline: its lines with the switches and results of one run, or of two.
struct ListingCard {
    struct Row {
        int number = 0;  ///< 0: the rest of a wrapped line, or a mark for lines that are left out
        QString text;
        std::vector<look::Token> tokens;         ///< tokens of `text`
        std::vector<std::optional<bool>> waits;  ///< states of the line's switch, by run; none: the line has no switch
        std::vector<model::LineMark> marks;      ///< results of the line, by run
        bool differs = false;                    ///< the switches of the two runs differ
    };
    QRectF rect;
    QString dialect;
    std::size_t runs = 1;
    bool hasResults = false;
    double codeLeft = 0;  ///< left end of the code, from the left of the card
    std::vector<Row> rows;
};

/// The maximum width of a scale bar with its text. A title ends at the left of this area.
constexpr double kScaleBarRoom = 150;

/// The positions of all parts of a figure, in units of the plan.
struct Plan {
    QSizeF size;
    struct Page {
        QSizeF size;      ///< size of the figure, in its own units
        double zoom = 1;  ///< units of the figure per unit of the plan; below 1 on a slide with more content than room
        double pad = 26;  ///< margin above the title and below the caption
        double wanted = 0;  ///< height requested by the preset or size; 0: as tall as the content
    };
    Page page;
    TypeSizes type;
    FigureTexts texts;
    model::TimeRange range;
    engine::Nanoseconds zero{};  ///< the time at which the axis is 0
    double margin = 48;
    std::optional<ListingCard> card;
    double panelLeft = 48;       ///< left edge of the panels' labels and titles: at the margin, or beside the card
    double left = 0, right = 0;  ///< left and right edge of the plot
    struct Heading {
        double titleBaseline = 0, subtitleBaseline = 0;
        QStringList titleLines;
        std::vector<QString> subtitleLines;
        double end = 0;  ///< baseline of the last line
    };
    Heading heading;
    double scaleBarY = 0;
    std::vector<PanelPlan> panels;  ///< Timeline and Compare only; Compare: first the previous run
    double axisY = 0;
    QRectF body;  ///< Graph and Memory: the rectangle of the content
    struct MagnifiedPart {
        bool isShown = false;
        model::TimeRange range;
        double title = 0;  ///< baseline of the title
        std::vector<RowPlan> rows;
    };
    MagnifiedPart magnified;
    MeasureTable measures;
    struct LegendEntry {
        /// The entries of a timeline's legend have this order.
        enum class Subject : std::uint8_t {
            Kind,
            Issue,
            Wait,
            WaitNode,  ///< a wait in the graph
            Mark,
            Merged,
            Mistimed,
            Saved,
            Ghost,
            OneWorks,
            ManyWork,
            Memory,
            Capacity,
            ReachedCapacity,
            Data,
            Reuse,
            Gradient,          ///< edge of a neural net's graph: its target reads a gradient
            SavedForBackward,  ///< edge of a neural net's graph: its target reads a result of the forward pass
            Critical
        };
        Subject what = Subject::Kind;
        engine::trace::Kind kind = engine::trace::Kind::Compute;
        QString text;
        QPointF at;  ///< left end of the baseline
        drawing::MemoryMark mark = drawing::MemoryMark::Held;
    };
    struct Legend {
        std::vector<LegendEntry> entries;
        double top = 0;
        double height = 0;
    };
    Legend legend;
    struct Caption {
        QStringList lines;  ///< lines of the caption's text, which ends with FigureTexts::note
        double baseline = 0;
    };
    Caption caption;

    [[nodiscard]] bool hasTotals() const { return !panels.empty() && !panels.front().total.isEmpty(); }
    [[nodiscard]] const std::vector<RowPlan>& rows() const { return panels.back().rows; }
    /// The vertical position of the line above the caption.
    [[nodiscard]] double ruleY() const { return caption.baseline - type.body - 8; }
    /// The total height of legend and caption.
    [[nodiscard]] double below() const;
    /// Sets the height of the page and places legend and caption. The content ends at `bottom`.
    void finish(double bottom);

    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return left + model::timeToPixel(time, range, right - left);
    }
};

[[nodiscard]] Plan makePlan(const engine::trace::Trace& trace, const FigureOptions& options);

struct RowOptions {
    bool hasProgram = false;
    bool hasLinks = false;
    bool isShort = false;  ///< short labels
};
/// The rows of the lanes that have work within the range, in the order of devices and roles, then of the links; not
/// placed yet.
[[nodiscard]] std::vector<RowPlan> rowsOf(const engine::trace::Trace& trace, const model::TimeRange& range,
                                          const RowOptions& options);
/// Whether each rank has one row: there are more than drawing::kMaxUnfoldedRanks ranks, but no bands.
[[nodiscard]] bool areRanksFolded(const engine::trace::Trace& trace);
/// The rows of ranks that have one row each, within `height` if they fit. `scale`: size of the texts relative to those
/// of the window.
[[nodiscard]] std::vector<RowPlan> foldedRowsOf(const engine::trace::Trace& trace, int top, int height, double scale);
/// The concurrency band; none if fewer than two lanes have work within the range.
[[nodiscard]] std::optional<RowPlan> overlapRowOf(const std::vector<RowPlan>& rows, const engine::trace::Trace& trace);

/// The timed part of a run: the options' scope, the requested block, or rangeOf().
[[nodiscard]] model::TimeRange scopeOf(const engine::trace::Trace& trace, const FigureOptions& options);
/// As scopeOf(), for options.before, which must exist.
[[nodiscard]] model::TimeRange scopeOfBefore(const FigureOptions& options);
/// Titles that distinguish the two runs of a comparison: "with the wait on line 14", "without it"; none if the runs do
/// not differ.
[[nodiscard]] std::optional<std::pair<QString, QString>> differenceTitles(const engine::trace::Trace& trace,
                                                                          const FigureOptions& options);
/// As differenceTitles(), but "before" and "after" if nothing distinguishes the runs.
[[nodiscard]] std::pair<QString, QString> comparisonTitles(const engine::trace::Trace& trace,
                                                           const FigureOptions& options);

// Plans the graph and the memory rows, and their legends (graph_figure.cpp, memory_figure.cpp).
/// The graph in the options, otherwise one generated from the run.
[[nodiscard]] std::shared_ptr<const graph::Diagram> diagramOf(const engine::trace::Trace& trace,
                                                              const FigureOptions& options);
/// Returns the options with the graph of diagramOf(), so that a figure lays it out once.
[[nodiscard]] FigureOptions withDiagram(const engine::trace::Trace& trace, const FigureOptions& options);
[[nodiscard]] std::vector<Plan::LegendEntry> graphLegend(const engine::trace::Trace& trace,
                                                         const FigureOptions& options);
[[nodiscard]] std::vector<Plan::LegendEntry> memoryLegend(const engine::trace::Trace& trace);
/// The memory rows below the lanes, without positions: one for each GPU with memory records; if there is none, one for
/// the CPU.
[[nodiscard]] std::vector<MemoryRow> memoryRowsOf(const engine::trace::Trace& trace);
void placeGraph(const engine::trace::Trace& trace, const FigureOptions& options, Plan& plan);
void placeMemory(const engine::trace::Trace& trace, Plan& plan);

[[nodiscard]] std::vector<Plan::LegendEntry> legendOf(const Plan& plan, const FigureOptions& options);

/// The range of a figure. If the options have none, it is a range around a failure, or that of all timed blocks with
/// their work; notes extend it. For a run without a failure and without timed blocks, it is the whole run.
[[nodiscard]] model::TimeRange rangeOf(const engine::trace::Trace& trace, const FigureOptions& options);

/// A round step such that `length` has about `parts` steps.
[[nodiscard]] engine::Nanoseconds niceStep(engine::Nanoseconds length, double parts);
/// Formats a step of the axis without trailing zeros: "250 ms", "0.5 s".
[[nodiscard]] QString stepText(engine::Nanoseconds time);

/// Distance between the letter of a panel and its title.
constexpr double kAfterLetter = 28;

}  // namespace ui::figure::detail
