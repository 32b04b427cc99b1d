#pragma once

#include "engine/analysis/training.h"

namespace engine::analysis {

/// The display name of a part of a batch. For runs of this program it is nameOf(Part). For imported runs it is a
/// neutral name ("optimizer", not "sgd"), because there the part is only guessed from the names of the kernels.
[[nodiscard]] Message nameOf(const trace::Trace& trace, Part part);

}  // namespace engine::analysis
