#pragma once

#include "engine/ranks/run_set.h"

#include <vector>

/// The output and the notes of all ranks before `horizon`, sorted by the times of the run. A call with a later horizon
/// returns the same records first, unless a second rank starts to print between the two horizons.
namespace engine::ranks::detail {

/// Returns the outputs of all ranks. If several ranks printed, each line begins with its rank, such as "[rank1]:", as
/// in PyTorch. An announcement (a line that Overlap writes, not the program) of several ranks appears once, without a
/// rank.
[[nodiscard]] std::vector<trace::OutputRecord> outputsOf(const RunSet& set, Nanoseconds horizon);

struct RankNote {
    std::uint32_t member = 0;
    trace::NoteRecord note;  ///< `op` is an operation of the member
};
/// Returns the notes before `horizon`: all of the first rank, and the warnings of other ranks that the first rank does
/// not have. A warning of another rank names that rank. If `horizon` is Nanoseconds::max(), also returns the notes of
/// notesAbout().
[[nodiscard]] std::vector<RankNote> notesOf(const RunSet& set, Nanoseconds horizon);

}  // namespace engine::ranks::detail
