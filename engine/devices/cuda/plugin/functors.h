#pragma once

#include "engine/devices/cuda/abi.h"
#include "engine/devices/cuda/plugin/grid.h"
#include "engine/ops/arithmetic.h"

#include <algorithm>

/// Functors that operators.h uses. A call of a functor computes one element, or a quad of elements, in one thread.
/// Functors of sliding windows compute in 64 bits, because positions before the first element are negative.
namespace engine::devices::cuda::plugin {

using ops::Operator;

constexpr int kMaxAxes = 6;

/// Maps indices to elements of a tensor whose axes are permuted, or repeated (stride 0).
struct StridedIndex {
    Divisor extents[kMaxAxes];
    std::int64_t strides[kMaxAxes] = {};
    std::int32_t rank = 0;

    /// Appends an innermost axis. Each axis but the outermost costs a division per index, so an axis that continues the
    /// previous one in memory is merged with it.
    void append(std::int64_t extent, std::int64_t stride)
    {
        if (extent == 1)
            return;
        if (rank > 0 && strides[rank - 1] == stride * extent) {
            extents[rank - 1] = extents[rank - 1].value() * extent;
            strides[rank - 1] = stride;
            return;
        }
        extents[rank] = extent;
        strides[rank++] = stride;
    }

    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Index at(Index index) const
    {
        Index place = 0;
        for (std::int32_t axis = rank; axis-- > 1;) {
            const auto parts = extents[axis].divide(index);
            place += parts.rest * static_cast<Index>(strides[axis]);
            index = parts.quotient;
        }
        return place + index * static_cast<Index>(strides[0]);  // the outermost axis needs no division
    }

    OVERLAP_HOST_DEVICE std::int64_t innermostStride() const { return strides[rank > 1 ? rank - 1 : 0]; }
    /// Whether each quad of indices maps to a quad of `data`, or to one element that is repeated.
    [[nodiscard]] bool hasQuads(const float* data) const
    {
        const bool isRepeated = innermostStride() == 0;
        if (!isRepeated && (innermostStride() != 1 || !areAligned(data)))
            return false;
        if (rank > 1 && extents[rank - 1].value() % kQuad != 0)
            return false;
        return isRepeated || std::all_of(strides, strides + std::max(rank - 1, 0),
                                         [](std::int64_t stride) { return stride % kQuad == 0; });
    }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Quad quadOf(const float* data, Index quad) const
    {
        const float* first = data + at(quad * kQuad);
        return innermostStride() == 0 ? Quad{{*first, *first, *first, *first}} : quadAt(first, 0U);
    }
};

struct Filler {
    float* out;
    float value;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[i] = value;
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(out); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        quadAt(out, q) = {{value, value, value, value}};
    }
};

struct UnitMatrixFiller {
    float* out;
    Divisor toNext;  ///< distance between neighbouring elements of the diagonal
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const { out[i] = toNext.rest(i) == 0 ? 1.0F : 0.0F; }
};

struct RampFiller {
    float* out;
    double first;
    double step;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[i] = static_cast<float>(first + static_cast<double>(i) * step);
    }
};

/// Fills a tensor with random numbers: four elements share one block of random words.
template <typename Distribution>
struct RandomFiller {
    float* out;
    std::uint64_t seed;
    Distribution valueOf;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        const auto element = static_cast<std::uint64_t>(i);
        out[i] = valueOf(ops::randomWords(seed, element / 4)[element % 4]);
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(out); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        const ops::RandomWords words = ops::randomWords(seed, static_cast<std::uint64_t>(q));
        quadAt(out, q) = {{valueOf(words[0]), valueOf(words[1]), valueOf(words[2]), valueOf(words[3])}};
    }
};

struct UnaryMap {
    const float* in;
    float* out;
    Operator op;
    double scalar;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[i] = ops::unaryOf(op, in[i], scalar);
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(in, out); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        Quad x = quadAt(in, q);
        ops::withUnary(op, scalar, [&x](const auto& function) {
            for (float& one : x.at)
                one = function(one);
        });
        quadAt(out, q) = x;
    }
};

