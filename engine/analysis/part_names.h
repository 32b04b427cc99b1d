#pragma once

#include "engine/analysis/training.h"

namespace engine::analysis {

/// What a part of a batch is called in a run: as nameOf(Part), but of a run of another program "optimizer", not "sgd".
/// What its kernels are there for is a guess from their names, and the words of our own programs would pass it off as
/// known.
[[nodiscard]] const char* nameOf(const trace::Trace& trace, Part part);

}  // namespace engine::analysis
