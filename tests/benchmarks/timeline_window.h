#pragma once

#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>

namespace bench {

/// The timeline as in the program's window, 1600 x 900, without animations. Needs a QApplication.
struct TimelineWindow {
    TimelineWindow() : view(theme, feed, range, selection, playhead)
    {
        playhead.setReducedMotion(true);
        view.resize(1600, 900);
        view.show();
    }

    void show(const engine::trace::TracePtr& trace)
    {
        feed.show(trace, {});
        settle();
    }
    void showRange(const ui::model::TimeRange& shown)
    {
        range.setRange(shown);
        view.finishPending();
        QCoreApplication::processEvents();
    }
    /// Processes events until nothing is left to compute or to paint.
    void settle()
    {
        QCoreApplication::processEvents();
        view.finishPending();
        QCoreApplication::processEvents();
    }

    ui::look::Theme theme;
    ui::model::TraceFeed feed;
    ui::model::VisibleRange range;
    ui::model::Selection selection;
    ui::model::Playhead playhead;
    ui::timeline::TimelineView view;
};

}  // namespace bench