struct BinaryMap {
    const float* a;
    const float* b;
    float* out;
    Operator op;
    StridedIndex placeA;
    StridedIndex placeB;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[i] = ops::binaryOf(op, a[placeA.at(i)], b[placeB.at(i)]);
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(out) && placeA.hasQuads(a) && placeB.hasQuads(b); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        Quad x = placeA.quadOf(a, q);
        const Quad y = placeB.quadOf(b, q);
        ops::withBinary(op, [&x, &y](const auto& function) {
            for (int i = 0; i < kQuad; ++i)
                x.at[i] = function(x.at[i], y.at[i]);
        });
        quadAt(out, q) = x;
    }
};

struct SlopeMap {
    const float* dy;
    const float* y;
    float* out;
    Operator op;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[i] = ops::slopeOf(op, dy[i], y[i]);
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(dy, y, out); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        Quad slope = quadAt(dy, q);
        const Quad result = quadAt(y, q);
        ops::withSlope(op, [&slope, &result](const auto& function) {
            for (int i = 0; i < kQuad; ++i)
                slope.at[i] = function(slope.at[i], result.at[i]);
        });
        quadAt(out, q) = slope;
    }
};

struct Truncator {
    const float* in;
    float* out;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[i] = truncf(in[i]);
    }
};

/// out[i] = in[place(i)] * factor: transposes, repeats, reads a block.
struct StridedReader {
    const float* in;
    float* out;
    float factor;
    StridedIndex place;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        const float value = in[place.at(i)];
        out[i] = factor == 1.0F ? value : value * factor;
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(out) && place.hasQuads(in); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        Quad x = place.quadOf(in, q);
        if (factor != 1.0F)
            for (float& one : x.at)
                one *= factor;
        quadAt(out, q) = x;
    }
};

/// out[place(i)] = in[i]: writes a block, or one input of a Concat. No element is repeated.
struct StridedWriter {
    const float* in;
    float* out;
    StridedIndex place;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[place.at(i)] = in[i];
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(in) && place.hasQuads(out); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        quadAt(out + place.at(q * kQuad), 0U) = quadAt(in, q);
    }
};

/// Maps elements of [n, channels, ...] to their channel.
struct ChannelMap {
    Divisor inner;  ///< contiguous elements of a channel
    Divisor channels;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Index channelOf(Index i) const
    {
        return channels.rest(inner.quotient(i));
    }
    /// Whether the four elements of each quad belong to one channel.
    [[nodiscard]] bool hasQuads() const { return inner.value() % kQuad == 0; }
};

struct BiasAdder {
    float* out;
    const float* bias;
    ChannelMap map;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        out[i] += bias[map.channelOf(i)];
    }
    [[nodiscard]] bool hasQuads() const { return map.hasQuads() && areAligned(out); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        const float shift = bias[map.channelOf(q * kQuad)];
        Quad x = quadAt(out, q);
        for (float& one : x.at)
            one += shift;
        quadAt(out, q) = x;
    }
};

struct WeightUpdater {
    const float* weight;
    const float* gradient;
    const float* before;  ///< momentum before the update; null: none
    float* after;
    float* out;
    float rate;
    float momentum;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        if (before == nullptr) {
            out[i] = ops::sgdWeight(weight[i], gradient[i], rate);
            return;
        }
        const float step = ops::sgdMomentum(before[i], gradient[i], rate, momentum);
        after[i] = step;
        out[i] = weight[i] + step;
    }
    [[nodiscard]] bool hasQuads() const { return areAligned(weight, gradient, before, after, out); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        Quad w = quadAt(weight, q);
        const Quad slope = quadAt(gradient, q);
        if (before == nullptr) {
            for (int i = 0; i < kQuad; ++i)
                w.at[i] = ops::sgdWeight(w.at[i], slope.at[i], rate);
        } else {
            Quad step = quadAt(before, q);
            for (int i = 0; i < kQuad; ++i) {
                step.at[i] = ops::sgdMomentum(step.at[i], slope.at[i], rate, momentum);
                w.at[i] += step.at[i];
            }
            quadAt(after, q) = step;
        }
        quadAt(out, q) = w;
    }
};

/// The window of a convolution or pooling over planes [height, width].
struct SlidingWindow {
    std::int32_t kernel[2];
    std::int32_t padding[2];
    Divisor stride[2];
    Divisor data[2];    ///< height and width of a plane
    Divisor pooled[2];  ///< number of positions of the window along each axis
    Divisor size;       ///< elements of a plane
    Divisor places;     ///< number of positions of the window in a plane
    Divisor taps;       ///< number of elements of the window
    Divisor tapWidth;   ///< kernel[1]

