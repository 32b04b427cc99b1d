#pragma once

#include "engine/trace/trace.h"

#include <QString>
#include <vector>

namespace ui::graph::detail {

/// The part of a trace that a graph shows: the operations of a block or of the run, what they read from before, and
/// the waits of the program among them.
struct Scope {
    std::size_t first = 0, last = 0;         ///< operations [first, last): ids ascend in program order
    std::vector<engine::trace::Edge> edges;  ///< that end in the scope
    std::vector<engine::OpId> inputs;        ///< producers outside, ascending
    std::vector<std::size_t> waits;          ///< indices into Trace::waits(), by begin
    engine::Nanoseconds begin{}, end{};

    [[nodiscard]] bool contains(engine::OpId op) const { return op.index >= first && op.index < last; }
    [[nodiscard]] std::size_t operations() const { return last - first; }
};

[[nodiscard]] Scope scopeOf(const engine::trace::Trace& trace, int block);
/// What was issued in [begin, end).
[[nodiscard]] Scope scopeOf(const engine::trace::Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end);

/// The operations that, one after another, decided when the scope ended: from the one that finished last back along
/// what each had to wait for. In order of time.
[[nodiscard]] std::vector<engine::OpId> criticalPath(const engine::trace::Trace& trace, const Scope& scope);

/// What one operation had to wait for last; none if only for the program.
[[nodiscard]] engine::OpId releasedBy(const engine::trace::Op& op);

/// How long an operation ran; nothing for one that has not finished.
[[nodiscard]] engine::Nanoseconds ranFor(const engine::trace::Op& op);

/// "4000 × 4000" if the statement says so and the bytes agree, else the bytes; empty: it makes nothing.
[[nodiscard]] QString shapeOf(const engine::trace::Trace& trace, const engine::trace::Op& op);

/// "y[17]", or "mm #17".
[[nodiscard]] QString nameOf(const engine::trace::Trace& trace, engine::OpId op);
[[nodiscard]] QString operatorOf(const engine::trace::Trace& trace, engine::OpId op);
[[nodiscard]] QString deviceOf(const engine::trace::Trace& trace, engine::DeviceId device);
[[nodiscard]] QString text(const engine::trace::Trace& trace, engine::NameId name);
[[nodiscard]] QString tr(const char* text);

}  // namespace ui::graph::detail
