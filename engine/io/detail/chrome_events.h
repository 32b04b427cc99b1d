#pragma once

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/imported_events.h"

namespace engine::io::detail {

/// Reads Chrome trace events, from PyTorch's profiler or any other program. If the text is truncated or damaged after
/// some events, returns these events with a note. Errors: BadFile if the text is not JSON (with the byte position) or
/// has no list of events; the errors of `json`.
[[nodiscard]] Result<ImportedEvents> readChromeEvents(ByteStream& json);

}  // namespace engine::io::detail
