#pragma once

#include "engine/analysis/scope.h"
#include "engine/ranks/run_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Functions that determine which ranks of a run wait for which other rank, and why. All times are on the clock of rank
/// 0 (ranks::ClockMap).
namespace engine::analysis {

/// The reason why a rank is late: its largest difference from the median rank, before it arrives at the collective at
/// which others wait for it.
enum class LateCause : std::uint8_t {
    Unknown,     ///< no single difference explains half of the delay
    NotLoaded,   ///< the operations of the rank, or of all other ranks, are not loaded
    Input,       ///< the rank was idle longer at the begin of the step
    Issue,       ///< the program issued its operations later
    Call,        ///< a call of the program that is not an operation, such as time.sleep, took longer
    Slower,      ///< the same number of equal operations took longer
    AllSlower,   ///< the same operations took longer, and no single one explains half of the delay
    MoreWork,    ///< a larger number of equal operations ran
    SlowCopies,  ///< copies took longer
};

/// Why a rank is late, compared with the median rank in the steps that it delays.
struct LateReason {
    LateCause cause = LateCause::Unknown;
    std::string name;         ///< name of the operations or of the call
    std::int32_t line = 0;    ///< line of the listing
    double ratio = 0;         ///< duration or count, divided by that of the median rank; 0: unknown
    Nanoseconds extra{};      ///< additional time per step
    std::vector<OpId> ops{};  ///< operations of the late rank in the last step that it delayed
};

/// A straggler that is not rare delays at least this fraction of the steps.
inline constexpr double kStragglerSteps = 0.5;
/// A straggler costs at least this fraction of each step that counts as delayed, and at least this fraction of the time
/// of all steps.
inline constexpr double kStragglerCost = 0.05;

/// One step of the program, on all ranks.
struct StepLateness {
    Scope scope;
    std::uint32_t last = 0;        ///< member for which the others waited longest
    std::uint32_t collective = 0;  ///< index into RunSet::collectives(): where a rank waited longest for `last`
    Nanoseconds cost{};            ///< median over the other ranks: time in which a rank only waited for `last`

