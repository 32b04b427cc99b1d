#pragma once

#include "engine/analysis/critical_path.h"

#include <optional>

namespace engine::analysis {

/// What a chain of causes consists of.
struct PathSplit {
    Nanoseconds compute{};
    Nanoseconds copy{};
    Nanoseconds dispatch{};  ///< the program's thread at work
    Nanoseconds wait{};      ///< nothing ran: the program woke up, or an operation that was free to go had not begun

    [[nodiscard]] Nanoseconds whole() const { return compute + copy + dispatch + wait; }
};
[[nodiscard]] PathSplit splitOf(const trace::Trace& trace, const CriticalPath& path);

/// What a scope cannot go below by taking out waits, as long as every operation takes as long as it did and the work
/// is still waited for: the work of the busiest lane, the program's thread without its waits, or the longest chain of
/// dependencies, whichever is longest.
struct Bound {
    enum class By : std::uint8_t { Lane, Program, Dependencies };

    Nanoseconds time{};
    By by = By::Lane;
    LaneId lane{};  ///< of Lane
};
[[nodiscard]] Bound boundOf(const trace::Trace& trace, Scope scope);

/// Why a lane did nothing for a while.
struct Idle {
    enum class Why : std::uint8_t {
        NothingLeft,   ///< no operation came after
        ProgramWaits,  ///< the next operation was not issued: the program stood in a wait (`wait`)
        NotIssued,     ///< the next operation was not issued: the program did something else
        Input,         ///< it was issued, and waited for what it reads (`op`)
        Turn,          ///< its input was there: it waited for its turn, a resource or memory (`op`, if one held it)
    };

    Why why = Why::NothingLeft;
    OpId next{};    ///< the operation that ended the gap
    OpId op{};      ///< what it waited for
    int wait = -1;  ///< index into Trace::waits()
};

/// Of the gap in which `time` lies: the reason that held for the longest part of it. None: the lane works at that time.
/// Cost: logarithmic.
[[nodiscard]] std::optional<Idle> idleAt(const trace::Trace& trace, LaneId lane, Nanoseconds time);

}  // namespace engine::analysis
