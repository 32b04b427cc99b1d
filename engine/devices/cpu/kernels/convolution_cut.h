#pragma once

#include "engine/devices/cpu/kernels/convolution_primitive.h"

#include <algorithm>
#include <cstdint>

namespace engine::devices::cpu {

/// A range cut into equal parts; the last one may be smaller.
struct Cut {
    std::int64_t total = 0;
    std::int64_t part = 1;

    [[nodiscard]] std::int64_t parts() const { return (total + part - 1) / part; }
    [[nodiscard]] std::int64_t begin(std::int64_t index) const { return index * part; }
    [[nodiscard]] std::int64_t size(std::int64_t index) const { return std::min(part, total - index * part); }
    /// Returns 1 for the last part if it is smaller than the others, else 0.
    [[nodiscard]] std::size_t kind(std::int64_t index) const { return size(index) == part ? 0 : 1; }
};

/// How a pass over a convolution is cut: by images, and by the channels of its result (input channels for the gradient
/// of the data, else output channels).
struct ConvolutionCut {
    Cut images;
    Cut channels;

    /// `whole`: all images and channels; no size is 0.
    [[nodiscard]] static ConvolutionCut of(const ConvolutionPart& whole);
    [[nodiscard]] std::int64_t pieces() const { return images.parts() * channels.parts(); }
    /// Returns the part of `whole` that a piece computes. `image` and `channel`: indices of the piece's ranges in the
    /// two cuts.
    [[nodiscard]] ConvolutionPart part(const ConvolutionPart& whole, std::int64_t image, std::int64_t channel) const;
};

}  // namespace engine::devices::cpu
