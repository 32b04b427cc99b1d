#pragma once

#include "ui/drawing/memory_painter.h"
#include "ui/figure/detail/ink.h"
#include "ui/figure/figure.h"
#include "ui/look/words.h"

#include <QStringList>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ui::figure::detail {

struct RowPlan {
    QString label;
    engine::LaneId lane;      ///< none: the program's row
    engine::DeviceId device;  ///< of the lane
    engine::trace::LaneRole role = engine::trace::LaneRole::Frontend;
    double top = 0;
    double height = 0;

    [[nodiscard]] bool isProgram() const { return role == engine::trace::LaneRole::Frontend; }
};

/// A device's memory below the lanes, on the axis of the lanes; its name stands above it.
struct MemoryRow {
    engine::DeviceId device;
    double top = 0;
    double height = 0;
};

/// What stands at the bracket of a timed block: its name and its time, on the bracket or above it.
struct BlockText {
    std::size_t block = 0;  ///< into the blocks of the trace
    double from = 0, to = 0;
    bool isOpen = false;   ///< the figure ends while it is timed: it has no time yet
    bool isAbove = false;  ///< its bracket has no room for it
    int tier = 0;          ///< above the bracket, counted from 1; 0: there is no room
    double left = 0, nameWidth = 0, width = 0;
    QString name, time, book;
};

/// One run's part of a figure: brackets above its rows.
struct PanelPlan {
    const engine::trace::Trace* trace = nullptr;
    const model::RunContext* context = nullptr;
    QString letter, title;  ///< of a comparison: "A", what is waited for
    QStringList titleLines;
    QString busy;  ///< of a comparison: for how long of the time several work; behind the title, or below it
    QPointF busyAt;
    double titleBaseline = 0;
    double bracketY = 0;
    std::vector<BlockText> blocks;
    std::optional<BlockText> saved;  ///< of a comparison: the bracket of what this run does not need
    int tiers = 0;                   ///< of texts above the brackets
    std::vector<RowPlan> rows;
    std::optional<RowPlan> overlap;  ///< the band of what works at once, below the lanes
    std::vector<MemoryRow> memory;
    model::TimeRange range;
    model::TimeRange scope;     ///< what is timed, within the range
    engine::Nanoseconds until;  ///< what is later is not drawn; the end of the range, or before it

    [[nodiscard]] double bottom() const
    {
        const RowPlan* last = overlap ? &*overlap : rows.empty() ? nullptr : &rows.back();
        return last == nullptr ? bracketY + 12 : last->top + last->height;
    }
};

/// What two runs have in numbers, in columns beside each other where there is room.
struct MeasureTable {
    double top = 0;
    double height = 0;  ///< 0: there is none
    double rowHeight = 0;
    int across = 1;          ///< tables beside each other
    int rows = 0;            ///< of each
    double width = 0;        ///< of each
    double columns[3] = {};  ///< ends of the numbers, from the left of a table
    bool isStacked = false;  ///< names have lines of their own
};

/// Where everything of a figure stands, in units.
struct Plan {
    QSizeF size;
    TypeSizes type;
    FigureTexts texts;
    model::TimeRange range;
    engine::Nanoseconds zero{};  ///< the moment at which the axis is 0
    double margin = 48;
    double left = 0, right = 0;  ///< of the plot
    struct Heading {
        double titleBaseline = 0, subtitleBaseline = 0;
        QStringList titleLines;
        std::vector<QString> subtitleLines;
        double end = 0;  ///< baseline of the last line
    };
    Heading heading;
    double scaleBarY = 0;
    std::vector<PanelPlan> panels;  ///< of timeline and compare; the last is the run itself
    double axisY = 0;
    QRectF body;  ///< of graph and memory: where the picture is
    struct Magnified {
        bool isShown = false;
        model::TimeRange range;
        double title = 0;  ///< baseline
        std::vector<RowPlan> rows;
    };
    Magnified magnified;
    MeasureTable measures;
    double legendTop = 0;
    struct LegendEntry {
        enum class What : std::uint8_t {
            Kind,
            Wait,
            Issue,
            Mark,
            Memory,
            Capacity,
            Data,
            Reuse,
            Critical,
            OneWorks,
            ManyWork
        };
        What what = What::Kind;
        engine::trace::Kind kind = engine::trace::Kind::Compute;
        QString text;
        QPointF at;  ///< left, baseline
        drawing::MemoryMark mark = drawing::MemoryMark::Held;
    };
    std::vector<LegendEntry> legend;
    double ruleY = 0;
    QStringList caption;  ///< wrapped; ends with the note
    double captionBaseline = 0;
    double pad = 26;    ///< above the title and below the caption
    double wanted = 0;  ///< height that the size asks for; 0: as tall as the content
    double legendHeight = 0;

