#pragma once

#include "engine/analysis/scope.h"
#include "engine/ranks/run_set.h"

#include <optional>
#include <span>
#include <vector>

namespace engine::analysis {

/// One step of a rank's training loop. Its work may run long after its program issued it.
struct RankStep {
    OpRange ops;   ///< operations that the step issued
    Scope issued;  ///< time in which the program issued the operations, on the rank's own clock
};

/// The steps of a rank: the batches that it recorded; without batches, the passes of its loop, each of which computes
/// gradients and calls a collective. A pass begins where the program returns to an earlier line of the listing. None if
/// there are fewer than two such passes.
class RankSteps {
public:
    explicit RankSteps(const ranks::Member& member);

    [[nodiscard]] std::span<const RankStep> all() const { return m_steps; }
    /// The step that issued `op`.
    [[nodiscard]] std::optional<std::size_t> stepOf(OpId op) const;
    /// The operations of the step that issued collective `op`; if no step did, the operations after the previous
    /// collective up to `op`. None if `op` is invalid.
    [[nodiscard]] OpRange opsWith(OpId op) const;

private:
    void addBatches(const trace::Trace& trace);
    void addPasses(const trace::Trace& trace);

    std::vector<RankStep> m_steps;
    std::vector<OpId> m_collectives;  ///< sorted
};

}  // namespace engine::analysis
