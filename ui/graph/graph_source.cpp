#include "ui/graph/detail/graph_source.h"

#include "engine/ranks/overview.h"
#include "ui/graph/detail/grouping_choice.h"
#include "ui/graph/detail/scope_selector.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

namespace ui::graph {

engine::trace::TracePtr GraphSource::trace() const
{
    return feed.operations();
}

Diagram diagramOf(const GraphSource& source, DiagramLimits limits)
{
    Diagram diagram;
    limits.grouping = source.groups.grouping();
    limits.opened = source.groups.opened();
    limits.depth = source.groups.depth();
    limits.toggled = source.groups.toggled();
    const engine::trace::TracePtr shown = source.trace();
    const engine::trace::Trace& trace = *shown;
    if (!source.hiddenNote.isEmpty())
        diagram.caption = source.hiddenNote;
    else if (const engine::analysis::Batch* batch = source.scope.batch())
        diagram = limits.grouping == Grouping::Alike
                      ? makeNetDiagram(trace, batch->begin, batch->end, limits)
                      : makeDiagram(trace, batch->begin, batch->end, limits, PathEnd::Work);
    else if (const Pair* pair = source.scope.pair())
        diagram = makePairDiagram(trace, *pair, limits);
    else if (const auto& range = source.selection.range())
        diagram = makeDiagram(trace, range->begin, range->end, limits);
    else
        diagram = makeDiagram(trace, source.selection.block(), source.selection.op(), limits);
    if (!source.path.empty())
        markPath(diagram, trace, source.path, StepNumbers::Shown);
    if (const engine::ranks::RunSet* set = engine::ranks::setOf(*source.feed.trace());
        source.hiddenNote.isEmpty() && shown != source.feed.trace()) {
        const auto opened = engine::ranks::originOf(trace, engine::OpId{0});
        const engine::ranks::Member& rank = set->members()[opened ? opened->member : 0];
        diagram.caption = tr("Rank %1 of %2 · %3")
                              .arg(QString::number(rank.info.rank), look::countText(set->rankCount()), diagram.caption);
    }
    return diagram;
}

}  // namespace ui::graph
