#pragma once

#include "engine/devices/cuda/plugin/batch_normalization.h"
#include "engine/devices/cuda/plugin/plans.h"

/// Every operator of engine/ops as a sequence of elementwise kernels, folds and products. A queue runs them: a stream
/// of the GPU, or loops on the processor in tests. A queue has
///   forEach(n, functor)      calls functor(i) for every i in [0, n)
///   fold(grid, fold, scratch)  folds each row in an order that depends on the sizes only
///   mapRows(grid, fold, scratch)  folds each row, then maps its elements
///   product(Product)         multiplies two matrices (on a GPU with cuBLAS)
///   convolution(work, isDone)  convolves with cuDNN where available, without bias
///   copyWithin(to, from, elements)
///   status()                 the first failure
namespace engine::devices::cuda::plugin {

template <typename Queue>
class Operators {
public:
    Operators(Queue& queue, const abi::Work& work) : m_queue(queue), m_work(work), m_op(operatorOf(work)) {}

    abi::Code run()
    {
        if (m_work.outputCount == 0)
            return abi::Code::Ok;
        if (!isKnown(m_work) || !runOperator())
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
        using ops::Family;
        switch (ops::familyOf(m_op)) {
            case Family::Marker:
                return true;
            case Family::Generator:
                return generate();
            case Family::Unary:
                m_queue.forEach(count(), UnaryMap{in(0).data, out().data, m_op, m_work.scalars[0]});
                return true;
            case Family::Binary:
                binary();
                return true;
            case Family::Slope:
                m_queue.forEach(count(), SlopeMap{in(0).data, in(1).data, out().data, m_op});
                return true;
            case Family::Product:
                matrixProduct();
                return true;
            case Family::Reduction:
                reduce();
                return true;
            case Family::Rearrangement:
                return rearrange();
            case Family::Broadcast:
                broadcast();
                return true;
            case Family::Block:
                m_op == Operator::Slice ? slice() : assignSlice();
                return true;
            case Family::Concat:
                concat();
                return true;
            case Family::Parts:
                if (m_op == Operator::Gather)
                    m_queue.forEach(count(), PartReader{in(0).data, out().data, numberedParts(m_work)});
                else
                    scatter();
                return true;
            case Family::Pick:
                if (m_op == Operator::Pick)
                    m_queue.forEach(count(), Picker{in(0).data, in(1).data, out().data, widthOf(in(0))});
                else
                    m_queue.forEach(count(), PickGradient{in(0).data, in(1).data, out().data, widthOf(out())});
                return true;
            case Family::Softmax:
                softmax();
                return true;
            case Family::Dense:
                dense();
                return true;
            case Family::Convolution:
                convolution();
                return true;
            case Family::Pool:
                pool();
                return true;
            case Family::Normalization:
                if (const BatchNormalization batch(m_queue, m_work); m_op == Operator::BatchNorm)
                    batch.normalize();
                else
                    batch.differentiate();
                return true;
            case Family::Update:
                update();
                return true;
            case Family::Graph:  // the host side launches the steps
                return false;
        }
        return false;
    }
    static_assert(ops::sizeOf(ops::Family::Generator) == 5 && ops::sizeOf(ops::Family::Rearrangement) == 3 &&
                      ops::sizeOf(ops::Family::Block) == 2 && ops::sizeOf(ops::Family::Parts) == 2 &&
                      ops::sizeOf(ops::Family::Pick) == 2 && ops::sizeOf(ops::Family::Softmax) == 4 &&
                      ops::sizeOf(ops::Family::Dense) == 2 && ops::sizeOf(ops::Family::Convolution) == 2 &&
                      ops::sizeOf(ops::Family::Pool) == 4 && ops::sizeOf(ops::Family::Normalization) == 2 &&
                      ops::sizeOf(ops::Family::Update) == 2 && ops::sizeOf(ops::Family::Reduction) == 5,
                  "a new operator of these families needs its kernels here");

    bool generate()
    {
        const double first = m_work.scalars[0];
        const double second = m_work.scalars[1];
        switch (m_op) {
            case Operator::Fill:
                m_queue.forEach(count(), Filler{out().data, static_cast<float>(first)});
                return true;
            case Operator::Identity:
                m_queue.forEach(count(), UnitMatrixFiller{out().data, out().extents[1] + 1});
                return true;
            case Operator::Arange:
                m_queue.forEach(count(), RampFiller{out().data, first, second});
                return true;
            case Operator::RandomUniform:
                m_queue.forEach(count(),
                                RandomFiller<ops::UniformDistribution>{out().data, m_work.seed, {first, second}});
                return true;
            case Operator::RandomNormal:
                m_queue.forEach(count(),
                                RandomFiller<ops::NormalDistribution>{out().data, m_work.seed, {first, second}});
                return true;
            default:
                return false;
        }
    }

