#include "engine/base/module_file.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <cstring>

namespace engine {

std::filesystem::path programFolder()
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path{} : program.parent_path();
}

std::vector<std::filesystem::path> modulePlaces(const char* variable, std::span<const char* const> files)
{
    if (const char* chosen = std::getenv(variable); chosen != nullptr && *chosen != '\0')
        return {chosen};
    const std::filesystem::path folder = programFolder();
    if (folder.empty())
        return {};
    std::vector<std::filesystem::path> places;
    for (const char* file : files)
        for (const auto& place : {folder / file, folder.parent_path() / "lib" / "overlap" / file})
            places.push_back(place);
    return places;
}

ModuleFile loadModule(const std::filesystem::path& file, const char* entry, std::uint32_t version,
                      std::uint32_t tableSize)
{
    ModuleFile module;
    module.library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module.library == nullptr) {
        module.problem = ModuleFile::Problem::NotLoaded;
        module.reason = dlerror();
        return module;
    }
    using Entry = const void* (*)(std::uint32_t);
    const auto function = reinterpret_cast<Entry>(dlsym(module.library, entry));
    module.table = function != nullptr ? function(version) : nullptr;
    if (module.table != nullptr) {
        std::array<std::uint32_t, 2> header{};  // version and size
        std::memcpy(header.data(), module.table, sizeof header);
        if (header[0] == version && header[1] == tableSize)
            return module;
    }
    module.table = nullptr;
    module.problem = function == nullptr ? ModuleFile::Problem::Foreign : ModuleFile::Problem::OtherVersion;
    unload(module);
    module.library = nullptr;
    return module;
}

void unload(const ModuleFile& module)
{
    if (module.library != nullptr)
        dlclose(module.library);
}

}  // namespace engine
