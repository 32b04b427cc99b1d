#pragma once

#include "engine/device/platform.h"
#include "engine/frontend/runner.h"

#include <filesystem>
#include <string>
#include <vector>

namespace app {

/// Every machine a program can run on: the machine files of `folder`, then this computer.
[[nodiscard]] std::vector<engine::device::MachineInfo> listMachines(const std::filesystem::path& folder);

/// The same without asking for GPUs: this computer is there as if it had none.
[[nodiscard]] std::vector<engine::device::MachineInfo> listMachinesAtOnce(const std::filesystem::path& folder);

/// This computer in every way in which it can be had. Loads the driver the first time, which takes up to a second.
[[nodiscard]] std::vector<engine::device::MachineInfo> ownMachines();

/// Opens a machine by id or by the path of its file; the one place that names the kinds of devices.
/// Values that earlier runs read are remembered in the factory.
[[nodiscard]] engine::device::PlatformFactory platformFactory(std::filesystem::path folder);

/// How a machine is called in titles.
[[nodiscard]] engine::frontend::Runner::MachineLabel machineLabels(std::filesystem::path folder);

/// What the CUDA module says about itself; empty without one that finds a driver.
struct GpuSoftware {
    std::string driver;   ///< "13.0"
    std::string toolkit;  ///< "CUDA 13.0"
};
[[nodiscard]] GpuSoftware gpuSoftware();

}  // namespace app
