#include "engine/analysis/timed_block.h"
#include "ui/figure/detail/plan_parts.h"
#include "ui/model/refused.h"

#include <algorithm>

namespace ui::figure::detail {

using engine::trace::LaneRole;

namespace {

/// The range of all timed blocks, of their work, and usually also of the other work that ends after them.
model::TimeRange rangeOfBlocks(const Trace& trace, Nanoseconds extent)
{
    Nanoseconds begin = trace.blocks().front().begin, end = begin;
    for (const engine::trace::BlockRecord& block : trace.blocks()) {
        begin = std::min(begin, block.begin);
        end = std::max(end, block.end);
    }
    // Includes all work of each block, also work that ends after the block's clock has stopped.
    for (const engine::analysis::TimedBlock& block : engine::analysis::timedBlocks(trace))
        end = std::max(end, block.work);
    // Also includes other work after the blocks, unless there are several blocks and this work is longer than all of
    // them together: it would make the blocks too small.
    if (extent - end <= end - begin)
        end = std::max(end, extent);
    else if (trace.blocks().size() == 1)
        end = extent;
    return {begin, end};
}

}  // namespace

model::TimeRange rangeOf(const Trace& trace, const FigureOptions& options)
{
    if (options.range && options.range->length().count() > 0)
        return *options.range;
    // Shows a range around a failure, as the window's opening view does: in the whole run, a refused allocation would
    // be too small.
    const auto failure = figureKindOf(options) != FigureKind::Compare ? model::rangeAroundFailure(trace) : std::nullopt;
    const Nanoseconds extent = std::max(trace.extent(), Nanoseconds{1});
    if (!failure && trace.blocks().empty())
        return {Nanoseconds{0}, extent};
    const model::TimeRange timed = failure ? *failure : rangeOfBlocks(trace, extent);
    Nanoseconds begin = timed.begin, end = timed.end;
    if (options.showNotes)
        for (const model::Note& note : options.notes)
            for (const Nanoseconds time : {timeOf(trace, note.from), timeOf(trace, note.to)}) {
                begin = std::min(begin, std::max(time, Nanoseconds{}));
                end = std::max(end, std::min(time, extent));
            }
    return {begin, std::max(end, begin + Nanoseconds{1})};
}

model::TimeRange magnifiedRange(const Trace& trace, const PanelPlan& plan, const FigureOptions& options)
{
    if (options.magnified)
        return *options.magnified;
    // Default: from the start of the last block to the end of the eleventh operation of the lane with the most
    // operations.
    Nanoseconds begin = plan.range.begin;
    for (const engine::trace::BlockRecord& block : trace.blocks())
        if (block.begin >= plan.range.begin && block.begin < plan.range.end)
            begin = block.begin;
    Nanoseconds end = plan.range.end;
    std::size_t most = 0;
    for (const RowPlan& row : plan.rows) {
        if (!row.isLane() || row.role == LaneRole::HostPages)
            continue;
        const auto& index = trace.index(row.lane);
        const std::size_t first = index.firstBeginningAt(begin);
        const std::size_t last = index.firstBeginningAt(plan.range.end);
        if (last > first && last - first > most) {
            most = last - first;
            end = index.spans()[std::min(first + 10, last - 1)].end();
        }
    }
    return {begin, std::max(end, begin + Nanoseconds{1})};
}

}  // namespace ui::figure::detail
