#pragma once

#include "engine/io/idx.h"

#include <cstdint>

namespace engine::io {

/// A data set. Element i of `labels` is the class of image i.
struct LabelledImages {
    Idx images;  ///< [count, side, side]
    Idx labels;  ///< [count]
};

/// Generates images of ten classes, for programs that run where no data set is installed. Each class has a fixed
/// pattern; an image is the pattern shifted by up to two pixels, with noise. A neural net can learn the classes, but
/// the images depict nothing. The same seed gives the same bytes; another seed gives other images of the same patterns.
[[nodiscard]] LabelledImages generateImages(std::int64_t count, std::int64_t side, std::uint64_t seed);

}  // namespace engine::io
