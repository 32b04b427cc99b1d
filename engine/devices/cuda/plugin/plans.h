#pragma once

#include "engine/devices/cuda/plugin/folds.h"
#include "engine/devices/cuda/plugin/part_functors.h"
#include "engine/ops/operation.h"

#include <algorithm>
#include <array>

/// Shapes, strides and sizes of the products, folds and blocks that operators.h runs.
namespace engine::devices::cuda::plugin {

/// out[rows, columns] = a * b + (isAdded ? out : 0), all row-major; a transposed factor is stored with its rows and
/// columns exchanged.
struct Product {
    const float* a = nullptr;
    const float* b = nullptr;
    float* out = nullptr;
    std::int64_t rows = 0;
    std::int64_t inner = 0;
    std::int64_t columns = 0;
    bool isATransposed = false;
    bool isBTransposed = false;
    bool isAdded = false;
};

/// The size of the largest accumulator (Lane) of a fold.
constexpr std::int64_t kFoldLaneBytes = 16;

[[nodiscard]] inline std::int64_t elementsOf(const abi::View& view)
{
    std::int64_t all = 1;
    for (std::int32_t axis = 0; axis < view.rank; ++axis)
        all *= view.extents[axis];
    return all;
}

[[nodiscard]] inline std::int64_t aligned(std::int64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/// The parts of a Gather or Scatter.
[[nodiscard]] inline NumberedParts numberedParts(const abi::Work& work)
{
    const abi::View& x = work.inputs[0];
    const abi::View& index = work.inputs[1];
    std::int64_t inner = 1;
    std::int32_t axis = 0;
    while ((work.axes >> axis & 1) == 0)
        ++axis;
    for (std::int32_t behind = axis + 1; behind < x.rank; ++behind)
        inner *= x.extents[behind];
    const bool isByColumn = work.scalars[1] != 0;
    const std::int64_t count = isByColumn ? index.extents[axis] : elementsOf(index);
    return {index.data, x.extents[axis], inner, count, work.scalars[0] != 0, isByColumn};
}

/// The number of bands per column of a Scatter, chosen so that the threads fill a GPU.
[[nodiscard]] inline std::int64_t bandsOf(const NumberedParts& parts, std::int64_t columns)
{
    constexpr std::int64_t kEnoughThreads = std::int64_t{1} << 15;
    const std::int64_t wanted = columns < kEnoughThreads ? kEnoughThreads / columns : 1;
    return wanted < parts.extent ? wanted : parts.extent;
}

/// The axes that a reduction keeps and those that it folds.
struct FoldPlan {
    StridedIndex kept;
    StridedIndex folded;
    std::int64_t rows = 1;
    std::int64_t length = 1;

    [[nodiscard]] FoldGrid grid() const
    {
        const std::int32_t last = kept.rank - 1;
        const bool isAcross = last >= 0 && kept.strides[last] == 1 && kept.extents[last].value() >= FoldGrid::kWarp;
        return FoldGrid::of(rows, length, isAcross ? FoldGrid::Adjacent::Rows : FoldGrid::Adjacent::Elements);
    }
};

/// The distances between neighbouring elements along each axis.
[[nodiscard]] inline std::array<std::int64_t, kMaxAxes> stridesOf(const abi::View& view)
{
    std::array<std::int64_t, kMaxAxes> strides{};
    std::int64_t stride = 1;
    for (std::int32_t axis = view.rank; axis-- > 0; stride *= view.extents[axis])
        strides[static_cast<std::size_t>(axis)] = stride;
    return strides;
}

[[nodiscard]] inline FoldPlan foldPlan(const abi::View& in, std::uint32_t axes)
{
    const auto strides = stridesOf(in);
    FoldPlan plan;
    for (std::int32_t axis = 0; axis < in.rank; ++axis) {
        const bool isFolded = axes == 0 || (axes >> axis & 1U) != 0;
        (isFolded ? plan.length : plan.rows) *= in.extents[axis];
        (isFolded ? plan.folded : plan.kept).append(in.extents[axis], strides[static_cast<std::size_t>(axis)]);
    }
    return plan;
}

/// Plans a fold of [n, c, ...] with one row per channel.
[[nodiscard]] inline FoldPlan channelPlan(const abi::View& x)
{
    std::uint32_t axes = 0;
    for (std::int32_t axis = 0; axis < x.rank; ++axis)
        axes |= axis == 1 ? 0U : 1U << axis;
    return foldPlan(x, axes);
}

[[nodiscard]] inline std::int64_t widthOf(const abi::View& view)
{
    return view.extents[view.rank - 1];
}

/// Returns the grid that folds the last axis.
[[nodiscard]] inline FoldGrid rowGrid(const abi::View& x)
{
    std::int64_t rows = 1;
    for (std::int32_t axis = 0; axis + 1 < x.rank; ++axis)
        rows *= x.extents[axis];
    return FoldGrid::of(rows, widthOf(x), FoldGrid::Adjacent::Elements);
}

/// Maps element i of `out` to its place in `in`; axes of `in` may be repeated.
[[nodiscard]] inline StridedIndex broadcastPlan(const abi::View& in, const abi::View& out)
{
    const auto strides = stridesOf(in);
    StridedIndex plan;
    for (std::int32_t axis = 0; axis < out.rank; ++axis) {
        const std::int32_t own = axis - out.rank + in.rank;
        const bool isRepeated = own < 0 || in.extents[own] == 1;
        plan.append(out.extents[axis], isRepeated ? 0 : strides[static_cast<std::size_t>(own)]);
    }
    return plan;
}

/// Maps element i of the transpose `out` to its place in the input.
[[nodiscard]] inline StridedIndex transposePlan(const abi::View& out)
{
    StridedIndex plan;
    std::int64_t stride = 1;
    for (std::int32_t axis = 0; axis < out.rank; stride *= out.extents[axis++])
        plan.append(out.extents[axis], stride);
    return plan;
}

/// The places of a block's elements in the whole tensor. The block's first element is at `first`; `place` maps the
/// index of an element in the block to its distance from the first one.
struct BlockPlan {
    StridedIndex place;
    std::int64_t first = 0;
};

[[nodiscard]] inline BlockPlan blockPlan(const abi::View& whole, const abi::View& block, const std::int64_t* offsets)
{
    const auto strides = stridesOf(whole);
    const std::int32_t missing = whole.rank - block.rank;
    BlockPlan plan;
    for (std::int32_t axis = 0; axis < whole.rank; ++axis) {
        const std::int64_t stride = strides[static_cast<std::size_t>(axis)];
        plan.place.append(axis < missing ? 1 : block.extents[axis - missing], stride);
        plan.first += offsets[axis] * stride;
    }
    return plan;
}

[[nodiscard]] inline SlidingWindow slidingOf(const abi::Work& work, const abi::View& data, const abi::View& pooled)
{
    SlidingWindow window{};
    for (int axis = 0; axis < 2; ++axis) {
        window.kernel[axis] = work.kernel[axis];
        window.stride[axis] = work.stride[axis];
        window.padding[axis] = work.padding[axis];
        window.data[axis] = data.extents[2 + axis];
        window.pooled[axis] = pooled.extents[2 + axis];
    }
    window.size = window.data[0].value() * window.data[1].value();
    window.places = window.pooled[0].value() * window.pooled[1].value();
    window.taps = std::int64_t{work.kernel[0]} * work.kernel[1];
    window.tapWidth = work.kernel[1];
    return window;
}

[[nodiscard]] inline Operator operatorOf(const abi::Work& work)
{
    return static_cast<Operator>(work.op);
}

/// Whether the module has the operator; the program may be newer than the module.
[[nodiscard]] inline bool isKnown(const abi::Work& work)
{
    return work.op >= 0 && work.op <= static_cast<std::int32_t>(Operator::Last);
}

[[nodiscard]] inline bool isConvolution(Operator op)
{
    return ops::familyOf(op) == ops::Family::Convolution;
}

/// Bytes of the columns of one image; needed without cuDNN.
[[nodiscard]] inline std::int64_t columnBytes(const abi::Work& work)
{
    const bool isForward = operatorOf(work) == Operator::Convolution;
    const abi::View& x = work.inputs[isForward ? 0 : 1];
    const abi::View& y = isForward ? work.outputs[0] : work.inputs[0];
    return aligned(x.extents[1] * work.kernel[0] * work.kernel[1] * y.extents[2] * y.extents[3] * 4);
}

[[nodiscard]] inline std::int64_t foldBytes(const FoldGrid& grid)
{
    return aligned(grid.results() * kFoldLaneBytes);
}

/// Bytes for the fold of a bias gradient; further scratch memory of a convolution follows it.
[[nodiscard]] inline std::int64_t convolutionFoldBytes(const abi::Work& work)
{
    const bool hasFold = operatorOf(work) == Operator::ConvolutionBackward && (work.wanted & ops::kBias) != 0;
    return hasFold ? foldBytes(channelPlan(work.inputs[0]).grid()) : 0;
}

/// Bytes of scratch memory that an operator needs if no library computes it.
[[nodiscard]] inline std::int64_t plainScratch(const abi::Work& work)
{
    using ops::Family;
    if (!isKnown(work))
        return 0;
    const Operator op = operatorOf(work);
    switch (ops::familyOf(op)) {
        case Family::Reduction:
            return foldBytes(foldPlan(work.inputs[0], static_cast<std::uint32_t>(work.axes)).grid());
        case Family::Softmax:
            return foldBytes(rowGrid(work.inputs[0]));
        case Family::Normalization: {
            const FoldPlan plan = channelPlan(work.inputs[op == Operator::BatchNorm ? 0 : 1]);
            return 3 * aligned(plan.rows * 4) + foldBytes(plan.grid());
        }
        case Family::Dense:
            return op == Operator::FullyConnected ? 0 : foldBytes(foldPlan(work.inputs[0], 1).grid());
        case Family::Convolution:
            return convolutionFoldBytes(work) + columnBytes(work);
        case Family::Marker:
        case Family::Generator:
        case Family::Unary:
        case Family::Binary:
        case Family::Slope:
        case Family::Product:
        case Family::Rearrangement:
        case Family::Broadcast:
        case Family::Block:
        case Family::Concat:
        case Family::Parts:
        case Family::Pick:
        case Family::Pool:
        case Family::Update:
        case Family::Graph:
            return 0;
    }
    return 0;
}

/// The width of the indices with which kernels can address all tensors and the scratch memory of an operator.
[[nodiscard]] inline IndexWidth indexWidth(const abi::Work& work)
{
    std::int64_t most = plainScratch(work) / static_cast<std::int64_t>(sizeof(float));
    for (std::int32_t i = 0; i < work.inputCount; ++i)
        most = std::max(most, elementsOf(work.inputs[i]));
    for (std::int32_t i = 0; i < work.outputCount; ++i)
        most = std::max(most, elementsOf(work.outputs[i]));
    return most < kNarrowLimit ? IndexWidth::Narrow : IndexWidth::Wide;
}

}  // namespace engine::devices::cuda::plugin
