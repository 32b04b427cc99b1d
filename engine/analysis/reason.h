#pragma once

#include "engine/analysis/op_match.h"
#include "engine/analysis/rank_times.h"

namespace engine::analysis {

/// Why one of two runs takes longer than the other. Each operation on the critical path of the slower run is compared
/// with the matching operation of the faster run. The difference is charged to its cause, and the largest charge is the
/// reason.
struct Reason {
    enum class Kind : std::uint8_t {
        None,     ///< the runs are equally long, or the traces lack data
        Wait,     ///< a wait in the slower run that the faster run does not have at the same statement
        Queue,    ///< an operation waited longer for another one than in the faster run, because of `cause`
        Running,  ///< operations of one kind run longer
        More,     ///< operations on the critical path that the faster run does not have
        Program,  ///< the program's own thread takes longer
        // For runs of several ranks only:
        LateRanks,             ///< ranks wait longer for late ranks
        ExposedCommunication,  ///< transfers between ranks take longer while nothing else runs
        OtherRanks,            ///< the numbers of ranks differ, so that no operation has a match; nothing else is known
    };
    Kind what = Kind::None;
    bool isASlower = true;  ///< whether A is the slower run; lines and operations below are those of the slower run
    Nanoseconds total{};    ///< time by which the slower run is slower
    Nanoseconds share{};    ///< portion of `total` that this reason accounts for
    std::size_t times = 0;  ///< number of waits, delays or operations on the path
    int line = 0;           ///< Wait: line of the statement that waits
    std::size_t wait = 0;   ///< Wait: index of the wait before `delayed`
    OpId awaited;           ///< Wait, Queue: the operation that was waited for
    OpId delayed;           ///< Wait, Queue: the operation that was delayed most
    OpId delayedInFaster;   ///< match of `delayed` in the faster run; none: the delay is at the end of the scope
    Nanoseconds start{};    ///< start of `delayed`, from the start of the slower run's scope
    Nanoseconds startInFaster{};
    Nanoseconds filled{};  ///< busy time of the lane of `delayedInFaster` between `startInFaster` and `start`
    trace::CauseKind cause = trace::CauseKind::None;  ///< Queue only
    trace::Kind kind = trace::Kind::Compute;          ///< Running and More only
    /// Running: sum of the running times in the slower run; LateRanks, ExposedCommunication: the time that ranks lose
    Nanoseconds running{};
    Nanoseconds runningInFaster{};
    Kind against = Kind::None;  ///< cause of the largest loss of the faster run; None: no loss
    Nanoseconds lost{};         ///< loss by `against`; at most the growth of one part of the faster run's critical path
    trace::Kind lostKind = trace::Kind::Compute;  ///< kind of the operations in `against`
};

/// Returns why one run takes longer. `ranks`: times that the ranks of both sides lose by waiting for each other.
/// Operations are compared only if both sides have the same number of ranks. Cost: that of criticalPath() for both
/// runs.
[[nodiscard]] Reason reasonOf(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops,
                              const std::optional<RankTimes>& ranks);

}  // namespace engine::analysis
