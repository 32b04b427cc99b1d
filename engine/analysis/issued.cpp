#include "engine/analysis/issued.h"

#include "engine/analysis/memory.h"

namespace engine::analysis {

namespace {

/// Line of the statement whose operations are counted; 0: count all.
int countedLine(const trace::Trace& trace)
{
    const auto refused = decidingRefusal(trace);
    if (!refused)
        return 0;
    return trace.has(refused->record.op) ? trace.op(refused->record.op).line : trace.error()->line;
}

}  // namespace

Progress progressAtError(const trace::Trace& trace)
{
    Progress progress;
    if (!trace.error())
        return progress;
    const Nanoseconds end = trace.error()->time;
    const int line = countedLine(trace);
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const trace::Op& op = trace.op(OpId{i});
        const bool isFailed = op.state == trace::OpState::Failed;
        if ((line > 0 && op.line != line) || (isFailed && op.finished <= op.issued))
            continue;
        ++progress.issued;
        progress.failed += isFailed ? 1U : 0U;
        progress.done += op.state == trace::OpState::Done && op.finished <= end ? 1U : 0U;
    }
    return progress;
}

}  // namespace engine::analysis
