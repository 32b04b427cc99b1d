#pragma once

#include "engine/analysis/critical_path.h"
#include "engine/analysis/figures.h"

#include <optional>

namespace engine::analysis {

/// The length of a critical path, split by the kind of work or wait on it.
struct PathSplit {
    Nanoseconds compute{};
    Nanoseconds copy{};
    Nanoseconds pages{};     ///< time of pinning, touching or unmapping pages, alone or as part of a copy
    Nanoseconds dispatch{};  ///< other work of the program's thread
    Nanoseconds wait{};  ///< nothing ran: wake-up latency of the program, or an operation was ready but had not started

    Nanoseconds delayedByWaits{};  ///< CriticalPath::delayedByWaits; not a part of the length

    /// Sum of the parts: the length of the path.
    [[nodiscard]] Nanoseconds whole() const { return compute + copy + pages + dispatch + wait; }
};
/// Sums the segments of a path by their kind.
[[nodiscard]] PathSplit splitOf(const trace::Trace& trace, const CriticalPath& path);

/// The length of one part of the critical path in two runs.
struct PathChange {
    Nanoseconds PathSplit::*part = nullptr;
    Nanoseconds before{}, now{};
};
/// Compares the critical paths of two runs (runScope()). Returns the part that changed most in the same direction as
/// the length of the run, or in either direction if both runs are equally long. `part` is null if no part changed.
[[nodiscard]] PathChange pathChange(const trace::Trace& before, const trace::Trace& now);

/// The time in the scope for which the program's thread pinned, touched or unmapped pages.
[[nodiscard]] Nanoseconds pageWorkOfProgram(const trace::Trace& trace, Scope scope);

/// A lower bound of the duration that a scope would have without its waits, if every operation kept its duration and
/// the program still waited for the work at the end. It is the largest of three times: the busy time of the busiest
/// lane, the time of the program's thread without its waits, and the longest chain of dependencies.
struct Bound {
    enum class By : std::uint8_t { Lane, Program, Dependencies };

    Nanoseconds time{};
    By by = By::Lane;
    LaneId lane{};  ///< only for By::Lane

    /// A bound that also holds after waits are added or removed: reduced by 1 % or by 10 us, whichever is more, and
    /// rounded down to two digits. The reduction is needed because operations may then take slightly less time, and
    /// because a removed wait also saves the time of its call.
    [[nodiscard]] Nanoseconds stated() const;
};
/// Returns the largest lower bound of the duration of a scope, and which of the three bounds it is. Cost: that of
/// lowerBounds().
[[nodiscard]] Bound boundOf(const trace::Trace& trace, Scope scope);

enum class Verdict : std::uint8_t { HostBound, PageBound, ComputeBound, CopyBound, SyncBound };

/// Returns what limits the duration of a scope. SyncBound requires two conditions: waits delayed operations on the
/// critical path by at least a tenth of the path's length, although their inputs were ready and their unit was free;
/// and the largest lower bound is shorter than the path by at least a tenth. Otherwise the result is the longest part
/// of the critical path, apart from waiting: pages, copies, operations that compute, or other work of the program's
/// thread.
[[nodiscard]] Verdict verdict(const trace::Trace& trace, Scope scope);
/// Returns the verdict if the caller has already computed `path`, the critical path of the scope, with Delays::Computed
/// or Delays::Skipped. Cost: splitOf() and the bounds without the longest chain. The delays and the longest chain are
/// computed only if the verdict can depend on them.
[[nodiscard]] Verdict verdict(const trace::Trace& trace, Scope scope, const CriticalPath& path);
/// Returns the verdict for the bounds and the path of one scope, which the caller has already computed.
[[nodiscard]] Verdict verdict(const LowerBounds& bounds, const PathSplit& split);
[[nodiscard]] const char* nameOf(Verdict verdict);  ///< "host-bound"

/// Why a lane was idle.
struct Idle {
    enum class Why : std::uint8_t {
        NothingLeft,  ///< neither an operation on this lane nor other work of the same CPU followed
        PageWork,     ///< no operation followed on this lane, but page work of the same CPU followed
        OtherCore,   ///< no operation followed on this lane, but one followed on another core or worker of the same CPU
        Collective,  ///< no operation followed: the rank had called a collective that did not complete (`op`)
        ProgramWaits,  ///< the next operation was not issued yet: the program was blocked in a wait (`wait`)
        NotIssued,     ///< the next operation was not issued yet: the program did something else
        Input,         ///< the next operation was issued, but its inputs were not ready (`op` computes the last input)
        Turn,          ///< the next operation was ready, but its stream, resource or memory was in use (by `op`)
    };

    Why why = Why::NothingLeft;
    OpId next{};    ///< the operation that started at the end of the gap
    OpId op{};      ///< the operation for which `next` waited, or the collective
    int wait = -1;  ///< index into Trace::waits(), only for ProgramWaits
};

/// Returns why the lane was idle at `time`: the reason that accounts for most of the gap around `time`. None: the lane
/// works at `time`, or does not exist. Cost: logarithmic; after the last operation of an incomplete run, also a scan of
/// a bounded number of operations.
[[nodiscard]] std::optional<Idle> idleAt(const trace::Trace& trace, LaneId lane, Nanoseconds time);

}  // namespace engine::analysis
