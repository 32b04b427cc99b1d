#pragma once

#include <span>
#include <vector>

/// Selects undisturbed samples of times that other programs make longer; pure functions.
namespace engine::calibrate {

/// Times of one quantity, one per repetition.
using Samples = std::vector<double>;

/// Returns the samples of the fastest mode. Finds the fastest group of three samples (of more than 30 samples, a tenth)
/// that agree within 5 %; returns its samples and all others up to 10 % above the first one. So a single sample that is
/// too fast is ignored. If no group agrees, both limits are doubled until one does. Samples that are not positive form
/// no group. With fewer than three positive samples, returns all. Infinities and NaN are ignored.
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
