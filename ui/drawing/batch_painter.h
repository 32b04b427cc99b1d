#pragma once

#include "ui/drawing/scene.h"
#include "ui/drawing/tooltip_line.h"

namespace ui::drawing {

/// Paints one bracket per batch with its number and time. If the batches in view are too many or too narrow, paints one
/// bracket per epoch instead.
void paintBatches(const Surface& painter, const Scene& scene, const Row& row);
/// Marks the starts of the first 64 epochs in the overview; an imported trace has none.
void paintEpochMarks(const Surface& painter, const Scene& scene, const QRectF& area);
/// Paints one box for each phase in which the program issued operations, into the program's row. Returns false, and
/// paints nothing, if no phases or too many of them are in view.
[[nodiscard]] bool paintIssuePhases(const Surface& painter, const Scene& scene, const QRectF& bars);

/// The batch or epoch at `x` in the Batches row.
struct StepHit {
    int batch = -1;  ///< index into RunDigest::training().batches; -1: none, or batches are too narrow here
    int run = -1;
    int epoch = -1;  ///< index of the epoch; -1: none
    model::TimeRange range;
};
[[nodiscard]] StepHit stepAt(const Scene& scene, double x);

/// Names a batch: "epoch 3, batch 118 of 235".
[[nodiscard]] QString batchText(const Scene& scene, const engine::analysis::Batch& batch);
/// The tooltip of a batch or an epoch.
[[nodiscard]] std::vector<TooltipLine> describe(const Scene& scene, const StepHit& hit);

/// Returns the batch that is shown when a run is opened; -1: none. It is the middle batch of the last finished epoch
/// among the first three epochs of a training. If the run has several trainings, the last one with such an epoch is
/// used.
[[nodiscard]] int openingBatch(const engine::analysis::Training& training);

}  // namespace ui::drawing
