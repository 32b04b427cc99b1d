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

}  // namespace engine::analysis
