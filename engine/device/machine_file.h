#pragma once

#include "engine/base/result.h"
#include "engine/device/machine.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace engine::device {

/// Reads a machine description (format: resources/machines/machine.schema.json).
///
/// Errors: InputOutput if the file cannot be read; BadFile with one sentence that names the file and, for a wrong
/// field, its path ("gpus[0].memoryMiB.value"), the problem and the valid values. Required fields that are missing, and
/// fields that are unknown, of the wrong type or out of range are rejected.
/// Thread:  any.
[[nodiscard]] Result<Machine> readMachine(const std::filesystem::path& path);

/// Parses a machine description from text. `name` replaces the file name in messages; without its extension, it is the
/// id of the machine if the text has none.
[[nodiscard]] Result<Machine> parseMachine(std::string_view text, const std::string& name);

/// Returns the largest relative error over the held-out programs, as an absolute value; none if there are no such
/// programs.
[[nodiscard]] std::optional<double> heldOutErrorOf(const Machine& machine);

}  // namespace engine::device
