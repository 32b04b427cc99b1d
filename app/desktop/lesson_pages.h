#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"
#include "ui/figure/figure.h"
#include "ui/model/trace_feed.h"
#include "ui/teach/lesson.h"

#include <functional>
#include <string>
#include <vector>

namespace app {

/// A run, with the context that figures need besides its trace.
struct FigureRun {
    engine::trace::TracePtr trace;
    ui::model::RunContext context;
    std::string listing;  ///< as in FigureOptions
};

/// Finds a built-in lesson by its id, or reads a lesson file. Sets `isShipped` (not null) to true if the lesson is
/// built in, else to false.
[[nodiscard]] engine::Result<ui::teach::Lesson> findLesson(const std::string& idOrPath, bool* isShipped);
/// Describes the programs that a lesson from a file would run, for a user who has not allowed it yet.
[[nodiscard]] std::string contentsText(const ui::teach::Lesson& lesson);

/// Makes one page per step, with the step's text below the figure. A step with a question gets a second page with the
/// question and its answer; if the question changes the run, that page compares the runs before and after the change.
/// The last page shows the last figure with the closing text. `run` executes a request.
[[nodiscard]] engine::Result<std::vector<ui::figure::Page>> lessonPages(
    const ui::teach::Lesson& lesson, engine::frontend::Runner& runner, const ui::figure::FigureOptions& options,
    const std::function<engine::Result<FigureRun>(const engine::frontend::RunRequest&)>& run);

}  // namespace app