    [[nodiscard]] const std::vector<RowPlan>& rows() const { return panels.back().rows; }
    /// What legend and caption take below the picture.
    [[nodiscard]] double below() const;
    /// The picture ends at `bottom`: sets the height, and legend and caption at the foot.
    void finish(double bottom);

    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return left + model::timeToPixel(time, range, right - left);
    }
};

/// The brackets of the blocks that are seen, and where their texts stand; needs the plot's left and right.
void placeBlockTexts(PanelPlan& panel, const Plan& plan, const FigureOptions& options);
/// What the tiers take beyond the room that is there without them.
[[nodiscard]] double aboveBrackets(const Plan& plan, int tiers);

[[nodiscard]] Plan makePlan(const engine::trace::Trace& trace, const FigureOptions& options);

/// The lanes that have work within the range, in the order of their devices and roles; without a place.
[[nodiscard]] std::vector<RowPlan> rowsOf(const engine::trace::Trace& trace, const model::TimeRange& range,
                                          bool hasProgram, bool isShort);
/// The band of what works at once; none where fewer than two lanes have work within the range.
[[nodiscard]] std::optional<RowPlan> overlapRowOf(const std::vector<RowPlan>& rows, const engine::trace::Trace& trace);
/// "copy GPU to CPU": what the legend calls operations of a kind.
[[nodiscard]] QString kindName(engine::trace::Kind kind);

/// What of a run is timed: what the options say, the block that is asked for, or all that rangeOf() shows.
[[nodiscard]] model::TimeRange scopeOf(const engine::trace::Trace& trace, const FigureOptions& options);
/// The same of options.before, which must be there.
[[nodiscard]] model::TimeRange scopeOfBefore(const FigureOptions& options);
/// What tells the two runs of a comparison apart: "with the wait on line 14", "without it".
[[nodiscard]] std::pair<QString, QString> comparisonTitles(const engine::trace::Trace& trace,
                                                           const FigureOptions& options);

// Where the graph and the memory of a run stand, and what their legends say (graph_figure.cpp, memory_figure.cpp).
/// The graph that the options give, or the run's own.
[[nodiscard]] std::shared_ptr<const graph::Picture> pictureOf(const engine::trace::Trace& trace,
                                                              const FigureOptions& options);
[[nodiscard]] std::vector<Plan::LegendEntry> graphLegend(const engine::trace::Trace& trace,
                                                         const FigureOptions& options);
[[nodiscard]] std::vector<Plan::LegendEntry> memoryLegend(const engine::trace::Trace& trace);
/// The devices whose memory stands below lanes: GPUs, or the CPU where nothing was taken from any; without a place.
[[nodiscard]] std::vector<MemoryRow> memoryRowsOf(const engine::trace::Trace& trace);
void placeGraph(const engine::trace::Trace& trace, const FigureOptions& options, Plan& plan);
void placeMemory(const engine::trace::Trace& trace, Plan& plan);

[[nodiscard]] std::vector<Plan::LegendEntry> legendOf(const Plan& plan, const FigureOptions& options);

/// The range of a figure: all timed blocks with the work that outlives them, or the whole run.
[[nodiscard]] model::TimeRange rangeOf(const engine::trace::Trace& trace, const FigureOptions& options);

/// A round step of which about `parts` make `length`.
[[nodiscard]] engine::Nanoseconds niceStep(engine::Nanoseconds length, double parts);
/// "250 ms", "0.5 s"; no digits that say nothing.
[[nodiscard]] QString stepText(engine::Nanoseconds time);

/// Between the letter of a panel and its title.
constexpr double kAfterLetter = 28;

}  // namespace ui::figure::detail
