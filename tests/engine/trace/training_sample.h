#pragma once

#include "engine/trace/sink.h"
#include "engine/trace/trace.h"

#include <vector>

namespace tests {

/// A generated training of LeNet as in the book: per GPU and batch 13 forward operations, 13 backward operations and
/// 8 updates, and an all-reduce of 8 parameters between GPUs. The first epoch reaches an accuracy of 0.10.
/// Deterministic.
struct TrainingShape {
    std::vector<int> gpus{1, 2};  ///< number of GPUs of each call of train()
    int epochs = 2;
    int batches = 8;        ///< per epoch
    int isCutAtBatch = -1;  ///< the last training still runs, with no records after this batch; -1: it is complete
};

void writeTraining(const TrainingShape& shape, engine::trace::Sink& sink);
[[nodiscard]] engine::trace::TracePtr trainingTrace(const TrainingShape& shape = {});

}  // namespace tests
