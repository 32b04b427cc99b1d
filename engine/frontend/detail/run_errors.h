#pragma once

#include "engine/base/result.h"
#include "engine/frontend/program.h"
#include "engine/trace/record.h"

#include <pybind11/pybind11.h>

namespace engine::frontend {

/// Converts an exception of our Python code, raised while a valid listing was prepared.
[[nodiscard]] Error toolError(const pybind11::error_already_set& error);

/// Converts any C++ exception of a program run to an Error, because no exception may leave the thread that runs the
/// program.
[[nodiscard]] Error unforeseen(const std::exception& error);

/// Returns an error that names the line, and in a notebook the cell. `source` is the listing.
[[nodiscard]] Error syntaxError(const SyntaxProblem& problem, const std::string& source);

/// The record of an exception of the program. Python gives no message with a MemoryError; if the MemoryGuard caused it,
/// `refusal` is the message. The GIL must be held.
[[nodiscard]] trace::ErrorRecord errorOf(const pybind11::dict& raised, Nanoseconds now, const std::string& refusal);

}  // namespace engine::frontend
