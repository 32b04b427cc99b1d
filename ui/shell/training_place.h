#pragma once

#include "engine/analysis/training.h"
#include "engine/trace/trace.h"

#include <QString>

namespace ui::shell {

/// Progress of a live training: " · epoch 2, batch 118 of 235"; empty for other runs.
[[nodiscard]] QString trainingProgress(const engine::trace::Trace& trace, const engine::analysis::Training& training);

/// Describes a time by its epoch and the time trained so far, counted as in the table of epochs: "epoch 3 · 6.41 s".
/// Empty if `time` is in no training, and for an imported trace.
[[nodiscard]] QString placeInTraining(const engine::trace::Trace& trace, const engine::analysis::Training& training,
                                      engine::Nanoseconds time);

}  // namespace ui::shell
