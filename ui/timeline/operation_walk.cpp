#include "ui/timeline/detail/operation_walk.h"

#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/ranks/rank_painter.h"

#include <algorithm>

namespace ui::timeline {

using engine::trace::DependencyKind;
using engine::trace::Edge;
using engine::trace::LaneIndex;

namespace {

bool isKnown(const drawing::Scene& scene, OpId op)
{
    return op.isValid() && op.index < scene.trace->opCount();
}

/// Returns the first operation of a row that ends after `at`, else the row's last one; invalid: the row has none.
OpId nearestOf(const drawing::Scene& scene, const drawing::Row& row, Nanoseconds at)
{
    if (!row.lane.isValid() || row.kind == drawing::RowKind::Frontend || row.kind == drawing::RowKind::Link)
        return {};
    const LaneIndex& index = scene.trace->index(row.lane);
    return index.empty() ? OpId{} : index.spans()[std::min(index.firstEndingAfter(at), index.spans().size() - 1)].op;
}

Nanoseconds middleOf(const model::TimeRange& range)
{
    return range.begin + range.length() / 2;
}

}  // namespace

OperationWalk::OperationWalk(const drawing::Scene& scene, model::Selection& selection, model::Playhead& playhead,
                             std::function<void(OpId)> reveal)
    : m_scene(scene), m_selection(selection), m_playhead(playhead), m_reveal(std::move(reveal))
{
}

void OperationWalk::select(OpId op)
{
    m_selection.selectOp(op);
    m_reveal(op);
}

void OperationWalk::alongLane(int direction)
{
    if (enterRank())
        return;
    const drawing::Scene shown = sceneOfSelection(m_scene);
    const auto& trace = *shown.trace;
    const OpId op = m_scene.selection.op;
    if (!isKnown(shown, op) || shown.layout.rowOf(trace.op(op).lane) == nullptr)
        return toLane(1);
    const LaneIndex& index = trace.index(trace.op(op).lane);
    auto i = static_cast<std::ptrdiff_t>(index.firstEndingAfter(trace.op(op).started)) + direction;
    for (; i >= 0 && i < std::ssize(index.spans()); i += direction) {
        const OpId next = index.spans()[static_cast<std::size_t>(i)].op;
        if (next.isValid() && next != op)
            return select(next);
    }
}

bool OperationWalk::enterRank()
{
    const drawing::Scene shown = sceneOfSelection(m_scene);
    if (m_selection.ranks().empty() || isKnown(shown, m_scene.selection.op))
        return false;
    for (const drawing::Row& row : shown.layout.rows)
        if (row.member == static_cast<int>(m_selection.ranks().back()))
            if (const OpId op = nearestOf(shown, row, middleOf(m_scene.range)); op.isValid()) {
                select(op);
                return true;
            }
    return false;
}

/// Selects the next rank, if no operation is selected, and a rank is selected or the ranks are shown without
/// operations. Returns false otherwise.
bool OperationWalk::toRank(int direction)
{
    const bool isOfRanks =
        m_scene.trace->rankPart().set != nullptr && (m_scene.trace->opCount() == 0 || !m_selection.ranks().empty());
    if (!isOfRanks || isKnown(sceneOfSelection(m_scene), m_scene.selection.op))
        return false;
    std::vector<std::uint32_t> members;  // members of the rows, from top to bottom
    for (const drawing::Row& row : m_scene.layout.rows) {
        if (row.kind == drawing::RowKind::Band)
            members.insert(members.end(), row.ranks.begin(), row.ranks.end());
        else if (row.member >= 0 && row.kind != drawing::RowKind::Node &&
                 (members.empty() || members.back() != static_cast<std::uint32_t>(row.member)))
            members.push_back(static_cast<std::uint32_t>(row.member));
    }
    const auto current =
        m_selection.ranks().empty() ? members.end() : std::ranges::find(members, m_selection.ranks().back());
    std::ptrdiff_t at = direction > 0 ? 0 : std::ssize(members) - 1;
    if (current != members.end())
        at = current - members.begin() + direction;
    if (at >= 0 && at < std::ssize(members))
        m_selection.selectRanks({members[static_cast<std::size_t>(at)]});
    return true;
}

void OperationWalk::toLane(int direction)
{
    if (toRank(direction))
        return;
    const drawing::Scene shown = sceneOfSelection(m_scene);
    const auto& trace = *shown.trace;
    const OpId op = m_scene.selection.op;
    const drawing::Row* current = isKnown(shown, op) ? shown.layout.rowOf(trace.op(op).lane) : nullptr;
    const Nanoseconds at = current != nullptr ? trace.op(op).started : middleOf(m_scene.range);
    const auto& rows = shown.layout.rows;
    auto i = current != nullptr ? (current - rows.data()) + direction : direction > 0 ? 0 : std::ssize(rows) - 1;
    for (; i >= 0 && i < std::ssize(rows); i += direction)
        if (const OpId next = nearestOf(shown, rows[static_cast<std::size_t>(i)], at); next.isValid())
            return select(next);
}

void OperationWalk::toConsumer(Nanoseconds cursor)
{
    if (!fromWait(cursor))
        alongEdge(EdgeEnd::Consumer);
}

bool OperationWalk::fromWait(Nanoseconds cursor)
{
    const auto& waits = m_scene.trace->waits();
    int wait = m_scene.pointer.wait;
    if (wait < 0 && !m_scene.selection.op.isValid())
        if (const int at = drawing::waitAt(*m_scene.trace, cursor);
            at >= 0 && waits[static_cast<std::size_t>(at)].line == m_selection.line())
            wait = at;
    if (wait < 0 || static_cast<std::size_t>(wait) >= waits.size())
        return false;
    const OpId op = waits[static_cast<std::size_t>(wait)].releasedBy;
    if (!isKnown(m_scene, op) || op == m_scene.selection.op)
        return false;
    select(op);
    return true;
}

void OperationWalk::alongEdge(EdgeEnd to)
{
    const bool toConsumer = to == EdgeEnd::Consumer;
    const OpId op = m_scene.selection.op;
    const engine::trace::TracePtr shown = sceneOfSelection(m_scene).trace;
    if (!op.isValid() || op.index >= shown->opCount())
        return;
    const auto neighbours = [&](OpId of) {
        std::vector<OpId> ids;
        for (const Edge& edge : toConsumer ? shown->edges().outOf(of) : shown->edges().into(of))
            if (edge.kind == DependencyKind::ReadAfterWrite)
                ids.push_back(toConsumer ? edge.to : edge.from);
        return ids;
    };
    // If the operation from which the first press started has several neighbours, a repeated press selects the next
    // one.
    if (m_edgeOf.isValid() && m_edgeTo == to && m_edgeOf != op) {
        const std::vector<OpId> siblings = neighbours(m_edgeOf);
        if (siblings.size() > 1 && m_edgeAt < siblings.size() && siblings[m_edgeAt] == op) {
            m_edgeAt = (m_edgeAt + 1) % siblings.size();
            return select(siblings[m_edgeAt]);
        }
    }
    const std::vector<OpId> ids = neighbours(op);
    if (ids.empty())
        return;
    m_edgeOf = op;
    m_edgeAt = 0;
    m_edgeTo = to;
    select(ids.front());
}

void OperationWalk::movePlayhead(int direction)
{
    const Nanoseconds now = m_playhead.time();
    std::optional<Nanoseconds> best;
    const auto consider = [&](Nanoseconds t) {
        if (direction > 0 ? t > now && (!best || t < *best) : t < now && (!best || t > *best))
            best = t;
    };
    const engine::trace::TracePtr shown = sceneOfSelection(m_scene).trace;
    for (const auto& lane : shown->lanes()) {
        const LaneIndex& index = shown->index(lane.id);
        const auto& spans = index.spans();
        const std::size_t i = index.firstEndingAfter(now);
        for (std::size_t j = i > 0 ? i - 1 : 0; j < std::min(spans.size(), i + 2); ++j) {
            consider(spans[j].begin);
            consider(spans[j].end());
        }
    }
    if (best)
        m_playhead.setTime(*best);
}

}  // namespace ui::timeline
