#pragma once

#include "ui/listing/program_document.h"
#include "ui/listing/program_model.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"
#include "ui/runs/banner.h"
#include "ui/runs/run_controller.h"

namespace ui::commands {
class Actions;
}
namespace ui::timeline {
class TimelineView;
}

namespace ui::runs {

/// References to the objects that the controllers and views of a window share. The window owns them; all outlive the
/// controllers. Thread: GUI.
struct Workbench {
    look::Theme& theme;
    QWidget& window;  ///< parent of dialogs
    commands::Actions& actions;
    model::TraceFeed& feed;
    model::VisibleRange& range;
    model::Selection& selection;
    model::Playhead& playhead;
    listing::ProgramDocument& document;
    listing::ProgramModel& programs;
    RunController& controller;
    Banner& banner;
    timeline::TimelineView& timeline;

    /// Inserts a bar directly above the timeline.
    void addAboveTimeline(QWidget& bar) const;
};

}  // namespace ui::runs
