#pragma once

#include "engine/frontend/program.h"
#include "engine/frontend/runner.h"
#include "ui/listing/listing_text.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ui::runs {

/// The front end's functions that the window uses. They have the contracts and threading rules of
/// engine::frontend::Runner. Tests replace them with fast fakes.
struct Backend {
    std::vector<engine::frontend::Program> programs;
    std::function<engine::Result<engine::frontend::RunOutcome>(const engine::frontend::RunRequest&,
                                                               engine::trace::Recorder&)>
        run;                     ///< must be called on the controller's thread
    std::function<void()> stop;  ///< stops the current run; may be called on any thread
    std::function<listing::TextAnalysis(const std::string& source, engine::frontend::Dialect)> analyse;  ///< any thread
    std::function<engine::Result<engine::frontend::Program>(const std::string& idOrPath)> load;          ///< any thread
    engine::Message noRanks{};  ///< reason why a program always runs as one rank; empty: ranks are supported
};

/// Starts the front end. Called once on the controller's thread, which also destroys the Backend.
using BackendMaker = std::function<engine::Result<Backend>()>;

}  // namespace ui::runs
