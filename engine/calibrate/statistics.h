#pragma once

#include <span>

namespace engine::calibrate {

/// Summary of repeated measurements of one quantity, in its unit.
struct Statistics {
    int samples = 0;
    double minimum = 0;
    double median = 0;
    double iqr = 0;  ///< interquartile range
};

/// Computes quartiles by linear interpolation between the sorted samples; zeros without samples. NaN and infinities are
/// ignored.
[[nodiscard]] Statistics summarize(std::span<const double> samples);

}  // namespace engine::calibrate
