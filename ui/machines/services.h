#pragma once

#include "engine/device/platform.h"
#include "ui/look/languages.h"
#include "ui/runs/backend.h"

#include <functional>
#include <string>
#include <vector>

namespace ui::machines {

/// Functions and paths that app/desktop passes to the window.
struct Services {
    runs::BackendMaker backend;
    std::string lessons;  ///< folder of the shipped lessons; empty: none
    std::vector<engine::device::MachineInfo>
        machines;  ///< this computer and the machine files, in the selector's order
    /// Finds this computer's GPUs; slow, any thread. Null: `machines` contains them already.
    std::function<std::vector<engine::device::MachineInfo>()> ownMachines;
    /// Describes a machine file of the user, whose id is its path. If it cannot be used, its `problem` says why.
    std::function<engine::device::MachineInfo(const std::string& path)> describeMachine;
    std::string calibrator;                ///< path of overlap-run, which measures this computer; empty: not installed
    std::string calibrated;                ///< path of this computer's machine file, which may not exist yet
    look::Languages* languages = nullptr;  ///< outlives the window; null: the window is in English
};

}  // namespace ui::machines
