#pragma once

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/imported_events.h"

namespace engine::io::detail {

/// Reads Chrome trace events, of PyTorch's profiler and of all others.
/// Errors: BadFile with the place if the text is no JSON, or no trace events; those of `json`.
[[nodiscard]] Result<ImportedEvents> readChromeEvents(ByteStream& json);

/// The layer that a category of PyTorch's profiler means, of any of its versions.
[[nodiscard]] Layer layerOf(std::string_view category);

}  // namespace engine::io::detail
