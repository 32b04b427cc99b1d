#include "engine/devices/cpu/kernels/axis_reduce.h"

#include "engine/devices/cpu/kernels/sums.h"

#include <array>
#include <cmath>

namespace engine::devices::cpu {

using ops::Operator;
using ops::Shape;

namespace {

/// Number of columns that are folded at the same time.
constexpr std::int64_t kColumns = 256;

/// A fold that is a sum: defines the term of each element, and the final step.
struct SumFold {
    static float term(float x) { return x; }
    static float finish(double sum, double) { return static_cast<float>(sum); }
};

struct MeanFold : SumFold {
    static float finish(double sum, double count) { return static_cast<float>(sum / count); }
};

/// A fold that is not a plain sum. `Lane` is the intermediate value of several elements.
struct NormFold {
    using Lane = double;
    static Lane start() { return 0; }
    static Lane accumulate(Lane lane, float x, std::int64_t)
    {
        return lane + static_cast<double>(x) * static_cast<double>(x);
    }
    static Lane merge(Lane a, Lane b) { return a + b; }
    static float finish(Lane lane, double) { return static_cast<float>(std::sqrt(lane)); }
};

struct MaxFold {
    struct Lane {
        float value = 0;
        std::int64_t index = -1;
    };
    static Lane start() { return {}; }
    /// A later element wins if it is larger. NaN wins over every number; the first NaN wins over later ones.
    static bool isLarger(float candidate, const Lane& best)
    {
        return best.index < 0 || candidate > best.value || (candidate != candidate && best.value == best.value);
    }
    static Lane accumulate(Lane lane, float x, std::int64_t index) { return isLarger(x, lane) ? Lane{x, index} : lane; }
    /// Of equal values, the first wins.
    static Lane merge(Lane a, Lane b)
    {
        const bool isEqual = a.value == b.value || (a.value != a.value && b.value != b.value);
        if (a.index >= 0 && b.index >= 0 && isEqual)
            return a.index < b.index ? a : b;
        return b.index >= 0 && isLarger(b.value, a) ? b : a;
    }
    static float finish(Lane lane, double) { return lane.value; }
};

struct ArgMaxFold : MaxFold {
    static float finish(Lane lane, double) { return static_cast<float>(lane.index); }
};

template <typename Fold>
constexpr bool isSum = requires(float x)
{
    Fold::term(x);
};

/// Returns the offset of combination `index` of `axes`; the last axis varies fastest.
std::int64_t offsetOf(const auto& axes, std::int64_t index)
{
    std::int64_t offset = 0;
    for (std::size_t i = axes.size(); i-- > 0;) {
        offset += index % axes[i].extent * axes[i].stride;
        index /= axes[i].extent;
    }
    return offset;
}

std::int64_t productOf(const auto& axes)
{
    std::int64_t product = 1;
    for (const auto& axis : axes)
        product *= axis.extent;
    return product;
}

}  // namespace

std::int64_t AxisReduce::Plan::folds() const
{
    return productOf(folded);
}

AxisReduce::Plan AxisReduce::planOf(const ops::Operation& operation)
{
    const Shape& shape = operation.inputs[0];
    std::vector<Axis> axes;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        const bool isFolded = (operation.axes >> axis & 1U) != 0;
        if (!axes.empty() && axes.back().isFolded == isFolded)
            axes.back().extent *= shape[axis];
        else
            axes.push_back({shape[axis], 1, isFolded});
    }
    for (std::size_t i = axes.size() - 1; i-- > 0;)
        axes[i].stride = axes[i + 1].stride * axes[i + 1].extent;
    Plan plan;
    plan.last = axes.back();
    axes.pop_back();
    for (const Axis& axis : axes)
        (axis.isFolded ? plan.folded : plan.kept).push_back(axis);
    return plan;
}

/// Returns how many elements of the result a piece computes. The more inputs are folded into an element, the fewer
/// elements a piece has. If columns are folded, a piece has at least kColumns elements, since reading narrow strips of
/// a matrix from memory is slow.
std::int64_t AxisReduce::unitsPerPieceOf(const Plan& plan)
{
    if (plan.last.isFolded)
        return unitsFor(plan.folds() * plan.last.extent);
    return std::max(unitsFor(plan.folds()), kColumns);
}

AxisReduce::AxisReduce(const ops::Operation& operation, const float* in, float* out)
    : AxisReduce(operation, in, out, planOf(operation))
{
}

AxisReduce::AxisReduce(const ops::Operation& operation, const float* in, float* out, Plan plan)
    : RangeKernel(operation.output.elements(), unitsPerPieceOf(plan)),
      m_operation(operation),
      m_in(in),
      m_out(out),
      m_plan(std::move(plan)),
      m_count(static_cast<double>(m_plan.folds()) * static_cast<double>(m_plan.last.isFolded ? m_plan.last.extent : 1))
{
    m_foldOffsets.reserve(static_cast<std::size_t>(m_plan.folds()));
    for (std::int64_t i = 0; i < m_plan.folds(); ++i)
        m_foldOffsets.push_back(offsetOf(m_plan.folded, i));
}

