#pragma once

#include "engine/devices/cuda/plugin/functors.h"

/// Every operator of engine/ops as a sequence of element-wise kernels, folds and products, for any queue that runs
/// them: the GPU's streams, and loops on the processor in tests. A queue has
///   forEach(n, functor)      functor(i) for every i in [0, n)
///   fold(rows, length, fold, scratch)  each row folded over `length` places in an order that only the sizes determine
///   product(Product)         by cuBLAS
///   convolution(work, scratch, isDone)  by cuDNN where it is there, without bias
///   copyWithin(to, from, elements)
///   status()                 the first failure
namespace engine::devices::cuda::plugin {

/// out[rows, columns] = a * b + (isAdded ? out : 0), all row-major; a transposed factor is stored [its columns, rows].
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

/// Long rows are cut, the partial results folded again.
constexpr std::int64_t kFoldPart = 8192;
constexpr std::int64_t kFoldLaneBytes = 16;
[[nodiscard]] inline std::int64_t foldParts(std::int64_t rows, std::int64_t length)
{
    constexpr std::int64_t kMostParts = 1024;
    constexpr std::int64_t kEnoughRows = 512;  // they fill a GPU by themselves
    if (rows >= kEnoughRows || length <= kFoldPart)
        return 1;
    const std::int64_t parts = (length + kFoldPart - 1) / kFoldPart;
    return parts < kMostParts ? parts : kMostParts;
}

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

/// What a reduction keeps and what it folds.
struct FoldPlan {
    Strided kept;
    Strided folded;
    std::int64_t rows = 1;
    std::int64_t length = 1;
};

[[nodiscard]] inline FoldPlan foldPlan(const abi::View& in, std::uint32_t axes)
{
    std::int64_t strides[kMostAxes + 1] = {};
    strides[in.rank] = 1;
    for (std::int32_t axis = in.rank; axis-- > 0;)
        strides[axis] = axis + 1 == in.rank ? 1 : strides[axis + 1] * in.extents[axis + 1];
    FoldPlan plan;
    for (std::int32_t axis = 0; axis < in.rank; ++axis) {
        const bool isFolded = axes == 0 || (axes >> axis & 1U) != 0;
        Strided& side = isFolded ? plan.folded : plan.kept;
        (isFolded ? plan.length : plan.rows) *= in.extents[axis];
        // Neighbouring axes of one side are one axis.
        const std::int32_t last = side.rank - 1;
        if (last >= 0 && side.strides[last] == strides[axis] * in.extents[axis]) {
            side.extents[last] *= in.extents[axis];
            side.strides[last] = strides[axis];
        } else {
            side.extents[side.rank] = in.extents[axis];
            side.strides[side.rank++] = strides[axis];
        }
    }
    return plan;
}

/// Channels of [n, c, ...] as rows.
[[nodiscard]] inline FoldPlan channelPlan(const abi::View& x)
{
    std::uint32_t axes = 0;
    for (std::int32_t axis = 0; axis < x.rank; ++axis)
        axes |= axis == 1 ? 0U : 1U << axis;
    return foldPlan(x, axes);
}

/// The last axis is folded.
[[nodiscard]] inline FoldPlan rowPlan(const abi::View& x)
{
    FoldPlan plan;
    const std::int64_t width = x.extents[x.rank - 1];
    std::int64_t rows = 1;
    for (std::int32_t axis = 0; axis + 1 < x.rank; ++axis)
        rows *= x.extents[axis];
    plan.kept.rank = plan.folded.rank = 1;
    plan.kept.extents[0] = plan.rows = rows;
    plan.kept.strides[0] = width;
    plan.folded.extents[0] = plan.length = width;
    plan.folded.strides[0] = 1;
    return plan;
}

/// Where element i of `out` lies in `in`, whose axes are repeated to fit.
[[nodiscard]] inline Strided broadcastPlan(const abi::View& in, const abi::View& out)
{
    Strided plan;
    plan.rank = out.rank;
    std::int64_t stride = 1;
    for (std::int32_t fromLast = 1; fromLast <= out.rank; ++fromLast) {
        const std::int32_t axis = out.rank - fromLast;
        plan.extents[axis] = out.extents[axis];
        if (fromLast > in.rank)
            continue;
        const std::int64_t extent = in.extents[in.rank - fromLast];
        plan.strides[axis] = extent == 1 ? 0 : stride;
        stride *= extent;
    }
    return plan;
}

/// Where element i of a block lies in the whole, from the block's first element on; and that element's place.
struct BlockPlan {
    Strided place;
    std::int64_t first = 0;
};

[[nodiscard]] inline BlockPlan blockPlan(const abi::View& whole, const abi::View& block, const std::int64_t* offsets)
{
    BlockPlan plan;
    const std::int32_t missing = whole.rank - block.rank;
    plan.place.rank = whole.rank;
    std::int64_t stride = 1;
    for (std::int32_t axis = whole.rank; axis-- > 0;) {
        plan.place.extents[axis] = axis < missing ? 1 : block.extents[axis - missing];
        plan.place.strides[axis] = stride;
        plan.first += offsets[axis] * stride;
        stride *= whole.extents[axis];
    }
    return plan;
}

[[nodiscard]] inline Sliding slidingOf(const abi::Work& work, const abi::View& data, const abi::View& pooled)
{
    Sliding window{};
    for (int axis = 0; axis < 2; ++axis) {
        window.kernel[axis] = work.kernel[axis];
        window.stride[axis] = work.stride[axis];
        window.padding[axis] = work.padding[axis];
        window.data[axis] = data.extents[2 + axis];
        window.pooled[axis] = pooled.extents[2 + axis];
    }
    return window;
}

[[nodiscard]] inline Operator operatorOf(const abi::Work& work)
{
    return static_cast<Operator>(work.op);
}

[[nodiscard]] inline bool isReduction(Operator op)
{
    return op == Operator::Sum || op == Operator::Mean || op == Operator::Norm || op == Operator::Max ||
           op == Operator::ArgMax;
}

[[nodiscard]] inline bool isConvolution(Operator op)
{
    return op == Operator::Convolution || op == Operator::ConvolutionBackward;
}

/// Bytes of the columns of one image, for convolutions without cuDNN.
[[nodiscard]] inline std::int64_t columnBytes(const abi::Work& work)
{
    const bool isForward = operatorOf(work) == Operator::Convolution;
    const abi::View& x = work.inputs[isForward ? 0 : 1];
    const abi::View& y = isForward ? work.outputs[0] : work.inputs[0];
    return aligned(x.extents[1] * work.kernel[0] * work.kernel[1] * y.extents[2] * y.extents[3] * 4);
}

[[nodiscard]] inline std::int64_t foldBytes(const FoldPlan& plan)
{
    const std::int64_t parts = foldParts(plan.rows, plan.length);
    return parts == 1 ? 0 : aligned(plan.rows * parts * kFoldLaneBytes);
}

/// Of the gradient of a convolution's bias; what convolutions need besides lies behind it.
[[nodiscard]] inline std::int64_t convolutionFoldBytes(const abi::Work& work)
{
    const bool hasFold = operatorOf(work) == Operator::ConvolutionBackward && (work.wanted & ops::kBias) != 0;
    return hasFold ? foldBytes(channelPlan(work.inputs[0])) : 0;
}

/// Scratch memory of an operator by its own kernels.
[[nodiscard]] inline std::int64_t plainScratch(const abi::Work& work)
{
    const Operator op = operatorOf(work);
    if (isReduction(op))
        return foldBytes(foldPlan(work.inputs[0], static_cast<std::uint32_t>(work.axes)));
    switch (op) {
        case Operator::Softmax:
        case Operator::LogSoftmax:
        case Operator::SoftmaxBackward:
        case Operator::LogSoftmaxBackward: {
            const FoldPlan plan = rowPlan(work.inputs[0]);
            return aligned(plan.rows * 4) + aligned(plan.rows * 8) + foldBytes(plan);
        }
        case Operator::BatchNorm:
        case Operator::BatchNormBackward: {
            const FoldPlan plan = channelPlan(work.inputs[op == Operator::BatchNorm ? 0 : 1]);
            return 2 * aligned(plan.rows * 8) + foldBytes(plan);
        }
        case Operator::FullyConnectedBackward:
            return foldBytes(foldPlan(work.inputs[0], 1));
        case Operator::ConvolutionBackward:
        case Operator::Convolution:
            return convolutionFoldBytes(work) + columnBytes(work);
        default:
            return 0;
    }
}

template <typename Queue>
class Operators {
public:
    Operators(Queue& queue, const abi::Work& work) : m_queue(queue), m_work(work), m_op(operatorOf(work)) {}

