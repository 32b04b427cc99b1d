#pragma once

#include "engine/analysis/training.h"

namespace engine::analysis {

/// The display name of a part of a batch. For runs of this program it is nameOf(Part). For imported runs it is a
/// neutral name ("optimizer", not "sgd"), because the part of an imported kernel is only guessed from the name of the
/// kernel.
[[nodiscard]] Message nameOf(const trace::Trace& trace, Part part);

}  // namespace engine::analysis
