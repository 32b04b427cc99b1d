#pragma once

#include "engine/base/result.h"

#include <span>

/// Fits constants to measured times; pure functions. Fits minimise relative errors, so that small and large operations
/// count equally.
namespace engine::calibrate {

/// Measured `seconds` for an `amount` of work (FLOP, bytes, pages).
struct Point {
    double amount = 0;
    double seconds = 0;
};

/// seconds = fixed + amount / rate.
struct LineFit {
    double fixed = 0;     ///< seconds, at least 0
    double rate = 0;      ///< amount per second
    double residual = 0;  ///< root mean square of the relative errors of the points
};

/// Errors: InvalidArgument if there are fewer than two different amounts, if a time is not positive, or if times do not
/// grow with the amount.
[[nodiscard]] Result<LineFit> fitLine(std::span<const Point> points);

/// Like fitLine(), but with a known `fixed`; one point is enough.
[[nodiscard]] Result<LineFit> fitRate(std::span<const Point> points, double fixed);

/// A product of F FLOP takes kernel + (F + half) / rate.
struct GemmFit {
    double rate = 0;  ///< FLOP/s of an infinitely large product
    double half = 0;  ///< FLOP at which half of this rate is reached
    double residual = 0;
};

/// `kernel`: fixed time of every kernel in s. Errors: as fitLine().
[[nodiscard]] Result<GemmFit> fitGemm(std::span<const Point> points, double kernel);

/// Elementwise work of B bytes takes kernel + max(B / bandwidth, shortest).
struct ElementwiseFit {
    double kernel = 0;    ///< s
    double shortest = 0;  ///< s
    double bandwidth = 0;
    double residual = 0;
};

/// `empty`: time of the smallest kernel in s, the sum of ElementwiseFit::kernel and `shortest`. Points whose times are
/// below 2 * `empty` are ignored, because these times may not depend on the bandwidth. Errors: as fitLine().
[[nodiscard]] Result<ElementwiseFit> fitElementwise(std::span<const Point> points, double empty);

/// Memory with a cache: work that accesses at most `border` bytes has the rate `inside`, larger work the rate
/// `outside`.
struct CacheFit {
    double border = 0;  ///< bytes; 0: no cache found
    double inside = 0;  ///< bytes/s
    double outside = 0;
    double residual = 0;
};

/// Selects the border, between two of the sizes in `points`, that gives the least relative error. A cache counts only
/// if it is at least 20 % faster than memory. Errors: as fitLine().
[[nodiscard]] Result<CacheFit> fitCache(std::span<const Point> points, double fixed);

/// Returns the fraction of a GPU that one of two equal kernels in two streams can use. `ratio`: time of both divided by
/// the time of one. The second kernel gets the multiprocessors that the first one leaves: the ratio is 1 for fractions
/// up to a half, else 3 - 1 / fraction. Errors: InvalidArgument for ratios below 1.02 or above 1.98, which determine no
/// fraction.
[[nodiscard]] Result<double> shareOf(double ratio);

}  // namespace engine::calibrate