    [[nodiscard]] bool isCostly() const
    {
        return cost > Nanoseconds{} && toSeconds(cost) >= kStragglerCost * toSeconds(scope.length());
    }
};

/// The time that one rank loses, and the time that the others lose by waiting for it.
struct RankLateness {
    /// Delay of the rank's arrival at the step's collective, compared with the arrival of the median rank (at a
    /// collective of two ranks: of the other rank); median over the steps that have a cost.
    Nanoseconds late{};
    Nanoseconds waits{};       ///< mean time per step in which the rank only waited for others
    std::uint32_t lastIn = 0;  ///< number of steps that have a cost and the rank as `last`
    Nanoseconds cost{};  ///< sum of the costs of the steps with the rank as `last`, divided by the number of steps
};

/// A rank that is the last in at least half of the steps and costs the others at least 5 % of each of these steps, and
/// of the time of all steps. A rare one (`isRare`) is the last in fewer steps.
struct Straggler {
    std::uint32_t member = 0;
    std::uint32_t steps = 0;  ///< number of steps in which the rank is the last and costs at least 5 %
    Nanoseconds cost{};       ///< cost per step, mean over all steps
    double share = 0;         ///< cost of the rank as a fraction of the time of all steps
    bool isRare = false;      ///< the rank is last in less than half of the steps, but causes most of the lost time
    LateReason reason{};
};

/// Which ranks of a run wait for which other ranks, and how much time they lose.
struct Lateness {
    std::vector<StepLateness> steps;
    bool areStepsOfALoop = false;     ///< steps are iterations of a loop; false: each collective is a step
    std::vector<RankLateness> ranks;  ///< by member
    std::vector<Straggler> stragglers;
    /// If there are no stragglers: the rank that causes most of the lost time, if it costs the others at least 5 % of
    /// the time of all steps.
    std::optional<Straggler> rare;
    bool isClockWrong = false;  ///< clocks contradict each other, so no rank is named as late
    Nanoseconds total{};        ///< time of all steps
    Nanoseconds lost{};         ///< sum of the steps' costs
    Nanoseconds transfer{};     ///< time from last arrivals to ends of collectives, in all steps; mean over the ranks
    Nanoseconds exposed{};      ///< part of `transfer` in which nothing else runs on the rank
    /// Whether any step has a cost, and the clocks agree; otherwise RankLateness::late is unknown.
    [[nodiscard]] bool isKnown() const { return lost > Nanoseconds{} && !isClockWrong; }
    /// The members of `stragglers` and `rare`.
    [[nodiscard]] std::vector<std::uint32_t> named() const;
    [[nodiscard]] bool isNamed(std::uint32_t member) const;
    /// Whether a rank is named as late, or is late by at least kStragglerCost of the mean step.
    [[nodiscard]] bool isNotable(std::uint32_t member) const;
    /// Mean duration of a step; 0 without steps.
    [[nodiscard]] Nanoseconds meanStep() const
    {
        return steps.empty() ? Nanoseconds{} : total / static_cast<std::int64_t>(steps.size());
    }
    /// Lower bounds of the time of all steps: withoutLateness() if every rank arrived at the same time as the median
    /// rank, withPerfectOverlap() if other work hid all transfers.
    [[nodiscard]] Nanoseconds withoutLateness() const { return total - lost; }
    [[nodiscard]] Nanoseconds withPerfectOverlap() const { return total - exposed; }
    /// Fraction of the transfers during which the rank computed or copied; 0 without transfers.
    [[nodiscard]] double hiddenShare() const
    {
        return transfer.count() > 0 ? 1 - toSeconds(exposed) / toSeconds(transfer) : 0;
    }
};

/// The part of a run that the figures of the run cover, on the clock of rank 0: from the begin of the first rank's
/// first timed block (views show the blocks of the first rank) to the last record of any rank. Without timed blocks,
/// starts at 0.
[[nodiscard]] Scope runScope(const ranks::RunSet& set);

/// Returns which ranks wait for which other ranks in the steps that begin in the scope. Steps are those of the first
/// rank's RankSteps; if there are none, a step lasts from the end of a collective to the end of the next one. If clocks
/// contradict each other (RunSet::clockConflict()), the result names no rank as late. Cost: linear in the arrivals and
/// in the operations of the first rank, of late ranks and of ranks that these are compared with; logarithmic in the
/// spans.
[[nodiscard]] Lateness lateness(const ranks::RunSet& set, const Scope& scope);
[[nodiscard]] inline Lateness lateness(const ranks::RunSet& set)
{
    return lateness(set, runScope(set));
}

/// Returns the steps that show why a member is late: the steps that it delays, if possible only the costly ones. If
/// there are more than two, the first step of the run is left out.
[[nodiscard]] std::vector<Scope> delayedBy(const Lateness& lateness, std::uint32_t member);

/// Returns why `member` was later than the median rank in the steps in which it was the last. `loaded`: the same member
/// with its operations, needed if the set contains the member without them.
[[nodiscard]] LateReason reasonOf(const ranks::RunSet& set, const Lateness& lateness, std::uint32_t member,
                                  const ranks::Member* loaded = nullptr);

/// Returns, for each member, the mean time per step of the operations with the name and line of `straggler.reason`.
/// Only steps count that the straggler delays and in which the member arrives. An element is none if the member's
/// operations are not loaded or it arrives in no such step. The vector is empty if the straggler delays no step, or if
/// the cause is not Slower, MoreWork or SlowCopies.
[[nodiscard]] std::vector<std::optional<Nanoseconds>> reasonTimes(const ranks::RunSet& set, const Lateness& lateness,
                                                                  const Straggler& straggler);

/// Returns a sentence such as "Rank 3 costs the others 41 ms a step: its conv2d_backward (line 23) takes 1.9 times as
/// long as on the median rank."
[[nodiscard]] Message sentenceOf(const ranks::RunSet& set, const Lateness& lateness, const Straggler& straggler);

/// Returns a sentence about each rank of `stragglers` and `rare`.
[[nodiscard]] std::vector<Message> sentencesOf(const ranks::RunSet& set, const Lateness& lateness);

/// Time within [begin, end) of the run in which a rank computes or copies; spans that overlap count once.
[[nodiscard]] Nanoseconds busyBesideCollectives(const ranks::Member& member, Nanoseconds begin, Nanoseconds end);

}  // namespace engine::analysis
