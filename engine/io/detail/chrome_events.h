#pragma once

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/imported_events.h"

namespace engine::io::detail {

/// Reads Chrome trace events, from PyTorch's profiler or any other program.
/// Errors: BadFile with the byte position if the text is not JSON or not trace events; the errors of `json`.
[[nodiscard]] Result<ImportedEvents> readChromeEvents(ByteStream& json);

}  // namespace engine::io::detail
