#pragma once

#include "engine/base/result.h"
#include "engine/device/machine.h"
#include "engine/device/platform.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine::device {

/// The machine files of a folder as the selector shows them: the book's machine first, then by id. A file that cannot
/// be used is listed with its problem. Errors are never fatal: a missing folder gives an empty list.
[[nodiscard]] std::vector<MachineInfo> listMachines(const std::filesystem::path& folder);

/// What the selector shows of one machine file, the reader's own too.
[[nodiscard]] MachineInfo describeMachine(const std::filesystem::path& file);

/// The machine that a reader means: the id of a file in `folder`, or the path of a file.
/// Errors: NotFound with the ids that there are; those of readMachine().
[[nodiscard]] Result<Machine> findMachine(const std::filesystem::path& folder, const std::string& idOrPath);

}  // namespace engine::device
