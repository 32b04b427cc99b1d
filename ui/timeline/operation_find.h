#pragma once

#include "ui/look/find_bar.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QObject>
#include <QTimer>
#include <vector>

namespace ui::timeline {

/// The search over a timeline: a bar in its upper right corner that selects matches in the order of their start times,
/// starting in the visible range. If the run changes or grows, it searches again and keeps the view. Thread: GUI.
class OperationFind : public QObject {
    Q_OBJECT

public:
    OperationFind(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* over);

    /// Opens the bar. While the reader types, it selects the first match at or after `from`.
    void open(engine::Nanoseconds from);
    /// Moves the bar to the corner of its widget, below `top`.
    void place(int top);

signals:
    /// A match was selected.
    void found(engine::OpId op);

private:
    void close();
    /// Finds and counts the matches.
    void look();
    /// Finds them and selects the first.
    void search();
    void step(int direction);
    void goTo(int match);

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    QWidget* m_over;
    look::FindBar* m_bar;
    QTimer m_typing;   ///< delays a slow search while the reader types
    QTimer m_growing;  ///< of a live run
    std::vector<engine::OpId> m_matches;
    int m_match = -1;
    engine::Nanoseconds m_from{};
};

}  // namespace ui::timeline
