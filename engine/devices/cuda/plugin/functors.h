#pragma once

#include "engine/devices/cuda/abi.h"
#include "engine/ops/arithmetic.h"

/// Functors: what a thread computes for an element, and how the values of a row are folded. operators.h uses them.
namespace engine::devices::cuda::plugin {

using ops::Operator;

constexpr int kMaxAxes = 6;

/// Maps indices to elements of a tensor whose axes are permuted, or repeated (stride 0).
struct Strided {
    std::int64_t extents[kMaxAxes] = {};
    std::int64_t strides[kMaxAxes] = {};
    std::int32_t rank = 0;

    OVERLAP_HOST_DEVICE std::int64_t at(std::int64_t index) const
    {
        // A division of 64 bits takes some 40 instructions on a GPU.
        return index < kSmall ? placeOf(static_cast<std::uint32_t>(index)) : placeOf(index);
    }

private:
    static constexpr std::int64_t kSmall = std::int64_t{1} << 31;

    template <typename Index>
    OVERLAP_HOST_DEVICE std::int64_t placeOf(Index index) const
    {
        std::int64_t place = 0;
        for (std::int32_t axis = rank; axis-- > 1;) {
            // An extent above every small index leaves it unchanged, like kSmall.
            const bool isCut = sizeof(Index) == 4 && extents[axis] > kSmall;
            const Index extent = static_cast<Index>(isCut ? kSmall : extents[axis]);
            place += static_cast<std::int64_t>(index % extent) * strides[axis];
            index /= extent;
        }
        return place + static_cast<std::int64_t>(index) * strides[0];  // the outermost axis needs no division
    }
};

struct Filler {
    float* out;
    float value;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i] = value; }
};

struct UnitMatrixFiller {
    float* out;
    std::int64_t columns;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i] = i % (columns + 1) == 0 ? 1.0F : 0.0F; }
};

struct RampFiller {
    float* out;
    double first;
    double step;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        out[i] = static_cast<float>(first + static_cast<double>(i) * step);
    }
};

template <typename Distribution>
struct RandomFiller {
    float* out;
    std::uint64_t seed;
    Distribution valueOf;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const auto element = static_cast<std::uint64_t>(i);
        out[i] = valueOf(ops::randomWords(seed, element / 4)[element % 4]);
    }
};

struct UnaryMap {
    const float* in;
    float* out;
    Operator op;
    double scalar;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i] = ops::unaryOf(op, in[i], scalar); }
};

struct BinaryMap {
    const float* a;
    const float* b;
    float* out;
    Operator op;
    bool isFlat;  ///< elements at the same place; else by strides
    Strided placeA;
    Strided placeB;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        out[i] = isFlat ? ops::binaryOf(op, a[i], b[i]) : ops::binaryOf(op, a[placeA.at(i)], b[placeB.at(i)]);
    }
};

struct SlopeMap {
    const float* dy;
    const float* y;
    float* out;
    Operator op;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i] = ops::slopeOf(op, dy[i], y[i]); }
};

struct Truncator {
    const float* in;
    float* out;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i] = truncf(in[i]); }
};

/// out[i] = in[place(i)] * factor: transposes, repeats, reads a block.
struct StridedReader {
    const float* in;
    float* out;
    float factor;
    Strided place;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const float value = in[place.at(i)];
        out[i] = factor == 1.0F ? value : value * factor;
    }
};

/// out[place(i)] = in[i]
struct StridedWriter {
    const float* in;
    float* out;
    Strided place;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[place.at(i)] = in[i]; }
};

/// One input of a Concat.
struct Joiner {
    const float* in;
    float* out;
    std::int64_t width;  ///< elements per row of the input
    std::int64_t all;    ///< elements per row of the output
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i / width * all + i % width] = in[i]; }
};

/// Softmax operators; `largest` and `sum` are the folds of each row.
struct SoftmaxMap {
    const float* first;
    const float* second;  ///< y; only for gradients
    const float* largest;
    const double* sum;
    float* out;
    std::int64_t width;
    Operator op;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / width;
        switch (op) {
            case Operator::Softmax:
                out[i] = expf(first[i] - largest[row]) * static_cast<float>(1.0 / sum[row]);
                break;
            case Operator::LogSoftmax:
                out[i] = first[i] - largest[row] - static_cast<float>(log(sum[row]));
                break;
            case Operator::SoftmaxBackward:
                out[i] = second[i] * (first[i] - static_cast<float>(sum[row]));
                break;
            case Operator::LogSoftmaxBackward:
                out[i] = first[i] - expf(second[i]) * static_cast<float>(sum[row]);
                break;
            default:  // operators.h uses it for the family Softmax only
                break;
        }
    }
};

