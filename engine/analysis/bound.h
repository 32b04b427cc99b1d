#pragma once

#include "engine/analysis/critical_path.h"

#include <optional>

namespace engine::analysis {

/// The length of a critical path, split by what happened on it.
struct PathSplit {
    Nanoseconds compute{};
    Nanoseconds copy{};
    Nanoseconds dispatch{};  ///< the program's thread was working
    Nanoseconds wait{};  ///< nothing ran: wake-up latency of the program, or an operation was ready but had not started

    [[nodiscard]] Nanoseconds whole() const { return compute + copy + dispatch + wait; }
};
[[nodiscard]] PathSplit splitOf(const trace::Trace& trace, const CriticalPath& path);

/// A lower bound of a scope's duration if waits were removed, while every operation keeps its duration and the program
/// still waits for the work at the end. It is the largest of three: the busy time of the busiest lane, the time of the
/// program's thread without its waits, and the longest chain of dependencies.
struct Bound {
    enum class By : std::uint8_t { Lane, Program, Dependencies };

    Nanoseconds time{};
    By by = By::Lane;
    LaneId lane{};  ///< only for By::Lane
};
[[nodiscard]] Bound boundOf(const trace::Trace& trace, Scope scope);

/// Why a lane was idle.
struct Idle {
    enum class Why : std::uint8_t {
        NothingLeft,   ///< no operation followed
        ProgramWaits,  ///< the next operation was not issued yet: the program was blocked in a wait (`wait`)
        NotIssued,     ///< the next operation was not issued yet: the program did something else
        Input,         ///< the next operation was issued, but its inputs were not ready (`op` computes the last one)
        Turn,          ///< its inputs were ready: it waited for the stream, a resource or memory (`op`, if an operation
                       ///< occupied it)
    };

    Why why = Why::NothingLeft;
    OpId next{};    ///< the operation that started at the end of the gap
    OpId op{};      ///< the operation that the next one waited for
    int wait = -1;  ///< index into Trace::waits(), only for ProgramWaits
};

/// Why the lane was idle at `time`: the reason that accounts for most of the gap around it. None: the lane works at
/// that time. Cost: logarithmic.
[[nodiscard]] std::optional<Idle> idleAt(const trace::Trace& trace, LaneId lane, Nanoseconds time);

}  // namespace engine::analysis
