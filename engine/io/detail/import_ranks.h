#pragma once

#include "engine/base/result.h"
#include "engine/io/detail/imported_events.h"
#include "engine/io/open_trace.h"
#include "engine/ranks/run_set.h"
#include "engine/trace/store.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Traces that PyTorch's profiler wrote on each rank of a run.
namespace engine::io::detail {

/// Returns the rank that recorded a file; nullopt if the file does not state it.
[[nodiscard]] std::optional<trace::RankRecord> rankOf(const ImportedEvents& events);

/// Opens a file with one run as openTrace() does. `title`: title of the run.
[[nodiscard]] Result<OpenedTrace> openTitled(const std::filesystem::path& path, const std::string& title,
                                             const OpenProgress& progress = {});

/// Whether an operation of this name communicates between ranks: "ncclDevKernel_AllReduce…", "gloo:all_reduce".
[[nodiscard]] bool isCollective(std::string_view name);

/// Returns the ranks 0 to n - 1 that the names of n files state: the numbers after the word "rank"
/// ("step3_rank0.json"), or the numbers at the only position where the names differ ("gpu8-0.json"). nullopt: a
/// position is ambiguous, a rank is missing, or two files have the same rank.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> ranksInNames(std::span<const std::string> names);

/// Adds the RankRecord and the collectives, in the order of their starts, to an imported trace.
void addRank(const trace::RankRecord& rank, trace::Store& store);
/// Returns `trace` with the records that addRank() adds. For a file that does not state its rank.
[[nodiscard]] trace::TracePtr withRank(const trace::Trace& trace, const trace::RankRecord& rank);

/// Sets the clock maps of ranks whose files have no common clock, so that the ends of common collectives agree. Their
/// uncertainty is the largest difference that remains. Errors: BadFile if the ranks have no collective in common, or if
/// their collectives differ, because the files are then of different runs.
[[nodiscard]] Status alignByCollectives(std::vector<ranks::Member>& members);

}  // namespace engine::io::detail