struct BiasAdder {
    float* out;
    const float* bias;
    std::int64_t channels;
    std::int64_t inner;  ///< contiguous elements of a channel
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i] += bias[i / inner % channels]; }
};

struct WeightUpdater {
    const float* weight;
    const float* gradient;
    const float* before;  ///< momentum before the update; null: none
    float* after;
    float* out;
    float rate;
    float momentum;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        if (before == nullptr) {
            out[i] = ops::sgdWeight(weight[i], gradient[i], rate);
            return;
        }
        const float step = ops::sgdMomentum(before[i], gradient[i], rate, momentum);
        after[i] = step;
        out[i] = weight[i] + step;
    }
};

/// The window of a convolution or pooling over planes [height, width].
struct SlidingWindow {
    std::int32_t kernel[2];
    std::int32_t stride[2];
    std::int32_t padding[2];
    std::int64_t data[2];    ///< sizes of the planes
    std::int64_t pooled[2];  ///< number of positions

    struct View {
        std::int64_t top;
        std::int64_t bottom;
        std::int64_t left;
        std::int64_t right;
        OVERLAP_HOST_DEVICE bool isEmpty() const { return top >= bottom || left >= right; }
    };
    OVERLAP_HOST_DEVICE View viewAt(std::int64_t row, std::int64_t column) const
    {
        const std::int64_t top = row * stride[0] - padding[0];
        const std::int64_t left = column * stride[1] - padding[1];
        return {top > 0 ? top : 0, top + kernel[0] < data[0] ? top + kernel[0] : data[0], left > 0 ? left : 0,
                left + kernel[1] < data[1] ? left + kernel[1] : data[1]};
    }
    /// The first position whose window contains `at` on an axis, and the one after the last.
    OVERLAP_HOST_DEVICE std::int64_t firstFor(std::int64_t at, int axis) const
    {
        const std::int64_t reach = at + padding[axis] - kernel[axis] + 1;
        return reach <= 0 ? 0 : (reach + stride[axis] - 1) / stride[axis];
    }
    OVERLAP_HOST_DEVICE std::int64_t endFor(std::int64_t at, int axis) const
    {
        const std::int64_t last = (at + padding[axis]) / stride[axis] + 1;
        return last < pooled[axis] ? last : pooled[axis];
    }
    /// The first of the largest; NaN wins.
    OVERLAP_HOST_DEVICE std::int64_t largestIn(const float* plane, const View& view) const
    {
        std::int64_t best = view.top * data[1] + view.left;
        for (std::int64_t i = view.top; i < view.bottom; ++i)
            for (std::int64_t j = view.left; j < view.right; ++j) {
                const std::int64_t at = i * data[1] + j;
                if (plane[at] > plane[best] || (plane[at] != plane[at] && plane[best] == plane[best]))
                    best = at;
            }
        return best;
    }
};

struct Pooler {
    const float* in;
    float* out;
    bool isMaximum;
    SlidingWindow window;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t size = window.pooled[0] * window.pooled[1];
        const float* plane = in + i / size * window.data[0] * window.data[1];
        const SlidingWindow::View view = window.viewAt(i % size / window.pooled[1], i % window.pooled[1]);
        if (isMaximum) {
            out[i] = plane[window.largestIn(plane, view)];
            return;
        }
        double sum = 0;
        for (std::int64_t row = view.top; row < view.bottom; ++row)
            for (std::int64_t column = view.left; column < view.right; ++column)
                sum += static_cast<double>(plane[row * window.data[1] + column]);
        const std::int64_t count = (view.bottom - view.top) * (view.right - view.left);
        out[i] = static_cast<float>(sum / static_cast<double>(count));
    }
};

/// Each element sums over the windows that contain it. Only one thread adds to an element, so results are
/// deterministic.
struct PoolGradient {
    const float* dy;
    const float* in;
    float* out;
    bool isMaximum;
    SlidingWindow window;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t size = window.data[0] * window.data[1];
        const std::int64_t plane = i / size;
        const std::int64_t at = i % size;
        const float* gradient = dy + plane * window.pooled[0] * window.pooled[1];
        const std::int64_t y = at / window.data[1];
        const std::int64_t x = at % window.data[1];
        float sum = 0;
        for (std::int64_t row = window.firstFor(y, 0); row < window.endFor(y, 0); ++row)
            for (std::int64_t column = window.firstFor(x, 1); column < window.endFor(x, 1); ++column) {
                const SlidingWindow::View view = window.viewAt(row, column);
                const float one = gradient[row * window.pooled[1] + column];
                if (!isMaximum)
                    sum += one / static_cast<float>((view.bottom - view.top) * (view.right - view.left));
                else if (window.largestIn(in + plane * size, view) == at)
                    sum += one;
            }
        out[i] = sum;
    }
};

