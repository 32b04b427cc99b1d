#pragma once

#include "engine/base/result.h"
#include "engine/io/detail/import_records.h"
#include "engine/io/detail/imported_events.h"
#include "engine/io/open_trace.h"
#include "engine/trace/store.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Traces that PyTorch's profiler wrote on each rank of a program run.
namespace engine::io::detail {

/// Returns the rank that recorded a file; nullopt if the file does not state it.
[[nodiscard]] std::optional<trace::RankRecord> rankOf(const ImportedEvents& events);

struct Identity {
    std::string title;                        ///< title of the program run
    std::optional<trace::RankRecord> rank{};  ///< nullopt: the rank that the file states
};
/// Opens a file with one program run, as openTrace() does.
[[nodiscard]] Result<OpenedTrace> openAs(const std::filesystem::path& path, const Identity& identity,
                                         const OpenProgress& progress = {});

/// Returns the ranks 0 to n - 1 that the names of n files state: the numbers after the word "rank"
/// ("step3_rank0.json"), or the numbers at the only position where the names differ ("gpu8-0.json"). nullopt: the
/// position is ambiguous, a rank is missing, or two files have the same rank.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> ranksInNames(std::span<const std::string> names);

/// Adds the RankRecord, the process groups and the collectives to an imported trace. The collectives of a group are
/// numbered as the file states, or else in the order of their starts.
void addRank(const trace::RankRecord& rank, const ImportCounts& imported, trace::Store& store);

}  // namespace engine::io::detail
