#pragma once

#include "engine/devices/cuda/plugin/functors.h"

#include <limits>

/// A fold reduces the values of a row to one. A lane is the accumulator of a thread. The functions of a fold:
///   start()                     the lane of a thread before its first element
///   open(row)                   the data that all elements of a row need
///   accumulate(lane, row, i)    adds element i of an open row
///   merge(a, b)                 returns two lanes combined
///   finish(row, lane)           stores the result of a row
/// A fold that also maps the elements of a row has total(lane) and write(row, i, total) instead of finish().
namespace engine::devices::cuda::plugin {

/// Folds the results of the parts of each row into the row's result.
template <typename Fold>
struct MergedFold {
    using Lane = typename Fold::Lane;
    Fold fold;
    const Lane* results;
    std::int64_t parts;
    OVERLAP_HOST_DEVICE Lane start() const { return fold.start(); }
    OVERLAP_HOST_DEVICE std::int64_t open(std::int64_t row) const { return row * parts; }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Lane accumulate(const Lane& lane, std::int64_t row, Index i) const
    {
        return fold.merge(lane, results[row + i]);
    }
    OVERLAP_HOST_DEVICE Lane merge(const Lane& a, const Lane& b) const { return fold.merge(a, b); }
    OVERLAP_HOST_DEVICE void finish(std::int64_t row, const Lane& lane) const { fold.finish(row, lane); }
};

struct IndexedValue {
    float value;
    std::int64_t index;
};

/// Returns the larger value; NaN wins over every number, and of equal values the first wins.
OVERLAP_HOST_DEVICE inline IndexedValue bestOf(const IndexedValue& a, const IndexedValue& b)
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
    using Lane = IndexedValue;
    const float* in;
    float* out;
    StridedIndex kept;
    StridedIndex folded;
    bool isIndex;
    OVERLAP_HOST_DEVICE Lane start() const { return {0.0F, -1}; }
    OVERLAP_HOST_DEVICE std::int64_t open(std::int64_t row) const { return kept.at(row); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Lane accumulate(const Lane& lane, std::int64_t row, Index i) const
    {
        return bestOf(lane, {in[row + folded.at(i)], i});
    }
    OVERLAP_HOST_DEVICE Lane merge(const Lane& a, const Lane& b) const { return bestOf(a, b); }
    OVERLAP_HOST_DEVICE void finish(std::int64_t row, const Lane& lane) const
    {
        out[row] = isIndex ? static_cast<float>(lane.index) : lane.value;
    }
};

/// Fold that sums in double precision.
struct SumFold {
    using Lane = double;
    const float* in;
    float* out;
    StridedIndex kept;
    StridedIndex folded;
    double divisor = 1;   ///< divides the sum
    bool isNorm = false;  ///< whether the result is the root of the sum of squares
    OVERLAP_HOST_DEVICE Lane start() const { return 0.0; }
    OVERLAP_HOST_DEVICE std::int64_t open(std::int64_t row) const { return kept.at(row); }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Lane accumulate(Lane lane, std::int64_t row, Index i) const
    {
        const auto x = static_cast<double>(in[row + folded.at(i)]);
        return lane + (isNorm ? x * x : x);
    }
    OVERLAP_HOST_DEVICE Lane merge(Lane a, Lane b) const { return a + b; }
    OVERLAP_HOST_DEVICE void finish(std::int64_t row, Lane lane) const
    {
        out[row] = static_cast<float>(isNorm ? sqrt(lane) : lane / divisor);
    }
};

/// Softmax and its gradients: computes sums of a row, then the row's elements. Reads each row twice, without a pass for
/// the maximum: the sum of exponentials is rescaled when a larger element appears. Source: Milakov, Gimelshein, "Online
/// normalizer calculation for softmax", 2018, algorithm 3.
struct SoftmaxRows {
    struct Lane {
        double sum;
        float largest;
    };
    const float* first;
    const float* second;  ///< y, the result of the forward pass; used by gradients only
    float* out;
    std::int64_t width;
    Operator op;