/// The columns of a convolution of one image: [c, kh, kw] x [oh, ow].
struct ColumnUnfolder {
    const float* image;
    float* columns;
    SlidingWindow window;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t places = window.pooled[0] * window.pooled[1];
        const std::int64_t tap = i / places;
        const std::int64_t place = i % places;
        const std::int64_t taps = std::int64_t{window.kernel[0]} * window.kernel[1];
        const std::int64_t row =
            place / window.pooled[1] * window.stride[0] - window.padding[0] + tap % taps / window.kernel[1];
        const std::int64_t column =
            place % window.pooled[1] * window.stride[1] - window.padding[1] + tap % window.kernel[1];
        const bool isInside = row >= 0 && row < window.data[0] && column >= 0 && column < window.data[1];
        columns[i] = isInside ? image[(tap / taps * window.data[0] + row) * window.data[1] + column] : 0.0F;
    }
};

/// The inverse: each element of the image sums over the columns that it was copied to.
struct ColumnFolder {
    const float* columns;
    float* image;
    SlidingWindow window;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t size = window.data[0] * window.data[1];
        const std::int64_t channel = i / size;
        const std::int64_t y = i % size / window.data[1];
        const std::int64_t x = i % window.data[1];
        const std::int64_t places = window.pooled[0] * window.pooled[1];
        const std::int64_t taps = std::int64_t{window.kernel[0]} * window.kernel[1];
        float sum = 0;
        for (std::int64_t row = window.firstFor(y, 0); row < window.endFor(y, 0); ++row)
            for (std::int64_t column = window.firstFor(x, 1); column < window.endFor(x, 1); ++column) {
                const std::int64_t tap = (y + window.padding[0] - row * window.stride[0]) * window.kernel[1] +
                                         (x + window.padding[1] - column * window.stride[1]);
                sum += columns[(channel * taps + tap) * places + row * window.pooled[1] + column];
            }
        image[i] = sum;
    }
};

struct BatchMeans {
    const double* sums;
    double* means;
    double count;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t channel) const { means[channel] = sums[channel] / count; }
};

/// Variances of the batch and the running statistics, from the sums of squared deviations.
struct BatchStatistics {
    const double* squares;
    const double* means;
    const float* runningMean;
    const float* runningVariance;
    double* variances;
    double count;
    double epsilon;
    double momentum;
    float* batchMean;
    float* inverse;
    float* nextMean;
    float* nextVariance;
    bool isUnbiased;  ///< the running variance
    OVERLAP_HOST_DEVICE void operator()(std::int64_t channel) const
    {
        const double variance = squares[channel] / count;
        const double kept = isUnbiased && count > 1 ? squares[channel] / (count - 1) : variance;
        const auto oldMean = static_cast<double>(runningMean[channel]);
        const auto oldVariance = static_cast<double>(runningVariance[channel]);
        variances[channel] = variance;
        batchMean[channel] = static_cast<float>(means[channel]);
        inverse[channel] = static_cast<float>(1.0 / sqrt(variance + epsilon));
        nextMean[channel] = static_cast<float>(momentum * oldMean + (1.0 - momentum) * means[channel]);
        nextVariance[channel] = static_cast<float>(momentum * oldVariance + (1.0 - momentum) * kept);
    }
};

/// For an empty batch: the running statistics stay unchanged.
struct EmptyBatchStatistics {
    const float* runningMean;
    const float* runningVariance;
    double epsilon;
    float* batchMean;
    float* inverse;
    float* nextMean;
    float* nextVariance;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t channel) const
    {
        const float mean = runningMean[channel];
        const float variance = runningVariance[channel];
        batchMean[channel] = mean;
        inverse[channel] = static_cast<float>(1.0 / sqrt(static_cast<double>(variance) + epsilon));
        nextMean[channel] = mean;
        nextVariance[channel] = variance;
    }
};

struct Normalizer {
    const float* x;
    const float* gamma;
    const float* beta;
    const float* mean;        ///< fp32, from the batch or the running statistics
    const double* variances;  ///< from the batch; null: use the running variance
    const float* runningVariance;
    float* y;
    double epsilon;
    std::int64_t channels;
    std::int64_t spatial;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t channel = i / spatial % channels;
        const double variance =
            variances != nullptr ? variances[channel] : static_cast<double>(runningVariance[channel]);
        const double factor = static_cast<double>(gamma[channel]) / sqrt(variance + epsilon);
        const double shift = static_cast<double>(beta[channel]) - static_cast<double>(mean[channel]) * factor;
        y[i] = x[i] * static_cast<float>(factor) + static_cast<float>(shift);
    }
};

