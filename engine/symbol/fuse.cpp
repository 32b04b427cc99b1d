#include "engine/base/expect.h"
#include "engine/symbol/detail/passes.h"

#include <algorithm>

namespace engine::symbol::detail {

std::size_t fuse(ops::Segment& segment)
{
    ENGINE_EXPECT(isUnplanned(segment));
    constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
    std::vector<std::size_t> maker(segment.values.size(), kNobody);
    std::vector<std::size_t> readers(segment.values.size(), 0);
    for (const ops::Segment::Step& step : segment.steps)
        for (const std::int32_t read : step.reads)
            ++readers[static_cast<std::size_t>(read)];
    for (const std::int32_t output : segment.outputs)
        ++readers[static_cast<std::size_t>(output)];
    std::vector<ops::Segment::Step> kept;
    for (ops::Segment::Step& step : segment.steps) {
        const auto source = step.reads.empty() ? kNobody : static_cast<std::size_t>(step.reads[0]);
        const std::size_t at = source == kNobody ? kNobody : maker[source];
        const bool isFused = ops::familyOf(step.operation.op) == ops::Family::Unary && at != kNobody &&
                             readers[source] == 1 && ops::supportsEpilogue(kept[at].operation.op) &&
                             kept[at].operation.output == step.operation.output;
        if (!isFused) {
            for (const std::int32_t write : step.writes)
                maker[static_cast<std::size_t>(write)] = kept.size();
            kept.push_back(std::move(step));
            continue;
        }
        std::vector<ops::Epilogue>& epilogue = kept[at].operation.epilogue;
        epilogue.push_back({step.operation.op, step.operation.scalars[0]});
        epilogue.insert(epilogue.end(), step.operation.epilogue.begin(), step.operation.epilogue.end());
        kept[at].writes = step.writes;
        maker[static_cast<std::size_t>(step.writes[0])] = at;
    }
    const std::size_t count = segment.steps.size() - kept.size();
    segment.steps = std::move(kept);
    return count;
}

}  // namespace engine::symbol::detail
