#pragma once

#include "engine/io/detail/imported_events.h"

#include <array>

namespace engine::io::detail {

/// Derives the kind of a slice from its category and name. Recognizes our own categories and PyTorch's; guesses the
/// kind for other programs.
[[nodiscard]] trace::Kind kindOf(Layer layer, std::string_view category, std::string_view name);

/// Returns the kind of dependency that the category of a flow arrow denotes.
[[nodiscard]] trace::DependencyKind dependencyOf(std::string_view category);

/// A row of the timeline: the slices of one thread at one depth.
struct SliceRow {
    std::uint32_t thread = 0;
    bool isAnnotation = false;  ///< shows the ranges that the program named
    std::uint32_t depth = 0;
    bool isNested = true;  ///< shows nested calls: all slices of this row are within slices of the row above
    bool isGpu = false;
    bool isProgram = true;               ///< shows only slices with Layer::Program
    std::array<std::size_t, 8> kinds{};  ///< number of slices of each kind
};

/// A call that has a link, such as a call that started work on a device, and the context of the call.
struct Launch {
    std::int64_t link = 0;
    std::uint32_t slice = 0;
    std::uint32_t op = 0;       ///< text number of the innermost operator around the call
    std::uint32_t frame = 0;    ///< text number of the innermost Python function around the call
    std::uint32_t details = 0;  ///< details of the innermost operator with a process group around the call
    std::uint32_t phase = 0;    ///< text number of the innermost range around the call, on any thread
    bool isBackward = false;
};

struct PlacedSlices {
    static constexpr std::uint32_t kNoRow = 0xffffffff;  ///< value of ImportedSlice::row for a slice that is in no row

    std::vector<SliceRow> rows;
    std::vector<Launch> launches;  ///< sorted by link; only the first launch of each link
};

/// Assigns each slice to a row, and each launch to the operator, function and range around it. The slices must be
/// sorted by begin, outer before inner. Python functions and slices with Layer::Sync get no rows: they only state where
/// a call came from, or the object for which it waited. Slices beyond the limits are counted in `events.leftOut`.
[[nodiscard]] PlacedSlices placeSlices(ImportedEvents& events);

}  // namespace engine::io::detail