    struct View {
        std::int64_t top;
        std::int64_t bottom;
        std::int64_t left;
        std::int64_t right;
        OVERLAP_HOST_DEVICE std::int64_t count() const { return (bottom - top) * (right - left); }
    };
    OVERLAP_HOST_DEVICE View viewAt(std::int64_t row, std::int64_t column) const
    {
        const std::int64_t top = row * stride[0].value() - padding[0];
        const std::int64_t left = column * stride[1].value() - padding[1];
        const std::int64_t bottom = top + kernel[0];
        const std::int64_t right = left + kernel[1];
        return {top > 0 ? top : 0, bottom < data[0].value() ? bottom : data[0].value(), left > 0 ? left : 0,
                right < data[1].value() ? right : data[1].value()};
    }
    /// firstFor() returns the first position whose window contains `at` on an axis; endFor() returns the position after
    /// the last such position.
    OVERLAP_HOST_DEVICE std::int64_t firstFor(std::int64_t at, int axis) const
    {
        const std::int64_t reach = at + padding[axis] - kernel[axis] + 1;
        return reach <= 0 ? 0 : stride[axis].quotient(reach + stride[axis].value() - 1);
    }
    OVERLAP_HOST_DEVICE std::int64_t endFor(std::int64_t at, int axis) const
    {
        const std::int64_t last = stride[axis].quotient(at + padding[axis]) + 1;
        return last < pooled[axis].value() ? last : pooled[axis].value();
    }
    /// Returns the position of the first maximum; NaN wins over every number.
    OVERLAP_HOST_DEVICE std::int64_t largestIn(const float* plane, const View& view) const
    {
        std::int64_t best = view.top * data[1].value() + view.left;
        for (std::int64_t i = view.top; i < view.bottom; ++i)
            for (std::int64_t j = view.left; j < view.right; ++j) {
                const std::int64_t at = i * data[1].value() + j;
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
        const auto place = window.places.divide(i);
        const float* plane = in + place.quotient * window.size.value();
        const auto at = window.pooled[1].divide(place.rest);
        const SlidingWindow::View view = window.viewAt(at.quotient, at.rest);
        if (isMaximum) {
            out[i] = plane[window.largestIn(plane, view)];
            return;
        }
        double sum = 0;
        for (std::int64_t row = view.top; row < view.bottom; ++row)
            for (std::int64_t column = view.left; column < view.right; ++column)
                sum += static_cast<double>(plane[row * window.data[1].value() + column]);
        out[i] = static_cast<float>(sum / static_cast<double>(view.count()));
    }
};

/// Each element of the result is the sum over the windows that contain it. One thread computes this sum, so the result
/// is deterministic.
struct PoolGradient {
    const float* dy;
    const float* in;
    float* out;
    bool isMaximum;
    SlidingWindow window;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const auto place = window.size.divide(i);
        const auto at = window.data[1].divide(place.rest);
        const float* gradient = dy + place.quotient * window.places.value();
        const float* plane = in + place.quotient * window.size.value();
        const std::int64_t endRow = window.endFor(at.quotient, 0);
        const std::int64_t endColumn = window.endFor(at.rest, 1);
        float sum = 0;
        for (std::int64_t row = window.firstFor(at.quotient, 0); row < endRow; ++row)
            for (std::int64_t column = window.firstFor(at.rest, 1); column < endColumn; ++column) {
                const SlidingWindow::View view = window.viewAt(row, column);
                const float one = gradient[row * window.pooled[1].value() + column];
                if (!isMaximum)
                    sum += one / static_cast<float>(view.count());
                else if (window.largestIn(plane, view) == place.rest)
                    sum += one;
            }
        out[i] = sum;
    }
};

