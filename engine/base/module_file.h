#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// Modules: shared libraries of this project that are loaded at run time, such as the one for CUDA. Each module links a
/// library that the program can do without. A module exports one function, `const void* entry(std::uint32_t version)`,
/// which returns its table of functions, or null for a version that it does not support. A table begins with its
/// version and its size, 32 bits each.
namespace engine {

/// Returns the folder of the running program's file; empty: unknown.
[[nodiscard]] std::filesystem::path programFolder();

/// Returns the paths at which a module is searched for: the value of the environment variable if it is set; else, for
/// each name in `files`, the program's folder and ../lib/overlap.
[[nodiscard]] std::vector<std::filesystem::path> modulePlaces(const char* variable, std::span<const char* const> files);

/// A loaded module, or why it could not be loaded.
struct ModuleFile {
    enum class Problem : std::uint8_t {
        None,
        NotLoaded,  ///< the loader failed; `reason`: its message
        Foreign,    ///< the file does not export the function `entry`
        OtherVersion,
    };

    const void* table = nullptr;  ///< null unless problem is None
    Problem problem = Problem::None;
    std::string reason;
    void* library = nullptr;  ///< for unload(); null unless problem is None
};
/// Calls the function `entry` of the file with `version`. That function returns a table whose first two 32-bit numbers
/// must be `version` and `tableSize`; otherwise the file is unloaded.
[[nodiscard]] ModuleFile loadModule(const std::filesystem::path& file, const char* entry, std::uint32_t version,
                                    std::uint32_t tableSize);
/// Unloads the module, which must not run threads any more.
void unload(const ModuleFile& module);

}  // namespace engine
