#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"

#include <filesystem>

namespace engine::io {

/// Writes a run as an OTF2 archive, the format of Score-P, Scalasca and Vampir: the folder `path` with the anchor file
/// traces.otf2. A lane is a location, a rank a process; operations are regions that are entered and left. Errors:
/// Unsupported if this build has no OTF2; InputOutput, also if `path` already exists.
[[nodiscard]] Status exportOtf2(const trace::Trace& trace, const std::filesystem::path& path);

}  // namespace engine::io
