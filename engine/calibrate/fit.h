#pragma once

#include "engine/base/result.h"

#include <span>

/// From times to constants; pure functions. Every point weighs the same relative to its own time, so that a few
/// microseconds count as much at the small end as milliseconds do at the large one.
namespace engine::calibrate {

/// `seconds` for `amount` of work (FLOP, bytes, pages).
struct Point {
    double amount = 0;
    double seconds = 0;
};

/// seconds = fixed + amount / rate.
struct LineFit {
    double fixed = 0;     ///< s, not below 0
    double rate = 0;      ///< amount per second
    double residual = 0;  ///< root of the mean squared relative error of the points
};

/// Errors: InvalidArgument with a sentence: fewer than two different amounts, a time that is no positive number, times
/// that do not grow with the amount.
[[nodiscard]] Result<LineFit> fitLine(std::span<const Point> points);

/// With `fixed` known.
[[nodiscard]] Result<LineFit> fitRate(std::span<const Point> points, double fixed);

/// A product of F FLOP takes kernel + (F + half) / rate.
struct GemmFit {
    double rate = 0;  ///< FLOP/s of an infinitely large product
    double half = 0;  ///< FLOP at which half of it is reached
    double residual = 0;
};

/// `kernel`: s, the fixed part of every kernel. Errors: as fitLine().
[[nodiscard]] Result<GemmFit> fitGemm(std::span<const Point> points, double kernel);

/// Elementwise work of B bytes takes kernel + max(B / bandwidth, shortest).
struct ElementwiseFit {
    double kernel = 0;    ///< s
    double shortest = 0;  ///< s
    double bandwidth = 0;
    double residual = 0;
};

/// `empty`: s of the smallest kernel, which is kernel + shortest. Points that take less than twice as long say nothing
/// about the bandwidth and are left out. Errors: as fitLine().
[[nodiscard]] Result<ElementwiseFit> fitElementwise(std::span<const Point> points, double empty);

/// Memory with a cache: work that touches no more than `border` runs at `inside`, larger work at `outside`.
struct CacheFit {
    double border = 0;  ///< bytes; 0: no cache is seen
    double inside = 0;  ///< bytes/s
    double outside = 0;
    double residual = 0;
};

/// The border between two of the sizes that leaves the least relative error. A cache that is not a fifth faster is
/// none. Errors: as fitLine().
[[nodiscard]] Result<CacheFit> fitCache(std::span<const Point> points, double fixed);

/// Two equal kernels in two streams: the share of the GPU that each can use, from the time of both over the time of
/// one. The later one gets what the first one leaves: 1 for a share up to a half, else 3 - 1 / share.
/// Errors: InvalidArgument for a ratio that says nothing: below 1.02 or above 1.98.
[[nodiscard]] Result<double> shareOf(double ratio);

}  // namespace engine::calibrate
