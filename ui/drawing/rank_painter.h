#pragma once

#include "engine/ranks/run_set.h"
#include "ui/drawing/scene.h"

class QPainter;

/// Paints the rows of a run of several ranks.
namespace ui::drawing {

/// Number of ranks and clock of a node.
void paintNode(QPainter& painter, const Scene& scene, const Row& row);
/// The transfers of a rank's collectives, before them its waits for later ranks, and the times of its own arrivals.
void paintCommunication(QPainter& painter, const Scene& scene, const Row& row);
/// A rank in one row: computing and copying above, communication below.
void paintFoldedRank(QPainter& painter, const Scene& scene, const Row& row);
/// All ranks as one image of exact fractions.
void paintBand(QPainter& painter, const Scene& scene, const Row& row);
/// From the rank that arrived last, one line to each rank that waited for it.
void paintLastArrivals(QPainter& painter, const Scene& scene);
/// Header of a folded rank, of a band, and the mark of a straggler.
void paintRankHeader(QPainter& painter, const Scene& scene, const Row& row);

/// The lanes of a folded rank as rows of their own, for painting and for hit tests.
[[nodiscard]] std::vector<Row> lanesOfFolded(const engine::trace::Trace& trace, const Row& row);

/// Bytes per second that each rank's link must carry, whatever the algorithm, as NCCL's tests define it.
[[nodiscard]] double busBandwidth(const engine::ranks::MatchedCollective& collective);

}  // namespace ui::drawing
