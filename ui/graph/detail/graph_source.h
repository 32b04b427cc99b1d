#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/diagram.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

namespace ui::graph {

class GroupingChoice;
class ScopeSelector;

/// What a view of the graph shows: the selected part of the run, grouped as selected. Thread: GUI.
class GraphSource {
public:
    /// The arguments must outlive it.
    GraphSource(const model::TraceFeed& feed, const model::Selection& selection, const ScopeSelector& scope,
                const GroupingChoice& groups);

    /// For a separate window: more operations are drawn individually.
    void setRoomy();
    /// Numbers the nodes on the critical path. False: as before.
    bool setPath(std::vector<engine::OpId> path);
    /// While `note` is not empty, there is only the note instead of the run. False: as before.
    bool setHidden(const QString& note);
    [[nodiscard]] const QString& hiddenNote() const { return m_hiddenNote; }

    /// The run; of more ranks than have rows, the first one.
    [[nodiscard]] engine::trace::TracePtr trace() const;
    /// Whether the layout takes so long that it should be deferred.
    [[nodiscard]] bool isLong() const;
    [[nodiscard]] Diagram diagram() const;
    /// The diagram for a page: a net has all its columns, other graphs are as wide as is readable on a slide.
    [[nodiscard]] Diagram pageDiagram() const;
    /// The same part as Graphviz source.
    [[nodiscard]] QString dotText() const;

private:
    [[nodiscard]] Diagram diagramWithin(const DiagramLimits& most) const;

    const model::TraceFeed& m_feed;
    const model::Selection& m_selection;
    const ScopeSelector& m_scope;
    const GroupingChoice& m_groups;
    DiagramLimits m_limits;
    std::vector<engine::OpId> m_path;
    QString m_hiddenNote;
};

}  // namespace ui::graph
