#pragma once

#include "engine/analysis/training.h"

#include <array>
#include <vector>

namespace engine::analysis {

/// A stretch of time in which a GPU works, and what it works on: a kernel where one runs, else a copy.
struct GpuSpell {
    Nanoseconds begin{};
    Nanoseconds end{};
    OpId op;
};

/// The GPUs' busy time within the scope: sorted, apart from each other; of several at once the one that began first.
/// Cost: the spans in the scope, times the logarithm of their number.
[[nodiscard]] std::vector<GpuSpell> gpuSpells(const trace::Trace& trace, Scope scope);

/// Whether a run is another program's with work on GPUs: what its program waited for is known only where the file has
/// the events, so that the GPUs' busy time says more of it than a chain of causes.
[[nodiscard]] bool isKnownByItsGpus(const trace::Trace& trace);

/// The scope by what the GPUs work on: the part of the kernel that runs; else copies, as Part::Read or, between GPUs,
/// Part::Exchange; else Part::Wait. Adds up to the scope.
[[nodiscard]] std::array<Nanoseconds, kParts> gpuParts(const trace::Trace& trace, Scope scope);

}  // namespace engine::analysis
