#include "engine/analysis/work_scope.h"

namespace engine::analysis {

Scope workScope(const trace::Trace& trace, std::size_t block)
{
    const Scope timed = blockScope(trace, block);
    if (block >= trace.blocks().size())
        return timed;
    // The program's only thread issues operations in the order of their ids.
    std::size_t low = 0;
    for (std::size_t high = trace.opCount(); low < high;) {
        const std::size_t middle = (low + high) / 2;
        if (trace.op(OpId{middle}).issued < timed.begin)
            low = middle + 1;
        else
            high = middle;
    }
    Scope work = timed;
    for (; low < trace.opCount() && trace.op(OpId{low}).issued <= timed.end; ++low) {
        const trace::Op& op = trace.op(OpId{low});
        if (hasEnded(op))
            work.end = std::max(work.end, op.finished);
    }
    return work;
}

}  // namespace engine::analysis
