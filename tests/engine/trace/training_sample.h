#pragma once

#include "engine/trace/sink.h"
#include "engine/trace/trace.h"

#include <vector>

namespace tests {

/// A made-up training of LeNet with the shape of the chapter's: per GPU 13 operations forward, 13 backward and 8
/// updates a batch, an all-reduce of 8 parameters between GPUs; the first epoch reaches an accuracy of 0.10.
/// Deterministic.
struct TrainingShape {
    std::vector<int> gpus{1, 2};  ///< of each call of train()
    int epochs = 2;
    int batches = 8;        ///< per epoch
    int isCutAtBatch = -1;  ///< of the last run: nothing after it is recorded, the run is live
};

void writeTraining(const TrainingShape& shape, engine::trace::Sink& sink);
[[nodiscard]] engine::trace::TracePtr trainingTrace(const TrainingShape& shape = {});

}  // namespace tests
