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

/// As openTrace(), for a file with one run, whose title is `title`.
[[nodiscard]] Result<OpenedTrace> openTitled(const std::filesystem::path& path, const std::string& title,
                                             const OpenProgress& progress = {});

/// Whether an operation of this name communicates between ranks: "ncclDevKernel_AllReduce…", "gloo:all_reduce".
[[nodiscard]] bool isCollective(std::string_view name);

/// Returns the ranks that the names of files state, if they number them 0 to n - 1: the numbers after the word "rank"
/// ("step3_rank0.json"), or those in the only place where the numbers of the names differ ("gpu8-0.json"). nullopt: a
/// place is ambiguous, a rank is missing, or two files have the same.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> ranksInNames(std::span<const std::string> names);

/// Adds to an imported trace which rank recorded it, and its collectives, in the order of their starts.
void addRank(const trace::RankRecord& rank, trace::Store& store);
/// The same for a trace whose file does not state its rank.
[[nodiscard]] trace::TracePtr withRank(const trace::Trace& trace, const trace::RankRecord& rank);

/// Sets the clocks of ranks whose files have no common clock, so that the ends of common collectives agree; the
/// uncertainty is the largest difference that remains. Errors: BadFile if the ranks have no collective in common, or if
/// their collectives differ: the files are then of different runs.
[[nodiscard]] Status alignByCollectives(std::vector<ranks::Member>& members);

}  // namespace engine::io::detail
