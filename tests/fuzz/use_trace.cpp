#include "engine/analysis/bound.h"
#include "engine/analysis/critical_path.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/warnings.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>

using namespace engine;

void fuzz::use(const trace::Trace& trace)
{
    const analysis::Scope scope = analysis::wholeRun(trace);
    static_cast<void>(analysis::criticalPath(trace, scope));
    static_cast<void>(analysis::verdict(trace, scope));
    static_cast<void>(analysis::warnings(trace));
    static_cast<void>(analysis::summaryJson(trace));
    for (std::size_t i = 0; i < std::min<std::size_t>(trace.opCount(), 20); ++i)
        static_cast<void>(analysis::nameOf(trace, OpId{i}));
    trace::Coverage coverage;
    for (const trace::LaneRecord& lane : trace.lanes())
        trace.index(lane.id).cover({Nanoseconds{0}, std::max(trace.extent(), Nanoseconds{1}), 64}, coverage);
}
