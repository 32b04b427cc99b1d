#pragma once

#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>

namespace tests {

/// A timeline with its models, which shows a run.
struct TimelineStage {
    explicit TimelineStage(const engine::trace::TracePtr& trace, const QSize& size = {936, 900})
        : view(theme, feed, range, selection, playhead)
    {
        playhead.setReducedMotion(true);
        view.resize(size);
        view.show();
        feed.show(trace, {});
        settle();
    }
    void settle()
    {
        QCoreApplication::processEvents();
        view.finishPending();
    }

    ui::look::Theme theme;
    ui::model::TraceFeed feed;
    ui::model::VisibleRange range;
    ui::model::Selection selection;
    ui::model::Playhead playhead;
    ui::timeline::TimelineView view;
};

}  // namespace tests
