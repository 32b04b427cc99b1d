#pragma once

#include <span>
#include <vector>

/// Selects the samples that other programs did not disturb. All functions are pure.
namespace engine::calibrate {

/// Repeated measurements of one quantity.
using Samples = std::vector<double>;

/// Returns the samples of the fastest mode. Finds the fastest three samples (or a tenth of the samples, if that is
/// more) that agree within 5 %. Returns the fastest of these and all samples up to 10 % above it. So a single sample
/// that is too fast is ignored. If no samples agree, doubles both limits until some do. Only positive samples are
/// compared; if there are too few, returns all samples. Infinities and NaN are ignored.
[[nodiscard]] Samples fastMode(std::span<const double> samples);

/// The rounds in which one quantity was sampled, at different times.
struct Rounds {
    std::vector<Samples> rounds;

    /// The fastest mode of all rounds together.
    [[nodiscard]] Samples fastest() const;
    /// Whether the fastest modes of the two fastest rounds agree within 3 %. A single round is enough if all its
    /// samples are equal, as on a virtual machine.
    [[nodiscard]] bool isAgreed() const;
};

/// Whether more than a quarter of the samples are over 10 % slower than the fastest sample of fastMode(), so that more
/// samples may show a faster mode.
[[nodiscard]] bool isScattered(const Samples& samples);

}  // namespace engine::calibrate