    abi::Code run()
    {
        if (m_work.outputCount == 0)
            return abi::Code::Ok;
        if (!runOperator())
            return abi::Code::Unsupported;
        epilogue();
        return m_queue.status();
    }

private:
    [[nodiscard]] const abi::View& in(int i) const { return m_work.inputs[i]; }
    [[nodiscard]] const abi::View& out(int i = 0) const { return m_work.outputs[i]; }
    [[nodiscard]] std::int64_t count() const { return elementsOf(out()); }
    [[nodiscard]] char* scratch(std::int64_t offset) const { return static_cast<char*>(m_work.scratch) + offset; }

    bool runOperator()
    {
        switch (m_op) {
            case Operator::Fill:
                m_queue.forEach(count(), Filled{out().data, static_cast<float>(m_work.scalars[0])});
                return true;
            case Operator::Identity:
                m_queue.forEach(count(), UnitMatrix{out().data, out().extents[1]});
                return true;
            case Operator::Arange:
                m_queue.forEach(count(), Ramp{out().data, m_work.scalars[0], m_work.scalars[1]});
                return true;
            case Operator::RandomUniform:
                uniform();
                return true;
            case Operator::RandomNormal:
                m_queue.forEach(count(), Normal{out().data, m_work.seed, m_work.scalars[0], m_work.scalars[1]});
                return true;
            case Operator::MatMul:
                matrixProduct();
                return true;
            case Operator::FullyConnected:
            case Operator::FullyConnectedBackward:
                dense();
                return true;
            case Operator::Convolution:
            case Operator::ConvolutionBackward:
                convolution();
                return true;
            case Operator::AveragePool:
            case Operator::MaxPool:
                m_queue.forEach(count(), Pooled{in(0).data, out().data, m_op == Operator::MaxPool,
                                                slidingOf(m_work, in(0), out())});
                return true;
            case Operator::AveragePoolBackward:
            case Operator::MaxPoolBackward:
                m_queue.forEach(count(),
                                PooledBack{in(0).data, in(1).data, out().data, m_op == Operator::MaxPoolBackward,
                                           slidingOf(m_work, in(1), in(0))});
                return true;
            case Operator::BatchNorm:
                batchNorm();
                return true;
            case Operator::BatchNormBackward:
                batchNormBackward();
                return true;
            case Operator::SgdUpdate:
            case Operator::SgdMomentumUpdate:
                update();
                return true;
            default:
                return arrange() || elementwise();
        }
    }

