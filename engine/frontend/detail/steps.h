#pragma once

#include "engine/base/message.h"
#include "engine/trace/record.h"

#include <array>
#include <optional>

namespace engine::trace {
class Sink;
}

namespace engine::frontend {

/// The current steps of a program's training loops: an epoch, and a batch in it. Thread: the program's.
class Steps {
public:
    explicit Steps(trace::Sink& sink) : m_sink(sink) {}

    /// Ends the current step of this kind and starts `step`.
    void begin(const trace::StepRecord& step);
    /// Ends the current step of this kind and all steps inside it.
    void end(trace::StepKind kind, Nanoseconds now);
    /// Returns the message that the program run was stopped in the current batch; empty if there is no current batch.
    /// The message does not name the epoch, since epochs are counted over all loops of a program.
    [[nodiscard]] Message stoppedIn() const;

private:
    trace::Sink& m_sink;
    std::array<std::optional<trace::StepRecord>, 2> m_steps;  ///< by kind
};

}  // namespace engine::frontend
