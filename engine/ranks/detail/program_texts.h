#pragma once

#include "engine/ranks/run_set.h"

#include <vector>

/// What the programs of all ranks printed and what their runs noted, before `horizon`, in times of the run and sorted
/// by them. Between two calls with growing horizons, what the first one returned stays the same, unless a second rank
/// has printed for the first time.
namespace engine::ranks::detail {

/// If several ranks printed, each line begins with its rank, as in PyTorch: "[rank1]: ". The same announcement of
/// several ranks appears once, without a rank.
[[nodiscard]] std::vector<trace::OutputRecord> outputsOf(const RunSet& set, Nanoseconds horizon);

struct RankNote {
    std::uint32_t member = 0;
    trace::NoteRecord note;  ///< `op` is an operation of the member
};
/// All notes of the first rank, and the warnings of the others that it does not have, which name their rank.
[[nodiscard]] std::vector<RankNote> notesOf(const RunSet& set, Nanoseconds horizon);

}  // namespace engine::ranks::detail
