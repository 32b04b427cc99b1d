#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <string>
#include <vector>

namespace engine::frontend {

/// A number of the listing that a run takes another one for: every literal of that type and value.
struct ReplacedNumber {
    std::string parameter;  ///< "n"
    std::string listed;     ///< "4000", as the program's header has it
    std::string runs;       ///< "10"
    bool isReal = false;    ///< 1.0 and not 1
};

/// What the request's parameters put in the place of the listing's numbers; those that stay as they are left out.
/// Errors: as a run of it would give for its parameters.
[[nodiscard]] Result<std::vector<ReplacedNumber>> replacedNumbers(const RunRequest& request);

}  // namespace engine::frontend
