#include "engine/ranks/mpi/module.h"

#include "engine/base/module_file.h"
#include "engine/messages/messages.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

namespace engine::ranks::mpi {

using messages::message;

namespace {

std::optional<int> numberIn(const char* variable)
{
    const char* const text = std::getenv(variable);
    if (text == nullptr)
        return std::nullopt;
    const std::string_view digits(text);
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && end == digits.data() + digits.size() && number >= 0 ? std::optional(number)
                                                                                       : std::nullopt;
}

constexpr const char* kFile = "liboverlap_mpi.so";

}  // namespace

std::vector<std::filesystem::path> modulePlaces()
{
    constexpr std::array kFiles{kFile};
    return engine::modulePlaces("OVERLAP_MPI_MODULE", kFiles);
}

Result<const abi::Module*> loadModule(const std::vector<std::filesystem::path>& places)
{
    for (const std::filesystem::path& place : places) {
        std::error_code ignored;
        if (!std::filesystem::exists(place, ignored))
            continue;
        const ModuleFile loaded = engine::loadModule(place, abi::kEntry, abi::kVersion, sizeof(abi::Module));
        switch (loaded.problem) {
            case ModuleFile::Problem::None:
                return static_cast<const abi::Module*>(loaded.table);
            case ModuleFile::Problem::NotLoaded:
                return makeError(ErrorCode::Unavailable,
                                 message("ranks.mpi.not-loaded", place.string(), loaded.reason));
            case ModuleFile::Problem::Foreign:
            case ModuleFile::Problem::OtherVersion:
                return makeError(ErrorCode::Unavailable, message("ranks.mpi.other-version", place.string()));
        }
    }
    return makeError(ErrorCode::Unavailable, message("ranks.mpi.missing", kFile));
}

std::optional<device::RankPlace> placeInEnvironment()
{
    struct Launcher {
        const char *rank, *count, *localRank, *localCount;
    };
    constexpr std::array kLaunchers{
        Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
                 "OMPI_COMM_WORLD_LOCAL_SIZE"},
        Launcher{"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
    };
    for (const Launcher& launcher : kLaunchers) {
        const auto rank = numberIn(launcher.rank);
        const auto count = numberIn(launcher.count);
        if (!rank || !count || *rank >= *count)
            continue;
        return device::RankPlace{*rank, *count, numberIn(launcher.localRank).value_or(*rank),
                                 numberIn(launcher.localCount).value_or(*count), 0};
    }
    return std::nullopt;
}

}  // namespace engine::ranks::mpi
