#pragma once

#include "engine/base/message.h"
#include "engine/io/detail/imported_events.h"
#include "engine/trace/record.h"

#include <string>

namespace engine::io::detail {

/// Describes a program run that another program recorded. Uses `title` if the file does not name the run.
[[nodiscard]] trace::RunInfo runInfoOf(const ImportedEvents& events, const std::string& title);

/// Returns sentences about missing data; empty if nothing is missing.
[[nodiscard]] Message noteOf(const ImportedEvents& events);

}  // namespace engine::io::detail
