#pragma once

#include "engine/base/result.h"
#include "engine/frontend/program.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine::frontend {

/// The programs of a folder, one `.py` file per dialect, in the order of the chapter tree. A file starts with its
/// header, lines of the form `#: key = value` (resources/workloads/README.md); the listing is what follows.
/// Errors: NotFound if the folder is not there; BadFile with file, line and problem.
[[nodiscard]] Result<std::vector<Program>> readWorkloads(const std::filesystem::path& folder);

/// A reader's own .py or .ipynb as a program; nothing of it runs. Errors: NotFound, BadFile (not text, not a notebook).
[[nodiscard]] Result<Program> readProgramFile(const std::filesystem::path& path);

/// What a file shows. Errors: BadFile, about `name`, if it is no notebook.
[[nodiscard]] Result<std::string> listingOf(const OpenedFile& file, const std::string& name);

/// By the name's ending, whatever case it has.
[[nodiscard]] bool isNotebook(const std::filesystem::path& path);

/// The framework that a listing imports.
[[nodiscard]] Dialect dialectOf(const std::string& source);

/// The imports that a listing without any is given.
[[nodiscard]] std::string usualImports(Dialect dialect);

}  // namespace engine::frontend
