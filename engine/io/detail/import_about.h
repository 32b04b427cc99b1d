#pragma once

#include "engine/io/detail/imported_events.h"
#include "engine/trace/record.h"

#include <string>

namespace engine::io::detail {

/// What is told of a run that another program recorded; `title` where the file names none.
[[nodiscard]] trace::RunInfo runInfoOf(const ImportedEvents& events, const std::string& title);

/// Sentences on what is missing; empty: nothing.
[[nodiscard]] std::string noteOf(const ImportedEvents& events);

}  // namespace engine::io::detail
