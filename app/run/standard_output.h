#pragma once

#include "engine/base/result.h"

#include <string>

namespace app {

void print(const std::string& text);

/// Whether all that was printed, here and by the program that ran, is where it should be. A reader that has gone
/// (`| head -1`) is no error. Errors: InputOutput, with a sentence.
[[nodiscard]] engine::Status finishOutput();

}  // namespace app
