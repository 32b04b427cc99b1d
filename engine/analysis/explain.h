#pragma once

#include "engine/analysis/scope.h"

#include <string>
#include <vector>

namespace engine::analysis {

/// Why an operation began when it did: its life in stages, each with what ended it.
struct Explanation {
    Nanoseconds issued{};
    Nanoseconds ready{};  ///< all inputs were there
    Nanoseconds started{};
    Nanoseconds finished{};
    trace::Cause readyCause;  ///< what made it ready last: a producer (Data), or only just issued
    trace::Cause startCause;  ///< what held it up after it was ready; kind None or Issued: nothing
    Nanoseconds causeEnd{};   ///< when the operation of the decisive cause ended; of Issued when it was issued

    [[nodiscard]] Nanoseconds forInput() const { return ready - issued; }
    [[nodiscard]] Nanoseconds forTurn() const { return started - ready; }
    /// The cause that decided: what it was held up by last.
    [[nodiscard]] const trace::Cause& decisive() const
    {
        return startCause.kind != trace::CauseKind::None ? startCause : readyCause;
    }
};

/// Of an operation that has ended; of one that has not, as far as is known.
[[nodiscard]] Explanation explain(const trace::Trace& trace, OpId op);

/// One sentence: "y[17] could start when y[16] had left the stream at 1.1826 s." English; views word their own.
[[nodiscard]] std::string sentence(const trace::Trace& trace, OpId op);

/// How the program calls an operation: "mm (y[17])", or "mm" if it has no label.
[[nodiscard]] std::string nameOf(const trace::Trace& trace, OpId op);

struct Warning {
    Nanoseconds time{};
    std::int32_t line = 0;
    DeviceId device{};
    std::string text;
};

/// What makes a figure of this run misleading: work still running when a timed block ends or outstanding when it
/// begins, work still running when the program ends, and the run's own warnings. In time order.
[[nodiscard]] std::vector<Warning> warnings(const trace::Trace& trace);

}  // namespace engine::analysis