    bool arrange()
    {
        switch (m_op) {
            case Operator::Transpose:
                transpose();
                return true;
            case Operator::Broadcast:
                m_queue.forEach(count(), Gathered{in(0).data, out().data,
                                                  m_work.scalars[0] == 0 ? 1.0F : static_cast<float>(m_work.scalars[0]),
                                                  broadcastPlan(in(0), out())});
                return true;
            case Operator::Slice: {
                const BlockPlan plan = blockPlan(in(0), out(), m_work.offsets);
                m_queue.forEach(count(), Gathered{in(0).data + plan.first, out().data, 1.0F, plan.place});
                return true;
            }
            case Operator::SliceAssign: {
                const BlockPlan plan = blockPlan(out(), in(1), m_work.offsets);
                if (in(0).data != out().data)
                    m_queue.copyWithin(out().data, in(0).data, count());
                m_queue.forEach(elementsOf(in(1)), Scattered{in(1).data, out().data + plan.first, plan.place});
                return true;
            }
            case Operator::Concat:
                concat();
                return true;
            case Operator::Pick:
                m_queue.forEach(count(), Picked{in(0).data, in(1).data, out().data, in(0).extents[in(0).rank - 1]});
                return true;
            case Operator::PickBackward:
                m_queue.forEach(count(), PickedBack{in(0).data, in(1).data, out().data, out().extents[out().rank - 1]});
                return true;
            case Operator::Softmax:
            case Operator::LogSoftmax:
            case Operator::SoftmaxBackward:
            case Operator::LogSoftmaxBackward:
                softmax();
                return true;
            case Operator::Sum:
            case Operator::Mean:
            case Operator::Norm:
            case Operator::Max:
            case Operator::ArgMax:
                reduce();
                return true;
            case Operator::Copy:
            case Operator::Reshape:
                if (in(0).data != out().data)
                    m_queue.copyWithin(out().data, in(0).data, count());
                return true;
            default:
                return false;
        }
    }

