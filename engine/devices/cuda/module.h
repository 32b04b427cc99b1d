#pragma once

#include "engine/base/result.h"
#include "engine/devices/cuda/abi.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace engine::devices::cuda {

/// The loaded CUDA module. It stays loaded until the process ends, because its libraries run threads; findModule()
/// unloads a module that finds no usable GPU. Thread: any.
class Module {
public:
    /// Uses a table that is linked into the program; for tests.
    explicit Module(const abi::Module& table) : m_table(table) {}

    [[nodiscard]] const abi::Module& operator*() const { return m_table; }
    [[nodiscard]] const abi::Module* operator->() const { return &m_table; }

    /// Converts a code to a Status with the module's error message. `doing`: "open GPU 0".
    [[nodiscard]] Status check(abi::Code code, const std::string& doing) const;

private:
    const abi::Module& m_table;
};

using ModulePtr = std::shared_ptr<const Module>;

/// Why no GPU can be used. Each problem has a message, which states how the user can solve it.
enum class GpuProblem : std::uint8_t {
    None,
    NoModule,  ///< the module is missing, cannot be loaded, or has failed
    NoDriver,
    NoDevice,
};

/// The result of the search for a module: a module, or the problem that prevents the use of GPUs.
struct ModuleSearch {
    ModulePtr module;  ///< null unless problem is None
    GpuProblem problem = GpuProblem::None;
    Message sentence;     ///< describes the problem
    std::string gpuName;  ///< name of the first GPU
    abi::Probe probe;     ///< `devices` counts only the GPUs that the module supports, which are numbered first
};

/// Returns the paths to search for modules: only $OVERLAP_CUDA_MODULE if it is set, else the program's folder and
/// ../lib/overlap, for CUDA 13 and then for CUDA 12.
[[nodiscard]] std::vector<std::filesystem::path> modulePlaces();

/// Loads the modules of `places` until one finds a GPU that it supports. Of files with the same name only the first is
/// loaded.
[[nodiscard]] ModuleSearch findModule(const std::vector<std::filesystem::path>& places);

/// Probes a module that is already loaded.
[[nodiscard]] ModuleSearch probeModule(ModulePtr module);

}  // namespace engine::devices::cuda
