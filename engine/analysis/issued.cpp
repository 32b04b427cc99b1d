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

Progress progressOf(const trace::Trace& trace, int line)
{
    Progress progress;
    progress.isOfStatement = line > 0;
    const Nanoseconds end = trace.error()->time;
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

}  // namespace

Progress progressAtError(const trace::Trace& trace)
{
    if (!trace.error())
        return {};
    const Progress ofStatement = progressOf(trace, countedLine(trace));
    return ofStatement.issued > 0 ? ofStatement : progressOf(trace, 0);
}

}  // namespace engine::analysis
