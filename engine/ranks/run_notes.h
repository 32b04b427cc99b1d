#pragma once

#include "engine/ranks/run_set.h"

#include <vector>

namespace engine::ranks {

/// Returns warnings about a whole run after its end: about clocks that contradict each other, and about equal calls
/// that ranks make in different lines.
[[nodiscard]] std::vector<trace::NoteRecord> notesAbout(const RunSet& set);

}  // namespace engine::ranks
