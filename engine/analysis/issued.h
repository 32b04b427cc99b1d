#pragma once

#include "engine/trace/trace.h"

#include <cstddef>

namespace engine::analysis {

/// How far a run that ended with an error had come.
struct Progress {
    std::size_t issued = 0;  ///< operations that were issued; one whose issue itself was refused is none of them
    std::size_t done = 0;    ///< of those, computed by the time of the error
    std::size_t failed = 0;  ///< of those, ended without a result
};

/// Of a run with an error. Where memory was refused: of the statement that issued what it was refused to, for a later
/// one may be told of it. Of any other error the whole run, since the statement that raises has often issued nothing.
/// Nothing of a run without an error.
[[nodiscard]] Progress progressAtError(const trace::Trace& trace);

}  // namespace engine::analysis