template <typename Fold>
void AxisReduce::foldRow(std::int64_t row)
{
    // Uses several independent lanes, so that an addition need not wait for the previous one.
    constexpr std::size_t kLanes = 8;
    std::array<typename Fold::Lane, kLanes> lanes;
    lanes.fill(Fold::start());
    const float* base = m_in + offsetOf(m_plan.kept, row);
    const std::int64_t length = m_plan.last.extent;
    std::int64_t number = 0;
    for (const std::int64_t offset : m_foldOffsets) {
        const float* from = base + offset;
        std::int64_t i = 0;
        for (; i + static_cast<std::int64_t>(kLanes) <= length; i += static_cast<std::int64_t>(kLanes))
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                lanes[lane] = Fold::accumulate(lanes[lane], from[i + static_cast<std::int64_t>(lane)],
                                               number + i + static_cast<std::int64_t>(lane));
        for (std::size_t lane = 0; i < length; ++i, ++lane)
            lanes[lane] = Fold::accumulate(lanes[lane], from[i], number + i);
        number += length;
    }
    typename Fold::Lane all = lanes[0];
    for (std::size_t lane = 1; lane < kLanes; ++lane)
        all = Fold::merge(all, lanes[lane]);
    m_out[row] = Fold::finish(all, m_count);
}

template <typename Fold>
void AxisReduce::foldColumns(std::int64_t row, std::int64_t first, std::int64_t count)
{
    std::array<typename Fold::Lane, kColumns> lanes;
    std::fill_n(lanes.begin(), count, Fold::start());
    const float* base = m_in + offsetOf(m_plan.kept, row) + first;
    std::int64_t number = 0;
    for (const std::int64_t offset : m_foldOffsets) {
        const float* from = base + offset;
        for (std::int64_t i = 0; i < count; ++i)
            lanes[static_cast<std::size_t>(i)] = Fold::accumulate(lanes[static_cast<std::size_t>(i)], from[i], number);
        ++number;
    }
    float* out = m_out + row * m_plan.last.extent + first;
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = Fold::finish(lanes[static_cast<std::size_t>(i)], m_count);
}

template <typename Fold>
void AxisReduce::sumRow(std::int64_t row)
{
    const float* base = m_in + offsetOf(m_plan.kept, row);
    double all = 0;
    for (const std::int64_t offset : m_foldOffsets)
        all += sumOf(m_plan.last.extent, [from = base + offset](std::int64_t i) { return Fold::term(from[i]); });
    m_out[row] = Fold::finish(all, m_count);
}

/// Adds a few rows in float, then adds these sums in double precision.
template <typename Fold>
void AxisReduce::sumColumns(std::int64_t row, std::int64_t first, std::int64_t count)
{
    constexpr std::size_t kRows = 32;
    std::array<double, kColumns> sums{};
    std::array<float, kColumns> lanes{};
    const float* base = m_in + offsetOf(m_plan.kept, row) + first;
    for (std::size_t fold = 0; fold < m_foldOffsets.size();) {
        std::fill_n(lanes.begin(), count, 0.0F);
        for (const std::size_t end = std::min(fold + kRows, m_foldOffsets.size()); fold < end; ++fold) {
            const float* from = base + m_foldOffsets[fold];
            for (std::int64_t i = 0; i < count; ++i)
                lanes[static_cast<std::size_t>(i)] += Fold::term(from[i]);
        }
        for (std::int64_t i = 0; i < count; ++i)
            sums[static_cast<std::size_t>(i)] += static_cast<double>(lanes[static_cast<std::size_t>(i)]);
    }
    float* out = m_out + row * m_plan.last.extent + first;
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = Fold::finish(sums[static_cast<std::size_t>(i)], m_count);
}

template <typename Fold>
void AxisReduce::foldAll(std::int64_t begin, std::int64_t end)
{
    if (m_plan.last.isFolded) {
        for (std::int64_t row = begin; row < end; ++row)
            if constexpr (isSum<Fold>)
                sumRow<Fold>(row);
            else
                foldRow<Fold>(row);
        return;
    }
    const std::int64_t width = m_plan.last.extent;
    while (begin < end) {
        const std::int64_t column = begin % width;
        const std::int64_t count = std::min({end - begin, width - column, kColumns});
        if constexpr (isSum<Fold>)
            sumColumns<Fold>(begin / width, column, count);
        else
            foldColumns<Fold>(begin / width, column, count);
        begin += count;
    }
}

void AxisReduce::runUnits(std::int64_t begin, std::int64_t end)
{
    switch (m_operation.op) {
        case Operator::Sum:
            return foldAll<SumFold>(begin, end);
        case Operator::Mean:
            return foldAll<MeanFold>(begin, end);
        case Operator::Norm:
            return foldAll<NormFold>(begin, end);
        case Operator::Max:
            return foldAll<MaxFold>(begin, end);
        case Operator::ArgMax:
            return foldAll<ArgMaxFold>(begin, end);
        default:  // makeKernel() makes this kernel for reductions only
            return;
    }
}

}  // namespace engine::devices::cpu