    bool rearrange()
    {
        switch (m_op) {
            case Operator::Transpose:
                m_queue.forEach(count(), StridedReader{in(0).data, out().data, 1.0F, transposePlan(out())});
                return true;
            case Operator::Copy:
                if (m_work.scalars[0] == 1.0)
                    m_queue.forEach(count(), Truncator{in(0).data, out().data});
                else
                    copyWhole();
                return true;
            case Operator::Reshape:
                copyWhole();
                return true;
            default:
                return false;
        }
    }

    void copyWhole()
    {
        if (in(0).data != out().data)
            m_queue.copyWithin(out().data, in(0).data, count());
    }

    void broadcast()
    {
        const float factor = m_work.scalars[0] == 0 ? 1.0F : static_cast<float>(m_work.scalars[0]);
        m_queue.forEach(count(), StridedReader{in(0).data, out().data, factor, broadcastPlan(in(0), out())});
    }

    void binary()
    {
        m_queue.forEach(count(), BinaryMap{in(0).data, in(1).data, out().data, m_op, broadcastPlan(in(0), out()),
                                           broadcastPlan(in(1), out())});
    }

    void epilogue()
    {
        for (std::int32_t i = 0; i < m_work.epilogueCount; ++i)
            m_queue.forEach(count(), UnaryMap{out().data, out().data, static_cast<Operator>(m_work.epilogue[i].op),
                                              m_work.epilogue[i].scalar});
    }

    void slice()
    {
        const BlockPlan plan = blockPlan(in(0), out(), m_work.offsets);
        m_queue.forEach(count(), StridedReader{in(0).data + plan.first, out().data, 1.0F, plan.place});
    }

    void assignSlice()
    {
        const BlockPlan plan = blockPlan(out(), in(1), m_work.offsets);
        copyWhole();
        m_queue.forEach(elementsOf(in(1)), StridedWriter{in(1).data, out().data + plan.first, plan.place});
    }

    void pool()
    {
        const bool isMaximum = m_op == Operator::MaxPool || m_op == Operator::MaxPoolBackward;
        if (m_op == Operator::AveragePool || m_op == Operator::MaxPool)
            m_queue.forEach(count(), Pooler{in(0).data, out().data, isMaximum, slidingOf(m_work, in(0), out())});
        else
            m_queue.forEach(
                count(), PoolGradient{in(0).data, in(1).data, out().data, isMaximum, slidingOf(m_work, in(1), in(0))});
    }

    void concat()
    {
        std::int32_t axis = 0;
        while ((m_work.axes >> axis & 1) == 0)
            ++axis;
        const auto widthFrom = [axis](const abi::View& view) {
            std::int64_t width = 1;
            for (std::int32_t behind = axis; behind < view.rank; ++behind)
                width *= view.extents[behind];
            return width;
        };
        const std::int64_t all = widthFrom(out());
        std::int64_t begin = 0;
        for (std::int32_t i = 0; i < m_work.inputCount; ++i) {
            const std::int64_t width = widthFrom(in(i));
            StridedIndex place;
            place.append(width == 0 ? 0 : elementsOf(in(i)) / width, all);
            place.append(width, 1);
            m_queue.forEach(elementsOf(in(i)), StridedWriter{in(i).data, out().data + begin, place});
            begin += width;
        }
    }

    void scatter()
    {
        if (count() == 0)
            return;
        copyWhole();
        const NumberedParts parts = numberedParts(m_work);
        const std::int64_t columns = count() / parts.extent;
        const std::int64_t bands = bandsOf(parts, columns);
        m_queue.forEach(columns * bands, PartWriter{in(2).data, out().data, parts, bands, m_work.scalars[2] != 0});
    }

    void reduce()
    {
        const FoldPlan plan = foldPlan(in(0), static_cast<std::uint32_t>(m_work.axes));
        if (m_op == Operator::Max || m_op == Operator::ArgMax) {
            const LargestFold fold{in(0).data, out().data, plan.kept, plan.folded, m_op == Operator::ArgMax};
            return m_queue.fold(plan.grid(), fold, m_work.scratch);
        }
        SumFold fold{in(0).data, out().data, plan.kept, plan.folded};
        fold.isNorm = m_op == Operator::Norm;
        if (m_op == Operator::Mean)
            fold.divisor = static_cast<double>(plan.length);
        m_queue.fold(plan.grid(), fold, m_work.scratch);
    }

