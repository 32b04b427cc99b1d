#pragma once

#include "engine/base/result.h"
#include "engine/devices/cuda/abi.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace engine::devices::cuda {

/// The CUDA module, loaded. Once a GPU was opened it stays in memory for the life of the process: libraries in it keep
/// threads of their own.
class Module {
public:
    /// Of a table that is part of the program; for tests.
    explicit Module(const abi::Module& table) : m_table(table) {}

    [[nodiscard]] const abi::Module& operator*() const { return m_table; }
    [[nodiscard]] const abi::Module* operator->() const { return &m_table; }

    /// Ok, or what the module says about it. `doing`: "open GPU 0".
    [[nodiscard]] Status check(abi::Code code, const std::string& doing) const;

private:
    const abi::Module& m_table;
};

using ModulePtr = std::shared_ptr<const Module>;

/// Why there is no GPU to use, in three sentences that differ by what the reader can do about it.
enum class GpuProblem : std::uint8_t {
    None,
    NoModule,  ///< not there, or it does not load
    NoDriver,
    NoDevice,
};

struct ModuleSearch {
    ModulePtr module;  ///< null unless problem is None
    GpuProblem problem = GpuProblem::None;
    std::string sentence;  ///< of the problem
    std::string gpuName;   ///< of the first GPU
    abi::Probe probe;      ///< `devices`: those that the module can use, which come first
};

/// Where the module is looked for: $OVERLAP_CUDA_MODULE alone if it is set, else beside the program and in
/// ../lib/overlap.
[[nodiscard]] std::vector<std::filesystem::path> modulePlaces();

/// Loads the first module of `places` that is there, and asks it for GPUs.
[[nodiscard]] ModuleSearch findModule(const std::vector<std::filesystem::path>& places);

/// The same of a table that is there already.
[[nodiscard]] ModuleSearch probeModule(ModulePtr module);

}  // namespace engine::devices::cuda
