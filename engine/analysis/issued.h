#pragma once

#include "engine/trace/trace.h"

#include <cstddef>

namespace engine::analysis {

/// How far a run that ended with an error had come with the statement that failed.
struct Progress {
    std::size_t issued = 0;  ///< operations that it issued; one whose issue itself was refused is none of them
    std::size_t done = 0;    ///< of those, computed by the time of the error
    std::size_t failed = 0;  ///< of those, ended without a result
};

/// Of a run with an error: the statement is the one that issued what memory was refused to, for a later one may be told
/// of it, else the one that raised; where no line is known, the whole run. Nothing of a run without an error.
[[nodiscard]] Progress progressAtError(const trace::Trace& trace);

}  // namespace engine::analysis
