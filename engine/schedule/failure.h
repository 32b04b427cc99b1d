#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"

#include <cstdint>
#include <exception>
#include <memory>

namespace engine::schedule {

/// An operation that failed, and with it everything that reads what it should have written. Immutable, shared.
struct Failure {
    Error error;                   ///< the sentence of the operation
    std::exception_ptr exception;  ///< what its body threw, if it threw
    OpId op;                       ///< the operation that failed itself, never one that was skipped; none: internal
    NameId name;
    std::uint64_t order = 0;  ///< position in program order: of several failures the lowest is shown
};

using FailurePtr = std::shared_ptr<const Failure>;

}  // namespace engine::schedule
