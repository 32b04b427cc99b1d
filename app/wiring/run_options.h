#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace app {

/// A line and a name, "22:non_blocking"; the name is empty if there is no colon.
struct NamedLine {
    int line = 0;
    std::string name;
};
/// Parses a line and a name; none if `text` has another form.
[[nodiscard]] std::optional<NamedLine> namedLine(const std::string& text);

/// A change of a lever: `--off 22:non_blocking`, `--set 5:device=cuda:1`.
struct LeverSetting {
    int line = 0;
    std::string name;
    std::string value;
};

/// Options of a run that the command lines of both programs share.
struct RunOptions {
    std::string machine;  ///< empty: the program's default machine
    std::optional<engine::frontend::Dialect> dialect;
    std::vector<int> off, on;   ///< lines whose waits are switched off or on; no line is in both
    std::vector<int> inserted;  ///< lines of the listing after which a wait is inserted, ascending
    std::vector<LeverSetting> levers;
    std::optional<bool> sync;  ///< switches all sync points on or off; levers do not change
    std::map<std::string, std::string> parameters;
    std::optional<engine::trace::ValueMode> values;
    std::uint64_t seed = 0;
};

/// The options as text. They must outlive the parsing of the `CLI::App` to which they were added.
struct RunOptionTexts {
    std::string machine, dialect, sync, values, seed;
    std::vector<std::string> off, on, set;
};
void addRunOptions(CLI::App& command, RunOptionTexts& texts);
/// Rejects an empty name of a file or machine, which usually comes from an unset variable of the shell.
void refuseEmpty(CLI::Option& option);
/// Returns CLI11's message as one sentence.
[[nodiscard]] std::string sentenceOf(const CLI::ParseError& error);
void addDialect(CLI::App& command, RunOptionTexts& texts);

/// Parses the options. Errors: InvalidArgument; the message is one sentence.
[[nodiscard]] engine::Result<RunOptions> readRunOptions(const RunOptionTexts& texts);

/// Returns the requested dialect, or else the program's dialect (PyTorch if it has both). A user's own file accepts
/// every requested dialect. Errors: InvalidArgument if the program has no listing for the dialect; BadFile if it has no
/// listing.
[[nodiscard]] engine::Result<engine::frontend::Dialect> dialectFor(const engine::frontend::Program& program,
                                                                   std::optional<engine::frontend::Dialect> asked);
[[nodiscard]] const std::string& sourceFor(const engine::frontend::Program& program, engine::frontend::Dialect dialect);

/// Changes the lever in the listing of `request`. Errors: InvalidArgument, with a list of the existing levers or
/// values; those of `Runner::levers`.
[[nodiscard]] engine::Status setLever(engine::frontend::Runner& runner, const LeverSetting& setting,
                                      engine::frontend::RunRequest& request);

/// Makes the request to run `program` (an id or a file) with the options. Errors: those of `Runner::load`,
/// `dialectFor`, `Runner::syncPoints`, `setLever` and `Runner::insertions`; InvalidArgument for a line without a sync
/// point, with a list of the existing ones, and for a line after which no wait can be inserted.
[[nodiscard]] engine::Result<engine::frontend::RunRequest> requestFor(engine::frontend::Runner& runner,
                                                                      const std::string& program,
                                                                      const RunOptions& options);

}  // namespace app
