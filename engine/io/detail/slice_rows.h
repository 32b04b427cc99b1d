#pragma once

#include "engine/io/detail/imported_events.h"

#include <array>

namespace engine::io::detail {

/// What a category and a name say of a slice; ours, PyTorch's, and a guess for all others.
[[nodiscard]] trace::Kind kindOf(Layer layer, std::string_view category, std::string_view name);

[[nodiscard]] bool isCopy(trace::Kind kind);

/// What the category of an arrow says.
[[nodiscard]] trace::DependencyKind dependencyOf(std::string_view category);

/// A row of the timeline: of a thread, its slices of one depth.
struct SliceRow {
    std::uint32_t thread = 0;
    bool isAnnotation = false;  ///< of the ranges that the program named
    std::uint32_t depth = 0;
    bool isNested = true;  ///< all its slices lie within slices of the row above: calls within calls
    bool isGpu = false;
    std::array<std::size_t, 7> kinds{};  ///< slices of each kind
};

/// What a call that started something on a device knows of it.
struct Launch {
    std::int64_t link = 0;
    std::uint32_t slice = 0;
    std::uint32_t op = 0;     ///< text: the innermost operator around it
    std::uint32_t frame = 0;  ///< text: the innermost Python function around it
    std::uint32_t phase = 0;  ///< text: the innermost range around it, of any thread
    bool isBackward = false;
};

struct PlacedSlices {
    static constexpr std::uint32_t kNoRow = 0xffffffff;  ///< of slices that no row shows

    std::vector<SliceRow> rows;
    std::vector<Launch> launches;  ///< by link; the first of each
};

/// Finds each slice its row, and each launch what is around it. The slices must be sorted by begin, outer before inner.
/// Python functions get no rows: they say where calls came from. Counts what has no room in `events.leftOut`.
[[nodiscard]] PlacedSlices placeSlices(ImportedEvents& events);

}  // namespace engine::io::detail
