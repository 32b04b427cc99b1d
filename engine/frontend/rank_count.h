#pragma once

#include "engine/frontend/runner.h"

#include <string_view>

namespace engine::frontend {

/// The number of ranks that the request's parameters state, else the number that its program's parameters state; 1 if
/// it is missing or not a number.
[[nodiscard]] int ranksOf(const RunRequest& request);

/// Whether the program itself has a parameter of this name. If so, the command and the window do not interpret the
/// value as their own option.
[[nodiscard]] bool declares(const Program& program, std::string_view parameter);

}  // namespace engine::frontend
