#pragma once

#include <span>
#include <vector>

/// Selects undisturbed samples of times that other programs make longer; pure functions.
namespace engine::calibrate {

/// Times of one quantity, one per repetition.
using Samples = std::vector<double>;

/// Returns the samples of the fastest mode: from the fastest group of at least three samples (of many samples a tenth)
/// that agree within 5 %, all samples up to 10 % above its first one. A single sample that is too fast is no group. If
/// no three samples agree, the limit is doubled until they do. Samples that are not positive form no group. With fewer
/// than three positive samples, returns all. Infinities and NaN are ignored.
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

/// Whether more than a quarter of the samples are over 10 % slower than the fastest mode, so that a faster mode may not
/// be found yet.
[[nodiscard]] bool isScattered(const Samples& samples);

}  // namespace engine::calibrate