    bool elementwise()
    {
        if (m_op == Operator::ReluBackward || m_op == Operator::SigmoidBackward || m_op == Operator::TanhBackward) {
            m_queue.forEach(count(), Gradient{in(0).data, in(1).data, out().data, m_op});
            return true;
        }
        if (m_work.inputCount == 1) {
            m_queue.forEach(count(), Unary{in(0).data, out().data, m_op, m_work.scalars[0]});
            return true;
        }
        if (m_work.inputCount != 2)
            return false;
        const bool isFlat = elementsOf(in(0)) == count() && elementsOf(in(1)) == count();
        m_queue.forEach(count(), Binary{in(0).data, in(1).data, out().data, m_op, isFlat, broadcastPlan(in(0), out()),
                                        broadcastPlan(in(1), out())});
        return true;
    }

    void epilogue()
    {
        for (std::int32_t i = 0; i < m_work.epilogueCount; ++i)
            m_queue.forEach(count(), Unary{out().data, out().data, static_cast<Operator>(m_work.epilogue[i].op),
                                           m_work.epilogue[i].scalar});
    }

    void uniform()
    {
        const double low = m_work.scalars[0];
        const double high = m_work.scalars[1];
        const auto lowest = static_cast<float>(low);
        const auto bound = static_cast<float>(high);
        if (!(lowest < bound))
            return m_queue.forEach(count(), Filled{out().data, lowest});
        m_queue.forEach(count(),
                        Uniform{out().data, m_work.seed, low, (high - low) * 0x1p-24, std::nextafter(bound, lowest)});
    }

    void transpose()
    {
        Strided plan;
        plan.rank = out().rank;
        std::int64_t stride = 1;
        for (std::int32_t axis = 0; axis < plan.rank; ++axis) {
            plan.extents[axis] = out().extents[axis];
            plan.strides[axis] = stride;
            stride *= plan.extents[axis];
        }
        m_queue.forEach(count(), Gathered{in(0).data, out().data, 1.0F, plan});
    }

    void concat()
    {
        std::int32_t axis = 0;
        while ((m_work.axes >> axis & 1) == 0)
            ++axis;
        const auto widthOf = [axis](const abi::View& view) {
            std::int64_t width = 1;
            for (std::int32_t behind = axis; behind < view.rank; ++behind)
                width *= view.extents[behind];
            return width;
        };
        const std::int64_t all = widthOf(out());
        std::int64_t begin = 0;
        for (std::int32_t i = 0; i < m_work.inputCount; ++i) {
            const std::int64_t width = widthOf(in(i));
            m_queue.forEach(elementsOf(in(i)), Joined{in(i).data, out().data + begin, width, all});
            begin += width;
        }
    }

    void reduce()
    {
        const FoldPlan plan = foldPlan(in(0), static_cast<std::uint32_t>(m_work.axes));
        if (m_op == Operator::Max || m_op == Operator::ArgMax) {
            const Largest fold{in(0).data, out().data, plan.kept, plan.folded, m_op == Operator::ArgMax};
            return m_queue.fold(plan.rows, plan.length, fold, m_work.scratch);
        }
        Summed fold = sumOf(plan, in(0).data, m_op == Operator::Norm ? Term::Square : Term::Value);
        fold.out = out().data;
        fold.isRoot = m_op == Operator::Norm;
        fold.isMean = m_op == Operator::Mean;
        fold.divisor = static_cast<double>(plan.length);
        m_queue.fold(plan.rows, plan.length, fold, m_work.scratch);
    }

    static Summed sumOf(const FoldPlan& plan, const float* data, Term term)
    {
        Summed fold{};
        fold.in = data;
        fold.kept = plan.kept;
        fold.folded = plan.folded;
        fold.term = term;
        return fold;
    }

    void softmax()
    {
        const FoldPlan plan = rowPlan(in(0));
        if (plan.length == 0)
            return;
        auto* largest = reinterpret_cast<float*>(scratch(0));
        auto* sums = reinterpret_cast<double*>(scratch(aligned(plan.rows * 4)));
        void* rest = scratch(aligned(plan.rows * 4) + aligned(plan.rows * 8));
        const bool isForward = m_op == Operator::Softmax || m_op == Operator::LogSoftmax;
        if (isForward)
            m_queue.fold(plan.rows, plan.length, Largest{in(0).data, largest, plan.kept, plan.folded, false}, rest);
        Summed fold = sumOf(plan, in(0).data,
                            isForward                           ? Term::Exponential
                            : m_op == Operator::SoftmaxBackward ? Term::Product
                                                                : Term::Value);
        fold.centre = largest;
        fold.other = isForward ? nullptr : in(1).data;
        fold.wide = sums;
        m_queue.fold(plan.rows, plan.length, fold, rest);
        m_queue.forEach(count(), Softmaxed{in(0).data, isForward ? nullptr : in(1).data, largest, sums, out().data,
                                           plan.length, m_op});
    }

