#pragma once

#include "engine/analysis/op_match.h"

namespace engine::analysis {

/// Why one of two runs takes longer than the other, from its chain of causes. What happens on the chain is set against
/// the same operations in the other run; the difference is charged to what made it, and the largest charge is the
/// reason.
struct Reason {
    enum class What : std::uint8_t {
        None,     ///< as long, or nothing to go by
        Wait,     ///< a wait of the slower run that the faster one does not have, or has elsewhere
        Queue,    ///< an operation stood behind others (`cause`) that it does not stand behind in the faster run
        Running,  ///< operations of one kind run longer
        More,     ///< the slower run has operations on its chain that the faster one does not have
        Program,  ///< the program's own thread takes longer
    };
    What what = What::None;
    bool isASlower = true;  ///< the texts below are of A where it is, else of B
    Nanoseconds total{};    ///< by which it is slower
    Nanoseconds share{};    ///< of that: due to this reason
    std::size_t times = 0;  ///< on the chain: waits, delays, or operations
    int line = 0;           ///< of Wait: of the statement that waits
    std::size_t wait = 0;   ///< of Wait: index of the record that cost most
    OpId awaited;           ///< of Wait, Queue: what it was for, in the slower run
    OpId held;              ///< of Wait, Queue: the operation that was held up most, in the slower run
    OpId heldInFaster;      ///< the same in the faster one; none: the scope ends there
    Nanoseconds start{};    ///< of the held operation, from the begin of the slower scope
    Nanoseconds startInFaster{};
    Nanoseconds filled{};  ///< work of its lane in the faster run in the time for which it was held up
    trace::CauseKind cause = trace::CauseKind::None;  ///< of Queue
    trace::Kind kind = trace::Kind::Compute;          ///< of Running, More
    Nanoseconds running{};                            ///< of Running, in all, in the slower run
    Nanoseconds runningInFaster{};
    What against = What::None;  ///< what the faster run loses most by on the same chain, where that is much
    Nanoseconds lost{};         ///< by it
    trace::Kind lostKind = trace::Kind::Compute;  ///< of Running
};

/// Cost: that of criticalPath() for the slower one.
[[nodiscard]] Reason reasonOf(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops);

}  // namespace engine::analysis
