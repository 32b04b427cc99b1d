#pragma once

#include "engine/trace/trace.h"

#include <cstddef>

namespace engine::analysis {

/// The operations that a failed run had issued and finished.
struct Progress {
    std::size_t issued = 0;      ///< number of issued operations; excludes one that was refused during its issue
    std::size_t done = 0;        ///< number of issued operations that had finished by the time of the error
    std::size_t failed = 0;      ///< number of issued operations that ended without a result
    bool isOfStatement = false;  ///< counts the operations of the refused statement only
};

/// Progress at the time of the run's error. If memory was refused, only the operations of the statement whose
/// allocation was refused are counted, because a later statement may have received the error. For any other error, or
/// if that statement has issued nothing, all operations of the run are counted. All zero for a run without an error.
[[nodiscard]] Progress progressAtError(const trace::Trace& trace);

}  // namespace engine::analysis