struct NormalizerGradient {
    const float* dy;
    const float* x;
    const float* gamma;
    const float* mean;
    const float* inverse;
    const double* sums;
    const double* products;
    float* dx;
    double count;
    std::int64_t channels;
    std::int64_t spatial;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t channel = i / spatial % channels;
        const auto scale = static_cast<double>(inverse[channel]);
        const float factor = gamma[channel] * inverse[channel];
        const auto average = static_cast<float>(sums[channel] / count);
        const auto slope = static_cast<float>(products[channel] * scale * scale / count);
        dx[i] = factor * (dy[i] - average - (x[i] - mean[channel]) * slope);
    }
};

struct ScaleShiftGradient {
    const double* sums;
    const double* products;
    const float* inverse;
    float* dgamma;
    float* dbeta;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t channel) const
    {
        dgamma[channel] = static_cast<float>(products[channel] * static_cast<double>(inverse[channel]));
        dbeta[channel] = static_cast<float>(sums[channel]);
    }
};

// -- folds: reduce the values of a row to one. Strides map row and place to elements.

struct Best {
    float value;
    std::int64_t index;
};

/// The larger one; NaN wins over every number; of equal ones, the first.
OVERLAP_HOST_DEVICE inline Best bestOf(const Best& a, const Best& b)
{
    if (a.index < 0 || b.index < 0)
        return a.index < 0 ? b : a;
    const bool isNaNA = a.value != a.value;
    const bool isNaNB = b.value != b.value;
    if (a.value == b.value || (isNaNA && isNaNB))
        return a.index < b.index ? a : b;
    return isNaNA || (!isNaNB && a.value > b.value) ? a : b;
}

struct LargestFold {
    using Lane = Best;
    const float* in;
    float* out;
    Strided kept;
    Strided folded;
    bool isIndex;
    OVERLAP_HOST_DEVICE Lane start() const { return {0.0F, -1}; }
    OVERLAP_HOST_DEVICE Lane accumulate(const Lane& lane, std::int64_t row, std::int64_t i) const
    {
        return bestOf(lane, {in[kept.at(row) + folded.at(i)], i});
    }
    OVERLAP_HOST_DEVICE Lane merge(const Lane& a, const Lane& b) const { return bestOf(a, b); }
    OVERLAP_HOST_DEVICE void finish(std::int64_t row, const Lane& lane) const
    {
        out[row] = isIndex ? static_cast<float>(lane.index) : lane.value;
    }
};

enum class Term : std::int32_t { Value, Square, Exponential, Product, Deviation, CentredProduct };

/// Sums in double precision, stored in `out` or, for further computation, in `wide`.
struct SumFold {
    using Lane = double;
    const float* in;
    const float* other;     ///< Product, CentredProduct: the second factor, at the same place
    const float* centre;    ///< Exponential, CentredProduct: by row
    const double* centres;  ///< Deviation: by row
    float* out;
    double* wide;
    Strided kept;
    Strided folded;
    double divisor;  ///< divides the sum if it is a mean
    Term term;
    bool isRoot;
    bool isMean;
    OVERLAP_HOST_DEVICE Lane start() const { return 0.0; }
    OVERLAP_HOST_DEVICE Lane accumulate(Lane lane, std::int64_t row, std::int64_t i) const
    {
        const std::int64_t at = kept.at(row) + folded.at(i);
        const float x = in[at];
        switch (term) {
            case Term::Value:
                return lane + static_cast<double>(x);
            case Term::Square:
                return lane + static_cast<double>(x) * static_cast<double>(x);
            case Term::Exponential:
                return lane + static_cast<double>(expf(x - centre[row]));
            case Term::Product:
                return lane + static_cast<double>(x) * static_cast<double>(other[at]);
            case Term::Deviation: {
                const float deviation = x - static_cast<float>(centres[row]);
                return lane + static_cast<double>(deviation * deviation);
            }
            case Term::CentredProduct:
                return lane + static_cast<double>(x * (other[at] - centre[row]));
        }
        return lane;
    }
    OVERLAP_HOST_DEVICE Lane merge(Lane a, Lane b) const { return a + b; }
    OVERLAP_HOST_DEVICE void finish(std::int64_t row, Lane lane) const
    {
        if (wide != nullptr) {
            wide[row] = lane;
            return;
        }
        out[row] = static_cast<float>(isRoot ? sqrt(lane) : isMean ? lane / divisor : lane);
    }
};

}  // namespace engine::devices::cuda::plugin
