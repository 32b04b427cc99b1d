#pragma once

#include "engine/base/result.h"
#include "engine/frontend/program.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine::frontend {

/// Reads the programs of a folder, one `.py` file per dialect, in the order of the program tree. A file starts with its
/// header, lines of the form `#: key = value` (resources/workloads/README.md); the listing follows. Errors: NotFound if
/// the folder is missing; BadFile with file, line and problem.
[[nodiscard]] Result<std::vector<Program>> readWorkloads(const std::filesystem::path& folder);

/// Reads a user's .py or .ipynb file as a program, without running it. Errors: NotFound; BadFile (a folder, too
/// large, not text, not a notebook); InputOutput; OutOfMemory.
[[nodiscard]] Result<Program> readProgramFile(const std::filesystem::path& path);

/// Returns the listing of a file. Errors: BadFile, with `name` in the message, if the content of a notebook file is not
/// a notebook.
[[nodiscard]] Result<std::string> listingOf(const OpenedFile& file, const std::string& name);

/// Whether the name has the ending of a notebook; case does not matter.
[[nodiscard]] bool isNotebook(const std::filesystem::path& path);

/// Returns the framework that a listing imports; Torch if it imports none.
[[nodiscard]] Dialect dialectOf(const std::string& source);

/// Returns the imports that are added to a listing that has no imports.
[[nodiscard]] std::string usualImports(Dialect dialect);

}  // namespace engine::frontend
