#pragma once

#include "engine/base/result.h"
#include "engine/ranks/run_set.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

/// Runs of several ranks on disk: one native file for each rank, or one file with the chunks of all.
namespace engine::io {

/// A run of more ranks than this is loaded without the operations of most ranks. Only the first rank, the ranks for
/// which the others waited longest, and a typical rank to compare them with have operations.
inline constexpr std::uint32_t kMaxDetailedRanks = 64;

/// Those ranks of a run whose records could be read.
struct OpenedRuns {
    ranks::RunSetPtr set;
    Message note;  ///< set if data is missing
};

/// Opens a file with the chunks of all ranks, or a folder with one file for each rank: native files, or else traces of
/// PyTorch's profiler. Errors: NotFound for a folder without such files; BadFile if two complete files are of one rank;
/// those of RankFile::open(), RunSet::make() and, for profiles, openTrace(); OutOfMemory; Cancelled.
[[nodiscard]] Result<OpenedRuns> openRunSet(const std::filesystem::path& path,
                                            const std::function<bool(double)>& progress = {});

/// Opens native files of ranks; leaves out files that do not exist or are damaged. Errors: BadFile as for openRunSet();
/// OutOfMemory.
[[nodiscard]] Result<OpenedRuns> openRankFiles(std::span<const std::filesystem::path> paths);

/// Whether `path` is a native file of ranks, or a folder that contains such files or JSON files (openRunSet()
/// determines whether these are profiles).
[[nodiscard]] bool isRunSet(const std::filesystem::path& path);

/// Writes all ranks into one file. Errors: Unsupported if a rank was loaded without its operations (use mergeRanks());
/// InputOutput.
[[nodiscard]] Status saveRunSet(const ranks::RunSet& set, const std::filesystem::path& path);

/// Writes all ranks in `folder` into one file, in the format that its name denotes (saveTraceAs()). If this format and
/// the ranks' files are native, the chunks are copied; the same files give the same bytes. If a rank has two files, a
/// complete one replaces one that was cut off. Errors: NotFound if the folder has no file of a rank; BadFile if two
/// complete files are of one rank, or the files have different versions of the format; Unsupported if the run is too
/// large to be exported to another format; those of openRunSet() and saveTraceAs().
[[nodiscard]] Status mergeRanks(const std::filesystem::path& folder, const std::filesystem::path& path);

}  // namespace engine::io
