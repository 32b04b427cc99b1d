#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace app {

/// Returns the absolute path of an output, so that a program may change the current folder. Keeps "" and "-" (standard
/// output).
[[nodiscard]] std::string absoluteOutput(const std::string& name);

/// Checks that no output overwrites an input or another output. Ignores names that are empty or "-", outputs that are
/// not regular files (/dev/null), and inputs that are ids. Errors: InvalidArgument; the message names the file.
[[nodiscard]] engine::Status checkOutputs(const std::vector<std::string>& inputs,
                                          const std::vector<std::string>& outputs);

}  // namespace app
