#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"
#include "ui/figure/figure.h"
#include "ui/model/trace_feed.h"
#include "ui/teach/lesson.h"

#include <functional>
#include <vector>

namespace app {

/// One run of a request, with what figures need beside the trace.
struct LessonRun {
    engine::trace::TracePtr trace;
    ui::model::RunContext context;
};

/// Finds a lesson by the number of one that ships, or by its file.
[[nodiscard]] engine::Result<ui::teach::Lesson> findLesson(const std::string& idOrPath, bool* isShipped);
/// What a lesson from a file would run, for a reader who has not yet agreed.
[[nodiscard]] std::string contentsText(const ui::teach::Lesson& lesson);

/// A page a step, its words below it; where a step asks, another page with the runs before and after on one axis; at
/// last the words of the ending below what was seen last.
/// `run` carries a request out.
[[nodiscard]] engine::Result<std::vector<ui::figure::Page>> lessonPages(
    const ui::teach::Lesson& lesson, engine::frontend::Runner& runner, const ui::figure::FigureOptions& options,
    const std::function<engine::Result<LessonRun>(const engine::frontend::RunRequest&)>& run);

}  // namespace app
