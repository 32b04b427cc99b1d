#pragma once

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/imported_events.h"

#include <filesystem>

namespace engine::io::detail {

/// Reads an SQLite export of Nsight Systems (`nsys export --type sqlite`): kernels, copies and fills on their streams,
/// calls of the CUDA runtime and driver, synchronisations, NVTX ranges, memory of the devices. Tables and columns that
/// an export does not have are passed over: which there are depends on what was recorded and by which version.
/// The file is opened read-only and as if nobody wrote to it; nothing is created beside it.
/// Errors: BadFile if it is a database of another program, or damaged before anything could be read; Cancelled.
/// Of one that is damaged later, what could be read comes with a note.
[[nodiscard]] Result<ImportedEvents> readNsightEvents(const std::filesystem::path& path, const Progress& progress = {});

}  // namespace engine::io::detail
