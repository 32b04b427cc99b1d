#include "engine/analysis/work_scope.h"

#include "engine/analysis/difference.h"

namespace engine::analysis {

Scope workScope(const trace::Trace& trace, std::size_t block)
{
    Scope work = blockScope(trace, block);
    if (const auto late = lateWork(trace, work); late && block < trace.blocks().size())
        work.end += late->time;
    return work;
}

}  // namespace engine::analysis
