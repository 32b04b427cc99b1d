#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app {

/// How a program is to run: what the command lines of both programs say alike.
struct RunOptions {
    std::string machine;  ///< empty: the program's own
    std::optional<engine::frontend::Dialect> dialect;
    std::vector<int> off, on;  ///< lines; none stands in both
    std::optional<bool> sync;  ///< every sync point on, or off
    std::map<std::string, std::string> parameters;
    std::optional<engine::trace::ValueMode> values;
    std::uint64_t seed = 0;
};

/// The options as they are typed; they outlive the parsing of the `CLI::App` that they were added to.
struct RunOptionTexts {
    std::string machine, dialect, sync, values, seed;
    std::vector<std::string> off, on, set;
};
void addRunOptions(CLI::App& command, RunOptionTexts& texts);
void addDialect(CLI::App& command, RunOptionTexts& texts);

/// Errors: InvalidArgument with one sentence.
[[nodiscard]] engine::Result<RunOptions> readRunOptions(const RunOptionTexts& texts);

/// The dialect asked for, else the one that the program has (PyTorch where it has both). A reader's own file is what
/// the reader says it is. Errors: InvalidArgument for a program that is not written for it; BadFile without a listing.
[[nodiscard]] engine::Result<engine::frontend::Dialect> dialectFor(const engine::frontend::Program& program,
                                                                   std::optional<engine::frontend::Dialect> asked);
[[nodiscard]] const std::string& sourceFor(const engine::frontend::Program& program, engine::frontend::Dialect dialect);
[[nodiscard]] const char* nameOf(engine::frontend::Dialect dialect);

/// `program` (an id or a file) as it opens, with the options. Errors: those of `Runner::load` and `dialectFor`;
/// InvalidArgument for a line without a sync point, with those that there are.
[[nodiscard]] engine::Result<engine::frontend::RunRequest> requestFor(engine::frontend::Runner& runner,
                                                                      const std::string& program,
                                                                      const RunOptions& options);

}  // namespace app
