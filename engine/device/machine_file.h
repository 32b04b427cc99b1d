#pragma once

#include "engine/base/result.h"
#include "engine/device/machine.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace engine::device {

/// Reads a machine description (resources/machines/machine.schema.json says what is in it).
///
/// Errors: InputOutput if it cannot be read; BadFile with one sentence that names the file, the path of the field in
/// it ("gpus[0].memoryMiB.value"), what is wrong with it and what would be right. Fields that are missing, unknown, of
/// the wrong type or out of range are refused.
/// Thread:  any.
[[nodiscard]] Result<Machine> readMachine(const std::filesystem::path& path);

/// The same from text; `name` stands for the file in messages and gives the id where the text has none.
[[nodiscard]] Result<Machine> parseMachine(std::string_view text, const std::string& name);

/// The largest error of the held-out programs, relative and without sign; none if there are none.
[[nodiscard]] std::optional<double> heldOutErrorOf(const Machine& machine);

}  // namespace engine::device
