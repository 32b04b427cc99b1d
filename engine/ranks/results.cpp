#include "engine/ranks/results.h"

#include "engine/base/expect.h"

#include <algorithm>

namespace engine::ranks {

namespace {

template <typename Combine>
void combine(std::span<float> result, std::span<const float> before, std::span<const float> next, Combine combineTwo)
{
    const std::size_t size = std::min({result.size(), before.size(), next.size()});
    float* const to = result.data();
    const float* const a = before.data();
    const float* const b = next.data();
    // The compiler may vectorize: each input is either exactly the memory of the result or does not overlap with it.
#if !defined(__clang__)
#pragma GCC ivdep
#endif
    for (std::size_t i = 0; i < size; ++i)
        to[i] = combineTwo(a[i], b[i]);
}

}  // namespace

void reduceInto(std::span<float> result, std::span<const float> before, std::span<const float> contribution,
                trace::ReduceOp op, int index, int count)
{
    ENGINE_EXPECT(index >= 1 && index < count);
    const float scale = 1.0F / static_cast<float>(count);
    const float scaleBefore = index == 1 ? scale : 1.0F;
    switch (op) {
        case trace::ReduceOp::Product:
            combine(result, before, contribution, [](float a, float b) { return a * b; });
            break;
        case trace::ReduceOp::Minimum:
            combine(result, before, contribution, [](float a, float b) { return std::min(a, b); });
            break;
        case trace::ReduceOp::Maximum:
            combine(result, before, contribution, [](float a, float b) { return std::max(a, b); });
            break;
        case trace::ReduceOp::Average:
            combine(result, before, contribution,
                    [scale, scaleBefore](float a, float b) { return a * scaleBefore + b * scale; });
            break;
        case trace::ReduceOp::None:
        case trace::ReduceOp::Sum:
        case trace::ReduceOp::Other:
            combine(result, before, contribution, [](float a, float b) { return a + b; });
            break;
    }
}

}  // namespace engine::ranks
