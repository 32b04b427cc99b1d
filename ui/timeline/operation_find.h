#pragma once

#include "ui/look/find_bar.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QObject>
#include <QTimer>
#include <vector>

namespace ui::timeline {

/// The search in a timeline: a bar in the upper right corner of the timeline. It selects matches in the order of their
/// start times, starting in the visible range. When the run changes or grows, it searches again without moving the
/// view. Thread: GUI.
class OperationFind : public QObject {
    Q_OBJECT

public:
    OperationFind(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* over);

    /// Opens the bar. While the user types, it selects the first match that ends at or after `from`, or else the first
    /// match.
    void open(engine::Nanoseconds from);
    /// Moves the bar to the right edge of its parent widget, below `top`.
    void place(int top);

signals:
    /// Emitted when a match is selected.
    void found(engine::OpId op);

private:
    void close();
    /// Finds and counts the matches.
    void updateMatches();
    /// Finds the matches and selects the first one that ends at or after `m_from`, or else the first match.
    void search();
    void step(int direction);
    void goTo(int match);

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    QWidget* m_over;
    look::FindBar* m_bar;
    QTimer m_typing;   ///< delays a slow search while the user types
    QTimer m_growing;  ///< repeats the search while a live run grows
    std::vector<engine::OpId> m_matches;
    int m_match = -1;
    engine::Nanoseconds m_from{};
};

}  // namespace ui::timeline
