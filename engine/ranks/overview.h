#pragma once

#include "engine/ranks/run_set.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine::ranks {

/// Limits of an overview. The overview of a run that exceeds one of them contains no operations; the members of
/// Trace::rankPart().set contain their spans.
inline constexpr std::uint32_t kMaxRowRanks = 64;
inline constexpr std::size_t kMaxRowOperations = 4'000'000;

/// Returns a trace that shows all ranks on one time axis, so that the window can show them like a single run. The trace
/// has a device for each device of each rank (DeviceRecord::member), with its lanes and operations; times are those of
/// the run. Operations are numbered in the order of their issue. Program, timed blocks, steps and metrics are those of
/// the first rank, outputs and warnings those of all ranks. Leaves out memory and the waits of the programs, because
/// the trace of each rank shows them. Trace::rankPart() returns the set.
///
/// While a run is being recorded, the overview shows the operations up to the time that all ranks have reached, so that
/// an operation has the same number in all later overviews of the run.
[[nodiscard]] trace::TracePtr overviewOf(const RunSetPtr& set);

/// Returns an overview of one rank of a set, with its steps, but without program and texts. Operations keep their
/// numbers. `member`: the rank's member, with its operations; `index`: the index of this member in the set.
[[nodiscard]] trace::TracePtr overviewOf(const RunSetPtr& set, const Member& member, std::uint32_t index);

/// Returns the set that an overview shows; null for other traces.
[[nodiscard]] inline const RunSet* setOf(const trace::Trace& trace)
{
    return trace.rankPart().set.get();
}

/// Returns a trace of a run that contains operations: `trace` itself, or, if `trace` shows ranks without their
/// operations, the trace of the first rank, whose times are those of the run.
[[nodiscard]] trace::TracePtr withOperations(const trace::TracePtr& trace);

/// An operation of a rank, and the collective that it is a part of.
struct OverviewOrigin {
    std::uint32_t member = 0;
    OpId op;
    const MatchedCollective* collective = nullptr;  ///< null: the operation is no part of a collective
    const Arrival* arrival = nullptr;               ///< arrival of this rank at the collective; null: no collective
};
/// Returns the origin of an operation of an overview; nullopt for other traces and for unknown operations.
[[nodiscard]] std::optional<OverviewOrigin> originOf(const trace::Trace& trace, OpId op);
/// Returns the operation of an overview that shows `op` of a member; none if no operation does. Cost: logarithmic.
[[nodiscard]] OpId shownOp(const trace::Trace& trace, std::uint32_t member, OpId op);
/// Returns the operations of an overview that show `ops` of a member; leaves out those that the overview does not show.
[[nodiscard]] std::vector<OpId> shownOps(const trace::Trace& trace, std::uint32_t member, std::span<const OpId> ops);

}  // namespace engine::ranks
