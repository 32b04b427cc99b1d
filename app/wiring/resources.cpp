#include "app/wiring/resources.h"

#include "engine/base/module_file.h"
#include "engine/messages/messages.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace app {

namespace {

std::vector<std::filesystem::path> candidates()
{
    std::vector<std::filesystem::path> places;
    if (const char* chosen = std::getenv("OVERLAP_RESOURCES"); chosen != nullptr && *chosen != '\0')
        return {chosen};
    if (const auto folder = engine::programFolder(); !folder.empty()) {
        places.push_back(folder.parent_path() / "share" / "overlap");
        places.push_back(folder / "resources");
    }
    places.emplace_back(OVERLAP_SOURCE_RESOURCES);
    return places;
}

}  // namespace

engine::Result<std::filesystem::path> findResources()
{
    std::string looked;
    for (const auto& place : candidates()) {
        std::error_code ignored;
        if (std::filesystem::is_directory(place / "workloads", ignored))
            return place;
        looked += (looked.empty() ? "" : ", ") + place.string();
    }
    return engine::makeError(engine::ErrorCode::NotFound,
                             engine::messages::message("program.resources-missing", looked));
}

engine::frontend::Runner::Paths runnerPaths(const std::filesystem::path& resources)
{
    engine::frontend::Runner::Paths paths;
    // In an installation, all packages are in one folder; in the source tree, some are in the folders of the engine.
    paths.python = {resources / "python"};
    for (const char* room : {"listing", "frontend"}) {
        std::error_code ignored;
        const auto folder = resources.parent_path() / "engine" / room / "python";
        if (std::filesystem::is_directory(folder, ignored))
            paths.python.push_back(folder);
    }
    paths.workloads = resources / "workloads";
    if (const char* chosen = std::getenv("OVERLAP_PYTHON_LIBRARY"); chosen != nullptr && *chosen != '\0')
        paths.standardLibrary = chosen;
    return paths;
}

}  // namespace app