/// Copies one image into the columns of a convolution: [c, kh, kw] x [oh, ow].
struct ColumnUnfolder {
    const float* image;
    float* columns;
    SlidingWindow window;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const auto line = window.places.divide(i);
        const auto place = window.pooled[1].divide(line.rest);
        const auto channel = window.taps.divide(line.quotient);
        const auto tap = window.tapWidth.divide(channel.rest);
        const std::int64_t row = place.quotient * window.stride[0].value() - window.padding[0] + tap.quotient;
        const std::int64_t column = place.rest * window.stride[1].value() - window.padding[1] + tap.rest;
        const std::int64_t width = window.data[1].value();
        const bool isInside = row >= 0 && row < window.data[0].value() && column >= 0 && column < width;
        columns[i] = isInside ? image[channel.quotient * window.size.value() + row * width + column] : 0.0F;
    }
};

/// The inverse of ColumnUnfolder: each element of the image is the sum over the columns that it was copied to.
struct ColumnFolder {
    const float* columns;
    float* image;
    SlidingWindow window;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const auto channel = window.size.divide(i);
        const auto at = window.data[1].divide(channel.rest);
        const std::int64_t firstTap = channel.quotient * window.taps.value();
        const std::int64_t endRow = window.endFor(at.quotient, 0);
        const std::int64_t endColumn = window.endFor(at.rest, 1);
        float sum = 0;
        for (std::int64_t row = window.firstFor(at.quotient, 0); row < endRow; ++row)
            for (std::int64_t column = window.firstFor(at.rest, 1); column < endColumn; ++column) {
                const std::int64_t tap =
                    (at.quotient + window.padding[0] - row * window.stride[0].value()) * window.kernel[1] +
                    (at.rest + window.padding[1] - column * window.stride[1].value());
                sum += columns[(firstTap + tap) * window.places.value() + row * window.pooled[1].value() + column];
            }
        image[i] = sum;
    }
};

/// Batch normalization of an empty batch: the running statistics stay unchanged.
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

/// Computes the factor and the shift of each channel from the running statistics: batch normalization is (x - mean) *
/// factor + shift. The mean is subtracted first, because x * factor is rounded: if the mean is large, small differences
/// of x would be lost.
struct RunningFactors {
    const float* gamma;
    const float* beta;
    const float* mean;
    const float* variance;
    double epsilon;
    float* factors;
    float* shifts;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t channel) const
    {
        write(channel, static_cast<double>(mean[channel]), static_cast<double>(variance[channel]));
    }
    OVERLAP_HOST_DEVICE void write(std::int64_t channel, double centre, double spread) const
    {
        const double factor = static_cast<double>(gamma[channel]) / sqrt(spread + epsilon);
        factors[channel] = static_cast<float>(factor);
        // The mean is subtracted as a float; the shift corrects its rounding error.
        const double rest = centre - static_cast<double>(static_cast<float>(centre));
        shifts[channel] = static_cast<float>(static_cast<double>(beta[channel]) - rest * factor);
    }
};

struct Normalizer {
    const float* x;
    float* y;
    const float* means;
    const float* factors;
    const float* shifts;
    ChannelMap map;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        const auto channel = map.channelOf(i);
        y[i] = (x[i] - means[channel]) * factors[channel] + shifts[channel];
    }
    [[nodiscard]] bool hasQuads() const { return map.hasQuads() && areAligned(x, y); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        const auto channel = map.channelOf(q * kQuad);
        Quad value = quadAt(x, q);
        for (float& one : value.at)
            one = (one - means[channel]) * factors[channel] + shifts[channel];
        quadAt(y, q) = value;
    }
};

struct NormalizerGradient {
    const float* dy;
    const float* x;
    const float* mean;
    float* dx;
    const float* factors;  ///< one number per channel, as in the next two arrays
    const float* averages;
    const float* slopes;
    ChannelMap map;
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void operator()(Index i) const
    {
        dx[i] = gradientOf(map.channelOf(i), dy[i], x[i]);
    }
    [[nodiscard]] bool hasQuads() const { return map.hasQuads() && areAligned(dy, x, dx); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void quad(Index q) const
    {
        const auto channel = map.channelOf(q * kQuad);
        const Quad value = quadAt(x, q);
        Quad slope = quadAt(dy, q);
        for (int i = 0; i < kQuad; ++i)
            slope.at[i] = gradientOf(channel, slope.at[i], value.at[i]);
        quadAt(dx, q) = slope;
    }

private:
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE float gradientOf(Index channel, float slope, float value) const
    {
        return factors[channel] * (slope - averages[channel] - (value - mean[channel]) * slopes[channel]);
    }
};

}  // namespace engine::devices::cuda::plugin
