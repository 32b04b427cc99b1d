#pragma once

#include "engine/io/idx.h"

#include <cstdint>

namespace engine::io {

struct LabelledImages {
    Idx images;  ///< [count, side, side]
    Idx labels;  ///< [count]
};

/// Images of ten classes for where no data set is at hand: each class is a pattern of its own, each image that pattern
/// moved by up to two pixels under noise. A net learns them; they show nothing. The same seed gives the same bytes, and
/// seeds differ in their images, not in what the classes look like.
[[nodiscard]] LabelledImages generateImages(std::int64_t count, std::int64_t side, std::uint64_t seed);

}  // namespace engine::io