    void matrixProduct()
    {
        Product product;
        product.a = in(0).data;
        product.b = in(1).data;
        product.out = out().data;
        product.rows = in(0).rank == 2 ? in(0).extents[0] : 1;
        product.inner = in(0).extents[in(0).rank - 1];
        product.columns = in(1).rank == 2 ? in(1).extents[1] : 1;
        m_queue.product(product);
    }

    void dense()
    {
        const bool isForward = m_op == Operator::FullyConnected;
        const abi::View& x = in(isForward ? 0 : 1);
        const abi::View& w = in(isForward ? 1 : 2);
        const std::int64_t batch = x.extents[0];
        const std::int64_t units = w.extents[0];
        const std::int64_t inputs = w.extents[1];
        if (isForward) {
            m_queue.product({x.data, w.data, out().data, batch, inputs, units, false, true, false});
            if (m_work.inputCount > 2)
                m_queue.forEach(count(), Biased{out().data, in(2).data, units, 1});
            return;
        }
        int next = 0;
        if ((m_work.wanted & ops::kData) != 0)
            m_queue.product({in(0).data, w.data, out(next++).data, batch, units, inputs, false, false, false});
        if ((m_work.wanted & ops::kWeight) != 0)
            m_queue.product({in(0).data, x.data, out(next++).data, units, batch, inputs, true, false, false});
        if ((m_work.wanted & ops::kBias) != 0)
            sumInto(out(next).data, foldPlan(in(0), 1), in(0).data, m_work.scratch);
    }

    void sumInto(float* target, const FoldPlan& plan, const float* data, void* rest)
    {
        Summed fold = sumOf(plan, data, Term::Value);
        fold.out = target;
        m_queue.fold(plan.rows, plan.length, fold, rest);
    }

    void convolution()
    {
        bool isDone = false;
        m_queue.convolution(m_work, scratch(convolutionFoldBytes(m_work)), isDone);
        if (m_op == Operator::Convolution) {
            if (!isDone)
                convolve();
            if (m_work.inputCount > 2)
                m_queue.forEach(count(),
                                Biased{out().data, in(2).data, in(1).extents[0], out().extents[2] * out().extents[3]});
            return;
        }
        if (!isDone)
            convolveBackward();
        if ((m_work.wanted & ops::kBias) != 0)
            sumInto(out(m_work.outputCount - 1).data, channelPlan(in(0)), in(0).data, m_work.scratch);
    }

    /// Image by image: columns, then a product. Slow, and there when cuDNN is not.
    void convolve()
    {
        const abi::View& x = in(0);
        const abi::View& w = in(1);
        const Sliding window = slidingOf(m_work, x, out());
        const std::int64_t taps = x.extents[1] * m_work.kernel[0] * m_work.kernel[1];
        const std::int64_t places = window.pooled[0] * window.pooled[1];
        const std::int64_t image = x.extents[1] * window.data[0] * window.data[1];
        auto* columns = reinterpret_cast<float*>(scratch(convolutionFoldBytes(m_work)));
        for (std::int64_t i = 0; i < x.extents[0] && places > 0; ++i) {
            m_queue.forEach(taps * places, Unfolded{x.data + i * image, columns, window});
            m_queue.product({w.data, columns, out().data + i * w.extents[0] * places, w.extents[0], taps, places, false,
                             false, false});
        }
    }

