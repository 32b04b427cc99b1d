#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace app {

/// The file that an output names, whatever folder a program changes to meanwhile. Empty and "-" (standard output) stay.
[[nodiscard]] std::string settledOutput(const std::string& name);

/// Nothing that is read may be written over, and no two outputs may go to one file. Names that are empty or "-", and
/// outputs that are no regular files (/dev/null), are left out; an input may be an id, which is no file.
/// Errors: InvalidArgument, with a sentence that names the file.
[[nodiscard]] engine::Status checkOutputs(const std::vector<std::string>& inputs,
                                          const std::vector<std::string>& outputs);

}  // namespace app