    struct Total {
        float largest;
        float value;
    };
    OVERLAP_HOST_DEVICE Lane start() const { return {0.0, -std::numeric_limits<float>::infinity()}; }
    OVERLAP_HOST_DEVICE std::int64_t open(std::int64_t row) const { return row * width; }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Lane accumulate(const Lane& lane, std::int64_t row, Index i) const
    {
        const float x = first[row + i];
        if (op == Operator::SoftmaxBackward)
            return {lane.sum + static_cast<double>(x) * static_cast<double>(second[row + i]), lane.largest};
        if (op == Operator::LogSoftmaxBackward)
            return {lane.sum + static_cast<double>(x), lane.largest};
        if (x > lane.largest)  // x - x is NaN if x is infinite; the whole row then becomes NaN
            return {lane.sum * scaleTo(lane.largest, x) + static_cast<double>(x - x + 1.0F), x};
        return {lane.sum + scaleTo(x, lane.largest), lane.largest};
    }
    OVERLAP_HOST_DEVICE Lane merge(const Lane& a, const Lane& b) const
    {
        const bool isFirst = a.largest >= b.largest;
        const Lane& high = isFirst ? a : b;
        const Lane& low = isFirst ? b : a;
        return {high.sum + low.sum * scaleTo(low.largest, high.largest), high.largest};
    }
    OVERLAP_HOST_DEVICE Total total(const Lane& lane) const
    {
        const double value = op == Operator::Softmax      ? 1.0 / lane.sum
                             : op == Operator::LogSoftmax ? log(lane.sum)
                                                          : lane.sum;
        return {lane.largest, static_cast<float>(value)};
    }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE void write(std::int64_t row, Index i, const Total& total) const
    {
        const float x = first[row + i];
        out[row + i] = op == Operator::Softmax           ? expf(x - total.largest) * total.value
                       : op == Operator::LogSoftmax      ? x - total.largest - total.value
                       : op == Operator::SoftmaxBackward ? second[row + i] * (x - total.value)
                                                         : x - expf(second[row + i]) * total.value;
    }

private:
    /// Returns exp(from - to). Returns 1 for equal numbers, even if they are infinite.
    OVERLAP_HOST_DEVICE static double scaleTo(float from, float to)
    {
        return from == to ? 1.0 : static_cast<double>(expf(from - to));
    }
};

/// Two sums in double precision.
struct Sums {
    double first;
    double second;
};

/// Mean and variance of a batch by channel, in one pass over the distances from the channel's first element. The square
/// of that element's distance from the mean is at most n * variance, so the difference of the two sums loses at most a
/// factor of n of a double's precision. Unlike Welford's recurrence, it needs no division per element.
struct BatchStatistics {
    using Lane = Sums;
    const float* in;
    StridedIndex kept;
    StridedIndex folded;
    const float* runningMean;
    const float* runningVariance;
    double count;
    double momentum;
    float* batchMean;
    float* inverse;
    float* nextMean;
    float* nextVariance;
    bool isUnbiased;  ///< whether the running variance is unbiased
    RunningFactors factors;

    struct Row {
        std::int64_t at;
        double origin;
    };
    OVERLAP_HOST_DEVICE Lane start() const { return {0.0, 0.0}; }
    OVERLAP_HOST_DEVICE Row open(std::int64_t row) const
    {
        const std::int64_t at = kept.at(row);
        return {at, static_cast<double>(in[at])};
    }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Lane accumulate(const Lane& lane, const Row& row, Index i) const
    {
        const double distance = static_cast<double>(in[row.at + folded.at(i)]) - row.origin;
        return {lane.first + distance, lane.second + distance * distance};
    }
    OVERLAP_HOST_DEVICE Lane merge(const Lane& a, const Lane& b) const
    {
        return {a.first + b.first, a.second + b.second};
    }
    OVERLAP_HOST_DEVICE void finish(std::int64_t channel, const Lane& lane) const
    {
        const double shift = lane.first / count;
        const double mean = open(channel).origin + shift;
        const double rounded = lane.second - lane.first * shift;
        const double squares = rounded < 0 ? 0 : rounded;
        const double variance = squares / count;
        const double after = isUnbiased && count > 1 ? squares / (count - 1) : variance;
        const auto oldMean = static_cast<double>(runningMean[channel]);
        const auto oldVariance = static_cast<double>(runningVariance[channel]);
        batchMean[channel] = static_cast<float>(mean);
        inverse[channel] = static_cast<float>(1.0 / sqrt(variance + factors.epsilon));
        nextMean[channel] = static_cast<float>(momentum * oldMean + (1.0 - momentum) * mean);
        nextVariance[channel] = static_cast<float>(momentum * oldVariance + (1.0 - momentum) * after);
        factors.write(channel, mean, variance);
    }
};

/// The gradients of scale and shift by channel, and the numbers per channel that NormalizerGradient reads.
struct BatchGradients {
    using Lane = Sums;
    const float* dy;
    const float* x;
    StridedIndex kept;
    StridedIndex folded;
    const float* gamma;
    const float* mean;
    const float* inverse;
    double count;
    float* dgamma;
    float* dbeta;
    float* factors;
    float* averages;
    float* slopes;

    struct Row {
        std::int64_t at;
        float centre;
    };
    OVERLAP_HOST_DEVICE Lane start() const { return {0.0, 0.0}; }
    OVERLAP_HOST_DEVICE Row open(std::int64_t row) const { return {kept.at(row), mean[row]}; }
    template <ElementIndex Index>
    OVERLAP_HOST_DEVICE Lane accumulate(const Lane& lane, const Row& row, Index i) const
    {
        const std::int64_t at = row.at + folded.at(i);
        return {lane.first + static_cast<double>(dy[at]),
                lane.second + static_cast<double>(dy[at] * (x[at] - row.centre))};
    }
    OVERLAP_HOST_DEVICE Lane merge(const Lane& a, const Lane& b) const
    {
        return {a.first + b.first, a.second + b.second};
    }
    OVERLAP_HOST_DEVICE void finish(std::int64_t channel, const Lane& lane) const
    {
        const auto scale = static_cast<double>(inverse[channel]);
        dgamma[channel] = static_cast<float>(lane.second * scale);
        dbeta[channel] = static_cast<float>(lane.first);
        factors[channel] = gamma[channel] * inverse[channel];
        averages[channel] = static_cast<float>(lane.first / count);
        slopes[channel] = static_cast<float>(lane.second * scale * scale / count);
    }
};

}  // namespace engine::devices::cuda::plugin
