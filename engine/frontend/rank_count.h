#pragma once

#include "engine/frontend/runner.h"

namespace engine::frontend {

/// The number of ranks in the request's parameters, or in those of its program; 1 if they name none, or no number.
[[nodiscard]] int ranksOf(const RunRequest& request);

}  // namespace engine::frontend
