#pragma once

#include "engine/base/result.h"

#include <string>

namespace app {

void print(const std::string& text);

/// Flushes standard output and checks that all text, including the program's, was written. It is no error if the reader
/// has closed the pipe (`| head -1`). Errors: InputOutput.
[[nodiscard]] engine::Status finishOutput();

}  // namespace app
