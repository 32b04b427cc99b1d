#include "engine/analysis/scope.h"

namespace engine::analysis {

OpRange issuedIn(const trace::Trace& trace, Scope scope)
{
    const auto first = [&](Nanoseconds time) {
        std::size_t low = 0;
        std::size_t high = trace.opCount();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (trace.op(OpId{middle}).issueBegin < time)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    const std::size_t begin = first(scope.begin);
    return {begin, std::max(begin, first(scope.end))};
}

Nanoseconds workEnd(const trace::Trace& trace, Scope scope)
{
    Nanoseconds end = scope.begin;
    const OpRange issued = issuedIn(trace, scope);
    for (std::size_t i = issued.first; i < issued.last; ++i)
        if (const trace::Op op = trace.op(OpId{i}); hasEnded(op))
            end = std::max(end, op.finished);
    return end;
}

}  // namespace engine::analysis
