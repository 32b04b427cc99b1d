#pragma once

#include "engine/analysis/training.h"

#include <array>
#include <vector>

namespace engine::analysis {

/// A time span in which a GPU works, and the operation that it runs: a kernel if one runs, else a copy.
struct GpuInterval {
    Nanoseconds begin{};
    Nanoseconds end{};
    OpId op;
};

/// Whether the lane's spans are work of a GPU.
[[nodiscard]] bool isGpuLane(const trace::Trace& trace, const trace::LaneRecord& lane);

/// The busy time of all GPUs within the scope as sorted spans that do not overlap. Of several kernels that run at the
/// same time, the one that started first is reported. Where no kernel runs, the same holds for copies. Cost: the spans
/// in the scope times the logarithm of their number.
[[nodiscard]] std::vector<GpuInterval> gpuIntervals(const trace::Trace& trace, Scope scope);

/// Whether the run was imported from another program's profile and contains GPU work. Without CUDA events, such a file
/// does not record which operation ended a wait; so the GPUs' busy time is more informative than the chain of causes.
[[nodiscard]] bool isImportedGpuProfile(const trace::Trace& trace);

/// Splits the scope by the work of the GPUs. Kernels count as the part of training that they belong to. Time in which
/// only copies run counts as Part::Exchange if the copies belong to that part, else as Part::Read. The rest is
/// Part::Wait. The parts add up to the scope.
[[nodiscard]] std::array<Nanoseconds, kParts> gpuParts(const trace::Trace& trace, Scope scope);

}  // namespace engine::analysis
