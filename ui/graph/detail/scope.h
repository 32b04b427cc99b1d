#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/detail/links.h"
#include "ui/graph/picture.h"
#include "ui/look/words.h"

#include <QString>
#include <utility>
#include <vector>

namespace ui::graph::detail {

/// More waits than this put no rows between operations.
inline constexpr std::size_t kMostWaits = 8;

/// What decides where an operation stands in a graph. Alike operations share one: hundreds of thousands of a training
/// are some hundreds of these.
struct OpClass {
    engine::DeviceId place;  ///< where it works: a copy to the CPU occupies the GPU that it comes from
    engine::DeviceId device;
    engine::NameId name;
    engine::NameId phase;
    std::int32_t line = 0;
    engine::trace::Kind kind = engine::trace::Kind::Compute;
    std::uint8_t segment = 0;  ///< how many of the scope's waits stand before it; 0 if there are more than kMostWaits

    bool operator==(const OpClass&) const = default;
};

/// The part of a trace that a graph shows: the operations of a block or of the run, what they read from before, and
/// the waits of the program among them. What pictures need of each operation is in arrays: the trace's operations are
/// read once, since there may be far more of them than a cache holds.
struct Scope {
    std::size_t first = 0, last = 0;   ///< operations [first, last): ids ascend in program order
    std::vector<engine::OpId> inputs;  ///< producers outside, ascending
    std::vector<std::size_t> waits;    ///< indices into Trace::waits(), by begin
    engine::Nanoseconds begin{}, end{};

    std::vector<OpClass> classes;             ///< in the order in which they first come
    std::vector<engine::OpId> firstOf;        ///< the first operation of each class
    std::vector<int> sizeOf;                  ///< the operations of each class
    std::vector<std::uint32_t> classOf;       ///< of each operation in scope
    std::vector<engine::Nanoseconds> ran;     ///< how long each operation in scope ran
    std::vector<engine::OpId> releasedBy;     ///< what each operation in scope had to wait for last
    engine::OpId lastDone;                    ///< the operation that finished last
    std::vector<Link> links;                  ///< between classes, of the edges within the scope
    EdgeCounts counts;                        ///< of all edges that end in the scope
    bool joinsDevices = false;                ///< an edge, or an input, belongs to operations of several devices
    bool isWhole = false;                     ///< all of the trace
    std::vector<engine::trace::Edge> ofPart;  ///< that end in the scope, unless it is the whole

    [[nodiscard]] bool contains(engine::OpId op) const { return op.index >= first && op.index < last; }
    [[nodiscard]] std::size_t operations() const { return last - first; }
    /// Of an operation in scope.
    [[nodiscard]] const OpClass& classAt(engine::OpId op) const { return classes[classOf[op.index - first]]; }

    /// Visits the edges that end in the scope, in the order in which they were recorded.
    template <typename Visit>
    void forEachEdge(const engine::trace::Trace& trace, const Visit& visit) const
    {
        if (!isWhole) {
            for (const engine::trace::Edge& edge : ofPart)
                visit(edge);
            return;
        }
        for (const engine::trace::Edge& edge : trace.edges())
            if (contains(edge.to))
                visit(edge);
    }
};

[[nodiscard]] Scope scopeOf(const engine::trace::Trace& trace, int block);
/// The innermost timed block in which `op` is issued; -1: none.
[[nodiscard]] int blockOf(const engine::trace::Trace& trace, engine::OpId op);
/// What was issued in [begin, end); without inputs nothing from before counts.
[[nodiscard]] Scope scopeOf(const engine::trace::Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end,
                            bool hasInputs = true);
/// The operations [first, second) that were issued in [begin, end), or else still ran.
[[nodiscard]] std::pair<std::size_t, std::size_t> operationsIn(const engine::trace::Trace& trace,
                                                               engine::Nanoseconds begin, engine::Nanoseconds end);

/// The operations that, one after another, decided when the scope ended, as the timeline numbers them: from the one
/// that finished last, or that the program's last wait was for, back along what each had to wait for. In order of time.
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
[[nodiscard]] QString text(const engine::trace::Trace& trace, engine::NameId name);

}  // namespace ui::graph::detail
