#pragma once

#include "engine/ranks/run_set.h"
#include "ui/drawing/scene.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Paints the rows of a run of several ranks.
namespace ui::drawing {

/// Paints the number of ranks of a node and the uncertainty of its clock.
void paintNode(const Surface& painter, const Scene& scene, const Row& row);
/// Paints the collectives of a rank: its arrival, its wait for later ranks, and the transfer.
void paintCommunication(const Surface& painter, const Scene& scene, const Row& row);
/// As paintCommunication(), without the bars of the transfers, for a file that animates the bars.
void paintCollectives(const Surface& painter, const Scene& scene, const Row& row);
/// Paints a rank in one row: computing and copying above, communication below. Paints an opened rank with its lanes.
void paintFoldedRank(const Surface& painter, const Scene& scene, const Row& row);
/// Paints all ranks as one image (RankBands).
void paintBand(const Surface& painter, const Scene& scene, const Row& row);
/// Paints lines from the rank that arrived last to the ranks that waited for it. Omits short waits. Paints nothing if
/// the run has many ranks.
void paintLastArrivals(const Surface& painter, const Scene& scene);
/// Paints, in the rows of late ranks, the arrival of the median rank and how much the late rank delays the step.
void paintDelays(const Surface& painter, const Scene& scene);
/// Paints what only the headers of ranks have: the background of nodes, the marks of late and of selected ranks, the
/// names of folded ranks, and the scale of bands. For an opened rank, also paints the headers of its lanes.
void paintRankHeader(const Surface& painter, const Scene& scene, const Row& row);

/// Whether a rank waits, within the range, for a rank that arrives later.
[[nodiscard]] bool haveRanksWaits(const engine::trace::Trace& trace, const model::TimeRange& range);

/// Returns a scene of an opened rank between bands, with its own trace and lanes.
[[nodiscard]] Scene sceneOfOpened(const Scene& scene, const Row& row);
/// The scene that shows the selected operation: that of the opened rank which was selected last, else `scene`.
[[nodiscard]] Scene sceneOfSelection(const Scene& scene);

/// Returns the member of a run that a row shows at `y` in the view; none: the row shows no rank.
[[nodiscard]] std::optional<std::uint32_t> memberAt(const Scene& scene, const Row& row, double y);

/// Returns the lanes of a folded rank as separate rows, for painting and for hit tests.
[[nodiscard]] std::vector<Row> lanesOfFolded(const engine::trace::Trace& trace, const Row& row);

/// Bytes per second that each rank's link must carry, whatever the algorithm, as NCCL's tests define it.
[[nodiscard]] double busBandwidth(const engine::ranks::MatchedCollective& collective);

}  // namespace ui::drawing
