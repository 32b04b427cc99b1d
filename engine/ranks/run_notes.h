#pragma once

#include "engine/ranks/run_set.h"

#include <vector>

namespace engine::ranks {

/// Returns warnings about a whole run, at its end: clocks that contradict each other, and equal calls in different
/// lines.
[[nodiscard]] std::vector<trace::NoteRecord> notesAbout(const RunSet& set);

}  // namespace engine::ranks
