#include "ui/graph/detail/graph_source.h"

#include "engine/ranks/overview.h"
#include "ui/graph/detail/grouping_choice.h"
#include "ui/graph/detail/scope_selector.h"
#include "ui/graph/dot.h"
#include "ui/graph/page.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

namespace ui::graph {

namespace {

/// From this many operations on, the layout takes so long that it is deferred.
constexpr std::size_t kArrangedLater = 200'000;
constexpr double kPageWidth = 900;  // of a diagram in a window or on a page

}  // namespace

GraphSource::GraphSource(const model::TraceFeed& feed, const model::Selection& selection, const ScopeSelector& scope,
                         const GroupingChoice& groups)
    : m_feed(feed), m_selection(selection), m_scope(scope), m_groups(groups)
{
}

void GraphSource::setRoomy()
{
    m_limits.stairRows = 18;
    m_limits.width = kPageWidth;
    m_limits.isNarrow = false;
}

bool GraphSource::setPath(std::vector<engine::OpId> path)
{
    const bool isNew = path != m_path;
    m_path = std::move(path);
    return isNew;
}

bool GraphSource::setHidden(const QString& note)
{
    const bool isNew = note != m_hiddenNote;
    m_hiddenNote = note;
    return isNew;
}

engine::trace::TracePtr GraphSource::trace() const
{
    return engine::ranks::withOperations(m_feed.trace());
}

bool GraphSource::isLong() const
{
    return trace()->opCount() >= kArrangedLater && m_hiddenNote.isEmpty() && m_scope.batch() == nullptr &&
           m_scope.pair() == nullptr;
}

Diagram GraphSource::diagram() const
{
    return diagramWithin(m_limits);
}

Diagram GraphSource::pageDiagram() const
{
    DiagramLimits limits = m_limits;
    limits.isNarrow = false;
    limits.width = kPageWidth;
    return makeForSlide(limits, [this](const DiagramLimits& with) { return diagramWithin(with); });
}

Diagram GraphSource::diagramWithin(const DiagramLimits& most) const
{
    Diagram diagram;
    DiagramLimits limits = most;
    limits.grouping = m_groups.grouping();
    limits.opened = m_groups.opened();
    limits.depth = m_groups.depth();
    limits.toggled = m_groups.toggled();
    const engine::trace::TracePtr shown = trace();
    const engine::trace::Trace& trace = *shown;
    if (!m_hiddenNote.isEmpty())
        diagram.caption = m_hiddenNote;
    else if (const engine::analysis::Batch* batch = m_scope.batch())
        diagram = limits.grouping == Grouping::Alike ? makeNetDiagram(trace, batch->begin, batch->end, limits)
                                                     : makeDiagram(trace, batch->begin, batch->end, limits);
    else if (const Pair* pair = m_scope.pair())
        diagram = makePairDiagram(trace, *pair, limits);
    else if (const auto& range = m_selection.range())
        diagram = makeDiagram(trace, range->begin, range->end, limits);
    else
        diagram = makeDiagram(trace, m_selection.block(), m_selection.op(), limits);
    if (!m_path.empty())
        numberPath(diagram, m_path);
    if (const engine::ranks::RunSet* set = engine::ranks::setOf(*m_feed.trace());
        m_hiddenNote.isEmpty() && shown != m_feed.trace())
        diagram.caption = tr("Rank %1 of %2 · %3")
                              .arg(QString::number(set->members().front().info.rank), look::countText(set->rankCount()),
                                   diagram.caption);
    return diagram;
}

QString GraphSource::dotText() const
{
    const engine::trace::TracePtr shown = trace();
    const engine::trace::Trace& trace = *shown;
    const engine::analysis::Batch* batch = m_scope.batch();
    const auto& range = m_selection.range();
    return QString::fromStdString(batch != nullptr ? graph::dotText(trace, batch->begin, batch->end)
                                  : range          ? graph::dotText(trace, range->begin, range->end)
                                                   : graph::dotText(trace, m_selection.block()));
}

}  // namespace ui::graph
