#pragma once

#include "engine/base/result.h"
#include "engine/device/machine.h"
#include "engine/device/platform.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine::device {

/// Returns the machine files of a folder in the order of the selector: "book-v100" first, then by file name. An
/// unusable file is listed with its problem. A missing folder gives an empty list.
[[nodiscard]] std::vector<MachineInfo> listMachines(const std::filesystem::path& folder);

/// Returns the selector's entry for one machine file, which may be outside the machine folder.
[[nodiscard]] MachineInfo describeMachine(const std::filesystem::path& file);

/// Returns the path of a machine file. `idOrPath`: the name of a file in `folder` without ".json", or a path. Errors:
/// NotFound; the message lists the valid names.
[[nodiscard]] Result<std::filesystem::path> findMachineFile(const std::filesystem::path& folder,
                                                            const std::string& idOrPath);

}  // namespace engine::device
