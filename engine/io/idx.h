#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// IDX files, the format of MNIST and Fashion-MNIST: two zero bytes, the type of the elements, the number of axes, the
/// extents (4 bytes each, most significant first), then the elements in row-major order.
namespace engine::io {

/// An IDX file whose elements are bytes, as those of images and labels are.
struct Idx {
    std::vector<std::int64_t> extents;  ///< [60000, 28, 28] for images, [60000] for labels
    std::vector<std::uint8_t> bytes;    ///< empty if only the header was read

    [[nodiscard]] std::int64_t count() const { return extents.empty() ? 0 : extents.front(); }
    /// Returns the number of elements of one row, that is, of one image; 1 for labels.
    [[nodiscard]] std::int64_t rowElements() const;
};

enum class IdxPart : std::uint8_t { Header, Everything };

/// Reads a file, compressed with gzip or not. Errors: NotFound, InputOutput; BadFile if the file is not IDX, has
/// elements of another type than bytes or more than six axes, is truncated, is longer than its header states, exceeds
/// 1 GiB, or is a damaged gzip file.
[[nodiscard]] Result<Idx> readIdx(const std::filesystem::path& path, IdxPart part = IdxPart::Everything);

}  // namespace engine::io
