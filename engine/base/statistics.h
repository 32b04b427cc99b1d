#pragma once

#include <cstdint>
#include <span>

namespace engine {

/// Summary of repeated measurements of one quantity, in its unit.
struct Statistics {
    int samples = 0;
    double minimum = 0;
    double lower = 0;  ///< first quartile
    double median = 0;
    double upper = 0;  ///< third quartile

    /// Interquartile range.
    [[nodiscard]] double iqr() const { return upper - lower; }
};

/// Computes quartiles by linear interpolation between the sorted samples; zeros without samples. NaN and infinities are
/// ignored.
[[nodiscard]] Statistics summarize(std::span<const double> samples);

/// Whether two sets of repeated measurements show that their medians differ.
enum class Difference : std::uint8_t {
    OneRun,  ///< a set has fewer than two samples, so its spread is unknown
    None,    ///< the medians differ by at most the larger interquartile range, or by at most 2 %
    Shown,
};
/// Symmetric in `a` and `b`.
[[nodiscard]] Difference differenceOf(const Statistics& a, const Statistics& b);

/// Returns the number of decimals of the median up to the first digit of the interquartile range: 2 for a median of
/// 1.234 with a range of 0.03. At most `most`, which is also the result for a range of 0.
[[nodiscard]] int decimalsOf(const Statistics& statistics, int most);

}  // namespace engine
