#pragma once

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/imported_events.h"

#include <filesystem>

namespace engine::io::detail {

/// Reads an SQLite export of Nsight Systems (`nsys export --type sqlite`): kernels, copies and fills on their streams,
/// calls of the CUDA runtime and driver, synchronisations, NVTX ranges, device memory. Missing tables and columns are
/// skipped, because they depend on the version and on what was recorded. The file is opened read-only and immutable;
/// SQLite creates no other files. Errors: BadFile if another program wrote the database, or if the file is damaged
/// before the first slice; OutOfMemory; Cancelled. If the file is damaged after some slices, returns these slices with
/// a note.
[[nodiscard]] Result<ImportedEvents> readNsightEvents(const std::filesystem::path& path, const Progress& progress = {});

}  // namespace engine::io::detail
