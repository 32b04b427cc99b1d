#pragma once

#include "engine/ranks/run_set.h"

#include <vector>

/// The output and the notes of all ranks before `horizon`, sorted by time, on the run's clock. A call with a later
/// horizon returns the same records first, unless a second rank has printed for the first time in between.
namespace engine::ranks::detail {

/// If several ranks printed, each line begins with its rank, as in PyTorch: "[rank1]: ". The same announcement of
/// several ranks appears once, without a rank.
[[nodiscard]] std::vector<trace::OutputRecord> outputsOf(const RunSet& set, Nanoseconds horizon);

struct RankNote {
    std::uint32_t member = 0;
    trace::NoteRecord note;  ///< `op` is an operation of the member
};
/// All notes of the first rank, and those warnings of other ranks that the first rank lacks; these name their rank.
/// Without a horizon (Nanoseconds::max()) also those of notesAbout().
[[nodiscard]] std::vector<RankNote> notesOf(const RunSet& set, Nanoseconds horizon);

}  // namespace engine::ranks::detail