    void convolveBackward()
    {
        const abi::View& dy = in(0);
        const abi::View& x = in(1);
        const abi::View& w = in(2);
        const Sliding window = slidingOf(m_work, x, dy);
        const std::int64_t outputs = w.extents[0];
        const std::int64_t taps = x.extents[1] * m_work.kernel[0] * m_work.kernel[1];
        const std::int64_t places = window.pooled[0] * window.pooled[1];
        const std::int64_t image = x.extents[1] * window.data[0] * window.data[1];
        auto* columns = reinterpret_cast<float*>(scratch(convolutionFoldBytes(m_work)));
        int next = 0;
        if ((m_work.wanted & ops::kData) != 0) {
            float* dx = out(next++).data;
            for (std::int64_t i = 0; i < x.extents[0]; ++i) {
                m_queue.product(
                    {w.data, dy.data + i * outputs * places, columns, taps, outputs, places, true, false, false});
                m_queue.forEach(image, FoldedBack{columns, dx + i * image, window});
            }
        }
        if ((m_work.wanted & ops::kWeight) != 0) {
            float* dw = out(next++).data;
            if (x.extents[0] == 0)
                m_queue.forEach(outputs * taps, Filled{dw, 0.0F});
            for (std::int64_t i = 0; i < x.extents[0]; ++i) {
                m_queue.forEach(taps * places, Unfolded{x.data + i * image, columns, window});
                m_queue.product(
                    {dy.data + i * outputs * places, columns, dw, outputs, places, taps, false, true, i > 0});
            }
        }
    }

    void batchNorm()
    {
        const abi::View& x = in(0);
        const FoldPlan plan = channelPlan(x);
        const std::int64_t channels = x.extents[1];
        const std::int64_t spatial = plan.length / (x.extents[0] > 0 ? x.extents[0] : 1);
        Normalised apply{x.data,     in(1).data, in(2).data,        in(3).data, nullptr,
                         in(4).data, out().data, m_work.scalars[0], channels,   spatial};
        if (m_work.isTraining != 0 && plan.length == 0)
            return m_queue.forEach(channels, NoStatistics{in(3).data, in(4).data, m_work.scalars[0], out(1).data,
                                                          out(2).data, out(3).data, out(4).data});
        if (m_work.isTraining != 0) {
            auto* sums = reinterpret_cast<double*>(scratch(0));
            auto* means = reinterpret_cast<double*>(scratch(aligned(channels * 8)));
            void* rest = scratch(2 * aligned(channels * 8));
            Statistics statistics{sums,
                                  in(3).data,
                                  in(4).data,
                                  means,
                                  static_cast<double>(plan.length),
                                  m_work.scalars[0],
                                  m_work.scalars[1],
                                  out(1).data,
                                  out(2).data,
                                  out(3).data,
                                  out(4).data,
                                  false};
            Summed fold = sumOf(plan, x.data, Term::Value);
            fold.wide = sums;
            m_queue.fold(plan.rows, plan.length, fold, rest);
            m_queue.forEach(channels, statistics);
            fold.term = Term::Deviation;
            fold.centres = means;
            m_queue.fold(plan.rows, plan.length, fold, rest);
            statistics.isSecond = true;
            m_queue.forEach(channels, statistics);
            apply.mean = out(1).data;
            apply.variances = means;
        }
        m_queue.forEach(count(), apply);
    }

    void batchNormBackward()
    {
        const abi::View& x = in(1);
        const FoldPlan plan = channelPlan(x);
        const std::int64_t channels = x.extents[1];
        const std::int64_t spatial = plan.length / (x.extents[0] > 0 ? x.extents[0] : 1);
        auto* sums = reinterpret_cast<double*>(scratch(0));
        auto* products = reinterpret_cast<double*>(scratch(aligned(channels * 8)));
        void* rest = scratch(2 * aligned(channels * 8));
        Summed fold = sumOf(plan, in(0).data, Term::Value);
        fold.wide = sums;
        m_queue.fold(plan.rows, plan.length, fold, rest);
        fold.term = Term::CentredProduct;
        fold.other = x.data;
        fold.centre = in(3).data;
        fold.wide = products;
        m_queue.fold(plan.rows, plan.length, fold, rest);
        const double count = static_cast<double>(plan.length > 1 ? plan.length : 1);
        m_queue.forEach(elementsOf(x), NormalisedBack{in(0).data, x.data, in(2).data, in(3).data, in(4).data, sums,
                                                      products, out(0).data, count, channels, spatial});
        m_queue.forEach(channels, NormalisedGradients{sums, products, in(4).data, out(1).data, out(2).data});
    }

    void update()
    {
        const bool hasMomentum = m_op == Operator::SgdMomentumUpdate;
        m_queue.forEach(count(), Updated{in(0).data, in(1).data, hasMomentum ? in(2).data : nullptr,
                                         hasMomentum ? out(1).data : nullptr, out().data,
                                         static_cast<float>(m_work.scalars[0] * m_work.scalars[1]),
                                         static_cast<float>(m_work.scalars[2])});
    }

    Queue& m_queue;
    const abi::Work& m_work;
    const Operator m_op;
};

}  // namespace engine::devices::cuda::plugin
