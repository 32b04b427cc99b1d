#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"

#include <cstdint>
#include <exception>
#include <memory>

namespace engine::schedule {

/// The failure of an operation, shared by all operations that are skipped because of it. Immutable.
struct Failure {
    Error error;  ///< error of the body or of its exception; for std::bad_alloc OutOfMemory without a message
    std::exception_ptr exception;  ///< the exception of the body, if it threw one
    OpId op;                       ///< the operation that failed, never one that was skipped; none: unnumbered
    NameId name;
    std::uint64_t order = 0;  ///< position in program order; the failure with the lowest position is reported
};

using FailurePtr = std::shared_ptr<const Failure>;

}  // namespace engine::schedule
