#pragma once

#include "engine/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

/// Whether a recorded run keeps what every device promises (the invariants that hold for real traces
/// too), judged from the trace alone: of a file, of this or another machine. No Qt.
namespace conformance {

struct Verdict {
    int invariant = 0;  ///< its number; `claim` says it
    std::string claim;
    std::int64_t checked = 0;  ///< places where it was looked at
    std::string problem;       ///< the first; empty: none
};

/// Of the invariants 1, 2, 3, 12, 17, 19 and 20.
[[nodiscard]] std::vector<Verdict> checkRules(const engine::trace::Trace& trace);

}  // namespace conformance
