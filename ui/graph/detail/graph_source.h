#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/diagram.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

namespace ui::graph {

class GroupingChoice;
class ScopeSelector;

/// The input of a graph: the selected part of the run, grouped as selected.
struct GraphSource {
    const model::TraceFeed& feed;
    const model::Selection& selection;
    const ScopeSelector& scope;
    const GroupingChoice& groups;
    DiagramLimits limits = {};            ///< limits of the view; `groups` replaces their grouping
    std::vector<engine::OpId> path = {};  ///< the nodes of these operations are numbered
    QString hiddenNote = {};              ///< if not empty, the view shows this note instead of the run

    /// The trace of the run. For a run with more ranks than can have rows: the trace of the opened rank, or of the
    /// first rank if none is opened.
    [[nodiscard]] engine::trace::TracePtr trace() const;
};

[[nodiscard]] Diagram diagramOf(const GraphSource& source, DiagramLimits limits);

}  // namespace ui::graph
