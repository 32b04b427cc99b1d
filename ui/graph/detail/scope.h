#pragma once

#include "engine/analysis/critical_path.h"
#include "engine/trace/trace.h"
#include "ui/graph/detail/links.h"
#include "ui/graph/diagram.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"

#include <QString>
#include <utility>
#include <vector>

namespace ui::graph::detail {

/// If there are more waits than this, waits no longer separate rows of operations.
inline constexpr std::size_t kMaxWaits = 8;

/// The properties of an operation that decide its position in a graph. Similar operations share one class: the hundreds
/// of thousands of operations of a training have only some hundreds of classes.
struct OpClass {
    engine::DeviceId place;  ///< occupied device: a copy to the CPU occupies the GPU from which it reads
    engine::DeviceId device;
    engine::NameId name;
    engine::NameId phase;
    std::int32_t line = 0;
    engine::trace::Kind kind = engine::trace::Kind::Compute;
    std::uint8_t segment = 0;  ///< number of the scope's waits before the operation; 0 if the scope has over kMaxWaits

    bool operator==(const OpClass&) const = default;
};

/// The dependencies of a scope's operations.
struct ScopeEdges {
    std::vector<Link> links;                  ///< edges within the scope, counted per pair of classes and kind
    EdgeCounts counts;                        ///< counts of all edges that end in the scope
    bool joinsDevices = false;                ///< an edge or an input connects operations of several devices
    std::vector<engine::trace::Edge> ofPart;  ///< edges that end in the scope; empty if the scope is the whole trace
};

/// The part of a trace that a graph shows: the operations of a block or of the run, the earlier tensors that they read,
/// and the program's waits in between. Properties of operations that the layouts need are copied into arrays, so that
/// the trace, which may exceed the CPU's caches, is read only once.
struct Scope {
    std::size_t first = 0, last = 0;   ///< operations [first, last); ids ascend in program order
    std::vector<engine::OpId> inputs;  ///< operations before the scope whose results the scope reads, ascending
    std::vector<std::size_t> waits;    ///< indices into Trace::waits(), sorted by begin
    engine::Nanoseconds begin{}, end{};

    std::vector<OpClass> classes;          ///< classes in the order of their first operation
    std::vector<engine::OpId> firstOf;     ///< the first operation of each class
    std::vector<int> sizeOf;               ///< number of operations in each class
    std::vector<std::uint32_t> classOf;    ///< class of each operation in scope
    std::vector<engine::Nanoseconds> ran;  ///< how long each operation in scope ran
    ScopeEdges edges;
    bool isWhole = false;  ///< the scope is the whole trace

    [[nodiscard]] bool contains(engine::OpId op) const { return op.index >= first && op.index < last; }
    [[nodiscard]] std::size_t operations() const { return last - first; }
    /// The class of an operation in scope.
    [[nodiscard]] const OpClass& classAt(engine::OpId op) const { return classes[classOf[op.index - first]]; }

    /// Visits the edges that end in the scope, in the order of recording.
    void forEachEdge(const engine::trace::Trace& trace, const auto& visit) const
    {
        if (!isWhole) {
            for (const engine::trace::Edge& edge : edges.ofPart)
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
/// Whether a scope contains the tensors that were created before it and are read in it.
enum class Inputs : std::uint8_t { Included, LeftOut };
/// The scope of the operations issued in [begin, end).
[[nodiscard]] Scope scopeOf(const engine::trace::Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end,
                            Inputs inputs = Inputs::Included);
/// The operations [first, second) that were issued in [begin, end). If there are none: those issued just before `begin`
/// that were running at `begin`.
[[nodiscard]] std::pair<std::size_t, std::size_t> operationsIn(const engine::trace::Trace& trace,
                                                               engine::Nanoseconds begin, engine::Nanoseconds end);

/// Returns the critical path of the scope; does not compute how much waits delay it.
[[nodiscard]] engine::analysis::CriticalPath criticalPath(const engine::trace::Trace& trace, const Scope& scope);
/// Returns the operations of the path that are in the scope, in the order in which they ran.
[[nodiscard]] std::vector<engine::OpId> operationsOf(const engine::analysis::CriticalPath& path, const Scope& scope);

/// How long an operation ran; 0 if it has not finished.
[[nodiscard]] engine::Nanoseconds ranFor(const engine::trace::Op& op);

/// The shape of an operation's result: "4000 × 4000", as recorded. If no shape is recorded: the shape in the statement
/// that matches the bytes of the result, otherwise the bytes; empty: the operation has no result.
[[nodiscard]] QString shapeOf(const engine::trace::Trace& trace, const engine::trace::Op& op);
/// The recorded shape of an operation's result, with `times` between the extents; empty: no shape is recorded.
[[nodiscard]] QString recordedShapeOf(const engine::trace::Trace& trace, const engine::trace::Op& op,
                                      const QString& times);

[[nodiscard]] QString operatorOf(const engine::trace::Trace& trace, engine::OpId op);
using model::nameOf;
using model::text;

}  // namespace ui::graph::detail
