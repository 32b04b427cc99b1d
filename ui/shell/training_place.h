#pragma once

#include "engine/analysis/training.h"
#include "engine/trace/trace.h"

#include <QString>

namespace ui::shell {

/// " · epoch 2, batch 118 of 235": how far a live training has come; empty for other runs.
[[nodiscard]] QString trainingProgress(const engine::trace::Trace& trace, const engine::analysis::Training& training);

/// "epoch 3 · 6.41 s": where `time` is in its training, whose time is counted as the table of epochs does; empty: in
/// none.
[[nodiscard]] QString placeInTraining(const engine::trace::Trace& trace, const engine::analysis::Training& training,
                                      engine::Nanoseconds time);

}  // namespace ui::shell
