#pragma once

#include "engine/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

/// Checks whether a recorded run keeps those invariants of engine/device/INVARIANTS.md that also hold for measured
/// traces. Needs only the trace, which may come from a file or another machine. No Qt.
namespace conformance {

struct Verdict {
    int invariant = 0;  ///< number of the invariant; `claim` is its text
    std::string claim;
    std::int64_t checked = 0;  ///< number of checks
    std::string problem;       ///< the first violation; empty if there is none
};

/// Checks the invariants 1, 2, 3, 12, 17, 19 and 20 of engine/device/INVARIANTS.md.
[[nodiscard]] std::vector<Verdict> checkRules(const engine::trace::Trace& trace);

}  // namespace conformance
