#pragma once

#include "engine/device/platform.h"
#include "engine/frontend/runner.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace app {

/// Lists all machines on which programs can run: the machine files of `folder`, then this computer.
[[nodiscard]] std::vector<engine::device::MachineInfo> findMachines(const std::filesystem::path& folder);

/// Lists all machines without searching for GPUs, so that this computer appears without GPUs.
[[nodiscard]] std::vector<engine::device::MachineInfo> listMachinesWithoutProbing(const std::filesystem::path& folder);

/// Lists all variants of this computer; see devices::cuda::describeComputers(). The first call loads the driver, which
/// takes up to a second.
[[nodiscard]] std::vector<engine::device::MachineInfo> localMachines();

/// Returns a factory that opens a machine by id or by the path of its file. Only this function depends on all types of
/// devices. The factory caches values that programs read, for later runs.
[[nodiscard]] engine::device::PlatformFactory platformFactory(std::filesystem::path folder);

/// Returns the name of a machine for titles.
[[nodiscard]] std::string machineLabel(std::filesystem::path folder, const std::string& machine);

/// Returns the number of ranks on each of a machine's computers; 0: the machine is a single computer, or is unknown.
[[nodiscard]] int ranksPerComputer(const std::filesystem::path& folder, const std::string& machine);

/// Creates the front end with the programs and machines of the resources. Call it once per process, since Python can
/// start only once. Errors: those of Runner::create().
[[nodiscard]] engine::Result<std::unique_ptr<engine::frontend::Runner>> makeRunner(
    const std::filesystem::path& resources);

/// Versions that the CUDA module reports; empty if there is no usable GPU.
struct GpuSoftware {
    std::string driver;   ///< "13.0"
    std::string toolkit;  ///< "CUDA 13.0"
};
[[nodiscard]] GpuSoftware gpuSoftware();

}  // namespace app
