#pragma once

#include <span>

namespace engine::calibrate {

/// What repeated measurements of one quantity say, in its unit.
struct Statistics {
    int samples = 0;
    double minimum = 0;
    double median = 0;
    double iqr = 0;  ///< between the quartiles: how far the middle half lies apart
};

/// Quartiles by linear interpolation between the sorted samples; zeros without samples. Samples that are no number are
/// left out.
[[nodiscard]] Statistics summarize(std::span<const double> samples);

}  // namespace engine::calibrate