    void softmax()
    {
        const FoldGrid grid = rowGrid(in(0));
        const bool isForward = m_op == Operator::Softmax || m_op == Operator::LogSoftmax;
        m_queue.mapRows(grid, SoftmaxRows{in(0).data, isForward ? nullptr : in(1).data, out().data, grid.length, m_op},
                        m_work.scratch);
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
                m_queue.forEach(count(), BiasAdder{out().data, in(2).data, {1, units}});
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
        m_queue.fold(plan.grid(), SumFold{data, target, plan.kept, plan.folded}, rest);
    }

    void convolution()
    {
        bool isDone = false;
        m_queue.convolution(m_work, isDone);
        if (m_op == Operator::Convolution) {
            if (!isDone)
                convolve();
            if (m_work.inputCount > 2)
                m_queue.forEach(
                    count(),
                    BiasAdder{out().data, in(2).data, {out().extents[2] * out().extents[3], in(1).extents[0]}});
            return;
        }
        if (!isDone)
            convolveBackward();
        if ((m_work.wanted & ops::kBias) != 0)
            sumInto(out(m_work.outputCount - 1).data, channelPlan(in(0)), in(0).data, m_work.scratch);
    }

    /// Computes a convolution image by image: copies the image into columns, then multiplies. Slow; used if cuDNN is
    /// missing or does not compute this convolution.
    void convolve()
    {
        const abi::View& x = in(0);
        const abi::View& w = in(1);
        const SlidingWindow window = slidingOf(m_work, x, out());
        const std::int64_t taps = x.extents[1] * m_work.kernel[0] * m_work.kernel[1];
        const std::int64_t places = window.places.value();
        const std::int64_t image = x.extents[1] * window.size.value();
        auto* columns = reinterpret_cast<float*>(scratch(convolutionFoldBytes(m_work)));
        for (std::int64_t i = 0; i < x.extents[0] && places > 0; ++i) {
            m_queue.forEach(taps * places, ColumnUnfolder{x.data + i * image, columns, window});
            m_queue.product({w.data, columns, out().data + i * w.extents[0] * places, w.extents[0], taps, places, false,
                             false, false});
        }
    }

    void convolveBackward()
    {
        const abi::View& dy = in(0);
        const abi::View& x = in(1);
        const abi::View& w = in(2);
        const SlidingWindow window = slidingOf(m_work, x, dy);
        const std::int64_t outputs = w.extents[0];
        const std::int64_t taps = x.extents[1] * m_work.kernel[0] * m_work.kernel[1];
        const std::int64_t places = window.places.value();
        const std::int64_t image = x.extents[1] * window.size.value();
        auto* columns = reinterpret_cast<float*>(scratch(convolutionFoldBytes(m_work)));
        int next = 0;
        if ((m_work.wanted & ops::kData) != 0) {
            float* dx = out(next++).data;
            for (std::int64_t i = 0; i < x.extents[0]; ++i) {
                m_queue.product(
                    {w.data, dy.data + i * outputs * places, columns, taps, outputs, places, true, false, false});
                m_queue.forEach(image, ColumnFolder{columns, dx + i * image, window});
            }
        }
        if ((m_work.wanted & ops::kWeight) != 0) {
            float* dw = out(next++).data;
            if (x.extents[0] == 0)
                m_queue.forEach(outputs * taps, Filler{dw, 0.0F});
            for (std::int64_t i = 0; i < x.extents[0]; ++i) {
                m_queue.forEach(taps * places, ColumnUnfolder{x.data + i * image, columns, window});
                m_queue.product(
                    {dy.data + i * outputs * places, columns, dw, outputs, places, taps, false, true, i > 0});
            }
        }
    }

    void update()
    {
        const bool hasMomentum = m_op == Operator::SgdMomentumUpdate;
        m_queue.forEach(count(), WeightUpdater{in(0).data, in(1).data, hasMomentum ? in(2).data : nullptr,
                                               hasMomentum ? out(1).data : nullptr, out().data,
                                               static_cast<float>(m_work.scalars[0] * m_work.scalars[1]),
                                               static_cast<float>(m_work.scalars[2])});
    }

    Queue& m_queue;
    const abi::Work& m_work;
    const Operator m_op;
};

}  // namespace engine::devices::cuda::plugin
