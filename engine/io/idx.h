#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// IDX files, in which MNIST and its relatives come: two zero bytes, the type of the elements, the number of axes, the
/// extents (4 bytes each, most significant first), then the elements, the last axis running fastest.
namespace engine::io {

/// An IDX file of bytes, the only type that images and labels come in.
struct Idx {
    std::vector<std::int64_t> extents;  ///< [60000, 28, 28] of images, [60000] of labels
    std::vector<std::uint8_t> bytes;    ///< empty if only the header was read

    [[nodiscard]] std::int64_t count() const { return extents.empty() ? 0 : extents.front(); }
    /// Elements of one row: of one image, or 1 of labels.
    [[nodiscard]] std::int64_t rowElements() const;
};

enum class IdxPart : std::uint8_t { Header, Everything };

/// Reads a file, packed by gzip or not.
/// Errors: NotFound, InputOutput; BadFile with a sentence that names the file: no IDX at all, another type than bytes,
/// cut off (how many bytes are missing), longer than its header says, of more than 1 GiB.
[[nodiscard]] Result<Idx> readIdx(const std::filesystem::path& path, IdxPart part = IdxPart::Everything);

}  // namespace engine::io
