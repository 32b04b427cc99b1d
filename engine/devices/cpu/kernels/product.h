#pragma once

#include "engine/base/result.h"

#include <cstdint>

namespace engine::devices::cpu {

/// A rectangle of a product of row-major matrices: out [rows, columns] = a [rows, inner] x b [inner, columns]. A
/// transposed factor is stored as [inner, rows] or [columns, inner].
struct Tile {
    const float* a = nullptr;
    const float* b = nullptr;
    float* out = nullptr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t inner = 0;
    std::int64_t aStride = 0;  ///< distance between the starts of two rows, in elements
    std::int64_t bStride = 0;
    std::int64_t outStride = 0;
    bool isATransposed = false;
    bool isBTransposed = false;
};

/// Multiplies on the calling thread, by oneDNN (small tiles by our own loop). On one processor model, the bits of the
/// result depend on sizes and values only. Errors: OutOfMemory, DeviceFailure.
[[nodiscard]] Status multiply(const Tile& tile);

}  // namespace engine::devices::cpu
