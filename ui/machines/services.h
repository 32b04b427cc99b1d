#pragma once

#include "engine/device/platform.h"
#include "ui/look/languages.h"
#include "ui/runs/backend.h"

#include <functional>
#include <string>
#include <vector>

namespace ui::machines {

/// What the window gets from outside; only app/desktop knows where it comes from.
struct Services {
    runs::BackendMaker backend;
    std::string lessons;  ///< folder of the lessons that ship; empty: none
    std::vector<engine::device::MachineInfo>
        machines;  ///< this computer and the machine files, in the selector's order
    /// This computer with its GPUs, which takes a while to find out; any thread. Null: it is among `machines` already.
    std::function<std::vector<engine::device::MachineInfo>()> ownMachines;
    /// Describes a reader's own machine file, whose id is its path; its `problem` says why it cannot be used.
    std::function<engine::device::MachineInfo(const std::string& path)> describeMachine;
    std::string calibrator;  ///< path of overlap-run, which measures this computer; empty: it is not there
    std::string calibrated;  ///< the machine file of this computer, whether it is there or not yet
    look::Languages* languages = nullptr;  ///< outlives the window; without them it speaks English
};

}  // namespace ui::machines
