#include "engine/ranks/results.h"

#include <algorithm>

namespace engine::ranks {

namespace {

template <typename Combine>
void combine(std::span<float> result, std::span<const float> next, Combine combineTwo)
{
    const std::size_t size = std::min(result.size(), next.size());
    for (std::size_t i = 0; i < size; ++i)
        result[i] = combineTwo(result[i], next[i]);
}

}  // namespace

void reduceInto(std::span<float> result, std::span<const float> contribution, trace::ReduceOp op, int index, int count)
{
    const bool isAverage = op == trace::ReduceOp::Average;
    const float scale = isAverage ? 1.0F / static_cast<float>(count) : 1.0F;
    if (index == 0) {
        combine(result, contribution, [scale, isAverage](float, float b) { return isAverage ? b * scale : b; });
        return;
    }
    switch (op) {
        case trace::ReduceOp::Product:
            combine(result, contribution, [](float a, float b) { return a * b; });
            break;
        case trace::ReduceOp::Minimum:
            combine(result, contribution, [](float a, float b) { return std::min(a, b); });
            break;
        case trace::ReduceOp::Maximum:
            combine(result, contribution, [](float a, float b) { return std::max(a, b); });
            break;
        case trace::ReduceOp::None:
        case trace::ReduceOp::Sum:
        case trace::ReduceOp::Average:
        case trace::ReduceOp::Other:
            combine(result, contribution, [scale](float a, float b) { return a + b * scale; });
            break;
    }
}

}  // namespace engine::ranks
