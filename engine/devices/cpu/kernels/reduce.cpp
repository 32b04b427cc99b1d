#include "engine/devices/cpu/kernels/reduce.h"

#include <array>
#include <cmath>
#include <limits>

namespace engine::devices::cpu {

using ops::Operator;

namespace {

/// Number of independent sums. With several sums, the compiler can use vector registers without changing the order of
/// the additions.
constexpr std::size_t kLanes = 8;

double sumBlock(std::span<const float> block, auto f)
{
    std::array<double, kLanes> sums{};
    std::size_t i = 0;
    for (; i + kLanes <= block.size(); i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            sums[lane] += f(block[i + lane]);
    for (std::size_t lane = 0; i + lane < block.size(); ++lane)
        sums[lane] += f(block[i + lane]);
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/// A later element wins only if it is larger. NaN wins over every number; the first NaN wins over later ones.
bool isLarger(double candidate, double best)
{
    return candidate > best || (candidate != candidate && best == best);
}

BlockFold largestOf(std::span<const float> block, std::int64_t first)
{
    BlockFold best{block[0], first};
    for (std::size_t i = 1; i < block.size(); ++i)
        if (isLarger(block[i], best.value))
            best = {block[i], first + static_cast<std::int64_t>(i)};
    return best;
}

bool isMaximum(Operator op)
{
    return op == Operator::Max || op == Operator::ArgMax;
}

BlockFold merge(Operator op, const BlockFold& left, const BlockFold& right)
{
    if (isMaximum(op))
        return isLarger(right.value, left.value) ? right : left;
    return {left.value + right.value, 0};
}

BlockFold pairwise(Operator op, std::span<const BlockFold> partials)
{
    if (partials.size() == 1)
        return partials[0];
    const std::size_t half = partials.size() / 2;
    return merge(op, pairwise(op, partials.first(half)), pairwise(op, partials.subspan(half)));
}

}  // namespace

BlockFold reduceBlock(Operator op, std::span<const float> block, std::int64_t first)
{
    if (isMaximum(op))
        return largestOf(block, first);
    if (op == Operator::Norm)
        return {sumBlock(block, [](float x) { return static_cast<double>(x) * x; }), 0};
    return {sumBlock(block, [](float x) { return static_cast<double>(x); }), 0};
}

float reduceFinish(Operator op, std::span<const BlockFold> partials, std::int64_t elements)
{
    const BlockFold total = partials.empty() ? BlockFold{} : pairwise(op, partials);
    switch (op) {
        case Operator::Mean:
            return static_cast<float>(total.value / static_cast<double>(elements));  // NaN if there are no elements
        case Operator::Norm:
            return static_cast<float>(std::sqrt(total.value));
        case Operator::ArgMax:
            return static_cast<float>(total.index);
        case Operator::Sum:
        case Operator::Max:
            return static_cast<float>(total.value);
        default:  // other operators are no reductions
            return std::numeric_limits<float>::quiet_NaN();
    }
}

}  // namespace engine::devices::cpu
