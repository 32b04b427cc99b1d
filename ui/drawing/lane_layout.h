#pragma once

#include "engine/trace/trace.h"
#include "ui/drawing/ghost.h"

#include <QString>
#include <optional>
#include <vector>

/// Positions of the rows of a timeline: pure functions of a trace, without a window, for the screen and for exports.
namespace ui::drawing {

enum class RowKind : std::uint8_t {
    Axis,
    Benchmarks,
    Batches,
    Frontend,
    Work,
    Compute,
    Copy,
    Overlap,
    Link,
    Folded,
    Node,           ///< node of a run of several ranks
    Communication,  ///< collectives of a rank
    Rank,           ///< all lanes of a rank in one row
    Band,           ///< many ranks as one image
    Extra,
    Key,
    Overview
};

/// One row. `top` is in pixels from the top of the unscrolled view.
struct Row {
    RowKind kind = RowKind::Compute;
    int top = 0;
    int height = 0;
    int barTop = 0;  ///< top of the bars within the row
    int barHeight = 0;
    int ghostHeight = 0;  ///< height of the thin row at the bottom that shows the previous run; 0: none
    int labelTop = 0;     ///< top of the statement labels above the bars; labelHeight 0: no labels
    int labelHeight = 0;
    engine::LaneId lane;
    engine::DeviceId device;
    std::vector<engine::LaneId> folded;  ///< Folded or Rank row: the lanes that it replaces
    int member = -1;  ///< index of the rank (of a node: its first rank) in the displayed set; -1: none
    std::vector<std::uint32_t> ranks{};  ///< band: indices of its ranks, from top to bottom
    bool isNamed = true;                 ///< for a rank in one row: there is room for its name
    engine::trace::TracePtr opened{};    ///< trace of an opened rank, for `lanes`; null: its lanes are not loaded
    std::vector<Row> lanes{};            ///< rows of an opened rank, which lie within this one
    int extra = -1;                      ///< index of the row in TimeRows; -1: none
    bool startsGroup = false;            ///< the row shows the name of its device, with a separator above
    bool isUsed = false;                 ///< has content now or had some in this run
    QString title, subtitle, role;
    QString icon;  ///< icon of the row that starts a group

    [[nodiscard]] int bottom() const { return top + height; }
    /// Height without the thin row of the previous run.
    [[nodiscard]] int ownHeight() const { return height - ghostHeight; }
};

/// The size that a row of another view requests.
struct ExtraRow {
    int minimumHeight = 0;
    bool stretches = false;
};

enum class Density : std::uint8_t { Normal, Compact };

/// A rank that the user opened: its lanes have rows, even if other ranks have one row or share a band.
struct OpenRank {
    std::uint32_t member = 0;
    engine::trace::TracePtr trace{};  ///< trace of this rank alone; null: not loaded, or the laid-out trace contains it
    QString note{};                   ///< "loading", shown instead of lanes
};

/// The properties, besides the trace, that determine the rows.
struct LayoutOptions {
    double scale = 1.0;
    Density density = Density::Normal;
    int height = 0;  ///< available height; stretching rows share what other rows leave
    std::vector<ExtraRow> extra;
    std::vector<engine::LaneId> alsoUsed;  ///< lanes that get a row even if nothing ran on them
    GhostRows ghost;                       ///< lanes, blocks and waits of the previous run
    bool hasOverview = true;
    bool isStage = false;                    ///< stage mode, for a lecture: no overview, no idle lanes, taller lanes
    bool hasOverlap = true;                  ///< show the concurrency band if two or more lanes work
    int tails = 1;                           ///< number of lines for tails of brackets, from tailLevels()
    std::vector<std::uint32_t> rankOrder{};  ///< members of a run of several ranks; empty: by node and rank
    std::vector<std::uint32_t> lateRanks{};  ///< members whose names are always shown; bands do not include them
    std::vector<OpenRank> openRanks{};       ///< ranks whose lanes have rows; bands do not include them
};

struct LaneLayout {
    std::vector<Row> rows;
    int headerWidth = 136;
    int height = 0;          ///< height of all rows; larger than the available height if they do not fit
    int pinnedTop = 0;       ///< height of the rows at the top that do not scroll: the axis
    int pinnedBottom = 0;    ///< height of the rows at the bottom that do not scroll: the legend and the overview
    int overviewHeight = 0;  ///< 0: no overview

    /// The row at `y`; null between rows.
    [[nodiscard]] const Row* rowAt(int y) const;
    // The following functions return null if there is no such row; rows are valid until `rows` changes.
    /// The row of a lane; for a folded lane, the row that replaces it.
    [[nodiscard]] const Row* rowOf(engine::LaneId lane) const;
    [[nodiscard]] const Row* rowOf(RowKind kind) const;
    /// The main row of a device: its first compute row, or its worker row.
    [[nodiscard]] const Row* rowOf(engine::DeviceId device) const;
};

[[nodiscard]] LaneLayout layOut(const engine::trace::Trace& trace, const LayoutOptions& options);

/// Whether a lane is busy for less than 1 / `share` of a finished run. A tall row for such a lane would show only
/// "idle".
[[nodiscard]] bool isBarelyUsed(const engine::trace::Trace& trace, engine::LaneId lane, std::int64_t share = 100);

/// Whether the lane has spans or a running operation.
[[nodiscard]] bool isUsed(const engine::trace::Trace& trace, engine::LaneId lane);

}  // namespace ui::drawing
