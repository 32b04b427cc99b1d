#pragma once

#include "engine/frontend/program.h"
#include "engine/frontend/runner.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ui::runs {

/// The front end's functions that the window uses. They have the contracts and threading rules of
/// engine::frontend::Runner. Tests replace them with fast fakes.
struct Backend {
    std::vector<engine::frontend::Program> programs;
    std::function<engine::Result<engine::frontend::RunOutcome>(const engine::frontend::RunRequest&,
                                                               engine::trace::Recorder&)>
        run;                     ///< call on the controller's thread
    std::function<void()> stop;  ///< stops the current run; any thread
    std::function<engine::Result<std::vector<engine::frontend::SyncPoint>>(
        const std::string& source, engine::frontend::Dialect, std::optional<engine::frontend::SyntaxProblem>*)>
        syncPoints;  ///< finds the sync points of a text; any thread
    std::function<engine::Result<std::vector<engine::frontend::Insertion>>(const std::string& source,
                                                                           engine::frontend::Dialect)>
        insertions;  ///< finds the waits that can be inserted into a text; any thread. None: there are no such waits
    std::function<engine::Result<std::vector<engine::frontend::Lever>>(const std::string& source,
                                                                       engine::frontend::Dialect)>
        levers;  ///< finds the levers of a text; any thread. None: there are no levers
    std::function<engine::Result<engine::frontend::Program>(const std::string& idOrPath)> load;  ///< any thread
    engine::Message noRanks{};  ///< why a program always runs as one rank; empty: it need not
};

/// Starts the front end. Called once on the controller's thread, which also destroys the Backend.
using BackendMaker = std::function<engine::Result<Backend>()>;

}  // namespace ui::runs
